// Light or dark, where the menu of a game has chosen one. No module: it runs before anything is painted.

try {
	document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("divvy")).theme ?? "";
} catch {
	// Nothing is remembered: as the system has it.
}
