// The report in a browser: the page of a real run, as the program writes it, and a page with hostile texts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { barriers, desktop, newPage, openBrowser, phone, scratchFolder, shoot, sidewaysPixels, writePage } from "./browser.mjs";
import { data, names, records } from "./hostile.mjs";
import { LiveServer } from "./live_server.mjs";

const program = process.env.TOPTILE;
let browser;
let scratch;
let real;
let hostile;

before(async () => {
  assert.ok(program, "TOPTILE must name the program: ctest sets it");
  scratch = await scratchFolder();
  real = playAndReport(scratch.folder);
  hostile = await writePage(scratch.folder, "hostile.html", data, records);
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await scratch?.remove();
});

function playAndReport(folder) {
  const bots = process.env.TOPTILE_BOTS;
  const toptile = (...args) => execFileSync(program, args, { cwd: folder, stdio: "pipe" });
  const entrants = ["greedy", "random", "human"].flatMap((name) => ["--bot", join(bots, name)]);
  toptile("tournament", ...entrants, "--games", "4", "--seed", "5", "--out", "run", "--quiet");
  toptile("report", "run", "--out", "report.html");
  return pathToFileURL(join(folder, "report.html")).href;
}

/** Opens the page, passes it to `use`, and checks that it did nothing that it must not do. */
async function onPage(address, use, look) {
  const opened = await newPage(browser, look);
  try {
    await opened.page.goto(address);
    await use(opened.page);
    assert.deepEqual(opened.faults, []);
    if (address.startsWith("file:")) assert.deepEqual(opened.requests.filter((url) => !url.startsWith("file:")), []);
  } finally {
    await opened.close();
  }
}

for (const [size, viewport] of Object.entries({ desktop, phone })) {
  test(`a real run's report keeps nobody out, by day and by night, and stays within the window of a ${size}`, async () => {
    await onPage(
      real,
      async (page) => {
        await page.waitForSelector("canvas");
        assert.deepEqual(await sections(page), [
          "standings", "history", "cross", "los", "pairings", "seats", "turns", "times", "faults", "games", "setup", "reproduce",
        ]);
        assert.equal(await sidewaysPixels(page), 0);
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await barriers(page), []);
          await shoot(page, `report ${size} ${colorScheme}`);
        }
      },
      { viewport },
    );
  });
}

test("the page of a match states the interval of the spread that the terminal states", async () => {
  const bots = process.env.TOPTILE_BOTS;
  const toptile = (...args) => execFileSync(program, args, { cwd: scratch.folder, encoding: "utf8", stdio: "pipe" });
  const told = toptile("match", join(bots, "greedy"), join(bots, "human"), "--games", "12", "--seed", "5", "--out", "match");
  toptile("report", "match", "--out", "match.html");
  const [, interval] = told.match(/^spread +[-+][\d.]+ ±([\d.]+) points a game/m);
  await onPage(pathToFileURL(join(scratch.folder, "match.html")).href, async (page) => {
    for (const section of ["#seats", "#pairings"]) assert.ok((await page.locator(section).textContent()).includes(` ± ${interval} `), section);
  });
});

test("the page that a tournament writes opens its games, and a page without games says how to get one with them", async () => {
  await onPage(`${pathToFileURL(join(scratch.folder, "run", "report.html")).href}#game=2`, async (page) => {
    await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Game 2: "));
  });
  execFileSync(program, ["report", "run", "--games", "none", "--out", "bare.html"], { cwd: scratch.folder, stdio: "pipe" });
  const bare = pathToFileURL(join(scratch.folder, "bare.html")).href;
  const says = /toptile report run writes a page with all its games\.$/;
  await onPage(`${bare}#game=2`, async (page) => {
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").textContent(), says);
    await page.evaluate(() => (location.hash = "#game=999"));
    await page.waitForFunction(() => document.querySelector("[role=alert]")?.textContent === "This page does not have game 999.");
  });
  await onPage(bare, async (page) => assert.match(await page.locator("#games .note").textContent(), says));
  await onPage(real, async (page) => assert.equal(await page.locator("#games .note").count(), 0));
});

function sections(page) {
  return page.locator("main > section:not([hidden])").evaluateAll((all) => all.map(({ id }) => id));
}

test("hostile texts stay texts, are no wider than a phone, and nothing is fetched for them", async () => {
  await onPage(
    hostile,
    async (page) => {
      for (const summary of await page.locator("summary").all()) await summary.click();
      assert.equal(await page.title(), data.title);
      assert.equal(await page.locator("h1").textContent(), data.title);
      assert.equal(await page.locator("main img, main script, main b:not(.letters b), main em, main s, main u, main i").count(), 0);
      for (const name of names.slice(0, 3)) assert.ok((await page.locator("bdi", { hasText: name }).count()) > 0, name);
      const evidence = page.locator("#faults pre").first();
      assert.match(await evidence.textContent(), /<\/pre><img src=x onerror=alert\(1\)>/);
      assert.equal(await sidewaysPixels(page), 0);
      assert.deepEqual(await barriers(page), []);
      await shoot(page, "hostile");
    },
    { viewport: { width: 360, height: 780 }, colorScheme: "dark" },
  );
});

test("a link opens a game at a turn, and back leads to the report where it was", async () => {
  await onPage(hostile, async (page) => {
    const link = page.locator("#games a", { hasText: /^7$/ });
    await link.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => scrollY);
    assert.ok(top > 500);
    await link.click();
    await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Game 7: "));
    assert.ok((await page.locator("h1").textContent()).includes(names[2]));
    await page.getByRole("link", { name: "Next game" }).click();
    await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Game 8: "));
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Game 7: "));
    await page.goBack();
    await page.waitForSelector("#standings");
    await page.waitForFunction((y) => Math.abs(scrollY - y) < 2, top);
  });
  await onPage(`${hostile}#game=3&turn=5`, async (page) => {
    await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Game 3: "));
    await page.evaluate(() => (location.hash = "#game=3&turn=2"));
    await page.waitForTimeout(400);
    assert.equal(new URL(page.url()).hash, "#game=3&turn=2");
    await page.evaluate(() => (location.hash = "#game=999"));
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").textContent(), /does not have game 999/);
  });
});

test("a head's button sorts its table, by keyboard too, and says how", async () => {
  await onPage(hostile, async (page) => {
    const column = () => page.locator("#games tbody tr td:nth-child(3)").allTextContents();
    const head = page.locator("#games th", { has: page.getByRole("button", { name: "Margin" }) });
    assert.equal(await head.getAttribute("aria-sort"), null);
    await head.getByRole("button").focus();
    await page.keyboard.press("Enter");
    assert.equal(await head.getAttribute("aria-sort"), "descending");
    const margins = (await column()).map(Number);
    assert.equal(margins.length, 50);
    assert.deepEqual(margins, [...margins].sort((a, b) => b - a));
    const all = data.games.scores.map(([a, b]) => Math.abs(a - b));
    assert.equal(margins[0], Math.max(...all));
    await page.keyboard.press("Enter");
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    assert.equal(Number((await column())[0]), Math.min(...all));
    assert.equal(await page.locator("#games [aria-sort]").count(), 1);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Margin");
  });
});

test("games are listed by the page, and those that ended in a way alone", async () => {
  await onPage(hostile, async (page) => {
    const status = page.locator("#games .pager [role=status]");
    const ids = () => page.locator("#games tbody th").allTextContents();
    assert.equal(await status.textContent(), "1 to 50 of 130");
    await page.getByRole("button", { name: "Last" }).click();
    assert.equal(await status.textContent(), "101 to 130 of 130");
    assert.equal((await ids()).at(-1), "130");
    const next = page.getByRole("button", { name: "Next", exact: true });
    assert.equal(await next.getAttribute("aria-disabled"), "true");
    await next.focus();
    await page.keyboard.press("Enter");
    assert.equal(await status.textContent(), "101 to 130 of 130");
    await page.getByLabel("Ended").focus();
    await page.getByLabel("Ended").selectOption("forfeit");
    const forfeited = data.games.id.filter((_, i) => data.games.end[i] === "forfeit").map(String);
    assert.deepEqual(await ids(), forfeited.slice(0, 50));
    assert.equal(await page.evaluate(() => document.activeElement.id), "end");
  });
});

test("a bot that is chosen is what the whole page is about, until back is pressed", async () => {
  await onPage(hostile, async (page) => {
    const bot = 3;
    await page.getByLabel("Bot", { exact: true }).selectOption({ index: bot + 1 });
    assert.equal(decodeURIComponent(new URL(page.url()).hash), `#bot=${names[bot]}`);
    const mine = data.games.id.filter((_, i) => data.games.seats[i].includes(bot)).map(String);
    assert.deepEqual(await page.locator("#games tbody th").allTextContents(), mine.slice(0, 50));
    assert.equal(await page.locator("#pairings .tile").count(), names.length - 1);
    assert.equal(await page.locator("#standings tr.chosen").count(), 1);
    assert.equal(await page.locator("#times .tile").count(), 1);
    assert.match(await page.locator("#faults").textContent(), /This bot had none/);
    assert.deepEqual(await barriers(page), []);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll("tr.chosen").length === 0);
    assert.equal(await page.locator("#games tbody th").count(), 50);
  });
  await onPage(`${hostile}#bot=${encodeURIComponent(names[1])}`, async (page) => {
    assert.equal(await page.locator("#standings tr.chosen").count(), 1);
  });
});

test("by keyboard: past what repeats, into tables that scroll, and everything that can be focused shows it", async () => {
  await onPage(hostile, async (page) => {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the content");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "main");
    await page.keyboard.press("Tab");
    const region = await page.evaluate(() => [document.activeElement.getAttribute("role"), document.activeElement.getAttribute("aria-label")]);
    assert.deepEqual(region, ["region", "Places"]);
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "none");
  });
});

test("on paper all is open, light, and without controls", async () => {
  await onPage(
    hostile,
    async (page) => {
      await page.evaluate(() => {
        const folded = () => document.querySelectorAll("details:not([open], .controls)").length;
        globalThis.folded = [folded()];
        addEventListener("beforeprint", () => globalThis.folded.push(folded()));
        addEventListener("afterprint", () => globalThis.folded.push(folded()));
      });
      const pdf = await page.pdf({ format: "A4" });
      assert.ok(pdf.length > 20_000);
      const [before, within, afterwards] = await page.evaluate(() => globalThis.folded);
      assert.ok(before > 10);
      assert.equal(within, 0);
      assert.equal(afterwards, before);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      assert.equal(await page.locator("select:visible, button:visible:not(.sort), nav:visible, details.controls:visible").count(), 0);
      assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--ink").trim()), "#22201c");
      await shoot(page, "paper");
    },
    { colorScheme: "dark" },
  );
});

test("what the data does not have is left out", async () => {
  const { standings, cross, games, ...rest } = data;
  const some = { report: 1, mode: "report", live: null, title: "few", toptile: rest.toptile, runs: rest.runs, bots: rest.bots, alphabet: rest.alphabet, standings, cross, games, faults: { count: 1, told: [{ run: 0, game: 3, entrant: 1, reason: "time", text: "late" }] } };
  await onPage(await writePage(scratch.folder, "few.html", some), async (page) => {
    assert.deepEqual(await sections(page), ["standings", "cross", "faults", "games", "setup"]);
    assert.equal(await page.locator("nav li:visible").count(), 5);
    assert.equal(await page.locator("#games a, #faults details").count(), 0);
  });
});

test("of several runs a game is opened by its run", async () => {
  const run = data.games.id.map((_, i) => (i < 2 ? 0 : 1));
  const id = data.games.id.map((_, i) => (i < 2 ? i + 1 : i - 1));
  const several = { ...data, runs: [...data.runs, { ...data.runs[0], name: "second" }], games: { ...data.games, run, id } };
  await onPage(await writePage(scratch.folder, "several.html", several, records, 1), async (page) => {
    assert.deepEqual(await page.locator("#games tbody tr:nth-child(-n+3)").evaluateAll((rows) => rows.map((row) => row.querySelectorAll("a").length)), [0, 0, 1]);
    await page.locator("#games tbody tr:nth-child(4) a").click();
    await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Game 2: "));
    assert.match(new URL(page.url()).hash, /^#game=2(&turn=0)?&run=2$/);
    assert.deepEqual(await page.locator("header nav a").allTextContents(), ["← Report", "Previous game", "Next game"]);
    await page.evaluate(() => (location.hash = "#game=2"));
    await page.getByRole("alert").waitFor();
  });
});

test("a game alone has no report to go back to, and a turn is enough for its address", async () => {
  const { report, toptile, runs, bots, alphabet } = data;
  const [record] = records;
  const games = { id: [1], seats: [[1, 3]], scores: [record.scores], ranks: [record.ranks], end: [record.end], turns: [record.turns.length] };
  const alone = { report, mode: "game", live: null, title: "one game", toptile, runs, bots, alphabet, games };
  await onPage(`${await writePage(scratch.folder, "alone.html", alone, [record])}#turn=2`, async (page) => {
    await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Game 1: "));
    assert.equal(await page.locator("nav").count(), 0);
    assert.equal(await page.title(), "one game");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.hash === "#game=1&turn=3");
  });
});

test("a live page takes in what happens, and what the reader has chosen stays", async () => {
  const server = new LiveServer({ ...data, games_played: 130, games_planned: 200 }, records);
  const address = await server.start();
  try {
    const opened = await newPage(browser, { viewport: desktop });
    const { page } = opened;
    await page.goto(address);
    const status = page.locator(".live");
    await page.waitForFunction(() => document.querySelector(".live").textContent === "Live: 130 of 200 games played.");
    await page.getByLabel("Ended").selectOption("stuck");
    await page.locator("#games").getByRole("button", { name: "Turns" }).click();
    await page.locator("#reproduce summary").click();
    const state = () => page.evaluate(() => [scrollY, document.activeElement.dataset.key, document.querySelector("#games [aria-sort]").textContent, document.getElementById("end").value]);
    const before = await state();
    assert.equal(before[1], "unfold-configuration");
    server.data = { ...server.data, games_played: 131 };
    for (let i = 0; i < 50; i += 1) server.tell("game", { id: 131 });
    await page.waitForFunction(() => document.querySelector(".live").textContent.includes("131 of 200"));
    assert.deepEqual(await state(), before);
    assert.ok(server.dataAsked <= 4, `asked ${server.dataAsked} times`);
    await page.evaluate(() => (location.hash = "#game=1"));
    await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Game 1: "));
    await page.goBack();
    server.cutOff();
    await page.waitForFunction(() => /lost|Live/.test(document.querySelector(".live").textContent));
    await page.waitForFunction(() => document.querySelector(".live").textContent.startsWith("Live: "));
    server.data = { ...server.data, games_played: 200, finished: true };
    server.tell("end", {});
    await page.waitForFunction(() => document.querySelector(".live").textContent === "Over: 200 of 200 games played.");
    await server.stop();
    assert.equal(await status.textContent(), "Over: 200 of 200 games played.");
    assert.deepEqual(opened.faults.filter((text) => !/ERR_|Failed to load/.test(text)), []);
    await opened.close();
  } finally {
    if (server.server.listening) await server.stop();
  }
});
