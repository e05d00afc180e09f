// The board in a form: proposals by name, the original rules, or options of one's own. Which there are, the engine says.

import { ask } from "./api.js";
import { find, make, say } from "./dom.js";

let lists;
let game;
/** The choices of a board: name, options, what there is to say. */
let choices;

async function load() {
	const [{ games, max_size }, { boards }] = await Promise.all([ask({ command: "games" }), ask({ command: "fair" })]);
	return { games, max_size, boards };
}

/** Shows the boards of a game, and these options or else the recommended ones; gives the game back. */
export async function showBoards(id, options) {
	lists ??= await load();
	game = lists.games.find((one) => one.id === id);
	const fair = lists.boards.filter((one) => one.game === id);
	choices = [
		...fair.map(({ name, options, board, about }) => ({
			name,
			options,
			board: dashed(board),
			about: `${dashed(board)}. ${about}`,
		})),
		{ name: "Original rules", options: {}, board: "1–20", about: "1–20, as the game was first written." },
		{ name: "Your own", about: "Choose the options below." },
	];
	const radio = ({ name, board }, value) => {
		const range = board ? [make("small", { text: board.split(",")[0] })] : [];
		return make(
			"label",
			{},
			make("input", { type: "radio", name: "board", value }),
			make("span", { text: name }, ...range),
		);
	};
	find("boards").replaceChildren(make("legend", { text: "Board" }), ...choices.map(radio));
	setOptions(options ?? choices.find(({ name }) => name === "Recommended").options);
	return game;
}

/** Boards as the page writes them: `1–20`. */
const dashed = (text) => text.replace("-", "–");

/** Fills the options in; what is left out is as specified. */
function setOptions(values) {
	const isSwitch = (option) => option.kind === "switch";
	// Switches stand together at the end.
	const fields = [...game.options].sort((one, two) => isSwitch(one) - isSwitch(two));
	find("options").replaceChildren(
		make("legend", { class: "unseen", text: "Options" }),
		...fields.map((option) => field(option, values[option.name] ?? option.default)),
	);
	follow();
}

function field(option, value) {
	const id = `option-${option.name}`;
	const label = make("label", { for: id, text: option.label });
	if (option.kind === "switch") {
		const box = make("input", { id, type: "checkbox", "data-option": option.name });
		box.checked = value === true;
		return make("div", { class: "field switch" }, box, label);
	}
	let input;
	if (option.kind === "choice") {
		const values = option.values.map((one, index) => make("option", { value: one, text: option.labels[index] }));
		input = make("select", { id, "data-option": option.name }, ...values);
		input.value = value;
	} else {
		input = make("input", {
			id,
			type: "number",
			min: 1,
			max: lists.max_size,
			step: 1,
			"data-option": option.name,
			placeholder: option.default ?? option.empty,
		});
		input.value = value ?? "";
	}
	return make("div", { class: "field" }, label, input);
}

/** The options that differ from the usual ones, as the server takes them. */
export function chosen() {
	const options = {};
	for (const option of game.options) {
		const input = find(`option-${option.name}`);
		const value =
			input.type === "checkbox"
				? input.checked
				: option.kind === "number"
					? input.value.trim() && Number(input.value)
					: option.values[input.selectedIndex];
		if (value !== "" && value !== option.default) options[option.name] = value;
	}
	return options;
}

/** Marks the choice that the options are. */
function follow() {
	const text = (values) => JSON.stringify(Object.entries(values).sort());
	const now = text(chosen());
	const known = choices.findIndex(({ options }) => options && text(options) === now);
	mark(known < 0 ? choices.length - 1 : known);
}

function mark(index) {
	find("boards").querySelectorAll("input")[index].checked = true;
	say(find("board-about"), choices[index].about);
}

find("setup-form").addEventListener("input", ({ target }) => {
	if (target.name === "board") {
		const { options } = choices[Number(target.value)];
		if (options) {
			setOptions(options);
		} else {
			// As long as no option differs, following would choose the board again that the options make.
			find("options-more").open = true;
			mark(choices.length - 1);
		}
	} else if (target.dataset.option) follow();
});
find("options-more").addEventListener("toggle", ({ target }) => {
	if (target.open) target.scrollIntoView({ block: "nearest" });
});
// What is wrong must be in sight.
find("setup-form").addEventListener("invalid", () => (find("options-more").open = true), true);
