// What is wrong with the layout of the page at the size that it has: texts and controls that lie over each other, that are cut
// off, covered, out of reach or too small to read. `fits.rs` runs it at every size.

const PRESSED = "a[href], button, input, select, summary, [data-number]";
const NAMES = "button, summary, [data-number], .player, .goal, .panel";

/** The sizes to look at: on both sides of every limit in the page's styles, in upright and in wide windows. */
window.sizes = () => {
	const sizes = [];
	const media = [...document.styleSheets]
		.flatMap((sheet) => [...sheet.cssRules])
		.map((rule) => rule.conditionText ?? "");
	const limits = [
		...media.join().matchAll(/(?<before>min-|max-|)(?<side>width|height)(?<sign>[\s<>=:]+)(?<rem>[\d.]+)rem/g),
		...media.join().matchAll(/(?<rem>[\d.]+)rem(?<sign>[\s<=]+)(?<side>width|height)/g),
	];
	for (const { groups } of limits) {
		const { before, side, rem } = groups;
		// `10rem < width` is `width > 10rem`.
		const sign = before === undefined ? groups.sign.replace("<", ">").trim() : groups.sign.trim();
		const isFrom = before === "min-" || [">=", "<"].includes(sign);
		const last = isFrom ? Math.ceil(16 * rem) - 1 : Math.floor(16 * rem);
		for (const at of [last, last + 1]) {
			if (side === "width")
				sizes.push([at, Math.max(640, Math.round(1.4 * at))], [at, Math.max(360, Math.round(0.62 * at))]);
			else sizes.push([Math.round(1.7 * at), at]);
		}
	}
	return [...new Set(sizes.map(String))].map((size) => size.split(",").map(Number));
};

const isSeen = (element) =>
	element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
	!element.closest(".unseen, .skip, option, script, style, noscript");
const named = (element) => {
	const { localName, id, className, textContent } = element;
	return `${localName}${id ? `#${id}` : ""}.${className.baseVal ?? className} “${textContent.trim().slice(0, 30)}”`;
};
const boxOf = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
const meet = (one, two) => ({
	left: Math.max(one.left, two.left),
	top: Math.max(one.top, two.top),
	right: Math.min(one.right, two.right),
	bottom: Math.min(one.bottom, two.bottom),
});
const isEmpty = ({ left, top, right, bottom }, by = 0) => right - left <= by || bottom - top <= by;
const isWithin = (inner, outer) =>
	inner.left >= outer.left - 1 &&
	inner.right <= outer.right + 1 &&
	inner.top >= outer.top - 1 &&
	inner.bottom <= outer.bottom + 1;

/** The part of a box that its ancestors let through, and whether one that cannot be scrolled cuts it off. */
function clipped(element, box) {
	let [cut, unseen] = [false, false];
	for (let one = element; one && one !== document.body; one = one.parentElement) {
		const { overflowX, overflowY } = getComputedStyle(one);
		if (overflowX === "visible" && overflowY === "visible") continue;
		const room = one.getBoundingClientRect();
		if (overflowX === "hidden" && (box.left < room.left - 1 || box.right > room.right + 1)) cut = true;
		if (overflowY === "hidden" && (box.top < room.top - 2 || box.bottom > room.bottom + 2)) cut = true;
		unseen ||= room.width <= 1;
		box = meet(box, room);
	}
	return { box, cut, unseen };
}

/** The lines of every text, without the space above and below their letters. */
function texts(root) {
	const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	const found = [];
	for (let node = walk.nextNode(); node; node = walk.nextNode()) {
		const element = node.parentElement;
		if (!node.data.trim() || !isSeen(element)) continue;
		const range = document.createRange();
		range.selectNodeContents(node);
		for (const line of range.getClientRects()) {
			const lead = 0.17 * line.height;
			const box = { ...boxOf(line), top: line.top + lead, bottom: line.bottom - lead };
			const piece = { element, ...clipped(element, box) };
			if (!isEmpty(box) && !piece.unseen) found.push(piece);
		}
	}
	return found;
}

function controls(root) {
	const found = [...root.querySelectorAll(PRESSED)].filter(isSeen);
	return found.map((element) => {
		return { element, ...clipped(element, boxOf(element.getBoundingClientRect())) };
	});
}

/** Pairs that lie over each other, unless one is a part of the other. */
function overlaps(pieces, problems) {
	const seen = pieces.filter(({ box }) => !isEmpty(box, 1)).sort((one, two) => one.box.top - two.box.top);
	seen.forEach((one, index) => {
		for (const two of seen.slice(index + 1)) {
			if (two.box.top >= one.box.bottom - 1) break;
			if (one.element.contains(two.element) || two.element.contains(one.element)) continue;
			if (!isEmpty(meet(one.box, two.box), 1)) problems.push(`${named(one.element)} and ${named(two.element)} overlap`);
		}
	});
}

function reach({ element }, problems) {
	const middle = () => {
		const { left, top, width, height } = element.getBoundingClientRect();
		return document.elementFromPoint(left + width / 2, top + height / 2);
	};
	const hits = (at) => at && (element.contains(at) || element.closest("label")?.contains(at));
	if (hits(middle())) return;
	element.scrollIntoView({ block: "center", inline: "center" });
	const at = middle();
	if (!hits(at)) problems.push(`${named(element)} is out of reach${at ? `, behind ${named(at)}` : ""}`);
}

window.problems = async () => {
	for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
	const problems = [];
	const root = document.querySelector("dialog[open], #settings[open] > .panel") ?? document.body;
	const page = document.documentElement;
	if (page.scrollWidth > page.clientWidth) problems.push("the page scrolls sideways");
	// An invitation may be scrolled to its end.
	if (root.matches(".play:not(.guest)") && page.scrollHeight > Math.max(innerHeight, innerWidth > 480 ? 320 : 576))
		problems.push("a game does not fit");
	const [lines, pressed] = [texts(root), controls(root)];
	// A dialog may be higher than a short page.
	const { left, top, right, bottom } = page.getBoundingClientRect();
	const room = { left, top, right, bottom: Math.max(bottom, innerHeight) };
	for (const { element, box, cut } of lines) {
		const holder = element.closest(NAMES)?.getBoundingClientRect() ?? room;
		if (cut || (!isEmpty(box) && !isWithin(box, holder))) problems.push(`${named(element)} is cut off`);
		if (parseFloat(getComputedStyle(element).fontSize) < 10) problems.push(`${named(element)} is too small`);
	}
	for (const one of root.querySelectorAll(":not(.moves, .playable-list, pre)")) {
		const scrolls = ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
		if (scrolls && one.scrollWidth > one.clientWidth + 1) problems.push(`${named(one)} scrolls sideways`);
	}
	overlaps([...lines, ...pressed], problems);
	for (const one of pressed) reach(one, problems);
	scrollTo(0, 0);
	return [...new Set(problems)].slice(0, 8);
};
