// A game looked at afterwards: every move, who stood to win, the slips, and the board as it was. Sentences, and what each
// move did to the board, are the server's word.

import { bdi, cueEdges, draw, make, render, textOf } from "./dom.js";
import { picture } from "./pairing.js";
import { SIGNS } from "./view.js";

/** The width of a bar in the strip: as wide as there is room for, so that it can be pressed. */
const barOf = (moves, width) => Math.min(Math.max(Math.floor((width - 2) / Math.max(moves, 1)), 9), 48);

/** The board after these moves, for looking only; with what could have been played instead of the last of them. */
function boardAfter({ start }, plies) {
	const begin = { ...start, tokens: start.race?.tokens };
	const { last, setters, to_move, tokens, could, seat, number } = plies.at(-1) ?? begin;
	const before = plies.at(-2) ?? begin;
	const walkOf = (walk, seat) => [...walk, ...plies.filter((ply) => ply.seat === seat).map(({ number }) => number)];
	return {
		size: start.size,
		first_number: start.first_number,
		legal: (could ?? []).flatMap(([from, to]) =>
			from <= number && number <= to
				? [
						[from, number - 1],
						[number + 1, to],
					]
				: [[from, to]],
		),
		references: before.tokens ? [before.tokens[(seat ?? 1) - 1].at] : (before.setters ?? [before.last]),
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
	/**
	 * `onStep` gets the place in the game, what is said about it, the board to show and what is marked on it; `given` gives
	 * the hint of a position, sooner or later, if any.
	 */
	constructor(root, { onStep, given }) {
		this.root = root;
		this.onStep = onStep;
		this.given = given;
		this.open = false;
	}

	/** Shows the server's answer, at a move; if it is none, at the one that decided the game. */
	show(answer, at) {
		this.answer = answer;
		this.names = answer.names.map((name, index) => (answer.you === index + 1 ? "You" : name));
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
		this.step(/^\d+$/.test(at ?? "") ? Number(at) : (answer.review.decisive ?? this.plies.length));
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
		this.pairs = make(
			"details",
			{ ontoggle: () => this.#explain() },
			make("summary", { text: "The pairs before this move" }),
		);
		this.lines = this.plies.map((ply, index) => this.#line(ply, index + 1));
		this.list = make(
			"ol",
			{ class: "reviewed" },
			...this.lines.flatMap((line, index) => this.#with(line, this.plies[index])),
		);
		if (this.answer.parts.given_up.length) this.list.append(this.#end(count));
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
			this.#strip(),
			this.#key(),
			this.list,
			// The numbers of a race have no partners.
			...(this.answer.start.race ? [] : [this.pairs]),
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
		const parts = [`Ahead: ▲ ${SIGNS[0]} `, one, ` · ▼ ${SIGNS[1]} `, two];
		if (this.plies.some(({ ahead }) => !ahead)) parts.push(" · flat: neither");
		if (this.plies.some(({ slip }) => slip)) parts.push(" · ! slip, ★ would have won");
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
				make("span", { class: "what" }, ...(slip ? ["Slip. "] : []), ...render(parts.stands)),
			),
		);
	}

	/** The line of a move, and one for each turn that was skipped after it. */
	#with(line, { skipped }) {
		const skip = (seat) =>
			make(
				"li",
				{ class: "pass" },
				make("span", { class: `sign seat${seat}`, "aria-hidden": "true", text: SIGNS[seat - 1] }),
				make("span", {}, bdi(this.names[seat - 1]), ": no move"),
			);
		return [line, ...skipped.map(skip)];
	}

	/** How the game was given up. */
	#end(count) {
		const slip = this.answer.review.resigned ? "slip" : "";
		const text = make("span", { class: "who" }, ...render(this.answer.parts.given_up));
		return make("li", {}, make("button", { type: "button", class: slip, onclick: () => this.step(count) }, text));
	}

	step(to) {
		this.at = Math.min(Math.max(to, 0), this.plies.length);
		this.slider.value = this.at;
		const { parts } = this.plies[this.at - 1] ?? this.answer.start;
		const played = this.at ? [`${this.at}. `, ...parts.played] : parts.played;
		this.slider.setAttribute("aria-valuetext", textOf([...played, " ", ...parts.did]));
		this.cursor.setAttribute("x", (this.at - 1) * this.bar);
		for (const [index, line] of this.lines.entries()) {
			const current = index === this.at - 1;
			if (current) line.firstElementChild.setAttribute("aria-current", "step");
			else line.firstElementChild.removeAttribute("aria-current");
		}
		const { slip, winning } = this.plies[this.at - 1] ?? {};
		const shown = boardAfter(this.answer, this.plies.slice(0, this.at));
		this.onStep(this.at, { played, did: parts.did }, shown, { names: this.names, stars: slip ? winning : [] });
		this.#explain();
		// When the headline has its height.
		requestAnimationFrame(() => this.#reveal());
	}

	/**
	 * The pairing of the position in which the move was made, where it is asked for and as soon as it is known, unless another
	 * move or another game is shown by then.
	 */
	async #explain() {
		const { answer, at, pairs } = this;
		pairs.querySelector(".picture")?.remove();
		const hint = pairs.open && (await this.given(Math.max(at - 1, 0)));
		if (!hint || answer !== this.answer || at !== this.at || !this.open) return;
		pairs.append(
			picture(hint.pairs, hint.best) ?? make("p", { class: "picture", text: "No pairs decide this position." }),
		);
	}

	/** Brings the move at hand into the middle of the list. */
	#reveal() {
		const line = this.lines[this.at - 1];
		this.list.scrollTop = line ? line.offsetTop - (this.list.clientHeight - line.offsetHeight) / 2 : 0;
	}
}
