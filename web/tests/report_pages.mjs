// The report in a browser: the page of a real run, as the program writes it, and a page with hostile texts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { barriers, coloursFor, desktop, isLong, newPage, openBrowser, phone, scratchFolder, shoot, sidewaysPixels, writePage } from "./browser.mjs";
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
  toptile("tournament", ...entrants, "--games", "4", "--seed", "5", "--sandbox", "off", "--out", "run", "--quiet");
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
  test(`a real run's report keeps nobody out, and stays within the window of a ${size}`, async () => {
    await onPage(
      real,
      async (page) => {
        await page.waitForSelector("canvas");
        assert.deepEqual(await sections(page), [
          "standings", "highlights", "history", "cross", "los", "pairings", "seats", "turns", "times", "faults", "games", "setup", "reproduce",
        ]);
        assert.equal(await sidewaysPixels(page), 0);
        for (const colorScheme of coloursFor(size)) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await barriers(page), []);
          await shoot(page, `report ${size} ${colorScheme}`);
        }
      },
      { viewport },
    );
  });
}

test("on a phone, names of twelve letters are not broken, and tables of three bots are whole", async () => {
  const bots = process.env.TOPTILE_BOTS;
  const toptile = (...args) => execFileSync(program, args, { cwd: scratch.folder, stdio: "pipe" });
  const entrants = [`alphabetical=${join(bots, "greedy")}`, `wordsmith-v2=${join(bots, "random")}`, "stacker"].flatMap((bot) => ["--bot", bot]);
  toptile("tournament", ...entrants, "--games", "10", "--seed", "5", "--sandbox", "off", "--out", "long-names", "--quiet");
  await onPage(
    pathToFileURL(join(scratch.folder, "long-names/report.html")).href,
    async (page) => {
      await page.waitForSelector("canvas");
      const broken = await page.locator("tbody th .name:visible").evaluateAll((all) =>
        all.filter((name) => name.getBoundingClientRect().height > 1.8 * parseFloat(getComputedStyle(name).fontSize)).map((name) => name.textContent),
      );
      assert.deepEqual(broken, []);
      for (const section of ["standings", "cross", "los", "seats", "times", "setup"]) {
        const beyond = await page.locator(`#${section} .wide`).first().evaluate((table) => table.scrollWidth - table.clientWidth);
        assert.equal(beyond, 0, section);
      }
    },
    { viewport: phone },
  );
});

test("the page of a match states the interval of the spread that the terminal states", async () => {
  const bots = process.env.TOPTILE_BOTS;
  const toptile = (...args) => execFileSync(program, args, { cwd: scratch.folder, encoding: "utf8", stdio: "pipe" });
  const told = toptile("match", join(bots, "greedy"), join(bots, "human"), "--games", "12", "--seed", "5", "--sandbox", "off", "--out", "match");
  toptile("report", "match", "--out", "match.html");
  toptile("match", join(bots, "greedy"), join(bots, "random"), "--sprt", "elo0=0,elo1=100", "--seed", "5", "--sandbox", "off", "--quiet", "--out", "tested");
  toptile("report", "tested", "--out", "tested.html");
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
  await onPage(bare, async (page) => assert.match(await page.locator("#games .note:not([role])").textContent(), says));
  await onPage(real, async (page) => assert.equal(await page.locator("#games .note:not([role])").count(), 0));
});

test("what counts nowhere is a dash, and a mean says how many games are behind it", async () => {
  const [first, second, third, ...others] = data.pairings;
  const pairings = [
    { ...first, games: 15 },
    { ...second, games: 4, mean: null, standard_error: null, error: null, spread: { from: 0, width: 5, counts: [] } },
    { ...third, games: 13 },
    ...others,
  ];
  const standings = data.standings.map((row) => ({ ...row, finished: row.entrant === 4 ? 0 : row.entrant === 3 ? 60 : row.games }));
  const times = { ...data.times, by_bot: data.times.by_bot.map((use, entrant) => ({ ...use, lost_on_time: entrant === 4 ? 7 : 0 })) };
  const by_seat = data.seats.by_seat.map((seat, i) => ({ ...seat, finished: i === 0 ? 99 : 0 }));
  const some = { ...data, pairings, standings, times, seats: { ...data.seats, by_seat } };
  await onPage(await writePage(scratch.folder, "counted.html", some), async (page) => {
    const tiles = page.locator("#pairings .tile > p");
    assert.deepEqual((await tiles.allTextContents()).slice(0, 3), [
      "+4.5 ± 19.5 on average, in 13 games; 2 forfeited",
      "no spread: 4 games forfeited",
      "+4.5 ± 19.5 on average, in 13 games",
    ]);
    assert.equal(await page.locator("#pairings .tile").nth(1).locator("svg.bars").count(), 0);
    const spreads = page.locator("#standings tbody td:nth-child(14)");
    assert.deepEqual((await spreads.allTextContents()).slice(2), ["+0.3", "−59.860 games", "–"]);
    assert.deepEqual(await page.locator("#times tbody tr:nth-child(5) > *").allTextContents(), [`${names[4]}0 moves, together 2 min 3 s`, "0", "–", "–", "2 min 3 s", "7"]);
    assert.match(await page.locator("#times .note").first().textContent(), /lost on time/);
    assert.deepEqual(await page.locator("#seats tbody td:nth-child(5)").allTextContents(), ["300.599 games", "–"]);
  });
});

test("intervals and histograms have labels that can be read, with room between them", async () => {
  for (const address of [real, hostile]) {
    await onPage(address, async (page) => {
      const faults = await page.evaluate(() =>
        [...document.querySelectorAll("svg.interval, svg.bars")].flatMap((picture) => {
          const words = [...picture.querySelectorAll("text")];
          const boxes = words.map((word) => word.getBoundingClientRect());
          const small = words.filter((word) => parseFloat(getComputedStyle(word).fontSize) * Math.hypot(word.getScreenCTM().a, 0) < 11);
          const collide = boxes.some((a, i) => boxes.some((b, j) => i < j && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
          return [...small.map((word) => `small: ${word.textContent}`), ...(collide ? [`collide: ${words.map((word) => word.textContent)}`] : [])];
        }),
      );
      assert.deepEqual(faults, []);
      assert.ok((await page.locator("#standings thead svg text").allTextContents()).includes("0"));
      assert.ok((await page.locator("#standings tbody svg .zero").count()) > 0);
      for (const picture of await page.locator("#times svg.bars, #pairings svg.bars").all()) assert.match(await picture.textContent(), /\d (game|move)s?/);
      const heads = await page.locator("#standings thead th").allTextContents();
      const column = heads.findIndex((head) => head.startsWith("95 % interval")) + 1;
      const intervals = await page.locator(`#standings tbody td:nth-child(${column})`).allTextContents();
      for (const interval of intervals) assert.match(interval, /^((−∞|[+−]?\d+) to ([+−]?\d+|\+∞)|–)$/);
    });
  }
});

test("a bot has one colour on the whole page, in its games, too", async () => {
  await onPage(real, async (page) => {
    const colours = await page.evaluate(() => {
      const found = {};
      const add = (name, colour) => (found[name] ??= new Set()).add(colour);
      for (const name of document.querySelectorAll("bdi.name")) {
        const swatch = name.closest(".bot")?.querySelector(".swatch") ?? name.closest("h3")?.querySelector(`.swatch:nth-of-type(${[...name.parentNode.querySelectorAll("bdi")].indexOf(name) + 1})`);
        if (swatch) add(name.textContent, getComputedStyle(swatch.querySelector("line")).stroke);
      }
      for (const row of document.querySelectorAll("#standings tbody tr")) add(row.querySelector("bdi").textContent, getComputedStyle(row.querySelector("td.scaled circle")).fill);
      for (const tile of document.querySelectorAll("#pairings .tile")) {
        for (const bar of tile.querySelectorAll("svg.bars rect")) {
          const isFirst = !bar.querySelector("title").textContent.startsWith("−");
          add(tile.querySelectorAll("bdi")[isFirst ? 0 : 1].textContent, getComputedStyle(bar).fill);
        }
      }
      return Object.fromEntries(Object.entries(found).map(([name, set]) => [name, [...set]]));
    });
    assert.deepEqual(Object.keys(colours).sort(), ["greedy", "human", "random"]);
    for (const [name, found] of Object.entries(colours)) assert.equal(found.length, 1, `${name}: ${found}`);
    assert.equal(new Set(Object.values(colours).flat()).size, 3);
    for (const game of [1, 5, 9]) {
      await page.evaluate((id) => (location.hash = `#game=${id}`), game);
      await page.waitForFunction((id) => document.querySelector("h1").textContent.startsWith(`Game ${id}: `), game);
      const players = await page.locator(".v-player").evaluateAll((all) => all.map((one) => [one.getAttribute("aria-label"), getComputedStyle(one.querySelector(".v-dot")).backgroundColor]));
      for (const [name, colour] of players) assert.equal(colour, colours[name][0], name);
    }
  });
});

test("the values under the pointer move nothing, and axes of games have whole numbers", async () => {
  const history = { ...data.history, games: [5, 8, 11, 15] };
  await onPage(await writePage(scratch.folder, "axes.html", { ...data, history }), async (page) => {
    const places = () => page.locator("section").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top + scrollY));
    for (const section of ["#history", "#turns", "#times"]) {
      const plot = page.locator(`${section} .u-over`);
      await plot.scrollIntoViewIfNeeded();
      const before = await places();
      const box = await plot.boundingBox();
      for (const share of [0.2, 0.9]) {
        await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
        await page.waitForFunction((id) => document.querySelector(`${id} .axis-name .value`).textContent !== "", section);
        assert.deepEqual(await places(), before, section);
      }
      const values = await page.locator(`${section} figcaption .value`).allTextContents();
      assert.ok(values.every((value) => value !== ""), `${section}: ${values}`);
      await page.mouse.move(2, 2);
    }
  });
  const opened = await newPage(browser);
  await opened.page.addInitScript(() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    globalThis.written = [];
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      globalThis.written.push(text);
      return fillText.call(this, text, ...rest);
    };
  });
  await opened.page.setViewportSize({ width: 500, height: 800 });
  await opened.page.goto(pathToFileURL(join(scratch.folder, "axes.html")).href);
  await opened.page.waitForFunction(() => globalThis.written.includes("own turn"));
  const written = await opened.page.evaluate(() => globalThis.written);
  assert.ok(written.includes("10"), `${written}`);
  assert.deepEqual(written.filter((text) => /^\d+\.\d+$/.test(text)), []);
  await opened.page.context().close();
});

test("on a phone the standings fit, all columns can be had, and the last move comes before the list of moves", async () => {
  for (const address of [real, hostile]) {
    await onPage(
      address,
      async (page) => {
        const table = page.locator("#standings [data-key=table-standings]");
        const hidden = () => table.evaluate((one) => one.scrollWidth - one.clientWidth);
        if (address === real) assert.equal(await hidden(), 0);
        assert.equal(await table.locator("tbody tr:first-child > :visible:is(td, th)").count(), 4);
        const button = page.locator("#standings").getByRole("button", { name: "Show all columns" });
        await button.click();
        assert.ok((await table.locator("tbody tr:first-child > :visible:is(td, th)").count()) >= 12);
        await page.locator("#standings").getByRole("button", { name: "Show fewer columns" }).click();
        assert.equal(await sidewaysPixels(page), 0);
      },
      { viewport: phone },
    );
  }
  await onPage(
    `${real}#game=1&turn=5`,
    async (page) => {
      await page.waitForSelector(".v-turn");
      const top = (place) => page.locator(place).evaluate((one) => one.getBoundingClientRect().top);
      assert.ok((await top(".v-turn")) < (await top(".v-moves")));
      assert.ok((await top(".v-turn")) < phone.height - 100);
      // Scores, racks and the whole board are seen at once.
      for (const part of [".v-players", ".v-board"]) {
        const { top: above, bottom } = await page.locator(part).evaluate((one) => one.getBoundingClientRect().toJSON());
        assert.ok(above >= 0 && bottom <= phone.height, `${part}: ${above} to ${bottom}`);
      }
      assert.doesNotMatch((await page.locator("h1").textContent()).replace("Game 1:", ""), /\b\d{2,3}\b/);
      assert.deepEqual(await barriers(page), []);
      await shoot(page, "game phone");
    },
    { viewport: phone },
  );
});

test("the standings say first who is first, and have the places of the format in the same table", async () => {
  await onPage(hostile, async (page) => {
    assert.equal(await page.locator("#standings table").count(), 1);
    assert.match(await page.locator("#standings .verdict").textContent(), / is first: <em>won the final\.$/);
    assert.equal(await page.locator("#standings tbody tr").first().locator("th bdi").first().textContent(), data.places[0].name);
  });
  const shared = [1, 2].map((entrant) => ({ name: data.bots[entrant].name, words: "5 points" }));
  await onPage(await writePage(scratch.folder, "shared.html", { ...data, places: shared }, records), async (page) => {
    assert.match(await page.locator("#standings .verdict").textContent(), / and w+ are first with the same result: 5 points\.$/);
  });
  const { places: _, ...without } = data;
  const los = data.standings.map((__, row) => data.standings.map((___, column) => (row === column ? null : row < column ? 0.83 : 0.17)));
  const written = (name, more) => writePage(scratch.folder, `${name}.html`, { ...without, ...more }, records);
  const verdict = async (name, more) => {
    let said;
    await onPage(await written(name, more), async (page) => (said = await page.locator("#standings .verdict").textContent()));
    return said;
  };
  const standings = (ranks) => data.standings.map((row, i) => ({ ...row, ranks: i === 0 ? ranks : [1, data.standings.length] }));
  assert.match(await verdict("open", { los, finished: true, standings: standings([1, 2]) }), / leads, but not clearly: stronger than .* with a chance of 83\.0 %\.$/);
  assert.match(await verdict("clear", { los, finished: false, standings: standings([1, 1]) }), /^So far, .* is clearly first: stronger than /);
});

test("moving first has a number only if it is known", async () => {
  const { seats: _, match: __, ...rest } = data;
  for (const [errors, words] of [
    [[40, 60], /Moving first is worth \+20 Elo, between −20 and \+80/],
    [[3, 1870], /too few to say what moving first is worth/],
  ]) {
    const first_seat = { elo: 20, error_low: errors[0], error_high: errors[1] };
    await onPage(await writePage(scratch.folder, "first.html", { ...rest, first_seat }, records), async (page) => assert.match(await page.locator("#seats").textContent(), words));
  }
});

test("evidence is shown from its end, where the exception stands", async () => {
  const stderr = `${"a line before\n".repeat(100)}ValueError: the last words`;
  const faults = { count: 1, told: [{ ...data.faults.told[0], game: 1, stderr, lines: Array(100).fill("> a line") }] };
  const forfeits = [{ seat: 0, after: 0, reason: "crash", text: "gone", evidence: { lines: Array(100).fill("> a line"), stderr } }];
  const address = await writePage(scratch.folder, "evidence.html", { ...data, faults }, [{ ...records[0], forfeits }]);
  const atEnd = (page, summary) =>
    page.waitForFunction((words) => {
      const details = [...document.querySelectorAll("details")].find((one) => one.firstChild.textContent === words);
      const blocks = [...details.querySelectorAll("pre")];
      return blocks.length === 2 && blocks.every((one) => one.scrollTop > 100 && one.scrollTop + one.clientHeight >= one.scrollHeight - 2);
    }, summary);
  await onPage(address, async (page) => {
    await atEnd(page, "What was said"); // It is open.
  });
  await onPage(`${address}#game=1`, async (page) => {
    await page.locator("summary", { hasText: "Evidence" }).click();
    await atEnd(page, "Evidence");
  });
});

test("the page of a sequential test draws its ratio after each pair, between the bounds", async () => {
  await onPage(pathToFileURL(join(scratch.folder, "tested.html")).href, async (page) => {
    assert.equal((await sections(page))[0], "test");
    const section = page.locator("#test");
    await section.locator("canvas").waitFor();
    const [, pairs] = (await section.textContent()).match(/greedy against random: H0 is 0 Elo, H1 is \+100\. After (\d+) pairs: H1 is accepted\./);
    await section.locator("summary").click();
    await section.locator("tbody tr").first().waitFor();
    const rows = await section.locator("tbody tr").evaluateAll((all) => all.map((row) => row.textContent));
    assert.equal(rows.length, Number(pairs) + 1); // It begins at 0.
    assert.equal(rows[0], "00.00");
    assert.deepEqual(await barriers(page), []);
  });
});

function sections(page) {
  return page.locator("main > section:not([hidden])").evaluateAll((all) => all.map(({ id }) => id));
}

test("hostile texts stay texts, are no wider than a phone, and nothing is fetched for them", async () => {
  await onPage(
    hostile,
    async (page) => {
      await page.locator("details:not([open]) > summary").evaluateAll((all) => all.forEach((summary) => summary.click()));
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
    // Of two, no distance is left if one forfeited.
    const all = data.games.scores.filter((_, row) => data.games.forfeits[row].length === 0).map(([a, b]) => Math.abs(a - b));
    assert.equal(margins[0], Math.max(...all));
    await page.keyboard.press("Enter");
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    assert.equal(Number((await column())[0]), Math.min(...all));
    assert.equal(await page.locator("#games [aria-sort]").count(), 1);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Margin");
  });
});

for (const [size, viewport] of Object.entries({ desktop, phone })) {
  test(`a pairing's page keeps nobody out, and stays within the window of a ${size}`, async () => {
    await onPage(
      `${real}#bot=human&against=random`,
      async (page) => {
        assert.equal(await page.locator("h1").textContent(), "human – random");
        assert.deepEqual(await sections(page), ["result", "swings", "games"]);
        assert.equal(await page.locator("#games tbody tr").count(), 4);
        assert.equal(await sidewaysPixels(page), 0);
        assert.deepEqual(await labelsOutside(page), []);
        for (const colorScheme of coloursFor(size)) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await barriers(page), []);
          await shoot(page, `pairing ${size} ${colorScheme}`);
        }
      },
      { viewport },
    );
  });
}

/** The labels of histograms that stick out of their picture. */
function labelsOutside(page) {
  return page.locator("svg.bars text").evaluateAll((words) =>
    words.flatMap((word) => {
      const [box, picture] = [word, word.closest("svg")].map((one) => one.getBoundingClientRect());
      return box.left < picture.left - 0.5 || box.right > picture.right + 0.5 ? [word.textContent] : [];
    }),
  );
}

test("the outer labels of a histogram stay within it, if its scale ends at a tick", async () => {
  const [first, ...others] = data.pairings;
  const pairings = [{ ...first, spread: { from: -200, width: 20, counts: Array(20).fill(1) } }, ...others];
  const address = await writePage(scratch.folder, "edges.html", { ...data, pairings });
  for (const viewport of [desktop, phone]) {
    await onPage(
      `${address}#bot=${encodeURIComponent(names[0])}&against=${encodeURIComponent(names[1])}`,
      async (page) => {
        assert.deepEqual(await page.locator("#result svg.bars text").allTextContents(), ["1 game", "−200", "−100", "0", "+100", "+200"]);
        assert.deepEqual(await labelsOutside(page), []);
      },
      { viewport },
    );
  }
});

test("a pairing's page promises an interval only where it has one, and says of three which games count", async () => {
  const few = { a: 0, b: 1, games: 4, spread: { from: -180, width: 20, counts: [1] }, mean: -173, standard_error: null, error: null, pentanomial: [1, 0, 1, 0, 0], elo: { elo: -120, low: null, high: null } };
  const address = (name, more) => writePage(scratch.folder, `${name}.html`, { ...data, pairings: [few], ...more });
  const hash = `#bot=${encodeURIComponent(names[0])}&against=${encodeURIComponent(names[1])}`;
  await onPage((await address("few-pairs")) + hash, async (page) => {
    assert.match(await page.locator("#result .facts").textContent(), /Spread−173\.0 on average, in 1 game; 3 forfeitedElo−120; so few pairs give no interval$/);
    assert.doesNotMatch(await page.locator("#result .note").first().textContent(), /interval/);
  });
  const games = { id: [1], seats: [[0, 1, 2]], scores: [[9, 8, 7]], ranks: [[1, 2, 3]], end: ["out"], forfeits: [[{ seat: 2, reason: "crash" }]] };
  await onPage(await address("third", { games }), async (page) => {
    assert.match(await page.locator("#pairings .note").textContent(), /games in which any bot forfeited, even a third one, are left out/);
    await page.evaluate((to) => (location.hash = to), hash);
    await page.getByText("games in which any bot forfeited, even a third one, are left out").waitFor();
  });
});

test("on a phone the list of games says who forfeited and why, and long names shorten before scores are cut", async () => {
  const long = "An-extraordinarily-long-name.of_40+chars";
  const bots = data.bots.map((bot, i) => ({ ...bot, name: i === 0 ? long : `b${i}` }));
  const games = { ...data.games, end: data.games.end.map((end, row) => (data.games.forfeits[row].length > 0 ? "forfeit" : end)) };
  const address = await writePage(scratch.folder, "long.html", { ...data, bots, games, pairings: [] });
  for (const viewport of [desktop, phone]) {
    await onPage(
      address,
      async (page) => {
        const table = page.locator("#games [data-key=table-games]");
        assert.equal(await table.evaluate((one) => one.scrollWidth - one.clientWidth), 0);
        const row = data.games.forfeits.findIndex((list, i) => list[0]?.reason === "crash" && data.games.seats[i][0] === 0);
        const shown = await table.locator("tbody tr").nth(row).innerText();
        assert.match(shown, /forfeit: An-ex\S+ crashed/);
        for (const score of data.games.scores[row]) assert.match(shown, new RegExp(`\\b${score}\\b`));
      },
      { viewport },
    );
  }
  await onPage(
    address,
    async (page) => {
      await page.locator("#games").getByRole("button", { name: "Show all columns" }).click();
      assert.ok(await page.locator("#games").getByRole("button", { name: "Comeback" }).isVisible());
    },
    { viewport: phone },
  );
});

test("an opening is told as moves that no player chose", async () => {
  const bots = process.env.TOPTILE_BOTS;
  const toptile = (...args) => execFileSync(program, args, { cwd: scratch.folder, stdio: "pipe" });
  await writeFile(join(scratch.folder, "openings.txt"), "5e.FEED\n");
  toptile("match", join(bots, "greedy"), join(bots, "human"), "--openings", "openings.txt", "--games", "2", "--seed", "7", "--sandbox", "off", "--quiet", "--out", "opened");
  toptile("report", "opened", "--out", "opened.html");
  await onPage(`${pathToFileURL(join(scratch.folder, "opened.html")).href}#game=2&turn=1`, async (page) => {
    await page.waitForSelector(".v-turn");
    const said = "Of the opening, which no player chose.";
    assert.ok((await page.locator(".v-turn").textContent()).includes(said));
    assert.match(await page.locator(".v-moves [data-turn='1']").textContent(), /5e\.FEED/);
    assert.deepEqual(await page.locator(".v-moves .v-opening").evaluateAll((rows) => rows.map((row) => row.dataset.turn)), ["1"]);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector(".v-turn h3").textContent.startsWith("Turn 2 of "));
    assert.ok(!(await page.locator(".v-turn").textContent()).includes(said));
    assert.deepEqual(await barriers(page), []);
  });
});

const withBoth = (...bots) => data.games.id.filter((_, row) => bots.every((bot) => data.games.seats[row].includes(bot)));

test("a cell of the cross table leads to the pairing, and back to the cell", async () => {
  await onPage(hostile, async (page) => {
    const cell = page.locator("#cross tbody tr").nth(1).locator("td a").first();
    await cell.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => scrollY);
    await cell.click();
    await page.waitForSelector("#swings");
    assert.equal(await page.locator("h1").textContent(), `${names[1]} – ${names[0]}`);
    assert.deepEqual(await page.locator("#games tbody th").allTextContents(), withBoth(0, 1).map(String));
    // Numbers are those of the first bot: pairs from 0 to 2 points, and the spread.
    assert.deepEqual(await page.locator("#result .pentanomial dd").allTextContents(), ["2", "1", "2", "0", "1"]);
    assert.match(await page.locator("#result dl.facts").textContent(), /Spread−4\.5 ± 19\.5 on average, in 13 games/);
    const won = (bot, row) => data.games.ranks[row][data.games.seats[row].indexOf(bot)];
    const rows = withBoth(0, 1).map((id) => id - 1);
    const [wins, ties] = [rows.filter((row) => won(1, row) < won(0, row)).length, rows.filter((row) => won(1, row) === won(0, row)).length];
    assert.ok((await page.locator("#result").textContent()).includes(`${rows.length} games: ${wins} win`), `${wins}`);
    assert.equal(ties, 0);
    const swings = await page.locator("#swings ol").first().locator("li > a, li").evaluateAll((all) => all.map((one) => Number(/(\d+) behind/.exec(one.textContent)[1])));
    assert.deepEqual(swings, [...swings].sort((a, b) => b - a));
    assert.equal(await page.locator("main img, main b, main i").count(), 0);
    assert.equal(await sidewaysPixels(page), 0);
    await page.locator("a.back").click();
    await page.waitForFunction((y) => Math.abs(scrollY - y) < 2, top);
    await page.evaluate(() => (location.hash = "#bot=nobody&against=none"));
    await page.getByRole("alert").waitFor();
  });
});

test("in games of three a pairing's page tells who of the two was ahead, and only of these two", async () => {
  const seats = [[0, 1, 2], [2, 0, 1], [1, 2, 0], [3, 1, 2]];
  const games = { id: [1, 2, 3, 4], seats, scores: seats.map(() => [9, 8, 7]), ranks: [[1, 2, 3], [1, 3, 2], [1, 1, 3], [1, 2, 3]], end: seats.map(() => "out"), forfeits: [[], [], [{ seat: 0, reason: "withdrawn" }], []], turns: [9, 9, 9, 9], best_points: [30, 40, 50, 60], best_turn: [1, 2, 3, 4], best_seat: [0, 1, 2, 0], behind: [5, 6, 0, 7], behind_turn: [1, 1, 0, 1] };
  await onPage(`${await writePage(scratch.folder, "three.html", { ...data, games, pairings: [] }, records)}#bot=${encodeURIComponent(names[0])}&against=${encodeURIComponent(names[1])}`, async (page) => {
    // In the third game the second bot was not started.
    assert.match(await page.locator("#result dl.facts").textContent(), /2 games: ahead in 1, level in 0, behind in 1/);
    assert.deepEqual(await page.locator("#swings li a").allTextContents(), ["5 behind after turn 1", "50 points in turn 3", "40 points in turn 2", "30 points in turn 1"]);
    assert.deepEqual(await page.locator("#games tbody th").allTextContents(), ["1", "2", "3"]);
  });
});

test("previous and next follow the list's filter and order, in the report and in a pairing", async () => {
  const heading = (page, id) => page.waitForFunction((start) => document.querySelector("h1").textContent.startsWith(start), `Game ${id}: `);
  const shown = (ids) => ids.filter((id) => id <= records.length);
  const way = (page, name) => page.locator("header nav").getByRole("link", { name });
  await onPage(hostile, async (page) => {
    await page.locator("#games").getByRole("button", { name: "Margin" }).click();
    await page.getByLabel("Ended").selectOption("out");
    const byMargin = data.games.id.filter((_, row) => data.games.end[row] === "out").sort((a, b) => spreadOf(b) - spreadOf(a));
    const ids = shown(byMargin);
    assert.ok(ids.length >= 2);
    await page.locator("#games tbody a", { hasText: new RegExp(`^${ids[0]}$`) }).first().click();
    await heading(page, ids[0]);
    assert.equal(await way(page, "Previous game").count(), 0);
    assert.equal(await page.locator("header .place").textContent(), `1 of ${ids.length} listed games`);
    await way(page, "Next game").click();
    await heading(page, ids[1]);
    // A game that is not in the list has its neighbours in the order of all games.
    const other = shown(data.games.id).find((id) => !ids.includes(id) && id > 1);
    await page.evaluate((id) => (location.hash = `#game=${id}`), other);
    await heading(page, other);
    assert.equal(await page.locator("header .place").count(), 0);
    await way(page, "Next game").click();
    await heading(page, other + 1);
  });
  const few = shown(withBoth(1, 2));
  await onPage(`${hostile}#bot=${encodeURIComponent(names[1])}&against=${encodeURIComponent(names[2])}`, async (page) => {
    await page.locator("#games tbody th a").first().click();
    await heading(page, few[0]);
    assert.equal(await page.locator("header .place").textContent(), `1 of ${few.length} listed game${few.length === 1 ? "" : "s"}`);
    await page.locator("a.back").click();
    await page.waitForSelector("#swings");
  });
});

function spreadOf(id) {
  const [a, b] = data.games.scores[id - 1];
  return Math.abs(a - b);
}

test("games are found by a bot's name, a number, how they ended, and a word that was played", async () => {
  await onPage(hostile, async (page) => {
    const ids = async () => (await page.locator("#games tbody th").allTextContents()).map(Number);
    const said = page.locator("#games .note[role=status]");
    const find = async (text, expected) => {
      await page.getByLabel("Find").fill(text);
      await page.waitForFunction((words) => document.querySelector("#games .note[role=status]").textContent === words, expected === null ? "" : `${expected.length} game${expected.length === 1 ? "" : "s"} found.`);
      if (expected) assert.deepEqual(await ids(), expected.slice(0, 50));
    };
    await find("evil", data.games.id.filter((_, row) => data.games.seats[row].includes(3)));
    await find("EVIL crash", data.games.id.filter((_, row) => data.games.seats[row].includes(3) && data.games.forfeits[row][0]?.reason === "crash"));
    await find("#17", [17]);
    await find("no such game", []);
    assert.match(await page.locator("#games").textContent(), /No game matches/);
    await find("", null);
    assert.match(await page.locator("#games tbody tr").nth(1).textContent(), /forfeit: .*crashed/);

    const turns = records[0].turns.findIndex(({ words }) => words.length > 0);
    const word = records[0].turns[turns].words[0];
    await page.getByLabel("Word played").fill(word.toLowerCase());
    await page.getByLabel("Word played").press("Enter");
    await page.waitForFunction((words) => document.querySelector("#games .note[role=status]").textContent === words, `${word} was played in 10 of 10 games; 10 listed.`);
    assert.deepEqual(await ids(), records.map(({ id }) => id));
    assert.equal(await page.locator("#games tbody th a").first().getAttribute("href"), `#game=1&turn=${turns + 1}`);
    await page.getByLabel("Word played").fill("XYZZY");
    await page.getByLabel("Word played").press("Enter");
    await page.waitForFunction(() => document.querySelector("#games .note[role=status]").textContent === "XYZZY was played in 0 of 10 games; 0 listed.");
    await page.getByLabel("Word played").fill("");
    await page.getByLabel("Word played").press("Enter");
    await page.waitForFunction(() => document.querySelectorAll("#games tbody tr").length === 50);
    assert.equal(await said.textContent(), "");
    assert.deepEqual(await barriers(page), []);
  });
});

test("what is worth looking at leads to its turn", async () => {
  await onPage(hostile, async (page) => {
    const cards = page.locator("#highlights dd");
    assert.deepEqual(await page.locator("#highlights dt").allTextContents(), ["Best play", "Closest game", "Greatest comeback", "Tallest stack", "Costliest fault"]);
    assert.equal(await cards.first().locator("> strong").textContent(), "1\u202f234\u202f567 points");
    assert.match(await cards.nth(4).textContent(), /3 points behind.*forfeited \(<b>odd\)/);
    assert.deepEqual(await page.locator("#highlights a").evaluateAll((all) => all.map((a) => a.getAttribute("href"))), [
      "#game=3&turn=5", "#game=4&turn=6", "#game=5&turn=7", "#game=6&turn=0",
    ]);
  });
  await onPage(real, async (page) => {
    const link = page.locator("#highlights a").first();
    const [, game, turn] = /^game (\d+), turn (\d+)$/.exec(await link.textContent());
    const points = /^\d+/.exec(await page.locator("#highlights dd > strong").first().textContent())[0];
    await link.click();
    await page.waitForFunction((start) => document.querySelector("h1").textContent.startsWith(start), `Game ${game}: `);
    await page.waitForFunction((words) => document.querySelector(".v-graph")?.getAttribute("aria-valuetext").startsWith(words), `Turn ${turn} of `);
    await page.locator("main", { hasText: `${points} points` }).waitFor();
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
    assert.equal(await page.evaluate(() => document.activeElement.dataset.key), "unfold-numbers-test");
    await page.keyboard.press("Tab");
    const region = await page.evaluate(() => [document.activeElement.getAttribute("role"), document.activeElement.getAttribute("aria-label")]);
    assert.deepEqual(region, ["region", "Standings"]);
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
      assert.ok(before > 0);
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
    assert.deepEqual(await page.locator("#games tbody tr:nth-child(-n+3)").evaluateAll((rows) => rows.map((row) => row.querySelectorAll("th a").length)), [0, 0, 1]);
    await page.locator("#games tbody tr:nth-child(4) th a").click();
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
    // What is typed stays, and no record is fetched to look for words.
    assert.equal(await page.getByLabel("Word played").count(), 0);
    await page.getByLabel("Find").fill("evil");
    await page.getByLabel("Find").press("ArrowLeft");
    server.data = { ...server.data, games_played: 132 };
    server.tell("game", { id: 132 });
    await page.waitForFunction(() => document.querySelector(".live").textContent.includes("132 of 200"));
    assert.deepEqual(await page.evaluate(() => [document.activeElement.id, document.activeElement.value, document.activeElement.selectionStart]), ["find", "evil", 3]);
    await page.evaluate(() => (location.hash = "#game=1"));
    await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Game 1: "));
    await page.goBack();
    await page.evaluate(() => {
      globalThis.told = [];
      const status = document.querySelector(".live");
      new MutationObserver(() => globalThis.told.push(status.textContent)).observe(status, { childList: true });
    });
    const listensAgain = server.nextListener();
    server.cutOff();
    await listensAgain; // Before that, no page would hear the end.
    await page.waitForFunction(() => globalThis.told.some((text) => text.startsWith("Live: ")));
    assert.match((await page.evaluate(() => globalThis.told))[0], /^The connection was lost/);
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

test("an address that changes while its game is loading leads to the turn that it names last", async () => {
  const server = new LiveServer({ ...data, games_played: 130, games_planned: 200 }, records);
  const address = await server.start();
  const { page, close } = await newPage(browser, { viewport: desktop });
  try {
    const asked = new Promise((done) => page.route("**/games/1", (route) => done(route), { times: 1 }));
    await page.goto(`${address}#game=1&turn=5`);
    const route = await asked;
    await page.evaluate(() => new Promise((done) => (addEventListener("hashchange", () => setTimeout(done)), (location.hash = "#game=1&turn=2"))));
    await route.continue();
    await page.waitForSelector("[role=slider]");
    assert.equal(await page.getByRole("slider").getAttribute("aria-valuenow"), "2");
    assert.equal(new URL(page.url()).hash, "#game=1&turn=2");
  } finally {
    await close();
    await server.stop();
  }
});

test("a click on a live page counts although news comes between its press and its release", async () => {
  const server = new LiveServer({ ...data, games_played: 130, games_planned: 200 }, records);
  const address = await server.start();
  const { page, close } = await newPage(browser, { viewport: desktop });
  try {
    await page.goto(address);
    await page.waitForFunction(() => document.querySelector(".live").textContent === "Live: 130 of 200 games played.");
    const link = page.locator("#games tbody a").first();
    await link.hover();
    await page.mouse.down();
    server.data = { ...server.data, games_played: 131 };
    const news = page.waitForResponse(`${address}data.json`);
    server.tell("game", { id: 131 });
    await (await news).finished();
    await page.evaluate(() => fetch("/data.json").then((answer) => answer.json()).then(() => new Promise((done) => setTimeout(done))));
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Game "));
    await page.goBack();
    await page.waitForFunction(() => document.querySelector(".live").textContent === "Live: 131 of 200 games played.");
  } finally {
    await close();
    await server.stop();
  }
});

test("a report of ten thousand games opens, sorts them and shows one", { skip: !isLong }, async () => {
  const bots = ["random", "stacker"].flatMap((name) => ["--bot", join(process.env.TOPTILE_BOTS, name)]);
  const toptile = (...args) => execFileSync(program, args, { cwd: scratch.folder, stdio: "pipe" });
  toptile("tournament", ...bots, "--games", "10000", "--seed", "5", "--sandbox", "off", "--no-clock", "--out", "many", "--quiet");
  toptile("report", "many", "--games", "all", "--out", "many.html");
  const address = pathToFileURL(join(scratch.folder, "many.html")).href;
  await onPage(address, async (page) => {
    await page.waitForSelector("#games tbody tr");
    assert.match(await page.locator("#games").textContent(), /10\u202f000/);
    assert.equal(await sidewaysPixels(page), 0);
    // The first press sorts by number from the first game, the second one from the last.
    for (const first of ["1", "10000"]) {
      await page.locator('[data-key="sort-games-id"]').click();
      await page.waitForFunction((text) => document.querySelector("#games tbody tr th").textContent.replace(/\D/g, "") === text, first);
    }
    await shoot(page, "ten thousand games", {});
  });
  await onPage(`${address}#game=9999&turn=5`, async (page) => {
    await page.waitForSelector(".v-viewer");
    assert.match(await page.locator("h1").textContent(), /Game 9999/);
  });
});
