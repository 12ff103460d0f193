// Measures how long a page takes to open in Chromium, and how long it takes to sort a table, to turn a table's page and to
// open a game: node web/bench/open_page.mjs FILE.html
// Numbers are the best of five, in milliseconds; other load on the machine makes them higher.
import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { newPage, openBrowser } from "../tests/browser.mjs";

const times = 5;
const [file] = process.argv.slice(2);
if (!file) {
  console.error("the file of a report should follow, as in: node web/bench/open_page.mjs report.html");
  process.exit(2);
}

const browser = await openBrowser();
const best = new Map();
for (let i = 0; i < times; i += 1) {
  for (const [what, ms] of Object.entries(await measure())) best.set(what, Math.min(ms, best.get(what) ?? Infinity));
}
await browser.close();
console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
for (const [what, ms] of best) console.log(`${what.padEnd(28)}${ms.toFixed(0).padStart(6)} ms`);

async function measure() {
  const { page, close } = await newPage(browser);
  const started = performance.now();
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector("#games tbody tr");
  const opened = performance.now() - started;
  const figures = await page.evaluate(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const timed = async (act) => {
      const start = performance.now();
      act();
      await drawn();
      return performance.now() - start;
    };
    const [navigation] = performance.getEntriesByType("navigation");
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const button = (key) => document.querySelector(`[data-key="${key}"]`);
    const select = document.getElementById("bot");
    select.selectedIndex = 1;
    return {
      "first paint": paint?.startTime ?? NaN,
      "loaded and drawn": navigation.loadEventEnd,
      "sort by margin": await timed(() => button("sort-games-margin").click()),
      "last page of games": await timed(() => button("page-games-last").click()),
      "filter by a bot": await timed(() => select.dispatchEvent(new Event("change"))),
    };
  });
  const start = performance.now();
  await page.evaluate(() => (location.hash = document.querySelector("#games tbody a").hash));
  await page.waitForFunction(() => /^Game \d+: /.test(document.querySelector("h1")?.textContent ?? ""));
  const game = performance.now() - start;
  await close();
  return { "opened, seen from outside": opened, ...figures, "open a game": game };
}
