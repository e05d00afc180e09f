// Keeps the site for the time without a network. What stands before this, VERSION and FILES, comes with each build.

/** Sites on one host have names of their own. */
const SITE = `divvy ${registration.scope} `;

addEventListener("install", (event) => event.waitUntil(fill().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(tidy().then(() => clients.claim())));
addEventListener("fetch", (event) => event.respondWith(answer(event.request)));

async function fill() {
	const cache = await caches.open(SITE + VERSION);
	await cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })));
}

/** A page of the version before, open in a tab, still finds its modules. */
async function tidy() {
	const kept = (await caches.keys()).filter((name) => name.startsWith(SITE));
	for (const name of kept.slice(0, -2)) await caches.delete(name);
}

async function answer(request) {
	const own = await caches.open(SITE + VERSION);
	const like = { ignoreSearch: true };
	return (await own.match(request, like)) ?? (await caches.match(request, like)) ?? fetch(request);
}
