// A browser for tests of the page, and pages to open in it.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";

import { chromium } from "playwright-core";

import waits from "../../tests/patience.js";
import { builtFolder, placeholder } from "../build.mjs";

export const testsFolder = dirname(fileURLToPath(import.meta.url));
/** Whether the tests are to take as long as `./dev test --long` may. */
export const isLong = Boolean(process.env.TOPTILE_LONG);
export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/**
 * The colours in which a test looks for obstacles at a size. Most of the time of these tests is spent looking, so the long tier
 * alone looks at every size in both.
 */
export function coloursFor(size) {
  if (isLong) return ["light", "dark"];
  return [size === "phone" ? "dark" : "light"];
}

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Without these flags, the browser contacts servers of its maker.
const quiet = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function openBrowser() {
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: asRoot ? ["--no-sandbox", ...quiet] : quiet,
    timeout: waits.patience,
  });
}

// Pages that are not in use, by the options of their contexts. A page in a new context takes a new process, and that takes longer
// than most tests.
const idle = new Map();

/**
 * A page that is not in use elsewhere, for this look. `faults` collects what a page must never do. A test that puts something
 * into the page which the next document would find (addInitScript, storage) closes its context instead.
 */
export async function newPage(browser, look = {}) {
  const options = { viewport: desktop, colorScheme: "light", reducedMotion: "reduce", ...look };
  const { viewport, colorScheme, reducedMotion } = options;
  const key = JSON.stringify(options);
  if (!idle.has(key)) idle.set(key, []);
  const page = idle.get(key).pop() ?? (await newContext(browser, options).then((context) => context.newPage()));
  const faults = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error.stack)));
  page.on("dialog", (dialog) => (faults.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  const requests = [];
  page.on("request", (request) => /^(data|blob):/.test(request.url()) || requests.push(request.url()));
  const close = async () => {
    for (const event of ["console", "pageerror", "dialog", "request"]) page.removeAllListeners(event);
    await page.goto("about:blank");
    await page.mouse.move(-1, -1);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme, reducedMotion });
    idle.get(key).push(page);
  };
  return { page, faults, requests, close };
}

async function newContext(browser, options) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(waits.patience);
  return context;
}

/** Holds back the questions of one kind to the engine, as a busy machine does, until they are released. */
export function hold(page, kind) {
  return page.evaluate((ask) => {
    const send = Worker.prototype.postMessage;
    globalThis.held = [];
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.question?.includes(`"ask":"${ask}"`)) globalThis.held.push(() => send.call(this, message, ...rest));
      else send.call(this, message, ...rest);
    };
  }, kind);
}
/** Waits until this many questions are held back. */
export const held = (page, count) => page.waitForFunction((wanted) => globalThis.held.length === wanted, count);
/** Sends what was held back. */
export const release = (page) => page.evaluate(() => globalThis.held.splice(0).forEach((send) => send()));

export async function scratchFolder() {
  const folder = await mkdtemp(join(tmpdir(), "toptile-pages-"));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/**
 * The built page with data in it, as the program writes it. `records` belong to one run; `run` is its number from 0, and
 * `reviews` are those of some of the games.
 */
export async function fillPage(data, records = [], run = 0, reviews = []) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const parts = [`<script type="application/json" id="toptile-data">${json}</script>`];
  for (let i = 0; i < records.length; i += 64) {
    const some = records.slice(i, i + 64);
    const [first, last] = [some[0].id, some.at(-1).id];
    const chunk = (kind, lines) =>
      `<script type="text/plain" class="toptile-${kind}" data-run="${run}" data-first="${first}" data-last="${last}">${pack(lines)}</script>`;
    parts.push(chunk("games", some));
    const reviewed = reviews.filter(({ game }) => game >= first && game <= last);
    if (reviewed.length > 0) parts.push(chunk("reviews", reviewed));
  }
  const page = await readFile(join(builtFolder, "page.html"), "utf8");
  return page.split(placeholder).join(parts.join("\n"));
}

function pack(lines) {
  return deflateRawSync(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""))).toString("base64");
}

/** Writes the page to a file, and returns the file's address. */
export async function writePage(folder, name, ...content) {
  const file = join(folder, name);
  await writeFile(file, await fillPage(...content));
  return pathToFileURL(file).href;
}

/**
 * Presses the mouse on an element of this selector within a button, waits until the button is drawn again, and releases it. A pointer
 * that rests on what is replaced would lose the click.
 */
export async function clickWhileDrawn(page, button, inside) {
  await button.scrollIntoViewIfNeeded();
  const [x, y] = await button.evaluate((element, selector) => {
    const box = element.querySelector(selector).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }, inside);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await button.evaluate((element) => new Promise((done) => new MutationObserver(done).observe(element, { childList: true })));
  await page.mouse.up();
}

/** The obstacles for people with disabilities that axe-core finds. */
export async function barriers(page) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
}

export function sidewaysPixels(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** If TOPTILE_SHOTS names a folder, writes pictures there for people to look at. */
export async function shoot(page, name, options = { fullPage: true }) {
  const folder = process.env.TOPTILE_SHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), ...options });
}
