// Measures the compiled engine beside its native twin, in the same run, and what a reader of a page waits for:
//   node web/bench/engine.mjs RUN          RUN is the folder of a run; TOPTILE and TOPTILE_ENGINE_TWIN name the programs
// Numbers are medians of five. The twin's are without its start.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";

import { build } from "esbuild";

import { newPage, openBrowser } from "../tests/browser.mjs";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const times = 5;
const nodes = 10_000;
const { TOPTILE, TOPTILE_ENGINE_TWIN } = process.env;
const [folder] = process.argv.slice(2);
if (!folder || !TOPTILE || !TOPTILE_ENGINE_TWIN) {
  console.error("a run's folder should follow, with TOPTILE and TOPTILE_ENGINE_TWIN set, as in: node web/bench/engine.mjs runs/mine");
  process.exit(2);
}

const run = resolve(folder);
const scratch = mkdtempSync(join(tmpdir(), "toptile-bench-"));
const rules = JSON.stringify(JSON.parse(readFileSync(join(run, "run.json"), "utf8")).rules);
const lexicon = join(run, "lexicon.lexicon");
const positions = execFileSync(TOPTILE, ["replay", run, "--position"], { encoding: "utf8" }).trim().split("\n");
const allPlays = positions.map((position) => ({ ask: "plays", position }));
const search = [{ ask: "search", position: positions[6], seat: 0, seed: 1 }, { ask: "continue", nodes }];

try {
  const program = join(scratch, "program.mjs");
  await build({ absWorkingDir: web, entryPoints: ["src/engine/program.ts"], outfile: program, format: "esm", bundle: true, logLevel: "warning" });
  const { EngineProgram } = await import(pathToFileURL(program).href);
  const wasm = new WebAssembly.Module(inflateRawSync(Buffer.from(readFileSync(join(web, "built/engine.txt"), "utf8"), "base64")));
  const engine = new EngineProgram(wasm);
  engine.open(rules, readFileSync(lexicon));
  for (const [what, questions, unit, count] of [
    ["all plays of a position", allPlays, "ms", positions.length],
    [`a search of ${nodes} nodes`, search, "ms", 1],
  ]) {
    const lines = questions.map((question) => JSON.stringify(question));
    const pairs = Array.from({ length: times }, () => [msOf(() => lines.forEach((line) => engine.ask(line))), twinMs(lines)]);
    const [compiled, native] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])) / count);
    const ratio = median(pairs.map(([one, other]) => other / one));
    console.log(`${what.padEnd(28)}${compiled.toFixed(1)} ${unit}, native ${native.toFixed(1)} ${unit}: ${ratio.toFixed(2)} of native speed`);
  }
  await measurePage();
} finally {
  rmSync(scratch, { recursive: true });
}

function twinMs(lines) {
  const ask = (some) => msOf(() => spawnSync(TOPTILE_ENGINE_TWIN, [lexicon], { input: [rules, ...some, ""].join("\n"), maxBuffer: 1 << 30 }));
  return ask(lines) - ask([]);
}

async function measurePage() {
  const file = join(scratch, "game.html");
  execFileSync(TOPTILE, ["replay", run, "--html", "--out", file], { stdio: "ignore" });
  const browser = await openBrowser();
  const waits = [];
  for (let i = 0; i < times; ++i) {
    const { page, close } = await newPage(browser);
    await page.goto(`${pathToFileURL(file).href}#turn=6`);
    await page.waitForSelector(".v-viewer");
    waits.push(
      await page.evaluate(async () => {
        const shown = (text) =>
          new Promise((done) => {
            const look = () => (text.test(document.querySelector(".v-analysis .v-plays").textContent) ? done(performance.now()) : requestAnimationFrame(look));
            look();
          });
        const begin = performance.now();
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
        const first = await shown(/\d[a-z]\.|[a-z]\d+\./);
        const tried = await shown(/%/);
        return { first: first - begin, tried: tried - begin };
      }),
    );
    await close();
  }
  await measureFrames(browser, file);
  await measureOpening(browser, file);
  await measureTable(browser);
  await browser.close();
  console.log(`from the key to the best plays by static value ${median(waits.map(({ first }) => first)).toFixed(0)} ms, tried ${median(waits.map(({ tried }) => tried)).toFixed(0)} ms`);
}

/** How evenly frames come while turns are stepped through, without the engine and while it searches. */
async function measureFrames(browser, file) {
  for (const [what, isSearching] of [["alone", false], ["while it searches", true]]) {
    const { page, close } = await newPage(browser, { reducedMotion: "no-preference" });
    await page.goto(`${pathToFileURL(file).href}#turn=2`);
    await page.waitForSelector(".v-viewer");
    if (isSearching) {
      await page.keyboard.press("a");
      await page.waitForFunction(() => /%/.test(document.querySelector(".v-analysis .v-plays").textContent));
    }
    const frames = await page.evaluate(
      () =>
        new Promise((done) => {
          const stamps = [];
          const step = setInterval(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" })), 400);
          const frame = (now) => {
            stamps.push(now);
            if (now - stamps[0] < 4000) return requestAnimationFrame(frame);
            clearInterval(step);
            done(stamps.slice(1).map((stamp, i) => stamp - stamps[i]));
          };
          requestAnimationFrame(frame);
        }),
    );
    const slow = frames.filter((ms) => ms > 34).length / frames.length;
    console.log(`frames ${what.padEnd(21)}${(1000 / median(frames)).toFixed(0)} a second in the median, ${(100 * slow).toFixed(1)} % later than two frames`);
    await close();
  }
}

/** What the engine in a page costs before anybody asks it. */
async function measureOpening(browser, file) {
  const bare = join(scratch, "bare.html");
  execFileSync(TOPTILE, ["replay", run, "--html", "--no-engine", "--out", bare], { stdio: "ignore" });
  const paints = { with: [], without: [] };
  const heaps = { with: [], without: [] };
  for (let i = 0; i < times; ++i) {
    for (const [kind, page] of [["with", file], ["without", bare]]) {
      const opened = await newPage(browser);
      const session = await opened.page.context().newCDPSession(opened.page);
      await session.send("Performance.enable");
      await opened.page.goto(pathToFileURL(page).href);
      await opened.page.waitForSelector(".v-viewer");
      paints[kind].push(await opened.page.evaluate(() => new Promise((done) => new PerformanceObserver((list) => done(list.getEntriesByName("first-contentful-paint")[0]?.startTime)).observe({ type: "paint", buffered: true }))));
      const { metrics } = await session.send("Performance.getMetrics");
      heaps[kind].push(metrics.find(({ name }) => name === "JSHeapUsedSize").value / 1e6);
      await session.detach();
      await opened.close();
    }
  }
  for (const kind of ["with", "without"]) console.log(`opened ${kind.padEnd(8)} the engine     first paint ${median(paints[kind]).toFixed(0)} ms, ${median(heaps[kind]).toFixed(1)} MB of script heap`);
}

/** A game in the browser: from Start to the first tile that can be laid, and how long a level takes to answer. */
async function measureTable(browser) {
  const file = join(scratch, "table.html");
  execFileSync(TOPTILE, ["play", "--browser", "--player", "Anna", "--player", "bot:master", "--no-draw", "--seed", "7", "--out", file], { stdio: "ignore" });
  const [starts, answers] = [[], []];
  for (let i = 0; i < times; ++i) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    const begin = performance.now();
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForSelector(".v-lay-rack button");
    starts.push(performance.now() - begin);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".t-hints button").first().click();
    const played = performance.now();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".v-moves-list li").length === 3);
    answers.push(performance.now() - played);
    await context.close();
  }
  console.log(`a game: from Start to a rack ${median(starts).toFixed(0)} ms, master answers after ${median(answers).toFixed(0)} ms`);
}

function msOf(act) {
  const begin = performance.now();
  act();
  return performance.now() - begin;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}
