// The event stream of a game. The browser reconnects by itself when the network fails; where it gives up (the server
// answered, but not with a stream), this does.

import * as api from "./api.js";
import { events } from "./carrier.js";

/** How long to wait before asking again, in milliseconds; doubled each time, up to the second. */
const WAITS = [1000, 15000];

/** How often a page that is not in view asks, in milliseconds. */
const ASK = 15000;

/**
 * Watches a game: by the stream while the page is in view, else by asking now and then. Browsers have six connections to a
 * site, and one stream in each of seven tabs would be one too many.
 * `onState` and `onPresence` get what the server sends, `onLink` whether the stream stands, `onGone` the reason why
 * there is nothing to watch.
 */
export function watch(id, { onState, onPresence, onLink, onGone }) {
	let source;
	let timer;
	let wait = WAITS[0];

	const again = () => {
		clearTimeout(timer);
		source?.close();
		// Thousands must not come back in the same moment.
		timer = setTimeout(open, document.hidden ? ASK : wait * (0.5 + Math.random()));
		wait = Math.min(wait * 2, WAITS[1]);
	};

	/** Asks for the state, and goes on unless the stream was opened meanwhile. */
	const ask = async () => {
		const closed = source;
		try {
			onState(await api.state(id));
		} catch (error) {
			if (error.status === 404 || error.code === "damaged") {
				onGone(error);
				return;
			}
		}
		if (source === closed) again();
	};

	const open = () => {
		// There is never more than one.
		clearTimeout(timer);
		source?.close();
		if (document.hidden) {
			ask();
			return;
		}
		source = events(id);
		source.addEventListener("open", () => {
			wait = WAITS[0];
			onLink(true);
		});
		source.addEventListener("state", (event) => onState(JSON.parse(event.data)));
		source.addEventListener("presence", (event) => onPresence(JSON.parse(event.data).here));
		source.addEventListener("reconnect", again);
		source.addEventListener("error", () => {
			onLink(false);
			if (source.readyState === EventSource.CLOSED) {
				source.close();
				ask();
			}
		});
	};

	open();
	// A page that goes away says so at once, so that the others see it. One that comes back from the browser's memory
	// opens the stream anew.
	addEventListener("pagehide", () => source?.close());
	addEventListener("pageshow", (event) => {
		if (event.persisted) open();
	});
	document.addEventListener("visibilitychange", () => {
		if (document.hidden) again();
		else open();
	});

	return {
		/** The stream anew, as somebody else: who holds a seat is asked when it opens. */
		reopen: open,
	};
}
