// The numbers as a grid that fills its space. Cells are changed in place, so that focus and a reader's place are never
// lost. Boards that cannot be seen at once scroll, and have rows only near the part that is looked at.

import { make } from "./dom.js";
import { SIGNS, classes, hueOf, label } from "./view.js";

/** Boards larger than this scroll. */
const WHOLE = 100;
/** Rows that are made together on a board that scrolls. */
const CHUNK = 5;
/** The narrowest cell of a board that scrolls, in pixels. */
const NARROWEST = 44;

/**
 * The number of columns with which cells are largest. Full rows are worth something, rows of 5 or 10 more. The window decides,
 * not the room at hand: a board looks the same in play and in review.
 */
function columnsFor(count) {
	const large = document.documentElement.classList.contains("large");
	const upright = innerWidth <= 480 || innerWidth < innerHeight;
	const width = upright || large ? innerWidth : 0.65 * innerWidth;
	const height = (upright ? 0.5 : 0.8) * innerHeight;
	let [best, chosen] = [0, 1];
	for (let columns = 1; columns <= Math.min(count, 25); columns += 1) {
		const side = Math.min(width / columns, (1.1 * height) / Math.ceil(count / columns));
		const full = count % columns ? 1 : columns % 5 ? 1.15 : 1.3;
		if (side * full > best) [best, chosen] = [side * full, columns];
	}
	return chosen;
}

export class Board {
	/** `onPress` gets the number that was chosen, `onPoint` the one that is looked at, `onLook` the pair that it is part of. */
	constructor(root, { onPress = () => {}, onLook = () => {}, onPoint = () => {} } = {}) {
		this.root = root;
		this.onPress = onPress;
		this.onLook = onLook;
		this.onPoint = onPoint;
		this.cells = new Map();
		this.known = new Map();
		this.current = null;
		this.looked = null;
		root.setAttribute("role", "grid");
		root.setAttribute("aria-label", "Numbers");
		root.addEventListener("click", (event) => this.#chosen(event));
		root.addEventListener("keydown", (event) => this.#key(event));
		root.addEventListener("focusin", (event) => {
			const number = numberAt(event.target);
			if (number) this.#makeCurrent(number);
			this.#look(number);
		});
		root.addEventListener("focusout", () => this.#look(null));
		root.addEventListener("pointerover", (event) => this.#look(numberAt(event.target)));
		root.addEventListener("pointerleave", () => this.#look(numberAt(document.activeElement)));
		new ResizeObserver(() => this.view && this.#resize()).observe(root);
		this.sight = new IntersectionObserver(
			(entries) => {
				for (const entry of entries) {
					if (entry.isIntersecting) this.#open(entry.target);
					else this.#close(entry.target);
				}
			},
			{ root, rootMargin: "150px" },
		);
	}

	/** Shows a view; the board itself is made when it is another one. */
	show(view) {
		const same = this.view && this.view.first === view.first && this.view.size === view.size;
		this.view = view;
		this.root.dataset.seat = view.seat ?? "";
		this.root.classList.toggle("playable", view.playable);
		this.root.classList.toggle("over-board", view.over);
		if (!same) this.#build();
		else for (const number of this.cells.keys()) this.#update(number);
		this.#pair();
	}

	/** Moves the focus to a number. */
	focus(number = this.current) {
		this.#makeCurrent(number);
		this.cells.get(number).focus();
	}

	/** Brings a number into sight on a board that scrolls; the focus stays where it is. */
	reveal(number) {
		if (!this.scrolls || !this.has(number)) return;
		if (!this.cells.has(number)) this.#open(this.#chunkOf(number));
		const { root } = this;
		const [cell, space] = [this.cells.get(number).getBoundingClientRect(), root.getBoundingClientRect()];
		if (cell.top < space.top || cell.bottom > space.bottom) {
			root.scrollTop += cell.top - space.top - (space.height - cell.height) / 2;
		}
	}

	/** Shows that a number is on its way to the server, until it is there. */
	sending(number, sending) {
		this.cells.get(number)?.classList.toggle("sent", sending);
	}

	/** Shows that a number was refused. */
	refuse(number) {
		const list = this.cells.get(number)?.classList;
		list?.remove("refused");
		// In the next frame, so that an animation that is still shown begins again.
		requestAnimationFrame(() => list?.add("refused"));
	}

	has(number) {
		return Number.isInteger(number) && number >= this.view.first && number <= this.view.size;
	}

	/** The columns that fit, and the size of the digits in them. */
	#measure() {
		const { clientWidth: width, clientHeight: height } = this.root;
		const { size } = this.view;
		// Three digits need some room.
		this.scrolls = size > WHOLE || (size === WHOLE && width < 240);
		const wide = [20, 10, 5].find((columns) => width / columns >= NARROWEST) ?? 4;
		const columns = this.scrolls ? wide : columnsFor(size);
		const rows = Math.ceil(size / columns);
		const [cellWidth, cellHeight] = [width / columns, this.scrolls ? 48 : height / rows];
		// The 100 alone is made narrower, not all others for it.
		const digits = size === 100 ? 2 : String(size).length;
		const share = document.documentElement.classList.contains("large") ? 0.62 : 0.46;
		const font = Math.min(cellHeight * share, cellWidth / (0.7 * digits + 0.6), 120);
		this.root.style.setProperty("--font", `${Math.max(font, 10).toFixed(1)}px`);
		// Three digits need as much as 2.2 of their height.
		this.root.style.setProperty("--hundred", size === 100 ? Math.min(1, cellWidth / (2.5 * font)).toFixed(2) : 1);
		this.small = Math.min(cellWidth, cellHeight * 1.3) < 60;
		this.roomy = cellWidth >= 80 && !this.small;
		/** Whether there is only room for digits. */
		this.tight = this.small && (cellWidth < 36 || cellHeight < 38);
		for (const room of ["small", "roomy", "tight"]) this.root.classList.toggle(room, this[room]);
		return columns;
	}

	#resize() {
		const { small, roomy, tight } = this;
		if (this.#measure() !== this.columns) this.#build();
		else if (small !== this.small || roomy !== this.roomy || tight !== this.tight)
			for (const number of this.cells.keys()) this.#update(number);
	}

	#build() {
		const { first, size } = this.view;
		const focused = this.root.contains(document.activeElement);
		this.sight.disconnect();
		this.cells.clear();
		this.known.clear();
		this.columns = this.#measure();
		const rows = Math.ceil(size / this.columns);
		const each = this.scrolls ? CHUNK : rows;
		this.chunks = [];
		for (let row = 0; row < rows; row += each) {
			const chunk = make("div", { class: "chunk", role: "rowgroup" });
			chunk.dataset.from = row;
			chunk.dataset.to = Math.min(row + each, rows);
			chunk.style.setProperty("--rows", chunk.dataset.to - row);
			this.chunks.push(chunk);
		}
		this.root.replaceChildren(...this.chunks);
		this.root.style.setProperty("--columns", this.columns);
		this.root.classList.toggle("scrolling", this.scrolls);
		this.root.setAttribute("aria-rowcount", rows);
		this.root.setAttribute("aria-colcount", this.columns);
		this.current = this.has(this.current) ? this.current : first;
		if (this.scrolls) for (const chunk of this.chunks) this.sight.observe(chunk);
		else this.#open(this.chunks[0]);
		this.#makeCurrent(this.current);
		if (focused) this.focus();
	}

	#open(chunk) {
		if (chunk.childElementCount) return;
		const { first, size } = this.view;
		for (let row = Number(chunk.dataset.from); row < Number(chunk.dataset.to); row += 1) {
			const line = make("div", { class: "line", role: "row", "aria-rowindex": row + 1 });
			for (let column = 0; column < this.columns; column += 1) {
				const number = row * this.columns + column + 1;
				if (number > size) break;
				// A board without 1 keeps its place, so that columns stay what they are.
				const gap = () => make("div", { class: "gap", role: "gridcell", text: `no ${number}` });
				line.append(number < first ? gap() : this.#cell(number, column));
			}
			chunk.append(line);
		}
	}

	#cell(number, column) {
		const cell = make(
			"div",
			{ role: "gridcell", "data-number": number, "aria-colindex": column + 1 },
			make("span", { class: "number", text: number }),
			make("span", { class: "signs", "aria-hidden": "true" }),
		);
		cell.tabIndex = number === this.current ? 0 : -1;
		this.cells.set(number, cell);
		this.#update(number);
		return cell;
	}

	#close(chunk) {
		const holdsFocus = chunk.contains(this.cells.get(this.current));
		if (!this.scrolls || holdsFocus || !chunk.childElementCount) return;
		for (const cell of chunk.querySelectorAll("[data-number]")) {
			this.cells.delete(Number(cell.dataset.number));
			this.known.delete(Number(cell.dataset.number));
		}
		chunk.replaceChildren();
	}

	#update(number) {
		const state = this.view.cell(number);
		const words = label(number, state, this.view);
		const names = classes(state);
		const relation = this.tight || state.worth ? "" : state.relation;
		const look = `${names}|${words}|${relation}|${this.small}|${this.roomy}`;
		if (this.known.get(number) === look) return;
		this.known.set(number, look);
		const cell = this.cells.get(number);
		cell.className = names;
		cell.setAttribute("aria-label", words);
		const partner = !this.scrolls && state.partner;
		if (partner) cell.style.setProperty("--hue", hueOf(number, partner));
		cell.setAttribute("aria-disabled", String(!(state.legal && this.view.playable)));
		const signs = [
			...state.tokens.map((seat) => ["token", seat, SIGNS[seat - 1]]),
			...(state.by ? [["mark", state.by, SIGNS[state.by - 1]]] : []),
			...(state.target ? [["flag", "", "⚑"]] : []),
			...(state.best ? [["star", "", "★"]] : []),
			...(partner ? [["partner", "", this.small ? partner : `⇄${partner}`]] : []),
			...(relation ? [["rel", "", relation]] : []),
			...(state.worth ? [["worth", ` ${state.worth.outcome}`, worthSign(state.worth, this)]] : []),
		];
		cell.lastElementChild.replaceChildren(
			// As an attribute, which the styles show: the label says it in words.
			...signs.map(([kind, seat, sign]) => make("span", { class: `${kind} ${kind}${seat}`, "data-sign": sign })),
		);
	}

	#look(number) {
		if (number === this.looked) return;
		this.looked = number;
		this.onPoint(number);
		this.#pair();
	}

	/** Joins the number that is looked at with its partner; the hint, where there are too many to show them all. */
	#pair() {
		for (const cell of this.paired ?? []) cell.classList.remove("pair");
		const one = [this.looked, this.scrolls && this.view.best].find((number) => this.view.partners?.has(number));
		const pair = one ? [one, this.view.partners.get(one)] : [];
		this.paired = pair.map((number) => this.cells.get(number)).filter(Boolean);
		for (const cell of this.paired) cell.classList.add("pair");
		this.onLook(pair.length ? pair : null);
	}

	#chunkOf(number) {
		const row = Math.floor((number - 1) / this.columns);
		return this.chunks[this.scrolls ? Math.floor(row / CHUNK) : 0];
	}

	#makeCurrent(number) {
		const before = this.cells.get(this.current);
		if (before) before.tabIndex = -1;
		this.current = number;
		if (!this.cells.has(number)) this.#open(this.#chunkOf(number));
		this.cells.get(number).tabIndex = 0;
	}

	#chosen(event) {
		const number = numberAt(event.target);
		if (!number) return;
		event.preventDefault();
		// A press by pointer has moved the focus already, and without a ring.
		this.#makeCurrent(number);
		this.onPress(number);
	}

	/** The next number that can be played, in one direction and around the end. */
	next(step) {
		const { first, size } = this.view;
		const count = size - first + 1;
		for (let away = 1; away <= count; away += 1) {
			const number = first + ((((this.current - first + step * away) % count) + count) % count);
			if (this.view.legal[number]) return number;
		}
		return undefined;
	}

	#key(event) {
		const number = numberAt(event.target);
		if (!number || event.altKey || event.metaKey) return;
		const { first, size } = this.view;
		const rowStart = number - ((number - 1) % this.columns);
		const page = this.columns * 10;
		const to = {
			ArrowLeft: number - 1,
			ArrowRight: number + 1,
			ArrowUp: number - this.columns,
			ArrowDown: number + this.columns,
			Home: Math.max(event.ctrlKey ? first : rowStart, first),
			End: Math.min(event.ctrlKey ? size : rowStart + this.columns - 1, size),
			PageUp: Math.max(number - page, first),
			PageDown: Math.min(number + page, size),
			n: this.next(1),
			N: this.next(-1),
		}[event.key];
		if (to !== undefined) {
			event.preventDefault();
			if (this.has(to)) this.focus(to);
		} else if (event.key === "Enter" || event.key === " ") {
			this.#chosen(event);
		}
	}
}

/** `wins in 7`: in seven moves; `✓ in 7` where there is less room, `✓7` where there is little. */
function worthSign({ outcome, depth }, { small, roomy }) {
	const [word, sign] = { win: ["wins", "✓"], loss: ["loses", "✗"], draw: ["draws", "="] }[outcome];
	return [roomy ? word : sign, depth ?? ""].join(depth && !small ? " in " : "");
}

function numberAt(element) {
	const cell = element?.closest?.("[data-number]");
	return cell ? Number(cell.dataset.number) : null;
}
