// How the viewer looks on a desktop and on a phone, in light and dark colours.
import assert from "node:assert/strict";
import { test } from "node:test";

import { barriers, coloursFor, phone as phoneSize, shoot, sidewaysPixels } from "./browser.mjs";
import { challenged, desk, faulty, goldenWhere, isAt, open, page, phone, plain } from "./viewer_stage.mjs";

test("tiles are laid with motion, unless less of it is asked for", async () => {
  const golden = plain();
  const tilesMoved = async (reducedMotion) => {
    await open(golden, "", { ...desk, reducedMotion });
    await page.evaluate(() => {
      const { animate } = Element.prototype;
      globalThis.delays = [];
      Element.prototype.animate = function (frames, timing) {
        globalThis.delays.push(timing.delay);
        return animate.call(this, frames, timing);
      };
    });
    await page.keyboard.press("ArrowRight");
    await isAt(1);
    assert.ok((await page.locator(".v-laid").count()) > 1);
    return page.evaluate(() => globalThis.delays);
  };
  const delays = await tilesMoved("no-preference");
  assert.equal(delays.length, await page.locator(".v-laid").count());
  assert.ok(
    delays.every((delay, i) => i === 0 || delay > delays[i - 1]),
    "one after the other",
  );
  assert.deepEqual(await tilesMoved("reduce"), []);
});

for (const [size, options] of Object.entries({ desk, phone })) {
  for (const colorScheme of coloursFor(size)) {
    test(`nothing serious is found by axe: ${size}, ${colorScheme}`, async () => {
      await open(faulty(), "#turn=99", { ...options, colorScheme });
      await shoot(page, `viewer-fault-${size}-${colorScheme}`);
      assert.deepEqual(await barriers(page), []);
      await open(challenged(), "#turn=100", { ...options, colorScheme });
      await page.locator("[role=gridcell][aria-label*=' high']").first().click();
      await shoot(page, `viewer-stacks-${size}-${colorScheme}`);
      assert.deepEqual(await barriers(page), []);
    });
  }
}

test("a phone shows the board over its whole width, and nothing moves sideways", async () => {
  for (const golden of [challenged(), faulty()]) {
    await open(golden, "#turn=5", phone);
    assert.equal(await sidewaysPixels(page), 0);
    assert.equal(await page.evaluate(() => innerWidth), phoneSize.width);
    const board = await page.locator(".v-board").boundingBox();
    assert.ok(board.width >= 360, `${board.width}`);
    for (const button of await page.locator(".v-viewer button:visible, .v-viewer select:visible").all()) {
      const box = await button.boundingBox();
      assert.ok(box.height >= 44 && box.width >= 44, `${await button.textContent()} ${box.width} × ${box.height}`);
    }
  }
});

test("long names and a full board stay within their place", async () => {
  const golden = faulty();
  golden.record.players = golden.record.players.map((name) => name.padEnd(32, "-and-so-on"));
  for (const options of [desk, phone]) {
    await open(golden, "#turn=99", options);
    const beyond = await page.evaluate(() => {
      const columns = [...document.querySelectorAll(".v-left, .v-middle, .v-right")];
      return columns.flatMap((column) => {
        // On a phone, the parts of all columns are in one.
        const around = getComputedStyle(column).display === "contents" ? column.parentElement : column;
        const { right } = around.getBoundingClientRect();
        return [...column.querySelectorAll(":not(.v-graph *, pre, option)")]
          .filter((each) => each.getBoundingClientRect().right > right + 1)
          .map((each) => each.className);
      });
    });
    assert.deepEqual(beyond, []);
  }
});

test("no player's name is cut on a phone, and no card changes its height from turn to turn", async () => {
  for (const golden of [plain(), challenged(), faulty()]) {
    golden.record.players = golden.record.players.map((_, seat) => ["greedy", "wordsmith-v2", "WWMMWWMMWW-1", "WWMMWWMMWW-2"][seat]);
    await open(golden, "#turn=0", phone);
    const heights = new Set();
    const last = Math.min(11, golden.record.turns.length);
    for (let turns = 0; turns <= last; turns += 1) {
      await isAt(turns);
      const cut = await page.locator(".v-players .v-name").evaluateAll((names) =>
        names.filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1).map((name) => name.textContent),
      );
      assert.deepEqual(cut, [], `turn ${turns}`);
      heights.add((await page.locator(".v-players").boundingBox()).height);
      if (turns < last) await page.keyboard.press("ArrowRight");
    }
    assert.equal(heights.size, 1, `${[...heights]}`);
  }
});

test("on a desk board, players and moves are seen at once", async () => {
  await open(
    goldenWhere(({ record }) => record.players.length === 3),
    "#turn=5",
  );
  for (const part of [".v-board", ".v-controls", ".v-graph", ".v-players", ".v-moves-list"]) {
    const box = await page.locator(part).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 800, `${part}: ${box.y} + ${box.height}`);
  }
});
