// The engine beside the board: a page that the program wrote, opened from a file, without a network.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { barriers, clickWhileDrawn, coloursFor, desktop, held, hold, newPage, openBrowser, phone, release, scratchFolder, shoot, sidewaysPixels } from "./browser.mjs";

const MIDDLE = 8;
let browser;
let scratch;
let game;
let withoutEngine;
let report;
let record;

const toptile = (...args) => execFileSync(process.env.TOPTILE, args, { cwd: scratch.folder, stdio: "pipe", encoding: "utf8" });

before(async () => {
  scratch = await scratchFolder();
  const bots = ["greedy", "human"].flatMap((bot) => ["--bot", join(process.env.TOPTILE_BOTS, bot)]);
  toptile("tournament", ...bots, "--games", "2", "--seed", "5", "--sandbox", "off", "--no-clock", "--out", "run", "--quiet");
  toptile("replay", "run", "--game", "1", "--html", "--out", "game.html");
  toptile("replay", "run", "--game", "1", "--html", "--no-engine", "--out", "bare.html");
  record = JSON.parse(readFileSync(join(scratch.folder, "run/games.jsonl"), "utf8").split("\n")[0]);
  const addressOf = (name) => pathToFileURL(join(scratch.folder, name)).href;
  [game, withoutEngine, report] = ["game.html", "bare.html", "run/report.html"].map(addressOf);
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await scratch?.remove();
});

/** Opens a page at a turn, passes it to `use`, and checks that it did nothing that it must not do. */
async function onPage(address, use, look = { viewport: desktop }) {
  const opened = await newPage(browser, look);
  try {
    await opened.page.goto(address);
    await opened.page.waitForSelector(".v-viewer");
    await use(opened.page);
    assert.deepEqual(opened.faults, []);
    assert.deepEqual(opened.requests.filter((url) => !url.startsWith("file:")), []);
  } finally {
    await opened.close();
  }
}

const analysis = (page) => page.getByRole("region", { name: "Analysis" });
const rows = (page) => analysis(page).locator(".v-plays tbody tr:visible");
const ghosts = (page) => page.locator(".v-better").evaluateAll((tiles) => tiles.map(({ dataset }) => dataset.letter).join(""));
/** Waits until the search has tried plays. */
const searched = (page) => page.waitForFunction(() => /\d nodes/.test(document.querySelector(".v-analysis").textContent) && /%/.test(document.querySelector(".v-analysis .v-plays").textContent));

/** What the program itself says of the position before a turn. */
const positionBefore = (turn) => toptile("replay", "run", "--game", "1", "--position").split("\n")[turn];
const movesOf = (position) =>
  toptile("moves", "--position", position, "--lexicon", "run/lexicon.lexicon").trim().split("\n").map((line) => JSON.parse(line));

test("one key shows the best plays of the position, which improve while the engine thinks", async () => {
  await onPage(`${game}#turn=${MIDDLE}`, async (page) => {
    assert.ok(await analysis(page).isHidden());
    await page.keyboard.press("a");
    await searched(page);
    assert.equal(await page.getByRole("button", { name: "Analyze" }).getAttribute("aria-pressed"), "true");
    assert.equal(await rows(page).count(), 8);
    assert.equal(await rows(page).filter({ hasText: "played" }).count(), 1);
    const nodes = () => analysis(page).textContent().then((text) => Number(/([\d\u202f]+) nodes/.exec(text)[1].replaceAll("\u202f", "")));
    const before = await nodes();
    await page.waitForFunction((least) => Number(/([\d\u202f]+) nodes/.exec(document.querySelector(".v-analysis").textContent)[1].replaceAll("\u202f", "")) > least, before);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("a");
    assert.ok(await analysis(page).isHidden());
  });
});

test("a play that the pointer or a click is on lies on the board", async () => {
  await onPage(`${game}#turn=${MIDDLE}`, async (page) => {
    await page.keyboard.press("a");
    await searched(page);
    await page.getByRole("button", { name: "Pause" }).click();
    const play = rows(page).filter({ hasNotText: "ex" }).first();
    await play.hover();
    assert.notEqual(await ghosts(page), "");
    await play.getByRole("button").click();
    await page.mouse.move(0, 0);
    assert.notEqual(await ghosts(page), "");
    await page.keyboard.press("Escape");
    assert.equal(await ghosts(page), "");
  });
});

test("a click on a play counts although the search draws the plays again between its press and its release", async () => {
  await onPage(`${game}#turn=${MIDDLE}`, async (page) => {
    await page.keyboard.press("a");
    await searched(page);
    await clickWhileDrawn(page, rows(page).first().getByRole("button"), ".v-move");
    await analysis(page).locator(".v-plays [aria-pressed=true]").waitFor();
  });
});

test("a play that was chosen stays in the table and on the board when the search finds better ones", async () => {
  await onPage(`${game}#turn=${MIDDLE}`, async (page) => {
    // From a moment on, the engine finds the plays in the opposite order.
    await page.evaluate(() => {
      const turned = (data) => {
        const answer = globalThis.isTurned && data.answer?.includes('"nodes":') ? JSON.parse(data.answer) : {};
        return answer.moves ? { ...data, answer: JSON.stringify({ ...answer, moves: answer.moves.reverse() }) } : data;
      };
      Worker.prototype.addEventListener = function (kind, act) {
        EventTarget.prototype.addEventListener.call(this, kind, kind === "message" ? ({ data }) => act({ data: turned(data) }) : act);
      };
    });
    await page.keyboard.press("a");
    await searched(page);
    await rows(page).filter({ hasNotText: "played" }).first().getByRole("button").press("Enter");
    const chosen = analysis(page).locator(".v-plays [aria-pressed=true] .v-move");
    const [move, laid] = [await chosen.textContent(), await ghosts(page)];
    await page.getByLabel("Look a word up").focus();
    await page.evaluate(() => (globalThis.isTurned = true));
    await page.waitForFunction((text) => [...document.querySelectorAll(".v-analysis .v-plays .v-move")].slice(-2).some(({ textContent }) => textContent === text), move);
    assert.equal(await chosen.textContent(), move);
    assert.equal(await rows(page).count(), 8);
    assert.equal(await ghosts(page), laid);
  });
});

test("all plays are those of the program, and can be searched", async () => {
  const expected = movesOf(positionBefore(MIDDLE));
  await onPage(`${game}#turn=${MIDDLE}`, async (page) => {
    await page.keyboard.press("a");
    await page.getByText("All plays").click();
    const listed = page.locator(".v-all-plays .v-move");
    await listed.first().waitFor();
    assert.deepEqual(await listed.allTextContents(), expected.slice(0, 300).map(({ move }) => move));
    const [first] = expected;
    await page.getByLabel("Search all plays").fill(first.words[0].toLowerCase());
    const found = expected.filter(({ move, words }) => move.includes(first.words[0]) || words.some((word) => word.includes(first.words[0])));
    assert.deepEqual(await listed.allTextContents(), found.slice(0, 300).map(({ move }) => move));
    await listed.first().click();
    assert.equal((await ghosts(page)).toUpperCase(), [...first.tiles].join("").toUpperCase());
  });
});

test("a play that is typed is judged in the words of the program", async () => {
  const position = positionBefore(MIDDLE);
  const [best] = movesOf(position);
  const question = JSON.stringify({ position, move: "1a.ZZZ" });
  let refused = "";
  try {
    execFileSync(process.env.TOPTILE, ["judge", "--lexicon", "run/lexicon.lexicon"], { cwd: scratch.folder, input: question, encoding: "utf8" });
  } catch (error) {
    refused = JSON.parse(error.stdout).text;
  }
  await onPage(`${game}#turn=${MIDDLE}`, async (page) => {
    await page.keyboard.press("a");
    const verdict = page.locator(".v-verdict").first();
    for (const [move, expected] of [[best.move, `${best.move}: ${best.points} points.`], ["1a.ZZZ", `1a.ZZZ: ${refused}.`]]) {
      await page.getByLabel("Try a play").fill(move);
      await page.keyboard.press("Enter");
      await page.waitForFunction((text) => document.querySelector(".v-verdict").textContent.startsWith(text), expected);
      assert.equal((await ghosts(page)) === "", move !== best.move);
    }
    assert.ok((await verdict.textContent()).includes(refused));
  });
});

/** Waits until the engine has answered all that it was asked before. */
async function answered(page) {
  await page.getByLabel("Look a word up").fill("stone");
  await page.keyboard.press("Enter");
  await page.getByText("STONE is in the lexicon.").waitFor();
}

test("a second Enter plays a typed play whose verdict is still awaited", async () => {
  const [best, other] = movesOf(positionBefore(MIDDLE));
  await onPage(`${game}#turn=${MIDDLE}`, async (page) => {
    await page.keyboard.press("a");
    await searched(page);
    await hold(page, "judge");
    // A row that was clicked does not count against a play that is typed after it.
    await page.getByRole("button", { name: "Pause" }).click();
    await rows(page).filter({ hasNotText: other.move }).last().getByRole("button").click();
    await page.getByLabel("Try a play").fill(other.move);
    await page.keyboard.press("Enter");
    await held(page, 1);
    await page.keyboard.press("Enter");
    await held(page, 2);
    await page.keyboard.press("Enter");
    await held(page, 3);
    await release(page);
    await page.locator(`[data-turn="${MIDDLE + 1}"].v-in-line`).getByText(other.move).waitFor();
    // One Enter for each of two plays plays neither.
    await page.keyboard.press("ArrowLeft");
    for (const move of [other.move, best.move]) {
      await page.getByLabel("Try a play").fill(move);
      await page.keyboard.press("Enter");
    }
    await held(page, 2);
    await release(page);
    await page.getByRole("button", { name: `Play ${best.move}` }).waitFor();
    await answered(page);
    assert.equal(await page.getByRole("slider").getAttribute("aria-valuenow"), String(MIDDLE));
  });
});

test("a verdict that comes late is not shown beside a newer play or another turn", async () => {
  const [best, other] = movesOf(positionBefore(MIDDLE));
  await onPage(`${game}#turn=${MIDDLE}`, async (page) => {
    await page.keyboard.press("a");
    await searched(page);
    await page.getByRole("button", { name: "Pause" }).click();
    await hold(page, "judge");
    await page.evaluate(() => {
      globalThis.told = [];
      const verdict = document.querySelector(".v-verdict");
      new MutationObserver(() => globalThis.told.push(verdict.textContent)).observe(verdict, { childList: true });
    });
    for (const move of [other.move, best.move]) {
      await page.getByLabel("Try a play").fill(move);
      await page.keyboard.press("Enter");
    }
    await held(page, 2);
    await release(page);
    await answered(page);
    assert.match(await page.evaluate(() => globalThis.told.join()), new RegExp(`^${best.move.replace(".", "\\.")}: [^:]*$`));
    await page.getByLabel("Try a play").fill(other.move);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await held(page, 2);
    await page.getByRole("slider").press("ArrowRight");
    await release(page);
    await answered(page);
    assert.equal(await page.locator(".v-verdict").first().textContent(), "");
    assert.equal(await page.locator(".v-in-line").count(), 0);
    assert.equal(await page.getByRole("slider").getAttribute("aria-valuenow"), String(MIDDLE + 1));
  });
});

test("a line that comes late does not pull back a reader who has left it", async () => {
  const [best] = movesOf(positionBefore(MIDDLE));
  await onPage(`${game}#game=1&turn=${MIDDLE + 1}&line=${MIDDLE}:${best.move}`, async (page) => {
    await page.waitForSelector(".v-in-line");
    await page.keyboard.press("a");
    await searched(page);
    await hold(page, "line");
    await analysis(page).getByRole("button", { name: /^Play / }).click();
    await held(page, 1);
    await page.getByRole("button", { name: "Back to the game" }).click();
    await release(page);
    await answered(page);
    assert.equal(await page.locator(".v-in-line").count(), 0);
    assert.equal(await page.getByRole("slider").getAttribute("aria-valuenow"), String(MIDDLE));
  });
});

test("a line leaves the game, has an address, and leads back", async () => {
  const [best] = movesOf(positionBefore(MIDDLE));
  let address;
  const isAt = (page, turn) => page.waitForFunction((at) => document.querySelector("[role=slider]").ariaValueNow === String(at), turn);
  await onPage(`${game}#turn=${MIDDLE}`, async (page) => {
    await page.keyboard.press("a");
    await page.getByLabel("Try a play").fill(best.move);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Play ${best.move}` }).waitFor();
    await page.keyboard.press("Enter");
    await isAt(page, MIDDLE + 1);
    assert.equal(await page.locator(`[data-turn="${MIDDLE + 1}"].v-in-line .v-move`).textContent(), best.move);
    await searched(page);
    await page.getByRole("button", { name: "Pause" }).click();
    await analysis(page).getByRole("button", { name: /^Play / }).click();
    await isAt(page, MIDDLE + 2);
    assert.equal(await page.locator(".v-in-line").count(), 2);
    await page.waitForFunction((turn) => location.hash.includes(`turn=${turn}&line=`), MIDDLE + 2);
    address = page.url();
    await page.getByRole("button", { name: "Back to the game" }).click();
    await isAt(page, MIDDLE);
    assert.equal(await page.locator(".v-in-line").count(), 0);
    assert.equal(await page.locator("[data-turn]").count(), record.turns.length + 1);
  });
  await onPage(address, async (page) => {
    await page.waitForFunction(() => document.querySelectorAll(".v-in-line").length === 2);
    await isAt(page, MIDDLE + 2);
    assert.equal(await page.locator(`[data-turn="${MIDDLE + 1}"] .v-move`).textContent(), best.move);
    // Another line of the same game is followed, and so is the way back to the game.
    await page.evaluate((turn) => (location.hash = `#game=1&turn=${turn + 1}&line=${turn}:pass`), MIDDLE);
    await page.locator(`[data-turn="${MIDDLE + 1}"].v-in-line`, { hasText: "pass" }).waitFor();
    await page.evaluate((turn) => (location.hash = `#game=1&turn=${turn}`), MIDDLE);
    await page.waitForFunction(() => document.querySelectorAll(".v-in-line").length === 0);
    await isAt(page, MIDDLE);
  });
  await onPage(`${game}#game=1&turn=${MIDDLE}&line=${MIDDLE}:1a.ZZZ`, async (page) => {
    await page.getByRole("alert").filter({ hasText: "The line in the address cannot be played: 1a.ZZZ: " }).waitFor();
    await isAt(page, MIDDLE);
  });
});

test("a play is laid by the keyboard alone, and played", async () => {
  const [best] = movesOf(positionBefore(MIDDLE));
  await onPage(`${game}#turn=${MIDDLE}`, async (page) => {
    await page.keyboard.press("l");
    const [, row, column, word, isDown] = place(best.move);
    await moveCursor(page, row, column);
    if (isDown) await page.keyboard.press(" ");
    const boxes = () => page.locator("[role=gridcell]").evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
    assert.deepEqual((await boxes()).slice(0, 10), (await boxes()).slice(90)); // The cursor leaves the grid as it is.
    await page.keyboard.type(word.toLowerCase());
    await page.locator(".v-lay").getByText(`${best.move}: ${best.points} points.`).waitFor();
    assert.equal((await ghosts(page)).length, [...best.tiles].length);
    await page.keyboard.press("Backspace");
    await page.keyboard.type(word.at(-1));
    await page.locator(".v-lay").getByText(`${best.move}: ${best.points} points.`).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(`[data-turn="${MIDDLE + 1}"].v-in-line`).getByText(best.move).waitFor();
  });
});

/** [whole, row, column, word, isDown] of a play, with the row and the column from 0. */
function place(move) {
  const across = /^(\d+)([a-z])\.(.+)$/.exec(move);
  const [, first, second, word] = across ?? /^([a-z])(\d+)\.(.+)$/.exec(move);
  const [row, column] = across ? [first, second] : [second, first];
  return [move, Number(row) - 1, column.charCodeAt(0) - 97, word, !across];
}

async function moveCursor(page, row, column) {
  const [fromRow, fromColumn] = [5, 5];
  for (let i = 0; i < Math.abs(row - fromRow); ++i) await page.keyboard.press(row > fromRow ? "ArrowDown" : "ArrowUp");
  for (let i = 0; i < Math.abs(column - fromColumn); ++i) await page.keyboard.press(column > fromColumn ? "ArrowRight" : "ArrowLeft");
}

test("a play is laid by a finger: taps, and a drag", async () => {
  const best = movesOf(positionBefore(MIDDLE)).find(({ tiles }) => new Set(tiles).size === tiles.length && tiles.length === 2);
  const [, row, column, word, isDown] = place(best.move);
  await onPage(
    `${game}#turn=${MIDDLE}`,
    async (page) => {
      await page.getByRole("button", { name: "Analyze" }).tap();
      await page.getByRole("button", { name: "Lay tiles" }).tap();
      const squareOf = (i) => page.locator("[role=gridcell]").nth((row + (isDown ? i : 0)) * 10 + column + (isDown ? 0 : i));
      const before = await page.locator("[role=gridcell]").evaluateAll((all) => all.map(({ textContent }) => textContent.replace(/\d/g, "")));
      let left = [...best.tiles];
      for (let i = 0; i < word.length && left.length > 0; ++i) {
        const index = (row + (isDown ? i : 0)) * 10 + column + (isDown ? 0 : i);
        if (before[index].toUpperCase() === word[i]) continue;
        const tile = page.locator(".v-lay-tile").filter({ hasText: word[i] }).first();
        if (left.length === 2) {
          await squareOf(i).tap();
          await tile.tap();
        } else {
          await drag(page, tile, squareOf(i));
        }
        left = left.slice(1);
      }
      await page.locator(".v-lay").getByText(`${best.move}: ${best.points} point`).waitFor();
      await page.locator(".v-lay").getByRole("button", { name: "Play" }).tap();
      await page.locator(`[data-turn="${MIDDLE + 1}"].v-in-line`).getByText(best.move).waitFor();
    },
    { viewport: phone, isMobile: true, hasTouch: true },
  );
});

/** Drags with pointer events, as a finger does. */
async function drag(page, from, to) {
  const boxes = await Promise.all([from, to].map((each) => each.boundingBox()));
  const [start, end] = boxes.map(({ x, y, width, height }) => ({ clientX: x + width / 2, clientY: y + height / 2 }));
  await from.evaluate(
    (tile, { start, end }) => {
      tile.setPointerCapture = () => {};
      const fire = (kind, at) => tile.dispatchEvent(new PointerEvent(kind, { ...at, button: 0, pointerId: 7, pointerType: "touch", bubbles: true }));
      fire("pointerdown", start);
      fire("pointermove", end);
      fire("pointerup", end);
    },
    { start, end },
  );
}

test("in training, the reader's own move is compared before the record tells its move", async () => {
  const [best] = movesOf(positionBefore(MIDDLE));
  await onPage(`${game}#turn=${MIDDLE}`, async (page) => {
    const listed = () => page.locator("[data-turn]:visible").count();
    await page.keyboard.press("a");
    await page.getByRole("button", { name: "Train" }).click();
    await page.getByText(`What would you play as ${record.players[record.turns[MIDDLE].seat]}?`).waitFor();
    assert.equal(await listed(), MIDDLE + 1);
    assert.ok(await page.locator(".v-graph").isHidden());
    // Pausing and going on does not let the engine tell its moves.
    for (let i = 0; i < 2; ++i) await page.getByRole("button", { name: "Pause" }).click();
    await answered(page);
    assert.ok(await page.locator(".v-analysis .v-plays").isHidden());
    await page.getByLabel("Try a play").fill(best.move);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Answer ${best.move}` }).click();
    await searched(page);
    assert.match(await rows(page).filter({ hasText: "yours" }).textContent(), new RegExp(best.move.replace(".", "\\.")));
    await page.getByRole("button", { name: "Next turn" }).click();
    await page.getByText("What would you play as").waitFor();
    assert.equal(await listed(), MIDDLE + 2);
    await page.getByRole("button", { name: "Train" }).click();
    assert.equal(await listed(), record.turns.length + 1);
    await searched(page);
  });
});

test("the page reviews a game that has no review", async () => {
  await onPage(game, async (page) => {
    await page.keyboard.press("a");
    // Each turn is named for a moment only.
    await page.getByRole("button", { name: "Review the game" }).evaluate((button) => {
      globalThis.told = [];
      new MutationObserver(() => globalThis.told.push(button.textContent)).observe(button, { childList: true });
    });
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.getByRole("region", { name: "Review" }).waitFor();
    assert.match((await page.evaluate(() => globalThis.told))[0], /^Reviewing turn \d+ of \d+/);
    assert.match(await page.getByRole("region", { name: "Review" }).textContent(), /Accuracy.*greedy/);
    assert.ok(await page.getByRole("button", { name: /Review/ }).first().isHidden());
    await page.keyboard.press("ArrowRight");
    await page.locator(".v-review .v-plays").waitFor();
  });
});

test("a review that runs is not begun again after a look at a line", async () => {
  const [best] = movesOf(positionBefore(MIDDLE));
  const review = (page) => page.getByRole("button", { name: /Review/ }).first();
  await onPage(`${game}#turn=${MIDDLE}`, async (page) => {
    await page.keyboard.press("a");
    await searched(page);
    await hold(page, "review");
    await review(page).click();
    await held(page, 1);
    await page.evaluate((line) => (location.hash = `#game=1&line=${line}`), `${MIDDLE}:${best.move}`);
    await page.waitForSelector(".v-in-line");
    await page.getByRole("button", { name: "Back to the game" }).click();
    await page.evaluate(() => {
      globalThis.engines = 0;
      const { Worker } = globalThis;
      globalThis.Worker = class extends Worker {
        constructor(...parts) {
          super(...parts);
          ++globalThis.engines;
        }
      };
    });
    await review(page).click();
    assert.ok(await review(page).isDisabled());
    assert.equal(await page.evaluate(() => globalThis.engines), 0);
    await release(page);
    await page.getByRole("region", { name: "Review" }).waitFor();
  });
});

test("a review that is done waits for a reader who types", async () => {
  await onPage(game, async (page) => {
    await page.keyboard.press("a");
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.getByLabel("Try a play").pressSequentially("5d.M");
    await page.getByRole("button", { name: "Show the review" }).waitFor();
    await page.keyboard.type("OOD");
    assert.equal(await page.getByLabel("Try a play").inputValue(), "5d.MOOD");
    await page.getByRole("button", { name: "Show the review" }).click();
    await page.getByRole("region", { name: "Review" }).waitFor();
  });
});

test("one key looks a word up", async () => {
  await onPage(game, async (page) => {
    await page.keyboard.press("w");
    await page.keyboard.type("stone");
    await page.keyboard.press("Enter");
    await page.getByText("STONE is in the lexicon. One tile makes of it:").waitFor();
    await page.getByLabel("Look a word up").fill("xqz");
    await page.keyboard.press("Enter");
    await page.getByText("No tiles spell XQZ.").waitFor();
  });
});

test("positions without a search say why, and a report's games have the engine, too", async () => {
  await onPage(`${report}#game=1&turn=${record.turns.length}`, async (page) => {
    await page.keyboard.press("a");
    await page.getByText("The game is over.").waitFor();
    await page.keyboard.press("Home");
    await searched(page);
  });
});

test("the live page has the engine beside games that are over", async () => {
  // Slow games, so that the run stays small however long the test takes.
  const bots = ["greedy", "champion"].flatMap((bot) => ["--bot", join(process.env.TOPTILE_BOTS, bot)]);
  const terms = ["--games", "10000", "--nodes", "2000", "--no-clock", "--concurrency", "1", "--seed", "5"];
  const live = spawn(process.env.TOPTILE, ["tournament", ...bots, ...terms, "--sandbox", "off", "--out", "live", "--quiet", "--live"], { cwd: scratch.folder });
  const ended = once(live, "exit");
  const { page, faults, close } = await newPage(browser);
  try {
    let address;
    for await (const line of createInterface({ input: live.stderr })) if ((address = /http:\S+/.exec(line)?.[0])) break;
    for (;;) {
      await page.goto("about:blank");
      await page.goto(`${address}#game=1&turn=3`);
      if (await page.waitForSelector(".v-viewer, [role=alert]").then((found) => found.evaluate((element) => element.matches(".v-viewer")))) break;
    }
    await page.keyboard.press("a");
    await searched(page);
    assert.deepEqual(faults.filter((fault) => !fault.includes("404")), []);
  } finally {
    live.kill("SIGINT");
    await ended;
    await close();
  }
});

test("a page that was written without the engine has no key for it", async () => {
  await onPage(withoutEngine, async (page) => {
    assert.ok(await page.getByRole("button", { name: "Analyze" }).isHidden());
    await page.keyboard.press("a");
    await page.keyboard.press("w");
    assert.equal(await page.locator(".v-analysis").count(), 0);
  });
});

for (const [size, look] of Object.entries({ desktop: { viewport: desktop }, phone: { viewport: phone, isMobile: true, hasTouch: true } })) {
  test(`the analysis has no barriers, and stays within the window of a ${size}`, async () => {
    await onPage(
      `${game}#turn=${MIDDLE}`,
      async (page) => {
        await page.getByRole("button", { name: "Analyze" }).click();
        await page.getByText("All plays").click();
        await searched(page);
        await page.getByRole("button", { name: "Pause" }).click();
        assert.equal(await sidewaysPixels(page), 0);
        for (const colorScheme of coloursFor(size)) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await barriers(page), []);
          await shoot(page, `analysis ${size} ${colorScheme}`);
        }
      },
      look,
    );
  });
}
