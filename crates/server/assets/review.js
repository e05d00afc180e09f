// A game looked at afterwards: every move, who stood to win, the slips, and the board as it was.

import { draw, make, namesOf, tell, told } from "./dom.js";
import { picture } from "./pairing.js";
import { SIGNS } from "./view.js";

/** The width of a bar in the strip: wide in a short game, so that it can be pressed. */
const barOf = (moves) => (moves <= 24 ? 28 : 14);

export class Review {
  /** `onStep` gets the number of entries of `state.moves` to show, `given` gives the hint of a position, sooner or later, if any. */
  constructor(root, { onStep, given }) {
    this.root = root;
    this.onStep = onStep;
    this.given = given;
    this.open = false;
  }

  show(state, review) {
    this.state = state;
    this.moves = review.moves;
    this.decisive = review.decisive;
    this.winner = review.winner;
    this.open = true;
    this.bar = barOf(this.moves.length);
    /** After how many entries of the move list a reviewed move is made; skipped turns stand in that list too. */
    this.ends = [0];
    state.moves.forEach(({ number }, index) => { if (number !== null) this.ends.push(index + 1); });
    this.root.replaceChildren(...this.#parts());
    this.root.hidden = false;
    this.step(this.moves.length);
  }

  close() {
    this.open = false;
    this.root.hidden = true;
  }

  /** The name of a player, who is counted from the first mover. */
  #name(player) {
    return this.state.players[this.#seat(player) - 1].name;
  }

  #seat(player) {
    return player === 1 ? this.state.first : 3 - this.state.first;
  }

  #stands(player) {
    return player ? `${this.#name(player)} stands to win.` : "Nobody can force a win.";
  }

  #parts() {
    const count = this.moves.length;
    const slips = this.moves.filter((move) => move.slip).length;
    const summary = [slips === 0 ? "No slips." : slips === 1 ? "One slip." : `${slips} slips.`];
    if (this.decisive) summary.push(`Move ${this.decisive} decided the game.`);
    this.slider = make("input", { type: "range", min: 0, max: count, step: 1, "aria-label": "Move" });
    this.slider.addEventListener("input", () => this.step(Number(this.slider.value)));
    const button = (text, name, to) => make("button", {
      type: "button", text, "aria-label": name, onclick: () => this.step(to()),
    });
    this.text = make("p", { class: "step", role: "status" });
    this.drawing = make("div");
    this.list = make("ol", { class: "reviewed" }, ...this.moves.map((move) => this.#line(move)));
    return [
      make("h2", { id: "review-title", tabindex: "-1", text: "Review" }),
      make("p", { class: "about", text: summary.join(" ") }),
      this.#strip(),
      this.#key(),
      make("div", { class: "walker" },
        button("«", "To the beginning", () => 0), button("‹", "One move back", () => this.at - 1),
        this.slider,
        button("›", "One move on", () => this.at + 1), button("»", "To the end", () => count)),
      this.text,
      this.drawing,
      this.list,
    ];
  }

  /** Who stood to win after every move: bars up for one player, down for the other; slips have a mark. */
  #strip() {
    const bar = this.bar;
    const width = Math.max(this.moves.length, 8) * bar;
    const bars = this.moves.map((move, index) => {
      const seat = move.after && this.#seat(move.after);
      const x = index * bar;
      return draw("g", { class: `bar ${seat ? `seat${seat}` : "draw"}` },
        draw("rect", { class: "touch", x, y: 0, width: bar, height: 60 }),
        draw("rect", { x: x + 2, y: seat === 1 ? 12 : seat === 2 ? 30 : 27, width: bar - 4, height: seat ? 18 : 6, rx: 2 }),
        ...(move.slip ? [draw("text", { x: x + bar / 2, y: seat === 1 ? 10 : 59, text: "!" })] : []));
    });
    this.cursor = draw("rect", { class: "cursor", y: 0, width: bar, height: 60, rx: 3 });
    const svg = draw("svg", { viewBox: `0 0 ${width} 60`, width, height: 60, "aria-hidden": "true" },
      this.cursor, draw("path", { class: "middle", d: `M0 30H${width}` }), ...bars);
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      this.step(Math.ceil((event.clientX - box.left) / box.width * width / bar));
    });
    return make("div", { class: "strip" }, svg);
  }

  /** What the strip means. */
  #key() {
    const [one, two] = namesOf(this.state);
    const parts = [`Bars up: ${SIGNS[0]} ${one} stands to win. Bars down: ${SIGNS[1]} ${two} stands to win.`];
    if (this.moves.some((move) => !move.after)) parts.push("Flat: nobody can force a win.");
    if (this.moves.some((move) => move.slip)) parts.push("!: a slip.");
    return told("p", { class: "about key" }, parts.join(" "), namesOf(this.state));
  }

  #line(move) {
    const seat = this.#seat(move.player);
    const stands = move.after ? `${this.#name(move.after)} stands to win` : "even";
    return make("li", {}, make("button", { type: "button", class: move.slip ? "slip" : "", onclick: () => this.step(move.ply) },
      make("span", { class: `sign seat${seat}`, "aria-hidden": "true", text: SIGNS[seat - 1] }),
      told("span", { class: "who" }, `${this.#name(move.player)}: ${move.move}`, namesOf(this.state)),
      told("span", { class: "what" }, move.slip ? `slip – ${stands}` : stands, namesOf(this.state))));
  }

  step(to) {
    this.at = Math.min(Math.max(to, 0), this.moves.length);
    this.slider.value = this.at;
    const move = this.moves[this.at - 1];
    const words = [];
    if (!move) {
      words.push("Before the first move.", this.#stands(this.moves.length ? this.moves[0].before : this.winner));
    } else {
      words.push(`Move ${move.ply}. ${this.#name(move.player)}: ${move.move}.`);
      if (move.slip) {
        words.push(move.ply === this.decisive ? "The slip that decided the game:" : "A slip:");
        words.push(move.winning.length ? `${move.winning.join(", ")} would have won.` : "it gave the draw away.");
      }
      words.push(this.at === this.moves.length && this.state.ending ? this.state.you?.ending ?? this.state.ending : this.#stands(move.after));
    }
    tell(this.text, words.join(" "), namesOf(this.state));
    this.slider.setAttribute("aria-valuetext", words.join(" "));
    this.cursor.setAttribute("x", (this.at - 1) * this.bar);
    for (const [index, line] of [...this.list.children].entries()) {
      const current = index === this.at - 1;
      if (current) {
        line.firstElementChild.setAttribute("aria-current", "step");
        this.list.scrollTop = line.offsetTop - this.list.clientHeight / 2;
      } else {
        line.firstElementChild.removeAttribute("aria-current");
      }
    }
    this.#advise(this.at);
  }

  /** Shows the board at once, and the pairing as soon as it is known, unless somebody has gone on. */
  async #advise(at) {
    const moves = this.ends[at] ?? this.ends.at(-1);
    this.drawing.replaceChildren();
    this.onStep(moves);
    const hint = await this.given(at);
    if (!hint || at !== this.at || !this.open) return;
    this.drawing.replaceChildren(...[picture(hint.pairs, hint.best)].filter(Boolean));
    this.onStep(moves, hint);
  }
}
