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
	new MutationObserver(show).observe(element, { childList: true, subtree: true, attributeFilter: ["hidden"] });
}

/** Sets a text only where it differs: a live region would speak again, and a reader would lose its place. */
export function say(element, text) {
	if (element.textContent !== text) element.textContent = text;
}

/** The parts of a text, its names as `isolate` makes them. A name that happens to be within a word is none. */
function parts(text, names, isolate) {
	const known = [...names]
		.sort((one, two) => two.length - one.length)
		.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
	// The sign before a name is part of the match, because not every browser can look behind.
	const pattern = new RegExp(`(^|[^\\p{L}\\p{N}])(${known.join("|")})(?![\\p{L}\\p{N}])`, "gu");
	const found = [];
	let from = 0;
	for (const match of text.matchAll(pattern)) {
		const start = match.index + match[1].length;
		found.push(text.slice(from, start), isolate(match[2]));
		from = start + match[2].length;
	}
	return [...found, text.slice(from)].filter((part) => part !== "");
}

/** The same for a text with names in it: each stands by itself, so that its direction of writing leaves the rest alone. */
export function tell(element, text, names) {
	if (element.textContent === text) return;
	element.replaceChildren(...parts(text, names, (name) => make("bdi", { text: name })));
}

/** The same in a new element, with the numbers outside names emphasised, the target of a race as such. */
export function tellNumbers(element, text, names, target) {
	if (element.textContent === text) return;
	const told = parts(text, names, (name) => make("bdi", { text: name }));
	const number = (piece) => make("em", { text: piece, class: Number(piece) === target ? "target" : null });
	const numbers = (part) => part.split(/(\d+)/).map((piece, index) => (index % 2 ? number(piece) : piece));
	element.replaceChildren(
		make("span", {}, ...told.flatMap((part) => (typeof part === "string" ? numbers(part) : [part]))),
	);
}

/** Such a text where there is room for text only. */
export const isolated = (text, names) => parts(text, names, (name) => `\u2068${name}\u2069`).join("");

/** An element with such a text. */
export function told(tag, attributes, text, names) {
	const element = make(tag, attributes);
	tell(element, text, names);
	return element;
}

export const namesOf = (state) => state.players.map((player) => player.name);

/** Shows a text, or hides its element when there is none. */
export function notice(element, text) {
	say(element, text ?? "");
	element.hidden = !text;
}
