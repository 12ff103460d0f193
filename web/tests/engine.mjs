// The compiled engine against its native twin (tests/web/answers.cpp): both answer the same questions about the positions and
// records of real games, and each answer must be the same text.
//   node tests/engine.mjs          with TOPTILE, TOPTILE_BOTS and TOPTILE_ENGINE_TWIN in the environment
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";

import { build } from "esbuild";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const isLong = Boolean(process.env.TOPTILE_LONG);
const folder = mkdtempSync(join(tmpdir(), "toptile-engine-"));
const wasm = new WebAssembly.Module(inflateRawSync(Buffer.from(readFileSync(join(web, "built/engine.txt"), "utf8"), "base64")));
let EngineProgram;

before(async () => {
  const outfile = join(folder, "program.mjs");
  await build({ absWorkingDir: web, entryPoints: ["src/engine/program.ts"], outfile, format: "esm", bundle: true, logLevel: "warning" });
  ({ EngineProgram } = await import(pathToFileURL(outfile).href));
});

after(() => rmSync(folder, { recursive: true }));

function toptile(...args) {
  return execFileSync(process.env.TOPTILE, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
}

/** Plays games, and returns their records and positions. */
function play(name, bots, ...flags) {
  const entrants = bots.flatMap((bot) => ["--bot", join(process.env.TOPTILE_BOTS, bot)]);
  toptile("tournament", ...entrants, "--seed", "7", "--no-clock", "--sandbox", "off", "--out", name, "--quiet", ...flags);
  const records = readFileSync(join(folder, name, "games.jsonl"), "utf8").trim().split("\n");
  const rules = JSON.stringify(JSON.parse(readFileSync(join(folder, name, "run.json"), "utf8")).rules);
  return { records, rules, lexicon: join(folder, name, "lexicon.lexicon"), positionsOf: (game) => toptile("replay", name, "--game", String(game), "--position").trim().split("\n") };
}

function openEngine(run, progress) {
  const engine = new EngineProgram(wasm, progress);
  engine.open(run.rules, readFileSync(run.lexicon));
  return engine;
}

// The C libraries differ in the last bits of erfc, on which chances to win rest.
const DIGITS = 9;
const rounded = (text) => JSON.stringify(JSON.parse(text, (_, value) => (typeof value === "number" ? Number(value.toPrecision(DIGITS)) : value)));

/** Asks both; the answers of the twin are the expected ones. */
function compare(run, questions) {
  const lines = questions.map((question) => JSON.stringify(question));
  const twin = spawnSync(process.env.TOPTILE_ENGINE_TWIN, [run.lexicon], { input: [run.rules, ...lines, ""].join("\n"), encoding: "utf8", maxBuffer: 1 << 30 });
  assert.equal(twin.status, 0, twin.stderr);
  const expected = twin.stdout.trimEnd().split("\n");
  assert.equal(expected.length, lines.length);
  const engine = openEngine(run);
  lines.forEach((line, i) => assert.equal(rounded(engine.ask(line)), rounded(expected[i]), line.slice(0, 300)));
  return expected.map((line) => JSON.parse(line));
}

const gamesOf = (games) => Array.from({ length: games }, (_, i) => i + 1);

test("all plays and verdicts of positions are those of the native engine", () => {
  const run = play("mixed", ["greedy", "random"], "--games", isLong ? "60" : "8");
  const positions = gamesOf(run.records.length).flatMap(run.positionsOf);
  const moves = run.records.flatMap((line) => JSON.parse(line).turns.map(({ move }) => move));
  const questions = positions.flatMap((position, i) => [
    { ask: "plays", position },
    ...[0, 1, 7].map((other) => ({ ask: "judge", position, move: moves[(i + other) % moves.length] })),
  ]);
  const answers = compare(run, questions);
  assert.ok(positions.length >= (isLong ? 2000 : 200), `${positions.length} positions`);
  assert.ok(answers.some(({ legal }) => legal === true) && answers.some(({ reason }) => reason === "rack"));
});

test("records of every kind of rules are verified as by the native engine", () => {
  const kinds = [
    ["hasbro", ["greedy", "random"]],
    ["classic", ["greedy", "stacker"]],
    ["hasbro-challenge", ["greedy", "phoney"]],
    ["german", ["greedy", "random"], "--lexicon", join(web, "../tests/data/words/german.txt")],
  ];
  for (const [rules, bots, ...flags] of kinds) {
    const run = play(`verify-${rules}`, bots, "--rules", rules, "--games", isLong ? "250" : "10", ...flags);
    const broken = run.records.map((line) => line.replace(/"seed":"\d/, '"seed":"1'));
    const questions = [...run.records, ...broken].map((record) => ({ ask: "verify", record }));
    const answers = compare(run, questions);
    assert.ok(answers.slice(0, run.records.length).every(({ difference }) => difference === null));
    assert.ok(answers.slice(run.records.length).some(({ difference }) => difference !== null));
  }
});

test("searches, reviews and words are those of the native engine", () => {
  const run = play("search", ["greedy", "human"], "--games", "2");
  const positions = gamesOf(2).flatMap(run.positionsOf);
  const step = isLong ? 1 : 8;
  const searches = positions
    .filter((_, i) => i % step === 0)
    .flatMap((position, i) => [
      { ask: "search", position, seat: i % 2, seed: i, may_exchange: i % 3 === 0 },
      { ask: "continue", nodes: 600 },
      { ask: "continue", nodes: 600 },
    ]);
  const reviews = run.records.slice(0, isLong ? 2 : 1).map((record) => ({ ask: "review", record, nodes: 100 }));
  const words = ["stone", "QUIZ", "xyz", "", "grün"].map((word) => ({ ask: "word", word }));
  compare(run, [...searches, ...reviews, ...words]);
});

test("lines that leave a game are those of the native engine", () => {
  for (const [rules, bots] of [["hasbro", ["greedy", "random"]], ["hasbro-challenge", ["phoney", "greedy"]]]) {
    const run = play(`line-${rules}`, bots, "--rules", rules, "--games", "4");
    const questions = run.records.flatMap((record) => {
      const moves = JSON.parse(record).turns.map(({ move }) => move).filter((move) => move !== "accept" && move !== "challenge");
      return [0, 3, 9].flatMap((after) => [[], ["pass", "pass"], moves.slice(after, after + 3), ["1a.ZZZ"]].map((line) => ({ ask: "line", record, after, moves: line })));
    });
    compare(run, questions);
  }
});

test("games of the computer in a page are those of the native engine", () => {
  const { lexicon } = play("game", ["greedy", "random"], "--games", "2");
  // The words that fit are taken for a smaller board.
  for (const [name, elos] of [["hasbro", [600, 1920]], ["hasbro-challenge", [null, 1400]], ["solo", [1000]], ["classic", [1200, 800, 1000]]]) {
    const run = { lexicon, rules: JSON.stringify(JSON.parse(toptile("rules", name, "--json"))) };
    const engine = openEngine(run);
    const ask = (question) => JSON.parse(engine.ask(JSON.stringify(question)));
    const game = { seed: "18446744073709551615", names: elos.map((elo) => `champion ${elo}`), turns: [] };
    const questions = [{ ask: "draw", seed: "7", players: elos.length }];
    for (;;) {
      const { is_over, seat } = ask({ ask: "game", ...game });
      questions.push({ ask: "game", ...game, turns: [...game.turns] });
      if (is_over) break;
      const choice = { ask: "choose", ...game, turns: [...game.turns], chance: game.turns.length, nodes: 300, ...(elos[seat] === null ? {} : { elo: elos[seat] }) };
      questions.push(choice);
      game.turns.push({ ...ask(choice), ms: 5 });
    }
    const answers = compare(run, questions);
    const { line } = answers.at(-1);
    const [verified, alone] = compare(run, [false, true].map((is_alone) => ({ ask: "verify", record: line, is_alone })));
    assert.equal(verified.difference, null);
    assert.deepEqual(alone, { difference: null, scoreless_rounds: 0 });
  }
});

test("a review tells its progress", () => {
  const run = play("progress", ["greedy", "random"], "--games", "2");
  const told = [];
  const engine = openEngine(run, (done, all) => told.push([done, all]));
  engine.ask(JSON.stringify({ ask: "review", record: run.records[0], nodes: 1 }));
  const turns = JSON.parse(run.records[0]).turns.length;
  assert.deepEqual(told, Array.from({ length: turns }, (_, i) => [i, turns]));
});

test("an engine that stopped answers nothing any more", () => {
  const engine = new EngineProgram(wasm);
  assert.ok(engine.ask("{}"));
  assert.throws(() => engine.run(() => engine.exports.toptile_open(1 << 30)), /^Error: The engine stopped: /);
  assert.throws(() => engine.ask("{}"), /^Error: The engine stopped: /);
});

test("whatever a page passes in, the engine answers with a sentence", () => {
  const engine = new EngineProgram(wasm);
  assert.throws(() => engine.open("{", new Uint8Array(0)), /ruleset: line 1, column 2: this is not JSON/);
  const run = play("broken", ["random", "greedy"], "--games", "2");
  const image = readFileSync(run.lexicon);
  for (const at of [0, 9, 40, 100, image.length >> 1, image.length - 1]) {
    const other = Buffer.from(image);
    other[at] ^= 0x41;
    assert.throws(() => engine.open(run.rules, other), /lexicon/);
  }
  assert.throws(() => engine.open(run.rules, image.subarray(0, 50)), /lexicon/);
  engine.open(run.rules, image);
  const deep = `{"ask":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  for (const question of ["", "null", "[]", '{"ask":1}', deep, '{"ask":"plays","position":"board"}', '{"ask":"search","position":"","seed":-1}', "\ud800", '{"ask":"word","word":"\\u0000"}'])
    assert.ok(JSON.parse(engine.ask(question)), question.slice(0, 80));
});
