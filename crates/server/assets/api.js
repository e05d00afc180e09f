// What the page asks for. What the server refuses becomes an error with the server's own words.

import * as carrier from "./carrier.js";

export class Refusal extends Error {
	constructor(status, body) {
		super(body?.error?.message ?? `The server answered with ${status}.`);
		this.status = status;
		this.code = body?.error?.code;
		/** The state as it is now, where the request was about an older one. */
		this.game = body?.game;
	}

	get sentence() {
		return sentence(this.message);
	}
}

/** What the server says, as a sentence. */
export function sentence(message) {
	const text = message.charAt(0).toUpperCase() + message.slice(1);
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Does something, and tells what the server refused, or nothing. */
export async function attempt(work, tell) {
	try {
		await work();
		tell(null);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		tell(error.sentence, error);
	}
}

const offline = () =>
	new Refusal(0, { error: { code: "offline", message: "The server cannot be reached. Please try again." } });

/** A module that is not needed at first. */
export async function module(name) {
	try {
		return await carrier.load(name);
	} catch {
		throw offline();
	}
}

/** The styles of something that is not needed at first. */
export function styles(name) {
	const href = carrier.asset(name);
	if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
	return new Promise((resolve, reject) => {
		const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: resolve });
		link.onerror = () => {
			link.remove();
			reject(offline());
		};
		document.head.append(link);
	});
}

function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

async function call(method, path, body, read = parsed) {
	let answer;
	try {
		answer = await carrier.send(method, path, body);
	} catch {
		throw offline();
	}
	if (answer.status >= 400) throw new Refusal(answer.status, parsed(answer.text));
	return read(answer.text);
}

const at = (id, what = "") => `/games/${encodeURIComponent(id)}${what}`;

export const games = () => call("GET", "/games");
export const bots = () => call("GET", "/bots");
export const mine = (ids) => call("GET", `/mine?finished=true&games=${ids.join(",")}`);
/** Begins a game and goes to it, once `keep` has seen it. */
export async function play(proposal, keep) {
	const begun = await call("POST", "/games", proposal);
	keep?.(begun);
	location.assign(carrier.to(`/g/${begun.game.id}`));
}
export const state = (id) => call("GET", at(id));
export const join = (id, invite, name) => call("POST", at(id, "/join"), { invite, name });
export const invite = (id, cancel) => call("POST", at(id, "/invite"), { cancel });
export const checkInvite = (id, invite) => call("POST", at(id, "/invite/check"), { invite });
export const move = (id, number, ply, version) => call("POST", at(id, "/move"), { number, ply, version });
export const why = (id, number) => call("GET", at(id, `/why?number=${number}`));
export const undo = (id, ply, version) => call("POST", at(id, "/undo"), { ply, version });
export const answerUndo = (id, agree, version) => call("POST", at(id, "/undo/answer"), { agree, version });
export const claim = (id, ply, version) => call("POST", at(id, "/claim"), { ply, version });
export const resign = (id, ply, version) => call("POST", at(id, "/resign"), { ply, version });
export const nextRound = (id, round) => call("POST", at(id, "/next-round"), { round });
export const rematch = (id) => call("POST", at(id, "/rematch"), {});
export const answerRematch = (id, agree) => call("POST", at(id, "/rematch/answer"), { agree });
export const hint = (id, ply) => call("GET", at(id, `/hint?ply=${ply}`));
export const review = (id) => call("GET", at(id, "/review"));
export const reviewOf = (game) => call("POST", "/review", game);
/** A question about any position, in the protocol of the engine. */
export const ask = async (request) => (await call("POST", "/engine", request)).result;
/** A link as a picture. The link may give a seat, and addresses end up in logs: hence a body. */
export async function qr(text) {
	const svg = await call("POST", "/qr", { text }, (answer) => answer);
	return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
