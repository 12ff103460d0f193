// Recorded games in a browser, for the tests of the viewer.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";

import { desktop, newPage, openBrowser, phone as phoneSize, scratchFolder, testsFolder, writePage } from "./browser.mjs";

const goldens = readFileSync(join(testsFolder, "viewer_golden.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
export const desk = { viewport: desktop, reducedMotion: "reduce" };
export const phone = { viewport: phoneSize, reducedMotion: "reduce", isMobile: true, hasTouch: true };

let scratch;
let browser;
let opened;
/** The page that is open. */
export let page;

before(async () => {
  scratch = await scratchFolder();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await scratch?.remove();
});

export function goldenWhere(holds) {
  const found = goldens.find(holds);
  assert.ok(found);
  return structuredClone(found);
}

export const challenged = () => goldenWhere(({ record }) => record.players.length === 4);
export const faulty = () => goldenWhere(({ record }) => record.end === "forfeit");
export const plain = () => goldenWhere(({ rules }) => rules.name === "classic");

function dataOf({ rules, clock, record }) {
  const faces = Object.entries(rules.tiles).map(([symbol, tile]) => tile.text ?? symbol);
  return {
    report: 1,
    mode: "game",
    title: "a run",
    toptile: "toptile",
    runs: [{ name: "run", games: 1, plan: { rules, clock } }],
    bots: record.players.map((name) => ({ name })),
    alphabet: { faces, size: rules.size, max_height: rules.height, columns: "abcdefghijklmnop".slice(0, rules.size) },
    games: {
      id: [record.id],
      seats: [record.players.map((_, seat) => seat)],
      scores: [record.scores],
      ranks: [record.ranks],
      end: [record.end],
    },
  };
}

// Opens a game; `page.errors` collects what the page must never do.
export async function open(golden, hash = "", options = desk, reviews = []) {
  await opened?.close();
  opened = await newPage(browser, options);
  page = opened.page;
  page.errors = opened.faults;
  await page.goto((await writePage(scratch.folder, "game.html", dataOf(golden), [golden.record], 0, reviews)) + hash);
  await page.waitForSelector(".v-viewer");
}

export const turn = async () => Number(await page.getAttribute("[role=slider]", "aria-valuenow"));
const currentRow = () => page.locator(".v-moves [aria-current]").getAttribute("data-turn").then(Number);
export const square = (name) => page.locator(`[role=gridcell][aria-label^="${name}:"]`);

export async function isAt(expected) {
  await page.waitForFunction(
    (turns) => document.querySelector("[role=slider]").ariaValueNow === String(turns),
    expected,
  );
  assert.equal(await currentRow(), expected);
}
