// The site of a league, as `toptile league site` writes it, opened from disk.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { barriers, coloursFor, desktop, newPage, openBrowser, phone, scratchFolder, shoot, sidewaysPixels, testsFolder } from "./browser.mjs";

const program = process.env.TOPTILE ?? join(testsFolder, "../../build/release/toptile");
const words = join(testsFolder, "../../tests/data/words/plain.txt");
const evil = `<img src=x onerror=alert(1)>"'&`;

let browser;
let scratch;

before(async () => {
  browser = await openBrowser();
  scratch = await scratchFolder();
  const toptile = (...args) => execFileSync(program, args, { cwd: scratch.folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  toptile("league", "init", "--lexicon", words, "--no-clock", "--sandbox", "off", "--name", `League ${evil}`);
  toptile("submit", "greedy", "random", "stacker", "--author", evil);
  // The games of a tournament: a league would choose others each time. Each bot has 12 games with each other one, so that its page shows all 24.
  const bots = ["greedy", "random", "stacker"];
  toptile("tournament", ...bots.flatMap((bot) => ["--bot", bot]), "--lexicon", words, "--no-clock", "--sandbox", "off", "--games", "12", "--quiet", "--out", "run");
  toptile("league", "enter", "run", ...bots.flatMap((bot) => ["--as", `${bot}=${bot}-v1`]));
  toptile("league", "retire", "stacker", "--reason", `For ${evil}`);
  mkdirSync(join(scratch.folder, "broken"));
  writeFileSync(join(scratch.folder, "broken/bot.json"), '{"name": "broken", "run": ["sh", "run.sh"]}');
  writeFileSync(join(scratch.folder, "broken/run.sh"), "exit 1\n");
  assert.throws(() => toptile("submit", "broken", "--author", "ann"));
  writeFileSync(join(scratch.folder, "later.json"), '{"submissions": {"until": "2099-12-18T23:59:00+01:00"}}');
  toptile("league", "configure", "later.json");
  toptile("league", "site", "public");
});

after(async () => {
  await browser.close();
  await scratch.remove();
});

const address = (name) => pathToFileURL(join(scratch.folder, "public")).href + `/${name}`;

async function open(name, options) {
  const opened = await newPage(browser, options);
  await opened.page.goto(address(name));
  return opened;
}

test("the engine is beside the games of a site that is opened from disk", async () => {
  const { page, faults, close } = await open("game.html#game=3&turn=4");
  await page.locator(".v-board").waitFor();
  await page.keyboard.press("a");
  await page.waitForFunction(() => /nodes/.test(document.querySelector(".v-analysis").textContent) && /%/.test(document.querySelector(".v-analysis .v-plays").textContent));
  await page.keyboard.press("w");
  await page.keyboard.type("zzzz");
  await page.keyboard.press("Enter");
  await page.getByText("ZZZZ is not in the lexicon.").waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("an engine that could not be loaded is loaded again when it is asked again", async () => {
  const folder = join(scratch.folder, "public/assets");
  const [name] = readdirSync(folder).filter((each) => /^engine.*\.js$/.test(each));
  renameSync(join(folder, name), join(folder, "away"));
  const { page, close } = await open("game.html#game=3&turn=4");
  try {
    await page.locator(".v-board").waitFor();
    await page.keyboard.press("a");
    await page.getByText("This site does not have its engine.").first().waitFor();
  } finally {
    renameSync(join(folder, "away"), join(folder, name));
  }
  await page.keyboard.press("w");
  await page.keyboard.type("zzzz");
  await page.keyboard.press("Enter");
  await page.getByText("ZZZZ is not in the lexicon.").waitFor();
  await close();
});

for (const [size, viewport] of Object.entries({ desktop, phone })) {
  for (const colorScheme of coloursFor(size)) {
    test(`the pages of a site are whole on a ${size} in ${colorScheme} colours`, async () => {
      for (const name of ["index.html", "bots/greedy.html", "bots/stacker.html", "game.html#game=3&turn=4"]) {
        const { page, faults, requests, close } = await open(name, { viewport, colorScheme });
        await page.locator(name.startsWith("game") ? ".v-board" : "main table").first().waitFor();
        await shoot(page, `site-${name.replace(/\W/g, "-")}-${size}-${colorScheme}`);
        assert.equal(await sidewaysPixels(page), 0, name);
        assert.deepEqual(faults, [], name);
        assert.ok(requests.every((request) => request.startsWith("file:")), `${requests}`);
        assert.equal(await page.locator("img").count(), 0);
        assert.deepEqual(await barriers(page), [], name);
        await close();
      }
    });
  }
}

test("standings lead to bots, bots to games, and games to their neighbours", async () => {
  const { page, faults, close } = await open("index.html");
  assert.equal(await page.locator("h1").textContent(), `League ${evil}`);
  assert.equal(await page.locator("#standings tbody tr").count(), 2);
  assert.ok((await page.locator("#news").textContent()).includes(`stacker-v1 retired: For ${evil}`));
  await page.locator("#standings a", { hasText: "greedy-v1" }).click();
  await page.waitForURL(/bots\/greedy\.html$/);
  assert.ok((await page.locator("#greedy-v1").textContent()).includes("random-v1"));
  const all = await page.locator("#games tbody tr").count();
  await page.locator("#against").selectOption("random-v1");
  const some = await page.locator("#games tbody tr").count();
  assert.ok(some > 0 && some < all, `${some} of ${all}`);
  const against = await page.locator("#games tbody tr").allTextContents();
  assert.ok(against.every((row) => row.includes("random-v1")), `${against}`);
  await page.locator("#games tbody a[aria-label='Game 2'], #games tbody th a").first().click();
  await page.waitForURL(/game\.html#game=\d+/);
  await page.locator(".v-board").waitFor();
  const heading = await page.locator("h1").textContent();
  const game = Number(/Game (\d+):/.exec(heading)[1]);
  await page.locator("nav a", { hasText: game > 1 ? "Previous game" : "Next game" }).click();
  await page.locator("h1", { hasText: `Game ${game > 1 ? game - 1 : game + 1}:` }).waitFor();
  await page.locator("nav a", { hasText: "Standings" }).click();
  await page.waitForURL(/index\.html$/);
  assert.deepEqual(faults, []);
  await close();
});

test("the page of a refused bot says where its author finds the reason", async () => {
  const { page, close } = await open("bots/broken.html");
  const told = await page.locator("#versions").textContent();
  assert.match(told, /refused/);
  assert.match(told, /toptile league show broken-v1/);
  assert.match(told, /api\/v1\/versions\/broken-v1\/log/);
  assert.doesNotMatch(told, /exit code/);
  await close();
});

test("a band whose interval has no end on a side reaches the edge of the picture", async () => {
  const path = (name) => join(scratch.folder, "public/bots", `${name}.html`);
  const [before, data, after] = readFileSync(path("greedy"), "utf8").split(/(?<=id="toptile-data"[^>]*>)([^<]*)/);
  /** Which rows of pixels a band or a line covers, where no line of the grid is. */
  const covered = async (name, low) => {
    const page = JSON.parse(data);
    page.report.history = { games: [20, 40, 60], elo: [[100, 150, 120]], low: [low], high: [[160, 200, 150]] };
    writeFileSync(path(name), `${before}${JSON.stringify(page)}${after}`);
    const { page: shown, faults, close } = await open(`bots/${name}.html`);
    await shown.locator("#history .u-over").scrollIntoViewIfNeeded();
    const rows = await shown.evaluate(() => {
      const canvas = document.querySelector("#history canvas");
      const over = document.querySelector("#history .u-over");
      const ratio = canvas.width / canvas.clientWidth;
      const [left, top, height] = [over.offsetLeft + 0.2 * over.clientWidth, over.offsetTop, over.clientHeight].map((length) => Math.round(length * ratio));
      const { data } = canvas.getContext("2d").getImageData(left, top, 1, height);
      return Array.from({ length: height }, (_, row) => data[4 * row + 3] > 0);
    });
    await shoot(shown, `site-band-${name}`);
    assert.deepEqual(faults, []);
    await close();
    return rows;
  };
  const [closed, openBelow] = [await covered("closed", [40, 100, 90]), await covered("open", [null, null, 90])];
  assert.ok(closed.slice(-4, -1).some((isCovered) => !isCovered));
  assert.ok(openBelow.slice(-40).every((isCovered) => isCovered));
  assert.ok(openBelow.slice(0, 4).some((isCovered) => !isCovered));
});

test("a game that is not there says so", async () => {
  for (const game of [0, 37, 99999999]) {
    const { page, close } = await open(`game.html#game=${game}`);
    assert.equal(await page.locator("[role=alert]").textContent(), `This site does not have game ${game}.`);
    await close();
  }
});

test("toptile serve shows the same site", async () => {
  const server = spawn(program, ["serve", "--port", "0"], { cwd: scratch.folder, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = await once(createInterface({ input: server.stdout }), "line");
    const { page, faults, close } = await newPage(browser);
    await page.goto(/http:\S+/.exec(line)[0]);
    await page.locator("#standings a", { hasText: "greedy-v1" }).click();
    await page.locator("#games tbody th a").first().click();
    await page.locator(".v-board").waitFor();
    assert.deepEqual(faults, []);
    await close();
    const lost = await newPage(browser);
    await lost.page.goto(new URL("bots/nobody.html", /http:\S+/.exec(line)[0]).href);
    assert.equal(await lost.page.locator("h1").textContent(), "There is no such page");
    assert.equal(await sidewaysPixels(lost.page), 0);
    await shoot(lost.page, "site-no-such-page");
    await lost.page.getByRole("link").click();
    await lost.page.locator("#standings a", { hasText: "greedy-v1" }).waitFor();
    await lost.close();
  } finally {
    server.kill();
  }
});

test("times are those of the reader, and the zone is named", async () => {
  for (const [timezoneId, deadline, zone] of [["Europe/Berlin", "18 Dec 2099, 23:59 CET", "CE(S)?T"], ["Asia/Kolkata", "19 Dec 2099, 04:29 GMT+5:30", "GMT\\+5:30"]]) {
    const { page, close } = await open("index.html", { timezoneId });
    assert.equal(await page.locator(".deadline").textContent(), `Bots can be submitted until ${deadline}.`);
    const footer = await page.locator("footer").textContent();
    assert.match(footer, new RegExp(`^As of .* ${zone}\\. All times are those of your time zone, `));
    await close();
  }
});

test("the standings can be read without a script", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address("index.html"));
  assert.equal(await page.locator("noscript tr, table tr").count(), 3);
  assert.match(await page.locator("body").textContent(), /Bots can be submitted until 2099-12-18 22:59:00 UTC\./);
  await context.close();
});

test("a phone shows every column of the latest games, and all columns if asked", async () => {
  for (const name of ["index.html", "bots/greedy.html"]) {
    const { page, close } = await open(name, { viewport: phone });
    const beyond = () =>
      page.locator("[data-key^=table-]").evaluateAll((tables) =>
        tables.filter((table) => table.scrollWidth > table.clientWidth).map((table) => table.dataset.key),
      );
    assert.deepEqual(await beyond(), [], name);
    const heads = page.locator("#games thead th:visible");
    assert.deepEqual(await heads.allTextContents(), ["Game", "Result", "Played"]);
    assert.match(await page.locator("#games tbody td.result").first().innerText(), /a rack empty|nobody could play/);
    const line = page.locator("#games tbody td.result a .name").first().evaluate((name) => getComputedStyle(name).textDecorationLine);
    assert.equal(await line, "underline");
    await page.locator("#games button", { hasText: "Show all columns" }).click();
    assert.deepEqual(await heads.allTextContents(), ["Game", "Result", "End", "Played"]);
    await close();
  }
});

test("the labels over columns stand at one height, whether they sort or not", async () => {
  const { page, close } = await open("bots/greedy.html");
  const tops = await page.locator("#versions thead th").evaluateAll((heads) =>
    heads.map((head) => {
      const range = document.createRange();
      range.selectNodeContents(head);
      const { top, height } = range.getClientRects()[0];
      return top + height / 2;
    }),
  );
  assert.ok(Math.max(...tops) - Math.min(...tops) < 1, `${tops}`);
  await close();
});
