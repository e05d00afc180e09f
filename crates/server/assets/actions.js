// The buttons. Which of them are there is the server's word; they stay in their places and are shown or hidden.

import { find, make } from "./dom.js";

/** Name, text, and whether it belongs to a state; in the order of their weight. */
const BUTTONS = [
  ["hint", "Hint", (may) => may("hint")],
  ["next_round", "Next round", (may) => may("next_round")],
  ["review", "Review", (may) => may("review")],
  // An offer is answered where it stands.
  ["rematch", "Again", (may) => may("rematch") && !may("answer_rematch")],
  ["new_game", "Menu", (may, state) => state.over],
  ["undo", "Undo", (may) => may("undo")],
  ["resign", "Resign", (may) => may("resign")],
];

export class Actions {
  constructor(root, handlers) {
    this.buttons = new Map();
    for (const [name, text, shown] of BUTTONS) this.#add(root, handlers, name, text, shown);
    this.#add(find("settings").lastElementChild, handlers, "share", "Copy this game", (may, state) => state.over);
  }

  #add(root, handlers, name, text, shown) {
    const button = make("button", { type: "button", text, id: `do-${name.replace("_", "-")}`, hidden: true });
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") handlers[name](button);
    });
    root.append(button);
    this.buttons.set(name, { button, shown });
  }

  show(state) {
    const may = (what) => state.you.may.includes(what);
    const first = BUTTONS.find(([, , shown]) => shown(may, state))?.[0];
    for (const [name, { button, shown }] of this.buttons) {
      button.hidden = !shown(may, state);
      button.classList.toggle("primary", name === first && name !== "undo" && name !== "resign");
    }
    this.label("share", state.rounds > 1 ? "Copy this round" : "Copy this game");
    this.label("undo", state.mode === "friend" ? "Ask to undo" : "Undo");
  }

  label(name, text) {
    const { button } = this.buttons.get(name);
    if (button.textContent !== text) button.textContent = text;
  }

  /** While a request is on its way nothing else is sent. The attribute keeps the focus where it is. */
  busy(busy) {
    for (const button of document.querySelectorAll("main button, main [role=grid]")) {
      if (button.getAttribute("role") === "grid") button.setAttribute("aria-busy", String(busy));
      else if (busy) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }
}

/** Asks before something that cannot be taken back. */
export function confirmed(text) {
  const dialog = find("confirm");
  find("confirm-text").textContent = text;
  return new Promise((resolve) => {
    const done = (answer) => {
      dialog.close();
      resolve(answer);
    };
    find("confirm-yes").onclick = () => done(true);
    find("confirm-no").onclick = () => done(false);
    dialog.oncancel = () => resolve(false);
    dialog.showModal();
  });
}
