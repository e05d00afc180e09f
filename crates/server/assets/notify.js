// A notification when it is the player's turn and the page is not in view. The browser asks for leave when the player
// switches it on.

import { find } from "./dom.js";
import { remember } from "./remember.js";

/** Follows the switch; whether the browser allows what was asked for. */
export async function switchNotices(box) {
	const wanted = box.checked;
	box.checked = wanted && (await Notification.requestPermission()) === "granted";
	remember("notify", box.checked);
	return box.checked === wanted;
}

export function tellTurn(id, title) {
	try {
		const told = new Notification(title, { tag: id });
		told.onclick = () => {
			window.focus();
			told.close();
		};
	} catch {
		// Some phones have notifications for installed pages only.
		remember("notify", false);
		find("notify").checked = false;
	}
}
