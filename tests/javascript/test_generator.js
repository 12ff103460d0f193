"use strict";
// The JavaScript kit's generator against `toptile moves`, and its greedy bot against the C++ one.

const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const TOPTILE = process.env.TOPTILE ?? path.join(ROOT, "build", "release", "toptile");
const WORDS = path.join(ROOT, "tests", "data", "words");
const toptile = require(path.join(ROOT, "protocol", "sdk", "javascript", "toptile.js"));

function output(...args) {
  return execFileSync(TOPTILE, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
}

/** A ruleset as the referee would tell it, from what `toptile rules` prints. */
function rulesetOf(rules) {
  const told = JSON.parse(output("rules", rules));
  const tiles = Object.entries(told.tiles).map(([symbol, tile]) => [symbol, tile.count ?? tile, tile.text ?? symbol]);
  const faces = tiles.filter(([symbol, , text]) => symbol === "Q" || symbol !== text);
  const words = ["name", told.name, "plural", told.plural_s];
  for (const key of ["size", "rack", "height", "flat", "stacked", "qu", "all", "left"]) words.push(key, told[key]);
  words.push("tiles", tiles.map(([symbol, count]) => symbol + count).join(""));
  if (faces.length) words.push("faces", faces.map(([symbol, , text]) => `${symbol}=${text}`).join(","));
  return new toptile.Ruleset(words.join(" "));
}

/** A list as the referee hands it on. ß stays one letter, as in the program. */
function upperCase(words) {
  return words.split("ß").map((part) => part.toUpperCase()).join("ß");
}

/** Compares every play of `count` positions, on boards grown by random plays of random racks. */
function compare(rules, list, { seed, count, leastPlays }) {
  const ruleset = rulesetOf(rules), random = new toptile.Random(seed);
  const game = new toptile.Game(ruleset, new toptile.Lexicon(upperCase(fs.readFileSync(list, "utf8")), ruleset));
  const bag = [...ruleset.tiles].flatMap(([symbol, tiles]) => Array(tiles).fill(symbol));
  let board = new toptile.Board(ruleset.size), total = 0;
  for (let number = 0; number < count; number++) {
    const tiles = number % 3 ? ruleset.rackSize : 1 + random.below(ruleset.rackSize);
    const rack = random.shuffle(bag).slice(0, tiles).sort().join("");
    const line = `board ${board} rack ${rack}`;
    const position = toptile.Position.parse(line, game), plays = position.plays();
    const listed = output("moves", "--rules", rules, "--lexicon", list, "--position", line);
    const expected = listed.split("\n").filter(Boolean).map((text) => JSON.parse(text));
    const got = plays.map(({ text, points, words, laid }) => {
      return { move: text, points, words, tiles: laid.map(([, , symbol]) => symbol).join("") };
    });
    assert.deepEqual(got, expected, line);
    for (const play of plays) {
      assert.equal(position.play(play.text), play);
      assert.deepEqual(position.laidBy(play.text).laid, play.laid);
      const after = position.after(play);
      const again = new toptile.Position(game, after.board, "", { moves: [play.text] });
      if (board.isEmpty()) assert.equal(again.lastPlay().points, play.points);
    }
    total += plays.length;
    const isOver = number % 25 === 24;
    board = isOver ? new toptile.Board(ruleset.size) : plays.length ? position.after(random.choice(plays)).board : board;
  }
  assert.ok(total >= leastPlays, `only ${total} plays were compared`);
}

function inFolder(act) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toptile-"));
  try {
    return act(folder);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const SHIPPED = fs.readdirSync(path.join(ROOT, "rulesets")).filter((name) => /^(?!ruleset\.).*\.json$/.test(name))
  .map((name) => path.basename(name, ".json"));

test("there are shipped rulesets, german among them", () => assert.ok(SHIPPED.length > 1 && SHIPPED.includes("german")));

for (const [seed, rules] of SHIPPED.entries()) {
  test(`every play under ${rules} is the program's, in its order`, () => {
    const list = path.join(WORDS, rules === "german" ? "german.txt" : "plain.txt");
    compare(rules, list, { seed, count: 50, leastPlays: 300 });
  });
}

test("with the shipped word list every play is the program's, too", () => {
  compare("hasbro", path.join(ROOT, "lexicons", "english.txt"), { seed: 20, count: 25, leastPlays: 5000 });
});

test("faces may spell several letters, and symbols may be any sign", () => {
  inFolder((folder) => {
    const rules = path.join(folder, "signs.json"), list = path.join(folder, "words.txt");
    const tiles = { A: 9, L: 9, S: 9, "😀": { count: 9, text: "CH" }, "Ａ": { count: 9, text: "Ä" }, "*": { count: 9, text: "QU" } };
    fs.writeFileSync(rules, JSON.stringify({ name: "signs", based_on: "hasbro", size: 7, height: 3, rack: 5, tiles }));
    fs.writeFileSync(list, "ALLA\nALS\nCHALA\nLACHS\nLAL\nLASCH\nLÄS\nQUAL\nSA\nSCHA\nSCHAL\nSÄL\nÄL\nÄSA\n");
    compare(rules, list, { seed: 21, count: 100, leastPlays: 300 });
  });
});

test("equal plays stand in the order of their bytes, beyond U+FFFF as well", () => {
  const ruleset = new toptile.Ruleset("size 2 rack 2 tiles A9\u{ff21}9\u{10428}9 faces -");
  const lexicon = new toptile.Lexicon("A\u{10428}\nA\u{ff21}\n", ruleset);
  const [low, high] = ["\u{ff21}", "\u{10428}"].map((last) => {
    return new toptile.Position(new toptile.Game(ruleset, lexicon), new toptile.Board(2), "A" + last).plays().length;
  });
  assert.deepEqual([low, high], [4, 4]);
  const three = new toptile.Position(new toptile.Game(ruleset, lexicon), new toptile.Board(2), "A\u{ff21}\u{10428}").plays();
  const texts = three.map((play) => play.text);
  assert.equal(texts.length, 8);
  assert.deepEqual(texts, texts.slice().sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
});

test("a word list in any order, with repeats and words that no tiles spell, is the same lexicon", () => {
  const ruleset = new toptile.Ruleset();
  const lexicon = new toptile.Lexicon("ZOO\r\nQUIT\nAT\nQIT\nlow\nA\nAT\nABCDEFGHIJK\nQUABCDEFGHI", ruleset);
  assert.equal(lexicon.size, 4);
  const asked = ["AT", "ZOO", "QUIT", "QUABCDEFGHI", "QIT", "A", "ZO", "", "low", "ABCDEFGHIJK"];
  assert.deepEqual(asked.filter((word) => lexicon.includes(word)), ["AT", "ZOO", "QUIT", "QUABCDEFGHI"]);
  assert.ok(lexicon.has("QIT"));
});

test("a line that does not follow the formats is refused by name", () => {
  for (const wrong of ["size x", "size 0", "height 10", "tiles A", "tiles 3A", "faces AB=C"]) {
    assert.throws(() => new toptile.Ruleset(wrong), toptile.Unreadable, wrong);
  }
  const empty = String(new toptile.Board(10));
  for (const wrong of ["", empty.slice(1), empty.replace("..", "M1"), empty.replace("..", "1."), empty.replace("..", "0M")]) {
    assert.throws(() => toptile.Board.parse(wrong, 10), toptile.Unreadable, wrong);
  }
});

for (const [rules, list] of [["hasbro", "plain.txt"], ["german", "german.txt"]]) {
  test(`the JavaScript greedy and the C++ greedy make the same moves under ${rules}`, () => {
    inFolder((folder) => {
      const run = path.join(folder, "run"), script = path.join(ROOT, "sample_bots", "greedy.js");
      output("tournament", "--rules", rules, "--lexicon", path.join(WORDS, list), "--bot", "greedy", "--bot", `js=${script}`,
             "--games", "4", "--seed", "3", "--out", run);
      const games = fs.readFileSync(path.join(run, "games.jsonl"), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
      assert.equal(games.length, 4);
      const moves = games.map((game) => game.turns.map((turn) => turn.move));
      assert.ok(games.every((game) => game.forfeit === null) && moves.every((turns) => turns.length > 5));
      assert.deepEqual(moves[0], moves[1]);
      assert.deepEqual(moves[2], moves[3]);
    });
  });
}
