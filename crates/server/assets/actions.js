// The buttons. Which of them are there is the server's word; they stay in their places and are shown or hidden.

import { find, make } from "./dom.js";

/** Name, text, and whether it belongs to a state. */
const BUTTONS = [
  ["hint", "Hint", (may) => may("hint")],
  ["undo", "Undo", (may) => may("undo")],
  ["resign", "Resign", (may) => may("resign")],
  ["next_round", "Next round", (may) => may("next_round")],
  // An offer is answered where it stands.
  ["rematch", "Rematch", (may) => may("rematch") && !may("answer_rematch")],
  ["review", "Review", (may) => may("review")],
  ["share", "Copy this game", (may, state) => state.over],
  ["new_game", "Another game", (may, state) => state.finished],
];

export class Actions {
  constructor(root, handlers) {
    this.buttons = new Map();
    for (const [name, text, shown] of BUTTONS) {
      const button = make("button", { type: "button", text, id: `do-${name.replace("_", "-")}`, hidden: true });
      button.addEventListener("click", () => {
        if (button.getAttribute("aria-disabled") !== "true") handlers[name](button);
      });
      root.append(button);
      this.buttons.set(name, { button, shown });
    }
  }

  show(state) {
    const may = (what) => state.you.may.includes(what);
    for (const [name, { button, shown }] of this.buttons) {
      button.hidden = !shown(may, state);
      button.classList.toggle("primary", name === "next_round" || name === "rematch");
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
