// How the page reaches what answers it where there is no server: a worker of this browser, which keeps the games. It stands in
// the place of the module with this name that asks a server.

/** In a file that holds the whole site: where its parts are. */
const file = globalThis.divvy;

let worker;
let asked = 0;
const waiting = new Map();

function begin() {
	worker = new Worker(asset("worker.js"));
	worker.onmessage = ({ data: { key, status, text } }) => {
		const { resolve, reject } = waiting.get(key);
		waiting.delete(key);
		if (status) resolve({ status, text });
		else reject(new Error(text));
	};
	worker.postMessage({ module: file ? file.part("divvy.bin") : asset("divvy.bin") });
}

/** Sends a request of the API, and gives the status and the text of the answer. Fails if there is none. */
export function send(method, path, body) {
	if (!worker) begin();
	return new Promise((resolve, reject) => {
		waiting.set(++asked, { resolve, reject });
		worker.postMessage({ key: asked, request: { method, path, body } });
	});
}

/** What a server would send of a game: its state whenever a tab has changed it. */
class Stream extends EventTarget {
	readyState = EventSource.OPEN;
	#changed = new BroadcastChannel("divvy");

	constructor(id) {
		super();
		this.#changed.onmessage = ({ data }) => data === id && this.#tell(id);
		this.#tell(id);
	}

	async #tell(id) {
		const { status, text } = await send("GET", `/games/${id}`).catch(() => ({}));
		if (this.readyState === EventSource.CLOSED) return;
		if (status !== 200) {
			this.close();
			this.dispatchEvent(new Event("error"));
			return;
		}
		this.dispatchEvent(new Event("open"));
		this.dispatchEvent(new MessageEvent("state", { data: text }));
	}

	close() {
		this.readyState = EventSource.CLOSED;
		this.#changed.close();
	}
}

/** The stream of a game. */
export const events = (id) => new Stream(id);

/** Where a page is: all are in one folder. */
export function to(path) {
	const [, name, more] = /^\/([^?#]*)(.*)$/.exec(path.replace(/^\/g\/([^?#]*)/, "/game?g=$1"));
	if (file) return file.to(name.replace("/", "-") || "index", more);
	return `${name ? `${name.replace("/", "-")}.html` : "./"}${more}`;
}

/** The game of this page. */
export const gameHere = () => new URLSearchParams(location.search).get("g");

/** Why there are no friends by a link. */
export const ALONE =
	"A friend by a link needs a server. With the program divvy there is one: run “divvy serve”, and open the address that it says.";

/** Where a file beside this one is. */
export const asset = (name) => (file ? file.asset(name) : new URL(name, import.meta.url).href);

export const load = (name) => import(`./${name}`);

// The rules are a file, which knows of no game: a reader who came from one goes back to it.
const from = new URLSearchParams(location.search).get("from");
const play = from && document.querySelector(".rules .panel .primary");
if (play) {
	const back = play.cloneNode();
	back.href = to(`/g/${encodeURIComponent(from)}`);
	back.textContent = "Back to your game";
	play.before(back, "\n");
	play.classList.remove("primary");
	play.textContent = "Play a new game";
}

// Not before the page itself is there; browsers have it on encrypted pages and on this machine only.
if (!file && navigator.serviceWorker)
	addEventListener("load", () => navigator.serviceWorker.register("offline.js").catch(() => {}));
