// The whole site in one file: shows the page that the address asks for. What stands before this, PAGES, FILES and MODULES, comes
// with each build.

const loaded = new Map();
const addresses = new Map();

globalThis.divvy = {
	/** A module, which runs when it is first asked for. */
	load(path) {
		const name = path.replace("./", "");
		if (!loaded.has(name)) loaded.set(name, MODULES[name]());
		return loaded.get(name);
	},

	/** A file that is in this one. */
	part(name) {
		const type = { css: "text/css", js: "text/javascript" }[name.split(".").at(-1)];
		const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
		return new Blob([type ? FILES[name] : bytes(FILES[name])], { type });
	},

	/** Where it is. */
	asset(name) {
		if (!addresses.has(name)) addresses.set(name, URL.createObjectURL(divvy.part(name)));
		return addresses.get(name);
	},

	/** Where a page is. */
	to(page, more) {
		return `?page=${page}${more.replace("?", "&")}`;
	},
};

const wanted = new URLSearchParams(location.search).get("page");
const page = new DOMParser().parseFromString(PAGES[wanted] ?? PAGES.index, "text/html");
const nameOf = (address) => address.split("/").at(-1);

document.title = page.title;
for (const link of page.querySelectorAll("link[rel=stylesheet]")) {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(FILES[nameOf(link.getAttribute("href"))]);
	document.adoptedStyleSheets.push(sheet);
}
for (const link of page.querySelectorAll("a[href]")) {
	const [, name, more] = /^(?:([\w-]+)\.html|\.\/)([?#].*)?$/.exec(link.getAttribute("href")) ?? [];
	if (name || more !== undefined || link.getAttribute("href") === "./")
		link.href = divvy.to(name ?? "index", more ?? "");
}
const scripts = [...page.querySelectorAll("script[src]")].map((script) => nameOf(script.getAttribute("src")));
document.head.append(...page.querySelectorAll("meta[name=theme-color]"));
document.body.replaceWith(page.body);
for (const name of scripts) divvy.load(name);
