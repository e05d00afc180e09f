// Light or dark, where the menu of a game has chosen one. No module: it runs before anything is painted.

/** Wears a theme, also around the page; none is as the system has it. */
globalThis.wear = (theme) => {
	document.documentElement.dataset.theme = theme;
	for (const meta of document.querySelectorAll("[data-of]"))
		meta.media = theme ? (meta.dataset.of === theme ? "all" : "not all") : `(prefers-color-scheme: ${meta.dataset.of})`;
};

try {
	wear(JSON.parse(localStorage.getItem("divvy")).theme ?? "");
} catch {
	// Nothing is remembered: as the system has it.
}
