// Games with a review: what the list, the graph, the panel and the board show of it.
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { barriers, coloursFor, shoot, sidewaysPixels } from "./browser.mjs";
import { reviewOf } from "./reviews.mjs";
import { challenged, desk, isAt, open, page, phone, plain, square } from "./viewer_stage.mjs";

const marks = { best: "★", inaccuracy: "?!", mistake: "?", blunder: "??" };
const isLost = ({ grade }) => grade !== "best" && grade !== "good";

/** Opens a game with its review, which `change` may change. */
async function openReviewed(golden, hash = "", options = desk, change = (review) => review) {
  const review = change(reviewOf(golden.record));
  await open(golden, hash, options, [review]);
  return review;
}

const review = () => page.getByRole("region", { name: "Review" });
const shownPlays = () => page.locator(".v-plays .v-shown .v-move").allTextContents();
const ghosts = () => page.locator(".v-better").evaluateAll((tiles) => tiles.map(({ dataset }) => dataset.letter).join(""));

test("the list marks moves by their grade, and says it to a screen reader", async () => {
  const { turns } = await openReviewed(plain());
  for (const { turn, grade } of turns) {
    const mark = page.locator(`[data-turn='${turn}'] .mark`);
    if (grade === "good") assert.equal(await mark.count(), 0);
    else assert.equal(await mark.textContent(), `${marks[grade]} ${grade} `);
  }
  assert.ok(Object.keys(marks).every((grade) => turns.some((turn) => turn.grade === grade)), "all marks are there");
  assert.deepEqual(page.errors, []);
});

test("the panel tells a turn's best plays, what was lost, and the luck of the draw", async () => {
  const golden = plain();
  const { turns } = await openReviewed(golden);
  assert.match(await review().textContent(), /Accuracy.*greedy\d+\.\d/);
  const lost = turns.find((turn) => isLost(turn) && turn.luck);
  await open(golden, `#turn=${lost.turn}`, desk, [reviewOf(golden.record)]);
  await isAt(lost.turn);
  const text = await review().textContent();
  assert.ok(text.includes(`${marks[lost.grade]} ${lost.grade}`), text);
  assert.match(text, /It lost [\d.]+ % ± [\d.]+ of the chance to win, and [\d.]+ ± 1\.8 points\./);
  assert.match(text, /Luck of the draw: a \S+ rack .* the mean one \([+−]?[\d.]+ ± 1\.2 points\)\./);
  const rows = await page.locator(".v-plays tbody tr:visible").allTextContents();
  assert.equal(rows.length, 4, "three best plays, and the one that was made");
  assert.match(rows[0], new RegExp(`^${lost.best[0].move}${lost.best[0].points}[+−]?[\\d.]+ ± 2\\.2\\d+ % ± 2$`));
  assert.match(rows[1], /^exchange E0/);
  assert.ok(rows[3].startsWith(`${lost.played.move} played`), rows[3]);
  const best = turns.find(({ grade }) => grade === "best");
  await page.locator(`[data-turn='${best.turn}']`).click();
  assert.match(await review().textContent(), /★ best.*No better move was found\..* played/);
  assert.equal(await page.locator(".v-plays tbody tr:visible").count(), 2);
  const [exact] = turns.filter((turn) => turn.exact);
  await page.locator(`[data-turn='${exact.turn}']`).click();
  assert.match(await review().textContent(), /From here on, the game is solved\./);
  await page.waitForFunction((words) => document.querySelector("[aria-live]").textContent.includes(words), `Review: ${exact.grade}.`);
});

test("the better play is laid as ghosts on the board before the move, also on stacks, and in place of the bot's line", async () => {
  const golden = plain();
  golden.record.turns.forEach((turn, i) => (turn.info = `score 4 pv ${turn.move} ${golden.record.turns[i + 1]?.move ?? "pass"}`));
  const { turns } = await openReviewed(golden);
  const one = turns.find((turn) => isLost(turn) && turn.turn > 2 && !turn.exact);
  await open(golden, `#turn=${one.turn}`, desk, [reviewOf(golden.record)]);
  await isAt(one.turn);
  assert.equal(await ghosts(), "");
  const position = await page.getByLabel("Position line", { exact: true }).inputValue();
  await page.keyboard.press("b");
  const laid = await ghosts();
  assert.ok(laid.length > 1 && one.best[0].move.includes(laid[0]), `${laid} of ${one.best[0].move}`);
  assert.deepEqual(await shownPlays(), [one.best[0].move]);
  assert.equal(await page.locator(".v-laid").count(), 0, "the move itself is not on the board");
  assert.ok((await page.locator("[aria-label*='the other play lays']").count()) === laid.length);
  assert.equal(await page.getByLabel("Position line", { exact: true }).inputValue(), position, "what is shared stays the turn's");
  await page.keyboard.press("v");
  assert.equal(await ghosts(), "");
  assert.ok((await page.locator(".v-ghost").count()) > 0);
  assert.equal(await page.getByRole("button", { name: "Better play" }).getAttribute("aria-pressed"), "false");
  await page.getByRole("button", { name: "Better play" }).click();
  assert.equal(await ghosts(), laid);
  assert.equal(await page.getByRole("button", { name: "Line", exact: true }).getAttribute("aria-pressed"), "false");
  // It stays on from turn to turn.
  const best = turns.find((turn) => turn.grade === "best" && turn.turn > 1);
  await page.locator(`[data-turn='${best.turn}']`).click();
  assert.equal(await ghosts(), "", "a best move has no better one");
  assert.ok((await page.locator(".v-laid").count()) > 0);
  assert.deepEqual(page.errors, []);
});

test("a ghost on a stack shows its letter and the height that the stack would have", async () => {
  const golden = plain();
  assert.equal(golden.record.turns[0].move, "4a.QUANGO");
  await openReviewed(golden, "#turn=2", desk, (made) => {
    const second = made.turns.find(({ turn }) => turn === 2);
    second.best[0].move = "4a.ANGOQU";
    second.grade = "mistake";
    return made;
  });
  await page.keyboard.press("b");
  assert.equal(await ghosts(), "ANGOQu");
  const on = square("a4").locator(".v-better");
  assert.deepEqual(await on.evaluate(({ dataset }) => [dataset.letter, dataset.height]), ["A", "2"]);
  assert.equal(await square("a4").getAttribute("aria-label"), "a4: Qu; the other play lays A");
  const [ghost, tile] = await on.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element, document.elementFromPoint(x + width / 2, y + height / 2)].map((one) => one.className);
  });
  assert.equal(tile, ghost, "it lies on top of what is there");
});

test("the pointer, the focus and a click on a play show it on the board", async () => {
  const golden = plain();
  const { turns } = reviewOf(golden.record);
  const one = turns.find((turn) => isLost(turn) && turn.turn > 2 && !turn.exact);
  await openReviewed(golden, `#turn=${one.turn}`);
  const row = page.locator(".v-plays tbody tr").first();
  await row.hover();
  const laid = await ghosts();
  assert.ok(laid.length > 1);
  await page.locator("h1").hover();
  assert.equal(await ghosts(), "");
  await page.getByRole("button", { name: "Next mistake" }).focus();
  await page.keyboard.press("Tab");
  assert.equal(await ghosts(), laid);
  await page.keyboard.press("Tab");
  assert.deepEqual(await shownPlays(), ["exchange E"]);
  assert.equal(await page.locator(".v-laid").count(), 0);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  assert.equal(await row.getByRole("button").getAttribute("aria-pressed"), "true");
  await page.locator(".v-viewer").focus();
  assert.equal(await ghosts(), laid, "a click keeps it");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await isAt(one.turn);
  assert.equal(await ghosts(), "", "until another turn is shown");
  await row.getByRole("button").click();
  await page.locator("h1").hover();
  assert.equal(await ghosts(), laid);
  await page.keyboard.press("Escape");
  assert.equal(await ghosts(), "", "or until Escape");
  assert.deepEqual(page.errors, []);
});

test("a key and a button go to the next mistake, and after the last one to the first", async () => {
  const golden = plain();
  const { turns } = await openReviewed(golden);
  const lost = turns.filter(isLost).map(({ turn }) => turn);
  for (const turn of lost) {
    await page.keyboard.press("m");
    await isAt(turn);
  }
  await page.getByRole("button", { name: "Next mistake" }).click();
  await isAt(lost[0]);
  await page.waitForFunction((turn) => location.hash.endsWith(`turn=${turn}`), lost[0]);
  await page.keyboard.press("?");
  assert.match(await page.getByRole("dialog", { name: "Keys" }).textContent(), /Bshow or hide the better playMgo to the next/);
});

test("the graph shows the chance to win, and is still one slider", async () => {
  const golden = plain();
  const { turns } = await openReviewed(golden);
  const text = () => page.getByRole("slider").getAttribute("aria-valuetext");
  const [first, second] = turns;
  assert.ok((await text()).endsWith(`; chance to win: greedy ${Math.round(100 * first.chance[0])} %`), await text());
  await page.getByRole("slider").focus();
  await page.keyboard.press("ArrowRight");
  assert.ok((await text()).endsWith(`greedy ${Math.round(100 * (1 - second.chance[0]))} %`), await text());
  await page.keyboard.press("End");
  assert.match(await text(), /chance to win: greedy 100 %$/);
  const box = await page.locator(".v-graph-part").last().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await isAt(Math.round(golden.record.turns.length / 2));
  await openReviewed(challenged(), "#turn=60");
  assert.match(await text(), /chance to win: greedy \d+ %, phoney \d+ %, human \d+ %, random \d+ %$/);
  assert.equal(await page.locator(".v-graph-part").last().locator("polyline").count(), 4);
});

test("without a review nothing of it is there", async () => {
  await open(plain(), "#turn=4");
  for (const part of [".mark", ".v-review", ".v-several", ".v-reviewed"]) assert.equal(await page.locator(part).count(), 0, part);
  for (const key of ["b", "m"]) await page.keyboard.press(key);
  await isAt(4);
  await page.keyboard.press("?");
  assert.ok(!(await page.getByRole("dialog", { name: "Keys" }).textContent()).includes("better play"));
  assert.deepEqual(page.errors, []);
});

test("a review that is damaged or made up is none, or is one as far as it goes", async () => {
  const golden = plain();
  const evil = "<img src=x onerror=alert(1)>";
  const damages = [
    [0, (made) => ({ ...made, turns: null })],
    [0, (made) => ({ ...made, turns: made.turns.map((turn) => ({ ...turn, seat: 1 - turn.seat })) })],
    [0, (made) => ({ ...made, turns: made.turns.map(({ best, ...turn }) => turn) })],
    [1, (made) => ({ ...made, turns: [null, evil, { ...made.turns[1], grade: evil }, ...made.turns.slice(2)] })],
    [1, (made) => ({ ...made, turns: made.turns.map((turn) => ({ ...turn, best: [{ ...turn.best[0], move: `16z.${evil}` }], luck: [evil] })) })],
  ];
  for (const [count, damage] of damages) {
    await openReviewed(golden, "#turn=4", desk, damage);
    assert.equal(await page.locator(".v-review").count(), count);
    await page.keyboard.press("b");
    await page.keyboard.press("End");
    await isAt(golden.record.turns.length);
    assert.equal(await page.locator("#app img").count(), 0);
    assert.deepEqual(page.errors, []);
  }
});

test("if the reviews of a page cannot be unpacked or read, its games are shown without", async () => {
  const golden = plain();
  await openReviewed(golden);
  const file = fileURLToPath(page.url());
  const text = await readFile(file, "utf8");
  const packed = deflateRawSync(Buffer.from(`{"review":1,"game":${golden.record.id},`)).toString("base64");
  for (const content of ["not base64 at all", "AAAA", "", packed]) {
    await writeFile(file, text.replace(/(class="toptile-reviews"[^>]*>)[^<]*</, `$1${content}<`));
    await page.reload();
    await page.waitForSelector(".v-viewer");
    assert.equal(await page.locator(".v-review").count(), 0, content);
    assert.deepEqual(page.errors, []);
  }
});

for (const [size, options] of Object.entries({ desk, phone })) {
  for (const colorScheme of coloursFor(size)) {
    test(`a reviewed game keeps nobody out: ${size}, ${colorScheme}`, async () => {
      const { turns } = await openReviewed(plain(), "", { ...options, colorScheme });
      const worst = turns.find(({ grade }) => grade === "blunder") ?? turns.find(({ grade }) => grade === "mistake");
      await shoot(page, `review-start-${size}-${colorScheme}`);
      assert.deepEqual(await barriers(page), []);
      await openReviewed(plain(), `#turn=${worst.turn}`, { ...options, colorScheme });
      await page.keyboard.press("b");
      await shoot(page, `review-${size}-${colorScheme}`);
      assert.deepEqual(await barriers(page), []);
      assert.equal(await sidewaysPixels(page), 0);
      await openReviewed(challenged(), "#turn=40", { ...options, colorScheme });
      await shoot(page, `review-four-${size}-${colorScheme}`);
      assert.deepEqual(await barriers(page), []);
    });
  }
}

test("on a phone all that can be pressed in a review is large enough, and long names stay in their place", async () => {
  const golden = plain();
  golden.record.players = golden.record.players.map((name) => name.padEnd(64, "-and-so-on"));
  await openReviewed(golden, "", phone);
  assert.equal(await sidewaysPixels(page), 0);
  const { x, width } = await page.locator(".v-summary").boundingBox();
  assert.ok(x + width <= phone.viewport.width, `${x} + ${width}`);
  await openReviewed(plain(), "#turn=4", phone);
  for (const button of await page.locator(".v-review button:visible").all()) {
    const box = await button.boundingBox();
    assert.ok(box.height >= 44 && box.width >= 44, `${await button.textContent()} ${box.width} × ${box.height}`);
  }
});

test("on paper a review has no buttons to press", async () => {
  await openReviewed(plain(), "#turn=4");
  await page.emulateMedia({ media: "print" });
  await shoot(page, "review-print");
  assert.ok(await page.locator(".v-plays").isVisible());
  assert.equal(await page.getByRole("button", { name: "Better play" }).count(), 0);
});
