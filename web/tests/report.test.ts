import assert from "node:assert/strict";
import { test } from "node:test";

import type { ReportData, ReviewedBot } from "../src/data.ts";
import { lostChance, lostPoints, luckWords } from "../src/report/accuracy.ts";
import { margin } from "../src/report/games.ts";
import { reviewsOf } from "../src/report/review_summary.ts";
import { sortedBy } from "../src/report/table.ts";
import { turnWith, WordSearch } from "../src/report/word_search.ts";
import { formatRoute, parseRoute, type Route } from "../src/route.ts";
import { intervalWords, roundTicks, scaleOf } from "../src/report/interval.ts";
import { count, decimal, duration, faultWords, meanDuration, percent, plural, points, signed } from "../src/words.ts";

test("an address says which game and turn, which bot, or which place", () => {
  const routes: [string, Route][] = [
    ["#game=17", { view: "game", run: 0, game: 17 }],
    ["#game=17&turn=9", { view: "game", run: 0, game: 17, turn: 9 }],
    ["#game=17&turn=0&run=2", { view: "game", run: 1, game: 17, turn: 0 }],
    ["#game=17&turn=9&line=8:5d.MOOD,ex.Q,pass", { view: "game", run: 0, game: 17, turn: 9, line: { after: 8, moves: ["5d.MOOD", "ex.Q", "pass"] } }],
    ["#bot=a%26b%3D%23%25", { view: "report", bot: "a&b=#%" }],
    ["#games", { view: "report", place: "games" }],
    ["#bot=a%26b%3D%23&against=%3Cc%3E", { view: "pairing", bot: "a&b=#", against: "<c>" }],
    ["#mistakes=a%26b%3D%23", { view: "mistakes", bot: "a&b=#" }],
  ];
  for (const [address, route] of routes) {
    assert.deepEqual(parseRoute(address), route);
    assert.equal(formatRoute(route), address);
  }
  assert.equal(formatRoute({ view: "report", bot: "" }), "#");
  for (const address of ["", "#"]) assert.deepEqual(parseRoute(address), { view: "report", bot: "" });
});

test("an address that makes no sense is the report, or the game without what makes none", () => {
  assert.deepEqual(parseRoute("#game=x"), { view: "report", bot: "" });
  assert.deepEqual(parseRoute("#game=-1"), { view: "report", bot: "" });
  assert.deepEqual(parseRoute("#game=99999999999999999999"), { view: "report", bot: "" });
  assert.deepEqual(parseRoute("#game=3&turn=1e3&run=0"), { view: "game", run: 0, game: 3 });
  for (const line of ["", "8", "8:", "x:pass", ":pass"]) assert.deepEqual(parseRoute(`#game=3&line=${line}`), { view: "game", run: 0, game: 3 });
  assert.deepEqual(parseRoute("#against=b"), { view: "report", bot: "" });
  assert.deepEqual(parseRoute("#bot=a&against="), { view: "report", bot: "a" });
  assert.deepEqual(parseRoute("#mistakes="), { view: "report", bot: "" });
  assert.deepEqual(parseRoute("#%E0%A4%A"), { view: "report", place: "%E0%A4%A" });
});

test("numbers are written with a real minus, and what is unknown as a dash", () => {
  assert.deepEqual([signed(0), signed(0.4), signed(-0.4), signed(47.5, 1), signed(-120)], ["0", "0", "0", "+47.5", "−120"]);
  assert.deepEqual([decimal(-0.04, 1), decimal(null), decimal(Infinity), decimal(undefined, 2)], ["0.0", "–", "–", "–"]);
  assert.deepEqual([percent(0.5), percent(1, 1), percent(null)], ["50 %", "100.0 %", "–"]);
  assert.deepEqual([points(3), points(3.5), points(10 / 3)], ["3", "3.5", "3.33"]);
  assert.deepEqual([count(1234567), plural(1, "game"), plural(0, "game"), plural(2, "fish", "fish")], ["1\u202f234\u202f567", "1 game", "0 games", "2 fish"]);
  assert.deepEqual(
    [0, 0.014, 9.99, 10, 12.5, 999, 1500, 59_999, 61_000, 7_265_000].map(duration),
    ["0 ms", "0.01 ms", "9.99 ms", "10 ms", "12.5 ms", "999 ms", "1.5 s", "60 s", "1 min 1 s", "2 h 1 min"],
  );
});

test("a mean of whole milliseconds is not exact below one", () => {
  assert.deepEqual([0, 0.03, 0.99, 1, 12.5, null].map(meanDuration), ["< 1 ms", "< 1 ms", "< 1 ms", "1 ms", "12.5 ms", "–"]);
});

test("a game's margin is the distance of the best two that did not forfeit", () => {
  const games = { scores: [[10, 40], [10, 40], [90, 40, 25], [7, 7]], forfeits: [[], [{ seat: 1, reason: "crash" }], [{ seat: 0 }], []] };
  assert.deepEqual([0, 1, 2, 3].map((row) => margin(games, row)), [30, null, 15, 0]);
});

test("an interval is written by its ends, and its scale fits the bots with round numbers on it", () => {
  const row = (elo: number | null, low: number | null = 20, high: number | null = 20) => ({ elo, error_low: low, error_high: high });
  assert.deepEqual([row(57, 567, 248), row(-3), row(null), row(5, null), row(-5, 20, null)].map(intervalWords), ["−510 to +305", "−23 to +17", "–", "−∞ to +25", "−25 to +∞"]);
  assert.deepEqual(scaleOf([row(60), row(-60)]), { low: -80, high: 80, ticks: [-50, 0, 50] });
  // An interval that is much longer than the bots are apart does not push them together.
  assert.deepEqual(scaleOf([row(100), row(-100, 5000, 20)]), { low: -150, high: 120, ticks: [-100, 0, 100] });
  // A hopeless bot is on the scale, but not all of its interval, and each tick has room for its number.
  assert.deepEqual(scaleOf([row(100), row(0), row(-40), row(-1740, 1600, 640)]), { low: -2200, high: 120, ticks: [-2000, -1000, 0] });
  // An interval without an end is not longer than another one, and goes to the edge.
  assert.deepEqual(scaleOf([row(100), row(-100, null)]), { low: -100, high: 120, ticks: [-100, 0, 100] });
  assert.deepEqual(scaleOf([row(100, null, null), row(-100, null, null)]), { low: -100, high: 100, ticks: [-100, 0, 100] });
  // If zero is far away, it is not on the scale.
  assert.deepEqual(scaleOf([row(2000), row(2100)]), { low: 1980, high: 2120, ticks: [2000, 2100] });
  assert.deepEqual(scaleOf([row(null)]).ticks, [0]);
  assert.deepEqual(roundTicks(-7, 1234, 5), [0, 500, 1000]);
});

test("sorting keeps equal rows in their order, and what is unknown goes last either way", () => {
  const rows = [{ k: 2, n: "a" }, { k: null, n: "b" }, { k: 10, n: "c" }, { k: 2, n: "d" }];
  const names = (descending: boolean) => sortedBy(rows, (row) => row.k, descending).map((row) => row.n).join("");
  assert.equal(names(false), "adcb");
  assert.equal(names(true), "cadb");
  assert.deepEqual(sortedBy(["b10", "b9", "a"], (text) => text, false), ["a", "b9", "b10"]);
});

const line = (id: number, ...turns: string[][]) => JSON.stringify({ log: 3, id, players: ["CAT"], turns: turns.map((words) => ({ words })) });

test("a word is found where it was first formed, as a whole, and in no other text", () => {
  assert.deepEqual(turnWith(line(7, ["DOG"], ["CAT", "TO"], ["CAT"]), "CAT"), { game: 7, turn: 2 });
  assert.deepEqual(turnWith(line(7, ["DOG"], ["CAT", "TO"]), "TO"), { game: 7, turn: 2 });
  for (const other of [line(7, ["DOG"]), line(7, ["CATS"]), "no record: \"CAT\"", '{"turns":"CAT"}', '["CAT"]']) assert.equal(turnWith(other, "CAT"), undefined);
});

test("a search tells of each game by its run, and leaves off when it is stopped", async () => {
  const games = { run: [0, 1, 1], id: [1, 1, 2], seats: [], scores: [], ranks: [], end: [] };
  const records = {
    has: () => true,
    read: () => Promise.reject(new Error("unused")),
    async *lines() {
      yield { run: 0, lines: [line(1, ["DOG"]), ""] };
      yield { run: 1, lines: [line(1, ["CAT"]), line(2, ["DOG"], ["CAT"]), line(3, ["CAT"])] };
    },
  };
  const search = new WordSearch("CAT");
  let news = 0;
  search.onNews = () => (news += 1);
  await search.run(records, games);
  assert.deepEqual([...search.turns], [[1, 1], [2, 2]]);
  assert.deepEqual([search.searched, search.isDone, news > 0], [4, true, true]);
  const stopped = new WordSearch("CAT");
  stopped.onNews = () => assert.fail("it was stopped");
  stopped.stop();
  await stopped.run(records, games);
  assert.equal(stopped.isDone, false);
});

test("a fault is told after the name of who made it", () => {
  assert.deepEqual(["time", "withdrawn", undefined, "new_kind"].map(faultWords), ["ran out of time", "was not started any more", "forfeited", "forfeited (new kind)"]);
});

test("a mean of reviews has its interval, if games enough give one", () => {
  assert.deepEqual([lostChance([0.0214, 0.003]), lostPoints([1.94, 0.2]), luckWords([0.8, 1.4])], ["2.1 % ± 0.3", "1.9 ± 0.2", "+0.8 ± 1.4"]);
  assert.deepEqual([lostChance([0.0214, null]), lostPoints([1.94, null]), luckWords([-0.8, null])], ["2.1 %", "1.9", "−0.8"]);
  assert.deepEqual([lostChance([null, null]), luckWords([])], ["–", "–"]);
});

test("a bot whose reviews cannot be read is left out of the report, and without bots there are no reviews", () => {
  const bot: ReviewedBot = { entrant: 1, turns: 3, accuracy: 90, loss_chance: [0.1, 0.2], loss_spread: [1, 2], grades: { best: 3 }, luck: [0, 1], mistakes: [] };
  const data = (review: unknown) => ({ bots: [{ name: "a" }, { name: "b" }], review }) as unknown as ReportData;
  const all = { nodes: 2000, games: 4, luck_share: null };
  const move = { run: 0, game: 1, turn: 2, seat: 0, played: "pass", best: "5d.MOOD", loss_chance: 0.1, loss_spread: 2, grade: "mistake" };
  assert.equal(reviewsOf(data({ ...all, bots: [bot, { ...bot, mistakes: [move] }] }))!.bots.length, 2);
  for (const wrong of [null, 5, {}, { ...bot, entrant: 2 }, { ...bot, luck: null }, { ...bot, grades: [] }, { ...bot, mistakes: [null] }, { ...bot, mistakes: [{ ...move, game: "1" }] }]) {
    assert.deepEqual(reviewsOf(data({ ...all, bots: [wrong, bot] }))!.bots, [bot], JSON.stringify(wrong));
    assert.equal(reviewsOf(data({ ...all, bots: [wrong] })), null);
  }
  for (const review of [undefined, null, [], "x", {}, { bots: {} }]) assert.equal(reviewsOf(data(review)), null);
});
