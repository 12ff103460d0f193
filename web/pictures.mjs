// Makes the pictures in docs/pictures anew: plays a tournament with a fixed seed, and shows its report in Chromium.
//   node pictures.mjs [FOLDER]     default: docs/pictures
// TOPTILE is the program; default: build/release/toptile. The letters are those of this machine's fonts.
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { newPage, openBrowser, scratchFolder } from "./tests/browser.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const toptile = process.env.TOPTILE ?? join(root, "build/release/toptile");
const out = process.argv[2] ?? join(root, "docs/pictures");
const mostBytes = 150_000;

const bots = ["patient", "greedy", "greedy-python", "stacker"];
const plan = ["--games", "50", "--seed", "1"];
// A close game, at a turn on which the bot says something, and a high stack. If the games change, choose others.
const scene = { title: "Game 162: greedy-python – patient", hash: "#game=162&turn=22", square: "d3" };
// The page shows its own address, and a file's address would tell where this machine keeps it.
const address = "https://example.org/report.html";

const look = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 };
const quality = 0.85; // Of 1.
const gap = 12; // Between what a picture shows last and its lower edge, in CSS pixels.

const { folder, remove } = await scratchFolder();
let browser;
try {
  const report = playTournament();
  browser = await openBrowser();
  await mkdir(out, { recursive: true });
  await takePicture("report", report, "", showReport);
  await takePicture("game", report, scene.hash, showGame);
} finally {
  await browser?.close();
  await remove();
}

function playTournament() {
  const run = join(folder, "run");
  const report = join(folder, "report.html");
  const seated = bots.flatMap((bot) => ["--bot", bot]);
  execFileSync(toptile, ["tournament", ...seated, ...plan, "--out", run], { stdio: "inherit" });
  execFileSync(toptile, ["report", run, "--out", report], { stdio: "inherit" });
  return report;
}

/** `show` brings the page to what the picture shows, and returns the height of it in CSS pixels. */
async function takePicture(name, report, hash, show) {
  const { page, faults, close } = await newPage(browser, look);
  await page.route(address, (route) => route.fulfill({ path: report, contentType: "text/html; charset=utf-8" }));
  await page.goto(address + hash);
  const height = await show(page);
  const png = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width: look.viewport.width, height } });
  if (faults.length > 0) throw new Error(`the page complains: ${faults.join("; ")}`);
  await close();
  const webp = await packed(png);
  if (webp.length > mostBytes) throw new Error(`${name} has ${webp.length} bytes, and ${mostBytes} are the most`);
  const file = join(out, `${name}.webp`);
  await writeFile(file, webp);
  console.log(`${file}: ${webp.length} bytes`);
}

/** The standings and the ratings over time. */
async function showReport(page) {
  const box = await page.locator("#history").boundingBox();
  return Math.floor(box.y + box.height);
}

/** A turn of a game, with the tiles of one stack. */
async function showGame(page) {
  await page.waitForSelector(".v-viewer");
  const title = await page.locator("h1").textContent();
  if (title !== scene.title) throw new Error(`the games have changed, choose another: this one is ${title}`);
  await page.locator(`[role=gridcell][aria-label^="${scene.square}:"][aria-label*=" high"]`).click();
  const box = await page.locator(".v-viewer").boundingBox();
  return Math.ceil(box.y + box.height) + gap;
}

/** The same picture as a WebP file. */
async function packed(png) {
  const { page, close } = await newPage(browser);
  const webp = await page.evaluate(async ({ base64, quality }) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", quality).split(",")[1];
  }, { base64: png.toString("base64"), quality });
  await close();
  return Buffer.from(webp, "base64");
}
