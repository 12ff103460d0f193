"use strict";
// The JavaScript kit's plays are compared with the golden positions (tests/protocol/golden_positions.cpp says what a line
// holds). It also tests what the kit knows about words and lines.

const assert = require("node:assert/strict");
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const GOLDEN = path.join(ROOT, "tests", "data", "golden_positions.jsonl");
const toptile = require(path.join(ROOT, "protocol", "sdk", "javascript", "toptile.js"));

const games = new Map();
function gameOf(rulesetLine, words) {
  const key = words + rulesetLine;
  if (!games.has(key)) {
    const ruleset = new toptile.Ruleset(rulesetLine);
    games.set(key, new toptile.Game(ruleset, toptile.Lexicon.load(path.join(ROOT, words), ruleset)));
  }
  return games.get(key);
}

function told({ text, points, laid, words }) {
  return `${text} ${points} ${laid.map(([, , symbol]) => symbol).join("")} ${words.join(",")}`;
}

test("plays and the last play of the golden positions are as the engine has them", () => {
  const lines = fs.readFileSync(GOLDEN, "utf8").split("\n").filter(Boolean);
  assert.ok(lines.length > 150);
  for (const golden of lines.map((line) => JSON.parse(line))) {
    const position = toptile.Position.parse(golden.position, gameOf(golden.ruleset, golden.words));
    const plays = position.plays(), found = plays.map((play) => told(play) + "\n");
    assert.equal((found[0] ?? "").trim(), golden.best, golden.position);
    assert.equal(found.length, golden.plays, golden.position);
    const digest = createHash("sha256").update(found.join("")).digest("hex");
    assert.equal(digest, golden.sha256, `${golden.position}\n${found.join("")}`);
    for (const play of plays) assert.equal(position.play(play.text), play);
    const last = position.lastPlay();
    assert.equal(last ? told(last) : "", golden.last, golden.position);
  }
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

test("a list may be in any case, and the sharp s stays a letter of its own", () => {
  const ruleset = new toptile.Ruleset("tiles A9M9S9ß9 faces Q=QU");
  const file = path.join(fs.mkdtempSync(path.join(require("node:os").tmpdir(), "toptile-")), "list.txt");
  fs.writeFileSync(file, "\ufeffMas\nmaß\nMAẞA\nmass\nqua\n");
  const lexicon = toptile.Lexicon.load(file, ruleset);
  fs.rmSync(path.dirname(file), { recursive: true });
  assert.deepEqual(["MAS", "MAß", "MAßA", "MASS", "QUA"].map((word) => lexicon.includes(word)), [true, true, true, true, false]);
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
