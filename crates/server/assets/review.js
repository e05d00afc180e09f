// A game looked at afterwards: every move, who stood to win, the slips, and the board as it was. Sentences, and what each
// move did to the board, are the server's word.

import { bdi, cueEdges, draw, make, render, textOf } from "./dom.js";
import { picture } from "./pairing.js";
import { SIGNS } from "./view.js";

/** The width of a bar in the strip: as wide as there is room for, so that it can be pressed. */
const barOf = (moves, width) => Math.min(Math.max(Math.floor((width - 2) / Math.max(moves, 1)), 9), 28);

/** The board after these moves, for looking only. */
function boardAfter({ start }, plies) {
	const { last, setters, to_move, tokens } = plies.at(-1) ?? { ...start, tokens: start.race?.tokens };
	const walkOf = (walk, seat) => [...walk, ...plies.filter((ply) => ply.seat === seat).map(({ number }) => number)];
	return {
		size: start.size,
		first_number: start.first_number,
		moves: plies,
		taken: [...start.taken, ...plies.flatMap(({ takes }) => takes.map((number) => [number, number]))],
		last,
		setters,
		to_move,
		race: start.race && {
			...start.race,
			tokens,
			walks: start.race.walks.map((walk, index) => walkOf(walk, index + 1)),
		},
	};
}

export class Review {
	/** `onStep` gets the board to show and what is marked on it, `given` gives the hint of a position, sooner or later, if any. */
	constructor(root, { onStep, given }) {
		this.root = root;
		this.onStep = onStep;
		this.given = given;
		this.open = false;
	}

	/** Shows the server's answer. */
	show(answer) {
		this.answer = answer;
		this.names = answer.names;
		this.plies = answer.plies.map((ply, index) => {
			const { slip, winning } = answer.review.moves[index];
			return { ...ply, slip, winning };
		});
		this.open = true;
		this.root.hidden = false;
		const { paddingLeft, paddingRight } = getComputedStyle(this.root);
		const room = this.root.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
		this.bar = barOf(this.plies.length, room);
		this.root.replaceChildren(...this.#parts());
		cueEdges(this.list);
		this.step(this.plies.length);
		// Arrow keys work at once.
		this.slider.focus({ preventScroll: true });
	}

	/** A key that was pressed elsewhere. */
	key(name) {
		const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[name] ?? 0;
		this.step(this.at + by);
	}

	close() {
		this.open = false;
		this.root.hidden = true;
	}

	#parts() {
		const count = this.plies.length;
		this.slider = make("input", { type: "range", min: 0, max: count, step: 1, "aria-label": "Move" });
		this.slider.addEventListener("input", () => this.step(Number(this.slider.value)));
		const button = (text, name, to) =>
			make("button", {
				type: "button",
				text,
				"aria-label": name,
				onclick: () => this.step(to()),
			});
		this.text = make("p", { class: "step", role: "status" });
		this.drawing = make("div");
		this.list = make("ol", { class: "reviewed" }, ...this.plies.map((ply, index) => this.#line(ply, index + 1)));
		return [
			make("h2", { id: "review-title", tabindex: "-1", text: "Review" }),
			make("p", { class: "about" }, ...render(this.answer.parts.summary)),
			make(
				"div",
				{ class: "walker" },
				button("«", "To the beginning", () => 0),
				button("‹", "One move back", () => this.at - 1),
				this.slider,
				button("›", "One move on", () => this.at + 1),
				button("»", "To the end", () => count),
			),
			this.text,
			this.#strip(),
			this.list,
			this.drawing,
			this.#key(),
		];
	}

	/** Who stood to win after every move: bars up for one player, down for the other; slips have a mark. */
	#strip() {
		const bar = this.bar;
		const width = this.plies.length * bar;
		const bars = this.plies.map(({ ahead, slip }, index) => {
			const x = index * bar;
			return draw(
				"g",
				{ class: `bar ${ahead ? `seat${ahead}` : "draw"}` },
				draw("rect", { class: "touch", x, y: 0, width: bar, height: 60 }),
				draw("rect", {
					x: x + 2,
					y: ahead === 1 ? 12 : ahead === 2 ? 30 : 27,
					width: bar - 4,
					height: ahead ? 18 : 6,
					rx: 2,
				}),
				...(slip ? [draw("text", { x: x + bar / 2, y: ahead === 1 ? 10 : 59, text: "!" })] : []),
			);
		});
		this.cursor = draw("rect", { class: "cursor", y: 0, width: bar, height: 60, rx: 3 });
		const svg = draw(
			"svg",
			{ viewBox: `-1 0 ${width + 2} 60`, width: width + 2, height: 60, "aria-hidden": "true" },
			this.cursor,
			draw("path", { class: "middle", d: `M0 30H${width}` }),
			...bars,
		);
		svg.addEventListener("click", (event) => {
			const box = svg.getBoundingClientRect();
			this.step(Math.ceil((((event.clientX - box.left) / box.width) * (width + 2)) / bar));
		});
		return make("div", { class: "strip" }, svg);
	}

	/** What the strip means. */
	#key() {
		const [one, two] = this.names.map(bdi);
		const parts = [`Bars up: ${SIGNS[0]} `, one, ` stands to win. Bars down: ${SIGNS[1]} `, two, " stands to win."];
		if (this.plies.some(({ ahead }) => !ahead)) parts.push(" Flat: neither player can force a win.");
		if (this.plies.some(({ slip }) => slip)) parts.push(" !: a slip. ★: what would have won.");
		return make("p", { class: "about key" }, ...parts);
	}

	#line({ seat, number, slip, parts }, at) {
		return make(
			"li",
			{},
			make(
				"button",
				{ type: "button", class: slip ? "slip" : "", onclick: () => this.step(at) },
				make("span", { class: `sign seat${seat}`, "aria-hidden": "true", text: SIGNS[seat - 1] }),
				make("span", { class: "who" }, bdi(this.names[seat - 1]), `: ${number}`),
				make("span", { class: "what" }, ...(slip ? ["slip – "] : []), ...render(parts.stands)),
			),
		);
	}

	step(to) {
		this.at = Math.min(Math.max(to, 0), this.plies.length);
		this.slider.value = this.at;
		const { sentence } = (this.plies[this.at - 1] ?? this.answer.start).parts;
		const words = this.at ? [`${this.at}. `, ...sentence] : sentence;
		this.text.replaceChildren(...render(words));
		this.slider.setAttribute("aria-valuetext", textOf(words));
		this.cursor.setAttribute("x", (this.at - 1) * this.bar);
		for (const [index, line] of [...this.list.children].entries()) {
			const current = index === this.at - 1;
			if (current) line.firstElementChild.setAttribute("aria-current", "step");
			else line.firstElementChild.removeAttribute("aria-current");
		}
		this.#reveal();
		this.#advise(this.at);
	}

	/**
	 * Shows the board at once, with what would have won marked; and the pairing of the position in which the move was made as
	 * soon as it is known, unless another move or another game is shown by then.
	 */
	async #advise(at) {
		const { answer } = this;
		const { slip, winning } = this.plies[at - 1] ?? {};
		this.drawing.replaceChildren();
		this.onStep(boardAfter(answer, this.plies.slice(0, at)), { names: this.names, stars: slip ? winning : [] });
		const hint = await this.given(Math.max(at - 1, 0));
		if (!hint || answer !== this.answer || at !== this.at || !this.open) return;
		this.drawing.replaceChildren(...[picture(hint.pairs, hint.best)].filter(Boolean));
		this.#reveal();
	}

	/** Brings the move at hand into the middle of the list. */
	#reveal() {
		const line = this.list.children[this.at - 1];
		this.list.scrollTop = line ? line.offsetTop - (this.list.clientHeight - line.offsetHeight) / 2 : 0;
	}
}
