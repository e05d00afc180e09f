// Small helpers to make and find elements. Texts go in as text nodes only, so nothing a person typed becomes markup.

export const find = (id) => document.getElementById(id);

/** An element with attributes, properties (`text`, `on…`) and children. */
export function make(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** The same for pictures. */
export function draw(tag, attributes = {}, ...children) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Sets a text only where it differs: a live region would speak again, and a reader would lose its place. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows a text, or hides its element when there is none. */
export function notice(element, text) {
  say(element, text ?? "");
  element.hidden = !text;
}

/** Puts a text on the clipboard; where the browser does not allow it, shows it to be copied by hand. */
export async function copy(text, button) {
  const before = button.textContent;
  try {
    // Browsers have a clipboard only on encrypted pages, and a server in a classroom is not one.
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else byHand(text);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = before; }, 2000);
  } catch {
    prompt("Copy this link:", text);
  }
}

/** The old way: select it, and press copy. */
function byHand(text) {
  const focused = document.activeElement;
  const field = make("textarea", { class: "unseen" });
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  focused?.focus();
  if (!copied) throw new Error("not copied");
}
