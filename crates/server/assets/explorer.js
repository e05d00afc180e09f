// A game looked at, or any position: every move and what was tried beside it, who stood to win, the slips, what every number
// is worth and why. Boards, values and reasons are the engine's word, sentences about a played game the server's.

import { ask, attempt } from "./api.js";
import { bdi, cueEdges, make, render, textOf, unbroken } from "./dom.js";
import { answers, first, legend, proof, questions, sign } from "./pairing.js";
import * as tree from "./tree.js";
import { has, marks, numbersOf, quickest, runsOf, view } from "./view.js";

export class Explorer {
	/**
	 * `onStep` gets what is said about a place, the board to show and the board's data; `onTrouble` what was refused, or
	 * nothing once something was not. `legend` says what the signs on the board mean.
	 */
	constructor(root, { onStep, onTrouble, legend }) {
		Object.assign(this, { root, legend, onStep, onTrouble, open: false, asked: 0, shown: {} });
	}

	/**
	 * Shows moves, from `rules` on, at a place; if that is none, at the move that decided the game. `answer` is the review of
	 * the main line, if there is one; `players` has the names of the seats, the one that begins and the one that looks; `rule`
	 * is said before the first move.
	 */
	show({ rules, moves, at, answer, players, rule }) {
		Object.assign(this, { rules, answer, players, rule });
		this.names = players.names.map((name, index) => (players.you === index + 1 ? "You" : name));
		this.start = tree.read(moves) ?? tree.read("");
		/** The places of the game that was played. */
		this.main = [this.start];
		(answer?.plies ?? []).forEach((ply, index) => {
			const place = tree.add(this.main[index], ply.number);
			this.main.push(Object.assign(place, { ply, seat: ply.seat, slip: answer.review.moves[index].slip }));
		});
		this.open = true;
		this.root.replaceChildren(...this.#parts());
		this.root.hidden = this.legend.hidden = false;
		this.#list();
		const decided = this.main[answer?.review.decisive] ?? tree.line(this.start).at(-1);
		const wanted = /^\d+$/.test(at ?? "") ? tree.all(this.start)[Number(at)] : decided;
		// Arrow keys work at once.
		this.walker.focus({ preventScroll: true });
		this.go(wanted ?? this.start);
		this.#seats();
	}

	/** Hides what the solver knows, or shows it again. */
	hide(hidden) {
		this.hidden = hidden;
		this.root.classList.toggle("hiding", hidden);
		if (this.shown.board) this.#tell();
	}

	close() {
		this.open = false;
		this.root.hidden = this.legend.hidden = true;
	}

	/** The moves with side lines, and which place is shown, for an address. */
	get address() {
		return { moves: tree.write(this.start), at: tree.all(this.start).indexOf(this.at) };
	}

	#parts() {
		// A game that is not over is explored, not reviewed.
		const played = (this.played = Boolean(this.answer?.over || this.answer?.parts.given_up.length));
		this.buttons = [
			["«", "To the beginning", "Home"],
			["‹", "One move back", "ArrowLeft"],
			["›", "One move on", "ArrowRight"],
			["»", "To the end", "End"],
		].map(([text, name, value]) => {
			const onclick = () => this.go(this.#reach(value));
			return make("button", { type: "button", text, "aria-label": name, value, onclick });
		});
		const steps = { class: "walker", role: "group", tabindex: "-1", "aria-label": "Move by move" };
		const cut = () => {
			const { before } = this.at;
			before.after = before.after.filter((place) => place !== this.at);
			this.#list();
			this.go(before);
		};
		this.drop = make("button", { type: "button", class: "drop", title: "And what was tried after it", onclick: cut });
		this.walker = make("div", steps, ...this.buttons);
		this.list = make("ol", { class: played ? "reviewed" : "reviewed short", "aria-label": "Moves" });
		cueEdges(this.list);
		new ResizeObserver(() => this.#centre()).observe(this.list);
		const reason = [make("summary", { text: "Why" }), make("p"), make("div")];
		this.why = make("details", { class: "proof", ontoggle: () => this.shown.board && this.#tell() }, ...reason);
		cueEdges(this.why);
		this.why.open = !played;
		return [
			make("h2", { id: "review-title", text: played ? "Review" : "Explore", hidden: !played }),
			...(played ? [make("p", { class: "about" }, ...render(this.answer.parts.summary))] : []),
			this.walker,
			...(played ? [this.why, this.list] : [this.list, this.why]),
		];
	}

	/** The moves, side lines within the list where they were tried. */
	#list() {
		const line = (before) => {
			const items = [];
			for (let place = before; place.after.length; [place] = place.after) {
				const [next, ...others] = place.after;
				items.push(...this.#items(next));
				for (const other of others)
					items.push(make("li", {}, make("ol", { class: "side-line" }, ...this.#items(other), ...line(other))));
			}
			return items;
		};
		this.list.replaceChildren(...line(this.start));
		this.walker.hidden = !this.start.after.length;
		if (!this.answer?.parts.given_up.length) return;
		const how = make("span", { class: "who" }, ...render(this.answer.parts.given_up));
		this.list.append(make("li", {}, this.#button(this.main.at(-1), this.answer.review.resigned, how)));
	}

	/** A move, and each turn that was skipped after it. */
	#items(place) {
		const { ply, slip, seat, number } = place;
		const name = seat ? [make("span", { class: "name" }, bdi(this.names[seat - 1]), ": ")] : [];
		const what = [...(slip ? ["Slip. "] : []), ...render(ply?.parts.stands ?? [])];
		const texts = [make("span", { class: "who" }, ...name, String(number)), make("span", { class: "what" }, ...what)];
		// A slip of the opponent is good news.
		place.button = this.#button(place, slip && seat !== 3 - this.players.you, sign(seat), ...texts);
		const skip = (other) =>
			make("li", { class: "pass" }, sign(other), make("span", {}, bdi(this.names[other - 1]), ": no move"));
		return [make("li", {}, place.button), ...(ply?.skipped ?? []).map(skip)];
	}

	#button(place, slip, ...parts) {
		return make("button", { type: "button", class: slip ? "slip" : "", onclick: () => this.go(place) }, ...parts);
	}

	/** Finds out who made the moves of side lines that came with an address. */
	async #seats() {
		const ends = tree.all(this.start).filter((place) => !place.after.length && !place.seat && place.before);
		const note = (place) => this.#ask("board", place).then((board) => this.#note(place, board));
		for (const place of ends.slice(0, 40)) await note(place).catch(() => {});
		if (ends.length) this.#list();
		this.#mark();
	}

	/** Notes who made the moves that lead to a place. */
	#note(place, { moves }) {
		const seats = moves.filter(({ number }) => number !== null).map(({ seat }) => seat);
		for (let at = place, ply = seats.length; at.before; at = at.before) at.seat = seats[(ply -= 1)];
	}

	/** Asks the engine about a place, which keeps the answer: going back asks nothing again. */
	#ask(command, place, more) {
		const { names, first = 1, you } = this.players;
		const position = [this.rules, tree.path(place).join(",")].filter(Boolean).join(":");
		const known = (place.known ??= {});
		const key = JSON.stringify([command, more]);
		known[key] ??= ask({ command, position, names, first, ...(you && { you }), ...more });
		known[key].catch(() => delete known[key]);
		return known[key];
	}

	/** Shows a place: its board at once, then what its numbers are worth, and why the move that led there was what it was. */
	go(place) {
		const mine = ++this.asked;
		clearTimeout(this.pointing);
		// Of a move that was played the board in which it was chosen; of the last one how it ended.
		const chosen = this.played && place.ply && (place.slip || place.after.some(({ ply }) => ply));
		const scene = chosen ? place.before : place;
		Object.assign(this, { at: place, scene, shown: {} });
		if (!place.button) this.#list();
		this.#mark();
		return attempt(async () => {
			const { before, number: move } = place;
			const more = Promise.all([this.#ask("values", scene), this.#ask("hint", before ?? place, move && { move })]);
			// What fails first is told.
			more.catch(() => {});
			const board = await this.#ask("board", scene);
			if (mine !== this.asked) return;
			this.shown = { board };
			this.#note(scene, board);
			this.#tell();
			const [values, reason] = await more;
			// The partner of the move that led here, or the two quickest answers to it.
			const quick = numbersOf(runsOf(values, "win"), before && place === scene ? 2 : 0);
			const won = this.#partner() ? [this.#partner()] : quick;
			const wins = await Promise.all(won.map((number) => this.#ask("hint", scene, { move: number })));
			if (mine !== this.asked) return;
			const told = wins.length ? `${values.text} ${wins[0].brief}` : first(values);
			this.shown = { board, values, reason, wins, told };
			if (!this.#isAhead(reason)) place.pairs = reason.pairs;
			this.#tell();
			this.#explain(reason);
		}, this.onTrouble);
	}

	/** Tells the page what there is to see. */
	#tell() {
		const { board, values, reason } = this.shown;
		const ply = this.played && this.at.ply;
		const outlook = this.hidden ? "" : unbroken(values?.text ?? "");
		const { headline: task } = board.parts;
		// Before the first move the rules come first.
		const rule = !this.at.before && !board.race && this.rule;
		const stands = rule ? board.headline.task.replace(/^./, (one) => one.toUpperCase()) : outlook || textOf(task);
		const headline = ply ? [`${tree.path(this.at).length}. `, ...ply.parts.played] : [stands];
		const below = rule ? [`${rule} ${board.goal}`] : outlook ? [...task, "."] : board.parts.so_far;
		const said = !ply ? below : this.hidden || !ply.parts.did.length ? [outlook ?? ""] : ply.parts.did;
		const partner = reason && this.#partner();
		const pairs = partner ? this.at.before.pairs : reason && !this.#isAhead(reason) && reason.pairs;
		const proved = pairs && this.why.open && !this.hidden;
		// The reason of a move that is not on the board yet hides what the others are worth: a board shows one thing.
		const chosen = this.scene !== this.at;
		const best = this.at.before ? (proved && partner) || reason?.reply : reason?.best;
		const marked = proved ? marks({ ...reason, pairs, best: chosen ? undefined : best }) : {};
		const [played, reply] = chosen ? [this.at.number, proved ? reason.reply : undefined] : [];
		const worth = this.hidden || (chosen && proved) ? undefined : values?.values;
		const stars = chosen || this.hidden || !best ? [] : (!proved && values && quickest(values)) || [best];
		const shown = { names: this.names, playable: !board.over, stars, worth, played, reply, ...marked };
		this.onStep({ headline, said }, view(board, shown), board);
		this.legend.replaceChildren(...(board.over ? [] : legend(shown)));
	}

	/** Whether a reason is about the board after the answer, which is not there yet: whoever plays that answer sees it. */
	#isAhead({ pairs, reply, outcome }) {
		return this.scene === this.at && pairs.length > 0 && Boolean(this.at.before ? reply : outcome === "win");
	}

	/** The answer to the move at hand by the partners that were shown before it: who follows them goes on with them. */
	#partner() {
		const pairs = (this.scene === this.at && this.at.before?.pairs) || [];
		return pairs.find((pair) => pair.includes(this.at.number))?.find((number) => number !== this.at.number);
	}

	/** Why a move wins or loses: in words, and its pairs; `pointed` if it is not the one at hand. */
	#explain(reason, pointed = false) {
		const [title, text, drawn] = this.why.children;
		const ahead = !pointed && this.#isAhead(reason);
		const whose = pointed || !this.at.seat ? "" : `${this.names[this.at.seat - 1]}’s `.replace(/^You’s/, "your");
		title.textContent = reason.steps ? "What to do here" : `Why ${whose}${reason.verdict.replace(/\.$/, "")}`;
		const told = ahead ? this.shown.told : reason.text.slice(reason.steps ? 0 : reason.verdict.length + 1);
		const partner = !pointed && this.#partner();
		text.textContent = unbroken(partner ? `The answer is its partner, ${partner}.` : told);
		const { values, wins } = this.shown;
		const onPlay = (number) => this.press(number);
		const follow = (numbers) => this.#follow(reason.reply ? [reason.reply, ...numbers] : numbers);
		const next = () => (reason.steps ? [questions(values, onPlay)] : answers(wins, onPlay));
		// What to do is told with its pairs.
		drawn.replaceChildren(...(ahead || partner ? next() : reason.steps ? [] : proof(reason, !pointed && follow)));
	}

	/** A number is pointed at: what it is worth is shown before it is played. */
	point(number) {
		clearTimeout(this.pointing);
		const { board, reason } = this.shown;
		if (!reason || !this.why.open) return;
		const mine = this.asked;
		const show = async () => {
			const about = has(board.legal, number) ? await this.#ask("hint", this.scene, { move: number }) : reason;
			if (mine === this.asked) this.#explain(about, about !== reason);
		};
		// Why a press was refused stays in sight.
		this.pointing = setTimeout(() => attempt(show, (text) => text && this.onTrouble(text)), 150);
	}

	/** Tries a number, or tells why it cannot be. */
	press(number) {
		const { board } = this.shown;
		if (!board) return true;
		if (!has(board.legal, number)) {
			if (!board.over) attempt(() => this.#ask("hint", this.scene, { move: number }), this.onTrouble);
			return false;
		}
		const place = tree.add(this.scene, number);
		place.seat ??= board.to_move;
		// The number that was played is followed.
		this.go(place === this.at ? (place.after[0] ?? place) : place);
		return true;
	}

	/** Plays numbers one after another, the players in turn. */
	#follow(numbers) {
		const step = (place, number) => Object.assign(tree.add(place, number), { seat: 3 - place.seat });
		this.go(numbers.reduce(step, this.at));
	}

	/** The place that a key leads to. */
	#reach(key) {
		const { before, after } = this.at;
		const [next] = after;
		const beside = (step) => before?.after[before.after.indexOf(this.at) + step];
		// What was tried instead of a move leads back to it: both have one board.
		const instead = this.played && before?.after[0].ply && before.after[0];
		const back = instead && instead !== this.at ? instead : before;
		const near = { ArrowLeft: back, u: back, ArrowRight: next, r: next };
		const far = { Home: before && this.start, End: next && tree.line(this.at).at(-1) };
		return { ...near, ...far, ArrowUp: beside(-1), ArrowDown: beside(1) }[key];
	}

	/** Follows a key that leads anywhere. On the board arrows go from number to number. */
	key(event) {
		const place = (event.key.length === 1 || !event.target.closest("#board")) && this.#reach(event.key);
		if (!place) return;
		event.preventDefault();
		this.go(place);
	}

	/** Shows in the list where we are. */
	#mark() {
		for (const button of this.buttons) button.disabled = !this.#reach(button.value);
		this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
		this.at.button?.setAttribute("aria-current", "step");
		this.drop.textContent = `Delete ${this.at.number}`;
		const tried = tree.all(this.start).length > tree.line(this.start).length;
		if (tried && this.at.before && !this.at.ply) this.at.button.after(this.drop);
		else this.drop.remove();
		requestAnimationFrame(() => this.#centre());
	}

	/** Keeps the move that is looked at in view. */
	#centre() {
		const { offsetTop = 0, offsetHeight = 0 } = this.at.button ?? {};
		this.list.scrollTop = offsetTop - (this.list.clientHeight - offsetHeight) / 2;
	}
}
