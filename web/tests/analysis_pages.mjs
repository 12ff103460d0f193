// The engine beside the board: a page that the program wrote, opened from a file, without a network.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { barriers, coloursFor, desktop, newPage, openBrowser, phone, scratchFolder, shoot, sidewaysPixels } from "./browser.mjs";

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
const searched = (page) => page.waitForFunction(() => /[1-9]\d* nodes/.test(document.querySelector(".v-analysis").textContent) && /%/.test(document.querySelector(".v-analysis .v-plays").textContent));

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
  });
  await onPage(`${game}#game=1&turn=${MIDDLE}&line=${MIDDLE}:1a.ZZZ`, async (page) => {
    await page.getByRole("alert").filter({ hasText: "The line in the address cannot be played: 1a.ZZZ: " }).waitFor();
    await isAt(page, MIDDLE);
  });
});

test("in training, the reader's own move is compared before the record tells its move", async () => {
  const [best] = movesOf(positionBefore(MIDDLE));
  await onPage(`${game}#turn=${MIDDLE}`, async (page) => {
    const listed = () => page.locator("[data-turn]:visible").count();
    await page.keyboard.press("a");
    await page.getByRole("button", { name: "Train" }).click();
    await page.getByText(`What would you play as ${record.players[record.turns[MIDDLE].seat]}?`).waitFor();
    assert.equal(await listed(), MIDDLE + 1);
    assert.ok(await page.locator(".v-graph").isHidden());
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
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.getByRole("button", { name: /Reviewing turn \d+ of \d+/ }).waitFor();
    await page.getByRole("region", { name: "Review" }).waitFor();
    assert.match(await page.getByRole("region", { name: "Review" }).textContent(), /Accuracy.*greedy/);
    assert.ok(await page.getByRole("button", { name: /Review/ }).first().isHidden());
    await page.keyboard.press("ArrowRight");
    await page.locator(".v-review .v-plays").waitFor();
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

test("a page that was written without the engine has no key for it", async () => {
  await onPage(withoutEngine, async (page) => {
    assert.ok(await page.getByRole("button", { name: "Analyze" }).isHidden());
    await page.keyboard.press("a");
    await page.keyboard.press("w");
    assert.equal(await page.locator(".v-analysis").count(), 0);
  });
});

for (const [size, look] of Object.entries({ desktop: { viewport: desktop }, phone: { viewport: phone, isMobile: true, hasTouch: true } })) {
  test(`the analysis keeps nobody out, and stays within the window of a ${size}`, async () => {
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
