// Answers the page's requests by the module, and keeps the games in the browser. A row has the key [game, number], and one that
// is there already is not replaced: two tabs cannot overwrite each other. Tabs tell each other which game has changed.

const changed = new BroadcastChannel("divvy");

/** The module or its address, the module as it was loaded, and at work. */
let source;
let loaded;
let working;

/** It is compressed, because not every host does that. */
async function load() {
	const { ok, body } = typeof source === "string" ? await fetch(source) : new Response(source);
	if (!ok) throw new Error("the module is missing");
	const plain = new Response(body.pipeThrough(new DecompressionStream("gzip")));
	return WebAssembly.compile(await plain.arrayBuffer());
}

/** The module's reply to a request: what is to be done, and the answer as text. */
async function call(request) {
	working ??= (await WebAssembly.instantiate(loaded)).exports;
	const { memory, divvy_request, divvy_answer, divvy_reply } = working;
	const bytes = new TextEncoder().encode(JSON.stringify(request));
	// Its memory is another one after each call.
	const room = divvy_request(bytes.length);
	new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
	const length = divvy_answer();
	const reply = new TextDecoder().decode(new Uint8Array(memory.buffer, divvy_reply(), length));
	const end = reply.indexOf("\n");
	return { ...JSON.parse(reply.slice(0, end)), text: reply.slice(end + 1) };
}

let opened;

function rows(mode) {
	opened ??= new Promise((resolve, reject) => {
		const opening = indexedDB.open("divvy", 1);
		opening.onupgradeneeded = () => opening.result.createObjectStore("rows");
		opening.onsuccess = () => resolve(opening.result);
		opening.onerror = () => reject(opening.error);
	});
	return opened.then((database) => database.transaction("rows", mode).objectStore("rows"));
}

/** The rows of a game from a number on. */
async function read([game, from]) {
	const asked = (await rows("readonly")).getAll(IDBKeyRange.bound([game, from], [game, Infinity]));
	return new Promise((resolve, reject) => {
		asked.onsuccess = () => resolve(asked.result);
		asked.onerror = () => reject(asked.error);
	});
}

/** Adds all of these rows, or none if one of them is there already; tells which. */
async function add(news) {
	const store = await rows("readwrite");
	for (const row of news) store.add(row, row.slice(0, 2));
	const { transaction } = store;
	return new Promise((resolve, reject) => {
		transaction.oncomplete = () => resolve(true);
		transaction.onabort = () =>
			transaction.error.name === "ConstraintError" ? resolve(false) : reject(transaction.error);
	});
}

/** An id that no other game has. */
function chance() {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	return Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) => letters[byte % 64]).join("");
}

async function answer(asked) {
	const request = { ...asked, chance: chance() };
	for (;;) {
		let reply = await call(request);
		if (reply.reads) reply = await call({ ...request, rows: (await Promise.all(reply.reads.map(read))).flat() });
		if (!reply.writes) return reply;
		if (await add(reply.writes)) {
			for (const [game] of reply.writes) changed.postMessage(game);
			return reply;
		}
	}
}

/** What could not be answered: the module stopped, which is begun anew with the next request, or the browser keeps nothing here. */
function failed(error) {
	working = undefined;
	const code = "unavailable";
	const message =
		error instanceof WebAssembly.RuntimeError
			? "this could not be worked out"
			: `this browser cannot keep games here (${error.name})`;
	return { status: 503, text: JSON.stringify({ error: { code, message } }) };
}

async function serve(key, request) {
	try {
		loaded ??= await load();
	} catch (error) {
		postMessage({ key, status: 0, text: String(error) });
		return;
	}
	let reply = await answer(request).catch(failed);
	postMessage({ key, status: reply.status, text: reply.text });
	// The page hears of a bot's move as of every other.
	while (reply.bot) reply = await answer({ method: "POST", path: `/games/${reply.bot}/bot` }).catch(failed);
}

/** One at a time. */
let last = Promise.resolve();

onmessage = ({ data: { module, key, request } }) => {
	if (module) source = module;
	else last = last.then(() => serve(key, request));
};
