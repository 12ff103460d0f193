// The board of a live page in a browser: a game that moves, and the reader who chooses another one.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { barriers, clickWhileDrawn, desktop, newPage, openBrowser, phone, shoot, sidewaysPixels } from "./browser.mjs";
import { data, names, records } from "./hostile.mjs";
import { LiveServer } from "./live_server.mjs";

let browser;
before(async () => void (browser = await openBrowser()));
after(async () => void (await browser?.close()));

const [hostile, other, third] = names;
const slowMs = 5000;

function turn(seat, move, points, scores, more = {}) {
  return { seat, move, points, scores, ms: slowMs, clock: 29_000, ...more };
}

const turns = [
  turn(0, "5d.MOOD", 8, [8, 0]),
  turn(1, "ex.?", 0, [8, 0]),
  turn(0, "4e.COG", 9, [17, 0]),
  turn(1, "challenge", 0, [8, 0], { takes_back: true }),
  turn(0, "g5.DO", 4, [12, 0]),
];

function board(count, { game = 17, players = [hostile, other], over = null, all = turns } = {}) {
  const now = over ? {} : { now: { bag: 80, racks: [7, 6], to_move: count % 2, thinking_ms: 2500 } };
  return { game, players, turns: all.slice(0, count), out: [], over, ...now };
}

function answer(shown, games = [], pace = {}) {
  const listed = games.map(([game, players]) => ({ game, players, scores: [3, 4], turns: 9 }));
  return {
    pace: { games_played: 130, games_planned: 200, games_a_second: 0.2, seconds_left: 75, is_over: false, ...pace },
    games: listed,
    featured: shown?.game ?? null,
    board: shown,
  };
}

/** Opens the page of a server, passes both to `use`, and checks that the page did nothing that it must not do. */
async function onLive(boards, use, look = { viewport: desktop }) {
  const server = new LiveServer({ ...data, games_played: 130, games_planned: 200 }, records);
  server.boards = boards;
  const address = await server.start();
  const opened = await newPage(browser, look);
  try {
    await opened.page.goto(address);
    await use(opened.page, server);
    assert.deepEqual(opened.faults.filter((text) => !/ERR_|Failed to load/.test(text)), []);
  } finally {
    await opened.close();
    await server.stop();
  }
}

const letters = (page) =>
  page.locator("#playing .v-square").evaluateAll((squares) => squares.map((square) => square.textContent).join(""));
const awaitLetters = (page, wanted) =>
  page.waitForFunction(
    (text) => [...document.querySelectorAll("#playing .v-square")].map((square) => square.textContent).join("") === text,
    wanted,
  );

test("a reader who comes sees the present state, and then each turn", async () => {
  await onLive(answer(board(1)), async (page, server) => {
    await awaitLetters(page, "MOOD");
    assert.equal(await page.locator("#playing .tv-pace").textContent(), "12.0 games a minute · 1 min 15 s left");
    assert.deepEqual(await page.locator("#playing .v-score").allTextContents(), ["8", "0"]);
    assert.match(await page.locator("#playing .tv-note").nth(1).textContent(), /^thinks \d+ s$/);
    assert.deepEqual(await page.locator("#playing .tv-rack").evaluateAll((racks) => racks.map((rack) => rack.children.length)), [7, 6]);
    assert.equal(await page.locator("#playing .tv-told").textContent(), "80 tiles in the bag.");
    server.boards = answer(board(3));
    await awaitLetters(page, "COGMOOD");
    assert.deepEqual(await page.locator("#playing .tv-move").allTextContents(), ["MOOD 5d", "exchanges a tile", "COG 4e"]);
    server.boards = answer(board(4));
    await awaitLetters(page, "MOOD");
    assert.equal(await page.locator("#playing .v-lifted").count(), 3);
    server.boards = answer(board(5));
    await awaitLetters(page, "MOODO");
    server.boards = answer(board(5, { over: { scores: [7, -5], ranks: [1, 2], end: "stuck" } }));
    await page.getByText("Over: nobody could play.").waitFor();
    assert.deepEqual(await page.locator("#playing .v-score").allTextContents(), ["7", "−5"]);
    assert.equal(await page.locator("#playing .tv-note").first().textContent(), "won");
    assert.equal(await page.getByRole("link", { name: "replay" }).getAttribute("href"), "#game=17");
  });
});

test("the board and the list tell one score of a game, and a board that is behind says so", async () => {
  const listed = [[17, [hostile, other]], [18, [other, third]]];
  await onLive(answer(board(1), listed), async (page, server) => {
    await awaitLetters(page, "MOOD");
    const seen = () =>
      page.evaluate(() => {
        const text = (selector) => document.querySelector(`#playing ${selector}`)?.textContent ?? "";
        const scores = [...document.querySelectorAll("#playing .tv-seats .v-score")].map((one) => one.textContent);
        return [scores.join(" : "), text(".tv-list .tv-score"), document.querySelectorAll("#playing .tv-moves li").length, text(".tv-list small"), text(".tv-told")];
      });
    await page.evaluate(() => {
      globalThis.told = [];
      const element = document.querySelector("#playing .tv-told");
      new MutationObserver(() => globalThis.told.push(element.textContent)).observe(element, { childList: true });
    });
    server.boards = answer(board(5), listed);
    await awaitLetters(page, "MOODO");
    const [shown, inList, moves, turn, told] = await seen();
    assert.deepEqual([shown, inList, moves, turn, told], ["12 : 0", "12 : 0", 5, " turn 5", "80 tiles in the bag."]);
    assert.ok((await page.evaluate(() => globalThis.told)).some((text) => text === "Turn 1 of 5 that have been played."), "it said that it was behind");
  });
});

test("a bot on the board has the colour that it has on the rest of the page", async () => {
  const [one, two] = [names[3], names[1]];
  await onLive(answer(board(2, { players: [one, two] })), async (page) => {
    await awaitLetters(page, "MOOD");
    const dots = await page.locator("#playing .tv-seat .v-dot").evaluateAll((all) => all.map((dot) => getComputedStyle(dot).backgroundColor));
    const rows = await page.locator("[data-key=table-standings] tbody tr").evaluateAll((all) => all.map((row) => [row.querySelector("bdi").textContent, getComputedStyle(row.querySelector(".swatch line")).stroke]));
    const colours = Object.fromEntries(rows);
    assert.deepEqual(dots, [colours[one], colours[two]]);
    const moves = await page.locator("#playing .tv-moves .v-dot").evaluateAll((all) => all.map((dot) => getComputedStyle(dot).backgroundColor));
    assert.deepEqual(moves, dots);
  });
});

test("names of bots stay texts on a phone, by day and by night, and keep nobody out", async () => {
  const games = [[17, [hostile, other]], [18, [other, third]], [19, [names[4] ?? third, names[3]]]];
  await onLive(
    answer(board(3), games),
    async (page) => {
      await awaitLetters(page, "COGMOOD");
      assert.equal(await page.locator("#playing .v-name").first().textContent(), hostile);
      assert.equal(await page.locator("#playing :is(img, script, b, i, em, u, s)").count(), 0);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await barriers(page), []);
        assert.equal(await sidewaysPixels(page), 0);
        await shoot(page.locator("#playing"), `playing phone ${colorScheme}`, {});
      }
    },
    { viewport: phone },
  );
});

test("the reader chooses another game, and its pairing goes on", async () => {
  const games = [[17, [hostile, other]], [18, [other, third]]];
  let inPlay = games;
  let last = null;
  const boards = (game) => {
    const id = game ?? 17;
    if (id === 18) return answer(last ?? board(2, { game: 18, players: [other, third] }), inPlay);
    if (id === 22) return answer(board(1, { game: 22, players: [third, other] }), inPlay);
    return answer(board(1), inPlay);
  };
  await onLive(boards, async (page, server) => {
    await page.getByText("Game 17").waitFor();
    const best = page.getByRole("button", { name: "The best-rated pairing" });
    assert.equal(await best.getAttribute("aria-pressed"), "true");
    await page.locator("#playing .tv-list button").nth(1).click();
    await page.getByText("Game 18", { exact: true }).waitFor();
    assert.equal(await best.getAttribute("aria-pressed"), "false");
    assert.equal(await page.locator("#playing .tv-list button").nth(1).getAttribute("aria-pressed"), "true");
    inPlay = [[17, [hostile, other]], [22, [third, other]]];
    last = board(2, { game: 18, players: [other, third], over: { scores: [8, 1], ranks: [1, 2], end: "stuck" } });
    await page.getByText("Game 22", { exact: true }).waitFor();
    await best.click();
    await page.getByText("Game 17", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    assert.ok(await page.getByRole("button", { name: "Continue" }).isVisible());
    const asked = server.boardsAsked.length;
    await page.evaluate(() => new Promise((done) => setTimeout(done, 1200)));
    assert.ok(server.boardsAsked.length <= asked + 1, "a page that stands still asks for nothing");
    await shoot(page.locator("#playing"), "playing desktop", {});
  });
});

test("a click on another game counts although the list is drawn again between its press and its release", async () => {
  const games = [[17, [hostile, other]], [18, [other, third]]];
  const boards = (game) => answer(game === 18 ? board(2, { game: 18, players: [other, third] }) : board(1), games);
  await onLive(boards, async (page) => {
    await clickWhileDrawn(page, page.locator("#playing .tv-list button").nth(1), "bdi");
    await page.getByText("Game 18", { exact: true }).waitFor();
  });
});

test("of games that are over in no time, some are shown turn by turn to their end", async () => {
  const quick = turns.map((each) => ({ ...each, ms: 1 }));
  let id = 100;
  const shown = [];
  const boards = (game) => {
    const wanted = game ?? (id += 50);
    if (game === null) shown.push(wanted);
    const over = game === null ? null : { scores: [12, 0], ranks: [1, 2], end: "out" };
    return answer(board(game === null ? 2 : 5, { game: wanted, all: quick, over }), [[wanted, [hostile, other]]], { games_a_second: 300 });
  };
  await onLive(boards, async (page) => {
    await awaitLetters(page, "MOOD"); // It begins with the first turn.
    await awaitLetters(page, "MOODO");
    await page.getByText("Over: a rack empty.").waitFor();
    const first = await page.locator("#playing .tv-title").textContent();
    await page.waitForFunction((text) => document.querySelector("#playing .tv-title").textContent.split(" ·")[0] !== text, first.split(" ·")[0]);
    assert.ok(shown.length >= 2);
  });
});

test("a page that lost its server shows another tournament when there is one", async () => {
  await onLive(answer(board(1)), async (page, server) => {
    await awaitLetters(page, "MOOD");
    server.boards = (game) => (game === 17 ? null : answer(board(1, { game: 3, players: [third, other], all: [turn(0, "5d.DOG", 6, [6, 0])] })));
    await awaitLetters(page, "DOG");
    assert.equal(await page.locator("#playing .tv-title").textContent(), "Game 3");
    // The same number may be another game.
    server.boards = answer(board(1, { game: 3, players: [hostile, other], all: [turn(1, "5d.GO", 6, [0, 6])] }));
    await awaitLetters(page, "GO");
    server.boards = answer(null, [], { is_over: true, seconds_left: null });
    await page.getByText("no game is in play any more").waitFor();
    const asked = server.boardsAsked.length;
    await page.evaluate(() => new Promise((done) => setTimeout(done, 1200)));
    assert.ok(server.boardsAsked.length <= asked + 1);
    assert.equal(await letters(page), "GO");
  });
});

test("what happens elsewhere on the page leaves the board as it is", async () => {
  await onLive(answer(board(1), [[17, [hostile, other]], [18, [other, third]]]), async (page, server) => {
    await awaitLetters(page, "MOOD");
    await page.locator("#playing .v-square").first().evaluate((square) => (square.dataset["mark"] = "mine"));
    await page.locator("#playing .tv-list button").first().focus();
    server.data = { ...server.data, games_played: 131 };
    server.tell("game", { id: 131 });
    await page.waitForFunction(() => document.querySelector(".live").textContent.includes("131 of 200"));
    assert.equal(await page.locator("#playing .v-square").first().getAttribute("data-mark"), "mine");
    assert.match(await page.evaluate(() => document.activeElement.dataset.key), /^tv-/);
    await page.evaluate(() => (location.hash = "#game=1"));
    await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Game 1: "));
    const asked = server.boardsAsked.length;
    await page.evaluate(() => new Promise((done) => setTimeout(done, 1200)));
    assert.ok(server.boardsAsked.length <= asked + 1, "a board that nobody sees is not asked for");
    await page.goBack();
    await awaitLetters(page, "MOOD");
  });
});
