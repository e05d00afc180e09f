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

/** Whether an element is laid out. */
export const isShown = (element) => element.getClientRects().length > 0;

/** Marks an element that scrolls where more of it is out of sight, so that the styles can show it. */
export function cueEdges(element) {
	const show = () => {
		const above = element.scrollTop;
		const below = element.scrollHeight - element.clientHeight - above;
		element.classList.toggle("more-above", above > 4);
		element.classList.toggle("more-below", below > 4);
	};
	element.addEventListener("scroll", show, { passive: true });
	new ResizeObserver(show).observe(element);
	new MutationObserver(show).observe(element, { childList: true, subtree: true, attributeFilter: ["hidden", "open"] });
}

/** Makes the text of an element smaller until the room suffices that the styles give it. */
export function fit(element) {
	const show = () => {
		for (let share = 1; share >= 0.7; share -= 0.05) {
			element.style.setProperty("--fit", share.toFixed(2));
			if (element.scrollHeight <= element.clientHeight) return;
		}
	};
	new ResizeObserver(show).observe(element.parentElement);
	const what = { childList: true, subtree: true, characterData: true, attributeFilter: ["hidden"] };
	// What stands in its place for a while is beside it.
	new MutationObserver(show).observe(element.parentElement, what);
}

/** Sets a text only where it differs: a live region would speak again, and a reader would lose its place. */
export function say(element, text) {
	if (element.textContent !== text) element.textContent = text;
}

/** A text in which neither "Player 1" nor a pair such as 3-9 is broken between lines. */
export const unbroken = (text) => text.replace(/(Player) (\d)/g, "$1\u00a0$2").replace(/(\d)-(\d)/g, "$1\u2011$2");

/** A name, which stands by itself: its direction of writing leaves the rest alone. */
export const bdi = (name) => make("bdi", { text: name });

/** The parts of a sentence as the server sends them, texts and names, for an element; `write` makes what a text becomes. */
export function render(parts, write = (text) => [text]) {
	return parts.flatMap((part) => (part.name === undefined ? write(part) : [bdi(part.name)]));
}

/** Such a sentence as text, its names as `isolate` has them. */
export const textOf = (parts, isolate = (name) => name) =>
	parts.map((part) => (part.name === undefined ? part : isolate(part.name))).join("");

/** Shows such a sentence, but only if it differs. */
export function tell(element, parts) {
	if (element.textContent !== textOf(parts)) element.replaceChildren(...render(parts));
}

export const namesOf = (state) => state.players.map((player) => player.name);

/** Shows a text, or hides its element when there is none. */
export function notice(element, text) {
	say(element, text ?? "");
	element.hidden = !text;
}
