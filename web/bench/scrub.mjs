// Measures the frames a second while somebody drags over a replay's score graph: node web/bench/scrub.mjs FILE.html, where the
// file is a report or a replay. It also measures the same page at rest, in the same minute, which shows what the machine and
// its browser can draw. The pointer goes through the whole game and back, one turn a frame, so that every frame shows another
// position.
import { pathToFileURL } from "node:url";

import { newPage, openBrowser } from "../tests/browser.mjs";

const [file] = process.argv.slice(2);
if (!file) {
  console.error("the file of a replay should follow, as in: node web/bench/scrub.mjs replay.html");
  process.exit(2);
}

const browser = await openBrowser();
const { page, close } = await newPage(browser);
await page.goto(pathToFileURL(file).href);
const first = page.locator("#games tbody a").first();
if ((await first.count()) > 0) await page.evaluate((hash) => (location.hash = hash), await first.evaluate((link) => link.hash));
await page.waitForSelector(".v-graph");
const figures = await page.evaluate(async () => {
  const frames = 600;
  const graph = document.querySelector(".v-graph");
  const turns = Number(graph.getAttribute("aria-valuemax"));
  const area = graph.getBoundingClientRect();
  graph.setPointerCapture = () => {};
  graph.hasPointerCapture = () => true;
  const pointer = (kind, turn) =>
    graph.dispatchEvent(
      new PointerEvent(kind, { button: 0, pointerId: 1, clientX: area.left + (area.width * turn) / turns, clientY: area.top + 5, bubbles: true }),
    );
  const run = (act) =>
    new Promise((done) => {
      const times = [];
      const step = (now) => {
        times.push(now);
        if (times.length > frames) return done(times);
        act(times.length);
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
  const perSecond = (times) => {
    const gaps = times.slice(1).map((time, i) => time - times[i]);
    gaps.sort((a, b) => a - b);
    return {
      mean: (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0),
      slow: gaps.filter((gap) => gap > 25).length / gaps.length,
    };
  };
  const shown = new Set();
  const rest = perSecond(await run(() => {}));
  pointer("pointerdown", 0);
  const scrubbed = perSecond(
    await run((frame) => {
      shown.add(graph.getAttribute("aria-valuenow"));
      const turn = frame % (2 * turns);
      pointer("pointermove", Math.min(turn, 2 * turns - turn));
    }),
  );
  return { rest, scrubbed, shown: shown.size, turns };
});
await close();
await browser.close();
const { rest, scrubbed, shown, turns } = figures;
console.log(`${file}: ${turns} turns, of which ${shown} positions were shown`);
for (const [what, { mean, slow }] of Object.entries({ "at rest": rest, scrubbing: scrubbed }))
  console.log(`${what.padEnd(12)}${mean.toFixed(1).padStart(6)} frames a second, ${(100 * slow).toFixed(1)} % of them later than 25 ms`);
console.log(`ratio       ${(scrubbed.mean / rest.mean).toFixed(3).padStart(6)}`);
