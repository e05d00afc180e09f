// From a press on a number to the painted move, on boards of several sizes, in the installed Chromium:
//   divvy serve --addr 127.0.0.1:8020 --rate 0 &
//   npm install --prefix target/measure puppeteer-core
//   NODE_PATH=target/measure/node_modules node docs/measure-page.mjs http://127.0.0.1:8020
import { createRequire } from "node:module";

const puppeteer = createRequire(`${process.env.NODE_PATH}/`)("puppeteer-core");
const [site = "http://127.0.0.1:8020", turns = "9"] = process.argv.slice(2);
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.setViewport({ width: 1280, height: 800 });

/** The time from a press to the frame after the move is in the list, in milliseconds. */
async function pressed(number) {
	await page.evaluate(() => {
		window.painted = new Promise((done) => {
			let start;
			document.addEventListener(
				"pointerdown",
				(event) => {
					start = event.timeStamp;
				},
				{ once: true, capture: true },
			);
			new MutationObserver((_, observer) => {
				observer.disconnect();
				requestAnimationFrame(() => {
					// The message arrives once the frame has been handed over.
					const { port1, port2 } = new MessageChannel();
					port1.onmessage = () => done(performance.now() - start);
					port2.postMessage(0);
				});
			}).observe(document.getElementById("moves"), { childList: true });
		});
	});
	await page.click(`[data-number="${number}"]`);
	return page.evaluate(() => window.painted);
}

for (const size of [20, 100, 200, 2000, 10000]) {
	await page.goto(site);
	const id = await page.evaluate(async (size) => {
		const body = JSON.stringify({ game: "trap-avoidance", mode: "local", options: { size } });
		const answer = await fetch("/api/v1/games", {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body,
		});
		return (await answer.json()).game.id;
	}, size);
	await page.goto(`${site}/g/${id}`);
	await page.waitForSelector(".legal");
	const times = [];
	for (let turn = 0; turn < Number(turns); turn += 1) {
		const number = await page.evaluate(() => {
			const room = document.getElementById("board").getBoundingClientRect();
			const seen = [...document.querySelectorAll(".cell.legal")].filter((cell) => {
				const box = cell.getBoundingClientRect();
				return box.top >= room.top && box.bottom <= room.bottom && Number(cell.dataset.number) > 1;
			});
			return seen.at(-1)?.dataset.number;
		});
		if (!number) break;
		times.push(await pressed(number));
		await page.waitForFunction(() => document.getElementById("board").getAttribute("aria-busy") !== "true");
	}
	times.sort((one, two) => one - two);
	console.log(
		`${size} numbers: median ${times[times.length >> 1].toFixed(0)} ms, slowest ${times.at(-1).toFixed(0)} ms of ${times.length}`,
	);
}
await browser.close();
