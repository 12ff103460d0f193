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
  await browser.close();
  console.log(`from the key to the best plays by static value ${median(waits.map(({ first }) => first)).toFixed(0)} ms, tried ${median(waits.map(({ tried }) => tried)).toFixed(0)} ms`);
}

function msOf(act) {
  const begin = performance.now();
  act();
  return performance.now() - begin;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}
