// The numbers as a grid. Cells are changed in place, so that focus and a reader's place are never lost. Large boards
// have rows only near the part that is looked at.

import { make } from "./dom.js";
import { SIGNS, classes, label } from "./view.js";

/** Boards larger than this have their rows made when they come into sight. */
const LAZY = 2000;
/** Boards larger than this scroll by themselves. */
const SCROLLING = 200;
/** Rows that are made together. */
const CHUNK = 10;

const narrow = matchMedia("(max-width: 34rem)");

export class Board {
  /** `onPress` gets the number that was chosen, `onLook` the one that factors and multiples are marked for, and a pair. */
  constructor(root, { onPress, onLook }) {
    this.root = root;
    this.onPress = onPress;
    this.onLook = onLook;
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
    narrow.addEventListener("change", () => this.view && this.#build());
    this.sight = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) this.#open(entry.target);
        else this.#close(entry.target);
      }
    }, { rootMargin: "400px" });
  }

  /** Shows a view; the board itself is made when it is another one. */
  show(view) {
    const same = this.view && this.view.first === view.first && this.view.size === view.size;
    // After a move its own relations matter, not those of the number under the hand.
    if (this.view?.reference !== view.reference) this.looked = null;
    this.view = view;
    if (!same) this.#build();
    else for (const number of this.cells.keys()) this.#update(number);
    this.root.dataset.seat = view.seat ?? "";
    this.root.classList.toggle("playable", view.playable);
    this.root.classList.toggle("walked", Boolean(view.walks));
    this.#drawWalks();
    this.#mark();
  }

  /** Moves the focus to a number. */
  focus(number = this.current) {
    this.#makeCurrent(number);
    this.cells.get(number).focus();
  }

  /** Brings a number into sight on a board that scrolls; the focus stays where it is. */
  reveal(number) {
    if (!this.lazy || !this.has(number)) return;
    if (!this.cells.has(number)) this.#open(this.#chunkOf(number));
    this.cells.get(number).scrollIntoView({ block: "nearest" });
  }

  has(number) {
    return Number.isInteger(number) && number >= this.view.first && number <= this.view.size;
  }

  #build() {
    const { first, size } = this.view;
    const focused = this.root.contains(document.activeElement);
    this.sight.disconnect();
    this.cells.clear();
    this.known.clear();
    this.columns = narrow.matches ? 5 : 10;
    this.lazy = size > LAZY;
    const rows = Math.ceil(size / this.columns);
    const each = this.lazy ? CHUNK : rows;
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
    this.root.classList.toggle("scrolling", size > SCROLLING);
    this.root.setAttribute("aria-rowcount", rows);
    this.root.setAttribute("aria-colcount", this.columns);
    this.current = this.has(this.current) ? this.current : first;
    if (this.lazy) for (const chunk of this.chunks) this.sight.observe(chunk);
    else this.#open(this.chunks[0]);
    this.#makeCurrent(this.current);
    if (focused) this.focus();
    this.#drawWalks();
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
        line.append(number < first ? make("div", { class: "gap", role: "gridcell" }) : this.#cell(number, column));
      }
      chunk.append(line);
    }
    this.#mark(chunk);
  }

  #cell(number, column) {
    const cell = make("div", { role: "gridcell", "data-number": number, "aria-colindex": column + 1 },
      make("span", { class: "number", text: number }), make("span", { class: "signs" }));
    cell.tabIndex = number === this.current ? 0 : -1;
    this.cells.set(number, cell);
    this.#update(number);
    return cell;
  }

  #close(chunk) {
    const holdsFocus = chunk.contains(this.cells.get(this.current));
    if (!this.lazy || holdsFocus || !chunk.childElementCount) return;
    for (const cell of chunk.querySelectorAll("[data-number]")) {
      this.cells.delete(Number(cell.dataset.number));
      this.known.delete(Number(cell.dataset.number));
    }
    chunk.replaceChildren();
  }

  #update(number) {
    const state = this.view.cell(number);
    const words = label(number, state, this.view);
    const look = `${classes(state)}|${words}`;
    if (this.known.get(number) === look) return;
    this.known.set(number, look);
    const cell = this.cells.get(number);
    const marks = [...cell.classList].filter((name) => ["factor", "multiple", "pair"].includes(name));
    cell.className = classes(state);
    cell.classList.add(...marks);
    cell.setAttribute("aria-label", words);
    cell.setAttribute("aria-disabled", String(!(state.legal && this.view.playable)));
    const signs = [
      ...state.tokens.map((seat) => ["token", seat, SIGNS[seat - 1]]),
      ...(state.by ? [["mark", state.by, SIGNS[state.by - 1]]] : []),
      ...(state.target ? [["flag", "", "⚑"]] : []),
      ...(state.banned ? [["ban", "", "⊘"]] : []),
      ...(state.best ? [["star", "", "★"]] : []),
      ...(state.letter ? [["letter", "", state.letter]] : []),
    ];
    cell.lastElementChild.replaceChildren(
      ...signs.map(([kind, seat, text]) => make("span", { class: `${kind} ${kind}${seat}`, text })),
    );
  }

  /** Draws the walks, which only one of the five games has; a board without its picture is of use too. */
  async #drawWalks() {
    const { view, columns, chunks: [chunk] } = this;
    const drawing = view.walks && !this.lazy && await import("./walks.js").catch(() => null);
    // Meanwhile the game may have gone on.
    if (this.view !== view || this.chunks[0] !== chunk) return;
    this.picture?.remove();
    if (!drawing) return;
    this.picture = drawing.picture(view.walks, columns, Math.ceil(view.size / columns));
    chunk.append(this.picture);
  }

  #look(number) {
    if (number === this.looked) return;
    this.looked = number;
    this.#mark();
  }

  /** Marks factors and multiples: of the number that is looked at, or else of the one that counts. */
  #mark(part = this.root) {
    const to = this.looked ?? this.view.reference;
    const one = this.looked ?? this.view.best;
    const partner = this.view.partners?.get(one);
    for (const cell of part.querySelectorAll("[data-number]")) {
      const number = Number(cell.dataset.number);
      const other = to && number !== to;
      cell.classList.toggle("factor", Boolean(other && to % number === 0));
      cell.classList.toggle("multiple", Boolean(other && number % to === 0));
      cell.classList.toggle("pair", Boolean(partner && (number === one || number === partner)));
    }
    this.onLook(to, partner && [one, partner]);
  }

  #chunkOf(number) {
    const row = Math.floor((number - 1) / this.columns);
    return this.chunks[this.lazy ? Math.floor(row / CHUNK) : 0];
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
    this.focus(number);
    this.onPress(number);
  }

  #key(event) {
    const number = numberAt(event.target);
    if (!number || event.altKey || event.metaKey) return;
    const { first, size } = this.view;
    const rowStart = number - ((number - 1) % this.columns);
    const page = this.columns * CHUNK;
    const to = {
      ArrowLeft: number - 1,
      ArrowRight: number + 1,
      ArrowUp: number - this.columns,
      ArrowDown: number + this.columns,
      Home: Math.max(event.ctrlKey ? first : rowStart, first),
      End: Math.min(event.ctrlKey ? size : rowStart + this.columns - 1, size),
      PageUp: Math.max(number - page, first),
      PageDown: Math.min(number + page, size),
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      if (this.has(to)) this.focus(to);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#chosen(event);
    }
  }
}

function numberAt(element) {
  const cell = element?.closest?.("[data-number]");
  return cell ? Number(cell.dataset.number) : null;
}
