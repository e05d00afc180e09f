// A game that its link contains: `/share#GAME;OPTIONS:MOVES`, or a short one as `/share?game=…`, and behind `&` who played and how it ended, where that is
// known. The server checks the moves and reviews them.

import * as api from "./api.js";
import { Board } from "./board.js";
import { bdi, find, fit, make, notice, render, say } from "./dom.js";
import { Review } from "./review.js";
import { view } from "./view.js";

/** The game in the link, and what else stands there. A stray percent sign in it is the server's to refuse. */
function asked() {
	const [game, ...more] = location.hash.slice(1).split("&");
	const about = new URLSearchParams(more.join("&"));
	try {
		return [new URLSearchParams(location.search).get("game") ?? decodeURIComponent(game), about];
	} catch {
		return [game, about];
	}
}

/** Which round of how many this is, which only the link can know. */
function seriesOf(about, names) {
	const [round, rounds] = (about.get("round") ?? "").split("/");
	const [one, two] = (about.get("score") ?? "").split("-");
	return [
		...(rounds ? [` · round ${round}, best of ${rounds}; the link holds this round only`] : []),
		...(two ? [" · ", bdi(names[0]), ` ${one}, `, bdi(names[1]), ` ${two}`] : []),
	];
}

const board = new Board(find("board"), { onPress() {} });

const review = new Review(find("review"), {
	onStep(at, { played, did }, past, marked) {
		find("step").replaceChildren(...render([...played, " ", ...did]));
		board.show(view(past, marked));
	},
	given: () => undefined,
});

/** The link has no game in it. */
function showNone() {
	say(find("name"), "No game in this link");
	find("main").className = "lost";
	find("main").replaceChildren(
		find("name"),
		make("p", { text: "At the end of a game, “Share” makes a link to it." }),
		make("p", {}, make("a", { class: "button primary", href: "/", text: "To the games" })),
	);
}

async function show() {
	const [game, about] = asked();
	if (!game) {
		showNone();
		return;
	}
	try {
		const names = [about.get("first") ?? "", about.get("second") ?? ""];
		const resigned = about.has("resigned") ? Number(about.get("resigned")) : null;
		const answer = await api.reviewOf({ game, names, resigned });
		say(find("name"), answer.title);
		const [, ...details] = answer.details;
		find("about").replaceChildren(
			...render(answer.parts.players),
			...details.map((detail) => ` · ${detail}`),
			...seriesOf(about, answer.names),
		);
		document.title = `${answer.title}, a game – divvy`;
		find("rules").href = `/rules/${answer.game}`;
		find("main").dataset.game = answer.game;
		notice(find("refusal"), null);
		review.show(answer);
	} catch (error) {
		if (!(error instanceof api.Refusal)) throw error;
		notice(find("refusal"), error.sentence);
	}
}

document.addEventListener("keydown", (event) => {
	if (review.open && document.activeElement === document.body && event.key.startsWith("Arrow")) review.key(event.key);
});
addEventListener("hashchange", () => (find("board") ? show() : location.reload()));
for (const line of ["name", "about", "refusal"]) fit(find(line));
show();
