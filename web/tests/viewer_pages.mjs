// How a reader goes through a game: keys, the graph, the list, the board, and the texts for screen readers.
import assert from "node:assert/strict";
import { test } from "node:test";

import { challenged, faulty, isAt, open, page, plain, square, turn } from "./viewer_stage.mjs";

test("keys step through the game", async () => {
  const golden = plain();
  const last = golden.record.turns.length;
  await open(golden);
  await isAt(0);
  for (const [key, expected] of [
    ["ArrowRight", 1],
    ["ArrowRight", 2],
    ["ArrowLeft", 1],
    ["ArrowLeft", 0],
    ["ArrowLeft", 0],
    ["End", last],
    ["ArrowRight", last],
    ["Home", 0],
    ["ArrowDown", last],
    ["ArrowUp", 0],
  ]) {
    await page.keyboard.press(key);
    await isAt(expected);
  }
  await page.keyboard.press("g");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await isAt(7);
  await page.getByRole("dialog", { name: "Go to a turn" }).waitFor({ state: "hidden" }); // It would take the next key.
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await isAt(7);
  assert.deepEqual(page.errors, []);
});

test("the address names the turn, and a turn beyond the game is its end", async () => {
  const golden = plain();
  await open(golden, "#turn=9");
  await isAt(9);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash.endsWith("turn=10"));
  assert.match(await page.getByLabel("Link to this turn", { exact: true }).inputValue(), /turn=\d+$/);
  await open(golden, "#turn=99999");
  await isAt(golden.record.turns.length);
});

test("the board is the record's, and the position line is shown", async () => {
  const golden = challenged();
  const index = golden.positions.length - 1;
  await open(golden, `#turn=${index}`);
  await isAt(index);
  assert.equal(await page.getByLabel("Position line", { exact: true }).inputValue(), golden.last);
  const board = golden.last
    .split(" ")[1]
    .split("/")
    .map((row) => [...row.matchAll(/(?:\.\.|\d.)/gu)].map(([text]) => text));
  for (const [row, squares] of board.entries()) {
    for (const [column, text] of squares.entries()) {
      const label = await square(`${"abcdefghijkl"[column]}${row + 1}`).getAttribute("aria-label");
      const height = text === ".." ? 0 : Number(text[0]);
      assert.equal(height === 0, label.includes(": empty"), label);
      assert.equal(label.includes(`${height} high`), height > 1, label);
    }
  }
});

test("a time for each move is said, and only a bank runs down", async () => {
  const golden = plain();
  const turns = golden.record.turns.map((turn) => ({ ...turn, clock: 0 }));
  const played = (clock, some) => ({ ...golden, clock: { kind: "move", time_ms: 600, increment_ms: 0, ...clock }, record: { ...golden.record, turns: some } });
  await open(played({ bank_ms: 0 }, turns), "#turn=3");
  assert.deepEqual(await page.locator(".v-time").allTextContents(), ["600 ms a move", "600 ms a move"]);
  assert.equal(await page.locator(".v-track:visible").count(), 0);
  await open(played({ bank_ms: 9000 }, turns.map((turn) => ({ ...turn, clock: 4500 }))), "#turn=1");
  assert.deepEqual((await page.locator(".v-time").allTextContents()).sort(), ["600 ms a move, 0:04.5 in the bank", "600 ms a move, 0:09.0 in the bank"]);
  assert.equal(await page.locator(".v-track:visible").count(), 2);
});

test("the graph is dragged through the game", async () => {
  const golden = challenged();
  const last = golden.record.turns.length;
  await open(golden);
  const box = await page.getByRole("slider").boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, y, { steps: 8 });
  await isAt(Math.round(last / 2));
  await page.mouse.move(box.x + box.width + 300, y, { steps: 8 });
  await isAt(last);
  await page.mouse.up();
  await page.mouse.move(box.x, y);
  assert.equal(await turn(), last);
  await page.getByRole("slider").focus();
  await page.keyboard.press("PageDown");
  await isAt(last - 5);
  await page.keyboard.press("Home");
  await isAt(0);
  assert.deepEqual(page.errors, []);
});

test("a click in the list goes to the move, and the list keeps it in sight", async () => {
  const golden = challenged();
  await open(golden);
  await page.locator("[data-turn='3']").click();
  await isAt(3);
  await page.keyboard.press("End");
  await isAt(golden.record.turns.length);
  assert.ok(
    await page.evaluate(() => {
      const row = document.querySelector(".v-moves [aria-current]").getBoundingClientRect();
      const list = document.querySelector(".v-moves-list").getBoundingClientRect();
      return row.top >= list.top && row.bottom <= list.bottom && scrollY === 0;
    }),
  );
});

test("a click and Enter show the tiles of a stack", async () => {
  await open(challenged(), "#turn=100");
  const high = page.locator("[role=gridcell][aria-label*=' high, over ']").first();
  const label = await high.getAttribute("aria-label");
  const [, top, height, below] = /: (\S+), (\d+) high, over ([^;]+)/.exec(label);
  await high.click();
  const stack = page.locator(".v-stack");
  assert.deepEqual(await stack.locator(".v-letter").allTextContents(), [top, ...below.split(", ")]);
  assert.equal(below.split(", ").length + 1, Number(height));
  await page.keyboard.press("Escape");
  assert.equal(await stack.isVisible(), false);
  await high.focus();
  await page.keyboard.press("Enter");
  assert.ok(await stack.isVisible());
  const before = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), before);
  assert.equal(await turn(), 100, "arrows on the board walk over it");
  assert.equal(await page.locator("[role=gridcell][tabindex='0']").count(), 1);
});

test("the position line is copied", async () => {
  const golden = plain();
  await open(golden, `#turn=${golden.positions.length - 1}`);
  const copy = () => page.getByRole("button", { name: "Copy: Position line" }).click();
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => (globalThis.copied = text);
  });
  await copy();
  await page.getByText("Copied", { exact: true }).waitFor();
  assert.equal(await page.evaluate(() => globalThis.copied), golden.last);
  await page.evaluate(() => {
    navigator.clipboard.writeText = async () => Promise.reject(new Error("not here"));
  });
  await copy();
  await page.getByText("Press Ctrl C", { exact: true }).waitFor();
  assert.equal(await page.evaluate(() => getSelection().toString()), golden.last);
});

test("autoplay plays on, stops, and stops at the end", async () => {
  const golden = plain();
  const last = golden.record.turns.length;
  await open(golden, `#turn=${last - 3}`);
  await page.getByLabel("Speed").selectOption("8");
  await page.locator(".v-viewer").focus();
  await page.keyboard.press(" ");
  await isAt(last);
  await page.getByRole("button", { name: "Play" }).waitFor();
  await page.getByLabel("Speed").selectOption("1");
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => Number(document.querySelector("[role=slider]").ariaValueNow) >= 1); // A busy machine may skip the first.
  await page.getByRole("button", { name: "Stop" }).click();
  const stopped = await turn();
  await page.waitForTimeout(2000);
  assert.equal(await turn(), stopped);
  assert.ok(stopped < last);
});

test("the move is told in words", async () => {
  const golden = plain();
  await open(golden);
  await page.keyboard.press("ArrowRight");
  const { move, points } = golden.record.turns[0];
  const words = await page.waitForFunction(() => {
    const text = document.querySelector("[aria-live]").textContent;
    return text.startsWith("Turn 1 of") && text;
  });
  const told = await words.jsonValue();
  assert.ok(told.includes(`plays ${move.split(".")[1]}`) && told.includes(`${points} points`), told);
});

test("the bot's line is laid as ghosts, and taken away", async () => {
  const golden = plain();
  const [first, second] = golden.record.turns;
  first.info = `depth 2 score 4.5 pv ${first.move} ${second.move} string and so on`;
  await open(golden, "#turn=1");
  assert.equal(await page.locator(".v-ghost").count(), 0);
  await page.keyboard.press("v");
  assert.ok((await page.locator(".v-ghost").count()) > 0);
  assert.equal(await page.locator(".v-info").getByText(second.move).count(), 1);
  await page.getByRole("button", { name: "Line", exact: true }).click();
  assert.equal(await page.locator(".v-ghost").count(), 0);
});

test("what bots wrote stays text", async () => {
  const golden = faulty();
  const evil = "<img src=x onerror=alert(1)><script>alert(2)</script>";
  golden.record.turns[0].info = `score ${evil} pv ${evil}. string ${evil}`;
  golden.record.turns[0].refused = [evil];
  golden.record.players[1] = evil;
  golden.record.forfeits[0].evidence.stderr = evil;
  await open(golden, "#turn=1");
  await page.keyboard.press("v");
  await page.keyboard.press("End");
  assert.equal(await page.locator("#app img, #app script").count(), 0);
  assert.ok((await page.locator(".v-end").textContent()).includes("forfeits after turn"));
  assert.ok((await page.locator(".v-end pre").last().textContent()).includes(evil));
  assert.deepEqual(page.errors, []);
});

test("a damaged record is shown as far as it goes", async () => {
  const golden = plain();
  golden.record.turns[3].move = "5d.<nonsense>";
  golden.record.turns[5] = null;
  await open(golden, "#turn=4");
  assert.match(await page.locator(".v-turn").textContent(), /cannot be shown/);
  await page.keyboard.press("End");
  await isAt(golden.record.turns.length);
  assert.deepEqual(page.errors, []);
});
