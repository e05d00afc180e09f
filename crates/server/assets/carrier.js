// How the page reaches what answers it: over HTTP, from a server. A page without one has another module in this place; nothing
// else differs.

/** Sends a request of the API, and gives the status and the text of the answer. Fails if there is none. */
export async function send(method, path, body) {
	const request = { method, headers: { Accept: "application/json" } };
	if (body !== undefined) {
		request.headers["Content-Type"] = "application/json";
		request.body = JSON.stringify(body);
	}
	const response = await fetch(`/api/v1${path}`, request);
	return { status: response.status, text: await response.text() };
}

/** The stream of a game. */
export const events = (id) => new EventSource(`/api/v1/games/${encodeURIComponent(id)}/events`);

/** Where a page is. */
export const to = (path) => path;

/** The game of this page. */
export const gameHere = () => location.pathname.split("/")[2];

/** Why there are no friends by a link, if there are none. */
export const ALONE = null;

/** Where a file beside this one is. */
export const asset = (name) => new URL(name, import.meta.url).href;

export const load = (name) => import(`./${name}`);
