import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Alphabet } from "../src/viewer/model/alphabet.ts";
import { Board } from "../src/viewer/model/board.ts";
import { ghostLine } from "../src/viewer/model/ghosts.ts";
import { parseInfo } from "../src/viewer/model/info.ts";
import { Laying } from "../src/viewer/model/laying.ts";
import { parseMove, squareName } from "../src/viewer/model/notation.ts";
import { positionLine } from "../src/viewer/model/position.ts";
import { readGame } from "../src/viewer/model/record.ts";
import { replayGame, type Replay } from "../src/viewer/model/replay.ts";
import { readSetup } from "../src/viewer/model/setup.ts";
import { pointsOfPlay } from "../src/viewer/model/words.ts";
import { endInWords, moveInWords, turnInWords } from "../src/viewer/telling.ts";

interface Golden {
  rules: { name: string; size: number };
  clock: unknown;
  record: {
    turns: Record<string, unknown>[];
    players: string[];
    bag: string;
    racks: string[];
    scores: number[];
    end: string;
  };
  positions: string[];
  last: string;
}

const goldens = readFileSync("tests/viewer_golden.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Golden);

function dataOf(golden: Golden) {
  return { runs: [{ plan: { rules: golden.rules, clock: golden.clock } }] };
}

function replayOf(golden: Golden, record: unknown = golden.record): Replay {
  const game = readGame(record);
  return replayGame(game, readSetup(dataOf(golden), game.rules));
}

function goldenNamed(name: string): Golden {
  const found = goldens.find(({ rules }) => rules.name === name);
  assert.ok(found, name);
  return found;
}

const latin = Alphabet.fromTiles({ A: 1, D: 1, E: 1, I: 1, M: 2, O: 2, Q: { text: "QU" }, T: 1, W: 1 });

for (const golden of goldens) {
  const name = `${golden.rules.name}, ${golden.record.players.length} players, ends ${golden.record.end}`;

  test(`position lines are those that the referee sent: ${name}`, () => {
    const replay = replayOf(golden);
    assert.equal(positionLine(replay, golden.positions.length - 1), golden.last);
    golden.positions.forEach((hash, turn) => {
      const line = positionLine(replay, turn);
      assert.equal(createHash("sha256").update(line).digest("hex").slice(0, 16), hash, `turn ${turn}: ${line}`);
    });
  });

  test(`nothing is amiss, and the racks left are the record's: ${name}`, () => {
    const replay = replayOf(golden);
    assert.deepEqual(
      replay.steps.flatMap(({ notes }) => notes),
      [],
    );
    assert.deepEqual(
      replay.states.at(-1)?.racks.map((rack) => rack.join("")),
      golden.record.racks,
    );
  });

  test(`the points of words make up those of plays: ${name}`, () => {
    const replay = replayOf(golden);
    replay.steps.forEach(({ move, turn, fate }, index) => {
      if (move.kind !== "play") return;
      const { words, bonus } = pointsOfPlay(replay, index);
      const sum = words.reduce((total, { points }) => total + (points ?? NaN), bonus);
      assert.ok(fate === "taken back" ? sum > 0 : sum === turn.points, `turn ${index}: ${turn.move} ${sum}`);
    });
  });

  test(`no tile is lost or made: ${name}`, () => {
    const replay = replayOf(golden);
    const all = [...golden.record.bag].length;
    replay.states.forEach((state, turn) => {
      const there = state.board.tiles().length + state.racks.flat().length + state.bag;
      assert.equal(there, all, `turn ${turn}`);
    });
  });
}

test("the goldens hold what they are there for", () => {
  const replays = goldens.map((golden) => replayOf(golden));
  const steps = replays.flatMap((replay) => replay.steps);
  assert.ok(steps.some(({ fate }) => fate === "taken back"));
  assert.ok(
    steps.some(({ move, lifted }) => move.kind === "challenge" && lifted.length === 0),
    "a wrong challenge",
  );
  assert.ok(steps.some(({ move }) => move.kind === "exchange"));
  assert.ok(steps.some(({ turn }) => turn.refused.length > 0));
  assert.ok(replays.some(({ game }) => game.players.length === 4));
  assert.ok(replays.some(({ game }) => game.forfeits.length > 0 && game.end !== "forfeit"));
  assert.ok(
    replays.some((replay) => replay.steps.some((_, index) => pointsOfPlay(replay, index).bonus > 0)),
    "a whole rack",
  );
  assert.ok(replays.some(({ setup }) => setup.size === 12));
  assert.ok(
    replays.some(({ states }) =>
      states
        .at(-1)
        ?.board.tiles()
        .some((tile) => tile.length === 2),
    ),
    "beyond 16 bits",
  );
});

test("a play that was taken back leaves board and rack as they were", () => {
  for (const golden of goldens) {
    const { steps, states } = replayOf(golden);
    steps.forEach((step, index) => {
      if (step.lifted.length === 0) return;
      const played = steps.map(({ fate }, at) => at < index && fate === "taken back").lastIndexOf(true);
      assert.deepEqual(states[index + 1]?.board, states[played]?.board);
      assert.deepEqual(states[index + 1]?.racks, states[played]?.racks);
    });
  }
});

test("turns of an opening are told as such, and a record without the key has none", () => {
  const golden = goldenNamed("hasbro");
  const replay = replayOf(golden, { ...golden.record, opening: 2 });
  assert.match(turnInWords(replay, 2), /^Turn 2 of \d+, of the opening\. /);
  assert.match(turnInWords(replay, 3), /^Turn 3 of \d+\. /);
  assert.equal(replayOf(golden).game.opening, 0);
  assert.equal(replayOf(golden, { ...golden.record, opening: "all" }).game.opening, 0);
});

test("moves are read in their one spelling", () => {
  const word = ["M", "O", "O", "D"];
  assert.deepEqual(parseMove("5d.MOOD", latin), { kind: "play", row: 4, column: 3, across: true, word });
  assert.deepEqual(parseMove("d5.MOOD", latin), { kind: "play", row: 4, column: 3, across: false, word });
  assert.deepEqual(parseMove("12p.QUIET", latin), {
    kind: "play",
    row: 11,
    column: 15,
    across: true,
    word: ["Q", "I", "E", "T"],
  });
  assert.deepEqual(parseMove("ex.QU", latin), { kind: "exchange", tile: "Q" });
  assert.deepEqual(parseMove("ex.?", latin), { kind: "exchange", tile: undefined });
  assert.deepEqual(parseMove("pass", latin), { kind: "pass" });
  for (const wrong of [
    "",
    "05d.MOOD",
    "5d.mood",
    "5d.",
    "5d.M",
    "5d.MXD",
    "0d.MOOD",
    "5dd.MOOD",
    "55.MOOD",
    "ex.",
    "ex.Q",
    "17a.MOOD",
    "5q.MOOD",
    "5d",
    " 5d.MOOD",
  ])
    assert.equal(parseMove(wrong, latin).kind, "unreadable", wrong);
});

test("a word falls into tiles by what they spell", () => {
  const german = Alphabet.fromTiles({ S: 7, ß: 1, T: 6, R: 6, A: 6, E: 11, Ä: 2, Q: { text: "QU" } });
  assert.deepEqual(german.tilesOfWord("STRAßE"), ["S", "T", "R", "A", "ß", "E"]);
  assert.equal(german.tilesOfWord("STRAẞE"), undefined);
  assert.deepEqual(german.sorted(["ß", "Ä", "Q", "A"]), ["A", "Q", "Ä", "ß"]);
  assert.equal(german.label("Q"), "Qu");
  assert.equal(Alphabet.fromLabels(["Qu", "ß", "Ä"]).spell(["Q", "ß", "Ä"]), "QUßÄ");
});

test("faces are read from the ruleset, or from what the page tells of them", () => {
  const golden = goldenNamed("mixed");
  const alphabet = { faces: ["A", "Wh"], symbols: ["A", "ƕ"], texts: ["A", "WH"], size: 12, max_height: 7 };
  const bare = readSetup({ runs: [{ plan: {} }], alphabet }, "mixed");
  assert.equal(bare.size, 12);
  assert.equal(bare.mostHeight, 7);
  assert.deepEqual(bare.alphabet.tilesOfWord("AWHA"), ["A", "ƕ", "A"]);
  assert.equal(bare.alphabet.label("ƕ"), "Wh");
  const second = { runs: [{ plan: { rules: { name: "other", size: 3 } } }, ...dataOf(golden).runs] };
  assert.equal(readSetup(second, "mixed").size, 12);
  assert.equal(readSetup(second, "mixed", 0).size, 3);
});

test("a play lays what the board does not show yet", () => {
  const board = Board.empty(10).lay([..."MOOD"].map((symbol, i) => ({ index: 43 + i, symbol })));
  const move = parseMove("5d.WOOD", latin);
  assert.ok(move.kind === "play");
  assert.deepEqual(board.laidBy(move), [{ index: 43, symbol: "W" }]);
  assert.equal(squareName(43, 10), "d5");
  assert.deepEqual(board.lay([{ index: 43, symbol: "W" }]).stack(43), ["M", "W"]);
  assert.deepEqual(board.stack(43), ["M"]);
  const off = parseMove("5i.MOOD", latin);
  assert.ok(off.kind === "play");
  assert.equal(board.laidBy(off), undefined);
});

test("the middle is four squares, or one", () => {
  const middle = (size: number) =>
    Array.from({ length: size * size }, (_, i) => i).filter((i) => Board.empty(size).isCentre(i));
  assert.deepEqual(middle(10), [44, 45, 54, 55]);
  assert.deepEqual(middle(5), [12]);
});

test("an info line is taken apart, whatever it holds", () => {
  const info = parseInfo("depth 3 nodes 1200 score -3.5 pv 5d.XYZ ex.? pass time 4 string <img src=x> pv 5d.NO");
  assert.deepEqual(info.figures, [
    { key: "depth", value: "3" },
    { key: "nodes", value: "1200" },
    { key: "score", value: "-3.5" },
    { key: "time", value: "4" },
  ]);
  assert.deepEqual(info.pv, ["5d.XYZ", "ex.?", "pass"]);
  assert.equal(info.text, "<img src=x> pv 5d.NO");
  assert.deepEqual(parseInfo("not UWI: pv 5d.NO depth 2"), { figures: [], pv: [], text: "not UWI: pv 5d.NO depth 2" });
  assert.deepEqual(parseInfo("pv 5d.A foo bar depth"), { figures: [], pv: ["5d.A"], text: "foo bar" });
  assert.deepEqual(parseInfo(""), { figures: [], pv: [], text: "" });
});

test("a bot's line is laid after its move, or in place of another", () => {
  const golden = goldenNamed("classic");
  const replay = replayOf(golden);
  const [first = "", second = ""] = replay.steps.map(({ turn }) => turn.move);
  const after = ghostLine(replay, 1, [first, second, "nonsense", "pass"]);
  assert.equal(after?.isAfterMove, true);
  assert.deepEqual(after?.moves, [second]);
  assert.equal(after?.rest, 2);
  assert.deepEqual(
    after?.ghosts.map(({ index, symbol }) => ({ index, symbol })),
    replay.steps[1]?.laid,
  );
  assert.equal(ghostLine(replay, 2, [first])?.isAfterMove, false);
  assert.equal(ghostLine(replay, 1, []), undefined);
  assert.equal(ghostLine(replay, 0, [first]), undefined);
});

test("words that do not follow from the board are shown without points", () => {
  const golden = goldenNamed("classic");
  const damaged = structuredClone(golden.record);
  const first = damaged.turns[0] ?? {};
  first["words"] = ["OTHER"];
  assert.deepEqual(pointsOfPlay(replayOf(golden, damaged), 0), {
    words: [{ word: "OTHER", points: undefined }],
    bonus: 0,
  });
});

// After three plays of a turn were challenged away, a limit of the harness makes the turn a pass.
test("a pass of the harness is one move that stands, and told as no pass of the player's", () => {
  const turn = { words: ["MOOD"], points: 0, total: 0, drawn: "", ms: 0, clock: null, info: "" };
  const play = { ...turn, seat: 0, rack: "ADIMOOT", move: "5d.MOOD" };
  const challenge = { ...turn, seat: 1, rack: "ADEIMOT", move: "challenge", words: [] };
  const pass = { ...turn, seat: 0, rack: "ADIMOOT", move: "pass", words: [], refused: ["5d.MOOD: challenged: …"] };
  const game = readGame({
    players: ["a", "b"],
    bag: "ADIMOOTADEIMOT",
    turns: [play, challenge, play, challenge, play, challenge, pass, { ...challenge, move: "pass" }],
    racks: ["ADIMOOT", "ADEIMOT"],
  });
  const replay = replayGame(game, readSetup(dataOf(goldenNamed("hasbro-challenge")), ""));
  assert.deepEqual(
    replay.states.map(({ moves }) => moves.map(({ text }) => text).join()),
    ["", "5d.MOOD", "", "5d.MOOD", "", "5d.MOOD", "", "pass", "pass,pass"],
  );
  assert.match(moveInWords(replay, 6), /^a is challenged too often, and a limit makes the turn a pass\.$/);
  assert.equal(moveInWords(replay, 7), "b passes.");
});

test("damage is told in words, and the rest is shown", () => {
  const golden = goldenNamed("classic");
  const damaged = structuredClone(golden.record);
  const turn = (at: number) => damaged.turns[at] ?? {};
  turn(2)["move"] = "5d.<b>";
  turn(5)["move"] = "1z.AB";
  turn(6)["rack"] = "AAAAAAA";
  const replay = replayOf(golden, damaged);
  assert.equal(replay.states.length, damaged.turns.length + 1);
  assert.match(replay.steps[2]?.notes.join() ?? "", /"5d\.<b>" cannot be shown/);
  assert.match(replay.steps[5]?.notes.join() ?? "", /on no board/);
  assert.match(replay.steps[6]?.notes.join() ?? "", /does not follow from the turns before/);
});

test("no record is so damaged that it stops the page", () => {
  const setup = readSetup({}, "");
  const records: unknown[] = [
    null,
    [],
    7,
    {},
    { turns: 3 },
    { turns: [null, { seat: 900, move: 5 }, { seat: -1 }] },
    {
      turns: [
        { seat: 1, move: "accept" },
        { seat: 0, move: "challenge" },
      ],
      players: ["a", "b"],
      bag: 5,
    },
  ];
  for (const record of records) {
    const game = readGame(record);
    const replay = replayGame(game, setup);
    assert.equal(replay.states.length, replay.steps.length + 1);
    assert.ok(game.damage.length > 0, JSON.stringify(record));
    replay.states.forEach((_, at) => assert.match(positionLine(replay, at), /^board /));
  }
});

test("the end of a game says what happened: who forfeited why, and who was left", () => {
  const ended = (end: string, players: string[], ...forfeits: [number, string][]) =>
    endInWords(readGame({ players, turns: [], end, forfeits: forfeits.map(([seat, reason]) => ({ seat, after: 0, reason, text: "" })) }));
  assert.equal(ended("forfeit", ["ann", "bob"], [1, "time"]), "bob ran out of time, so only ann was left");
  assert.equal(ended("forfeit", ["ann", "bob", "cid", "dan"], [0, "crash"], [3, "illegal"]), "ann crashed and dan made an illegal move, so only bob and cid were left");
  assert.equal(ended("forfeit", ["ann", "bob"], [0, "withdrawn"], [1, "withdrawn"]), "ann was not started any more and bob was not started any more, so nobody was left");
  assert.equal(ended("forfeit", ["ann", "bob"]), "it was forfeited");
  assert.equal(ended("out", ["ann", "bob", "cid"], [1, "hang"]), "a rack was empty and so was the bag");
  assert.equal(ended("agreed", ["ann", "bob"]), "all bots expected the same one to win by far, and the organizer's terms ended it");
  const resigned = (ranks: unknown) => endInWords(readGame({ players: ["ann", "bob"], turns: [], end: "resigned", ranks, forfeits: [] }));
  assert.equal(resigned([2, 1]), "ann expected to lose by far, and resigned");
  assert.equal(resigned([1, 2]), "bob expected to lose by far, and resigned");
  assert.equal(resigned("?"), "a bot expected to lose by far, and resigned");
});

test("tiles that are laid in any order give the play as the record has it", () => {
  let plays = 0;
  for (const golden of goldens) {
    const { setup, states, steps } = replayOf(golden);
    steps.forEach(({ laid, turn, move }, i) => {
      if (move.kind !== "play") return;
      const { board, racks } = states[i]!;
      for (const order of [laid, [...laid].reverse()]) {
        const laying = new Laying(board, racks[turn.seat]!, setup.alphabet, setup.mostHeight);
        for (const { index, symbol } of order) {
          if (index !== laying.cursor) laying.goTo(index);
          assert.equal(laying.lay(symbol), undefined);
        }
        assert.equal(laying.move, turn.move);
        assert.equal(laying.rack.length, racks[turn.seat]!.length - laid.length);
        plays += 1;
      }
    });
  }
  assert.ok(plays > 100);
});

test("a word is typed over the tiles that lie there, and taken back", () => {
  const board = Board.empty(10).lay([{ index: 44, symbol: "O" }]);
  const laying = new Laying(board, ["M", "O", "D", "W"], latin, 5);
  laying.goTo(43);
  for (const letter of ["M", "O", "O", "D"]) assert.equal(laying.lay(letter), undefined);
  assert.equal(laying.move, "5d.MOOD");
  assert.deepEqual(laying.rack, ["W"]);
  assert.equal(laying.lay("M"), "There is no M left on the rack.");
  laying.goTo(43);
  assert.equal(laying.lay("W"), undefined);
  assert.equal(laying.move, "5d.WOOD");
  assert.ok(laying.undo());
  assert.equal(laying.cursor, 43);
  assert.equal(laying.move, "5e.OOD");
  while (laying.undo()) continue;
  assert.equal(laying.move, undefined);
});

test("tiles with a gap, or in two lines, are no play, and no stack is too high", () => {
  let board = Board.empty(10);
  for (const symbol of ["A", "D", "A", "D", "A"]) board = board.lay([{ index: 44, symbol }]);
  const laying = new Laying(board, ["M", "O", "D"], latin, 5);
  laying.goTo(0);
  laying.lay("M");
  assert.equal(laying.move, undefined);
  laying.goTo(2);
  laying.lay("O");
  assert.equal(laying.move, undefined);
  laying.goTo(44);
  assert.equal(laying.lay("D"), "The stack has 5 tiles already.");
  laying.goTo(90);
  laying.lay("D");
  assert.equal(laying.move, undefined);
  laying.moveBy(50, -50);
  assert.equal(laying.cursor, 90);
});
