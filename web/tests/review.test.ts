import assert from "node:assert/strict";
import { test } from "node:test";

import { reviewIn } from "../src/records.ts";
import { Alphabet } from "../src/viewer/model/alphabet.ts";
import { readGame, type Game } from "../src/viewer/model/record.ts";
import { chancesOf, isDecided, nextMistake, readReview, summaryOf } from "../src/viewer/model/review.ts";
import { chanceText, lossInWords, luckInWords, moveText, pointsText, reviewInWords } from "../src/viewer/review_words.ts";

function gameOf(seats: readonly number[], ranks: readonly number[]): Game {
  const turns = seats.map((seat) => ({ seat, rack: "A", move: "pass", words: [], points: 0, total: 0, drawn: "" }));
  return readGame({ players: ranks.map((_, seat) => `bot ${seat}`), bag: "", turns, racks: [], scores: [], ranks, forfeits: [] });
}

function turnOf(turn: number, seat: number, chance: number, grade = "good", lost = 0) {
  const worth = { chance: [chance, 0.01], spread: [4, 1] };
  return {
    turn,
    seat,
    ...worth,
    best: [{ move: "5d.MOOD", points: 8, ...worth }],
    played: { move: "pass", points: 0, chance: [chance - lost, 0.01], spread: [0, 1] },
    loss: { chance: [lost, 0.004], spread: [4, 1] },
    grade,
    luck: [1, 0.5],
  };
}

test("a turn of a review that does not fit the game or cannot be read is left out", () => {
  const game = gameOf([0, 1, 0], [1, 2]);
  const good = turnOf(1, 0, 0.5);
  const wrong: unknown[] = [
    null,
    "turn",
    { ...good, turn: 0 },
    { ...good, turn: 4 },
    { ...good, turn: 1.5 },
    { ...good, turn: "1" },
    { ...good, seat: 1 },
    { ...good, grade: "superb" },
    { ...good, grade: "__proto__" },
    { ...good, best: [] },
    { ...good, best: "5d.MOOD" },
    { ...good, best: [{ ...good.best[0], chance: null }] },
    { ...good, best: [{ ...good.best[0], move: 5 }] },
    { ...good, played: undefined },
    { ...good, loss: { chance: [0.1, 0.01] } },
    { ...good, loss: { chance: ["0.1", 0.01], spread: [1, 1] } },
  ];
  for (const turn of wrong) assert.equal(readReview({ turns: [turn] }, game), undefined, JSON.stringify(turn));
  for (const review of [undefined, null, 5, [], {}, { turns: {} }, { turns: "x" }]) assert.equal(readReview(review, game), undefined);
  const read = readReview({ turns: [...wrong, good, { ...turnOf(2, 1, 0.4), luck: "much" }] }, game);
  assert.deepEqual([...read!.turns.keys()], [1, 2]);
  assert.equal(read!.turns.get(2)!.luck, undefined);
});

test("a chance is known before each reviewed turn and at the end, and lies on a line between", () => {
  const duel = gameOf([0, 1, 1, 0], [2, 1]);
  const review = readReview({ turns: [turnOf(1, 0, 0.5), turnOf(2, 1, 0.6), turnOf(4, 0, 0.2)] }, duel)!;
  const rounded = (chances: readonly (number | undefined)[]) => chances.map((chance) => chance && Number(chance.toFixed(6)));
  assert.deepEqual(rounded(chancesOf(review, duel, 0)), [0.5, 0.4, 0.3, 0.2, 0]);
  assert.deepEqual(rounded(chancesOf(review, duel, 1)), [0.5, 0.6, 0.7, 0.8, 1]);
  const three = gameOf([0, 1, 2, 0, 1], [1, 3, 1]);
  const some = readReview({ turns: [turnOf(2, 1, 0.3), turnOf(5, 1, 0.6), turnOf(4, 0, 2)] }, three)!;
  assert.deepEqual(rounded(chancesOf(some, three, 1)), [undefined, 0.3, 0.4, 0.5, 0.6, 0]);
  assert.deepEqual(rounded(chancesOf(some, three, 0)), [undefined, undefined, undefined, 1, 0.75, 0.5]);
});

test("the next mistake is the next turn that lost something, and after the last one the first", () => {
  const game = gameOf([0, 1, 0, 1, 0], [1, 2]);
  const graded = ["inaccuracy", "best", "good", "blunder", "mistake"].map((grade, i) => turnOf(i + 1, i % 2, 0.5, grade));
  const review = readReview({ turns: graded.reverse() }, game)!;
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((turns) => nextMistake(review, turns)), [1, 4, 4, 4, 5, 1]);
  assert.equal(nextMistake(readReview({ turns: [turnOf(1, 0, 0.5)] }, game)!, 0), undefined);
});

test("a player's accuracy is 100 if no chance was lost, and counts each move by what it lost", () => {
  const game = gameOf([0, 1, 0, 1], [1, 2]);
  const review = readReview({ turns: [turnOf(1, 0, 0.5), turnOf(2, 1, 0.5, "blunder", 0.1), turnOf(3, 0, 0.5, "good", -0.3)] }, game)!;
  const [first, second, third] = summaryOf(review, 3);
  assert.deepEqual([first!.turns, first!.accuracy, first!.counts.good], [2, 100, 2]);
  assert.deepEqual([second!.accuracy.toFixed(2), second!.counts.blunder], [(100 / Math.E).toFixed(2), 1]);
  assert.equal(third!.turns, 0);
});

test("a game is as good as decided if its best move hardly ever wins, or the played one hardly ever loses", () => {
  const game = gameOf([0], [1, 2]);
  const isDecidedAt = (chance: number, lost = 0) => isDecided(readReview({ turns: [turnOf(1, 0, chance, "good", lost)] }, game)!.turns.get(1)!);
  assert.deepEqual([0, 0.019, 0.02, 0.5, 0.98, 0.981, 1].map((chance) => isDecidedAt(chance)), [true, true, false, false, false, true, true]);
  assert.ok(!isDecidedAt(1, 1), "the played move loses a game that is won");
});

test("numbers of a review have their 95 % interval, and none if they are exact", () => {
  assert.equal(chanceText({ value: 0.534, error: 0.012 }), "53 % ± 2");
  assert.equal(chanceText({ value: 0.0312, error: 0.002 }), "3.1 % ± 0.4");
  assert.equal(chanceText({ value: 0.5, error: 0 }), "50 %");
  assert.equal(pointsText({ value: -4.25, error: 1 }), "−4.3 ± 2.0");
  assert.equal(pointsText({ value: 12, error: 0 }), "12");
});

test("a review is told in words", () => {
  const game = gameOf([0], [1, 2]);
  const of = (turn: object) => readReview({ turns: [turn] }, game)!.turns.get(1)!;
  const alphabet = Alphabet.fromTiles({ M: 1, O: 1, D: 1, Q: { count: 1, text: "QU" } });
  const blunder = of(turnOf(1, 0, 0.5, "blunder", 0.123));
  assert.equal(lossInWords(blunder), "It lost 12.3 % ± 0.8 of the chance to win, and 4.0 ± 2.0 points.");
  assert.equal(reviewInWords(blunder, alphabet), `Review: blunder. ${lossInWords(blunder)} Better was 5d.MOOD.`);
  assert.equal(lossInWords(of({ ...turnOf(1, 0, 0.5), loss: { chance: [-0.02, 0.004], spread: [1, 0.5] } })), "It lost nothing that can be measured.");
  assert.equal(lossInWords(of(turnOf(1, 0, 0.5, "best"))), "No better move was found.");
  assert.equal(lossInWords(of({ ...turnOf(1, 0, 0.5, "best"), exact: true })), "No move was better.");
  assert.equal(reviewInWords(of(turnOf(1, 0, 0.5, "best")), alphabet), "Review: best.");
  assert.equal(luckInWords({ value: 3.1, error: 0.6 }), "Luck of the draw: a better rack than the mean one (+3.1 ± 1.2 points).");
  assert.equal(luckInWords({ value: -3.1, error: 0.6 }), "Luck of the draw: a worse rack than the mean one (−3.1 ± 1.2 points).");
  assert.equal(luckInWords({ value: 1, error: 0.6 }), "Luck of the draw: a rack like the mean one (+1.0 ± 1.2 points).");
  assert.deepEqual(["ex.QU", "ex.X", "pass"].map((move) => moveText(move, alphabet)), ["exchange Qu", "ex.X", "pass"]);
});

test("the review of a game is found among lines of others", () => {
  const lines = ['{"review":1,"game":7,"turns":[1]}', '{"review":1,"game":17,"turns":[2]}', ""];
  assert.deepEqual(reviewIn(lines, 17), { review: 1, game: 17, turns: [2] });
  assert.equal(reviewIn(lines, 1), undefined);
});
