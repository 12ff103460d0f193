// A game in a page that the program wrote, opened from a file, without a network: by the keyboard alone, by touch, by several
// people, saved and continued.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import waits from "../../tests/patience.js";
import { barriers, coloursFor, desktop, held, hold, openBrowser, phone, release, scratchFolder, shoot, sidewaysPixels } from "./browser.mjs";

const finger = { viewport: phone, isMobile: true, hasTouch: true };
let browser;
let scratch;

const fileOf = (name) => join(scratch.folder, name);
const toptile = (...args) => execFileSync(process.env.TOPTILE, args, { cwd: scratch.folder, stdio: "pipe", encoding: "utf8" });
const write = (name, ...flags) => toptile("play", "--browser", "--lexicon", "common", "--out", name, ...flags);

before(async () => {
  scratch = await scratchFolder();
  write("game.html", "--player", "Anna", "--player", "bot:easy", "--seed", "7", "--no-draw");
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await scratch?.remove();
});

/** Opens a page in a browser that has kept nothing, and checks that the page did nothing that it must not do. */
async function onPage(name, use, look = { viewport: desktop }, hash = "") {
  const context = await browser.newContext({ reducedMotion: "reduce", acceptDownloads: true, ...look });
  context.setDefaultTimeout(waits.patience);
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error.stack)));
  page.on("request", (request) => /^(data|blob|file):/.test(request.url()) || faults.push(request.url()));
  try {
    await page.goto(pathToFileURL(fileOf(name)).href + hash);
    await use(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

const start = (page) => page.getByRole("button", { name: "Start" }).click();
const atTurn = (page, turns) => page.waitForFunction((least) => document.querySelectorAll(".v-moves-list li").length > least, turns);
/** Waits until a person can lay tiles, is asked about a play, or the game is over. */
const asked = (page) => page.waitForSelector(".v-lay-rack button, .t-asked button, .t-seed");
/** Changes the saved game after the page has left it, and before it is opened again. */
async function reloadWith(page, change) {
  await page.addInitScript(() => {
    const changed = sessionStorage.getItem("changed");
    sessionStorage.removeItem("changed");
    if (changed) localStorage.setItem(...JSON.parse(changed));
  });
  const [key, text] = await page.evaluate(() => Object.entries(localStorage).find(([name]) => name.startsWith("toptile-game")));
  const saved = change(JSON.parse(text));
  await page.evaluate((entry) => sessionStorage.setItem("changed", JSON.stringify(entry)), [key, typeof saved === "string" ? saved : JSON.stringify(saved)]);
  await page.reload();
}

const rack = (page) => page.locator(".v-lay-rack button");
const scores = (page) => page.locator(".v-score").allTextContents();
const moves = (page) => page.locator(".v-moves-list .v-move").allTextContents();

/** Makes the best play, or passes, with the keyboard alone. */
async function moveByKeys(page) {
  const turns = (await moves(page)).length;
  await page.keyboard.press("?");
  await page.waitForSelector(".t-side h3");
  if (await page.locator(".t-hints button").count()) {
    await page.keyboard.press("Enter"); // The first hint has the focus.
    await page.waitForSelector(".v-better");
    await page.keyboard.press("Enter");
  } else {
    await page.keyboard.press("-");
    await page.waitForSelector("dialog");
    await page.keyboard.press("Enter");
  }
  await atTurn(page, turns);
}

async function download(page) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download the record" }).click()]);
  await file.saveAs(fileOf(file.suggestedFilename()));
  return file.suggestedFilename();
}

test("a whole game by the keyboard alone gives a record that the program confirms and the page can show", async () => {
  await onPage("game.html", async (page) => {
    await page.locator("#main").focus();
    await page.getByRole("button", { name: "Start" }).focus();
    await page.keyboard.press("Enter");
    for (await asked(page); !(await page.locator(".t-seed").count()); await asked(page)) await moveByKeys(page);
    const final = await page.locator(".v-places li b").allTextContents();
    assert.equal(final.length, 2);
    assert.match(await page.locator(".t-seed").textContent(), /the seed 7\b.*hints?/);
    await shoot(page, "table end");

    const name = await download(page);
    assert.equal(name, "Anna-easy.jsonl");
    const record = JSON.parse(readFileSync(fileOf(name), "utf8"));
    assert.deepEqual(record.players, ["Anna", "easy"]);
    assert.deepEqual([...record.scores].sort(), final.map(Number).sort());
    assert.ok(record.turns.some(({ seat, ms }) => seat === 0 && ms > 0));
    assert.match(toptile("verify", name), /Anna-easy\.jsonl: 1 game, \d+ turns, all as the rules say/);

    // The viewer, with the engine and a review; and back.
    await page.getByRole("button", { name: "Look at the game" }).click();
    await page.waitForSelector(".v-viewer .v-graph");
    await page.keyboard.press("Home");
    await page.keyboard.press("a");
    await page.waitForFunction(() => /\d nodes/.test(document.querySelector(".v-analysis").textContent));
    assert.equal(await page.locator("[data-turn]").count(), record.turns.length + 1);
    await page.getByRole("button", { name: "Back" }).click();
    await page.waitForSelector(".t-seed");

    // Another visitor opens the record; one that was altered is refused.
    await page.getByRole("button", { name: "New game" }).click();
    const file = page.locator("input[type=file]");
    const altered = { ...record, scores: [500, 1] };
    writeFileSync(fileOf("altered.jsonl"), JSON.stringify(altered));
    writeFileSync(fileOf("nonsense.jsonl"), "<script>alert(1)</script>");
    writeFileSync(fileOf("two.jsonl"), "{}\n{}\n");
    writeFileSync(fileOf("empty.jsonl"), "null");
    for (const [other, text] of [["altered.jsonl", "the rules do not give this record"], ["nonsense.jsonl", "not the record"], ["two.jsonl", "more than one line"], ["empty.jsonl", "ruleset"]]) {
      await file.setInputFiles(fileOf(other));
      await page.getByText(`${other}: `).and(page.locator(":visible", { hasText: text })).waitFor();
    }
    await file.setInputFiles(fileOf(name));
    await page.waitForSelector(".v-viewer .v-graph");
  });
});

test("a whole game by touch on a phone", async () => {
  write("touch.html", "--player", "Anna", "--player", "bot:beginner", "--rules", "classic", "--seed", "3", "--no-draw");
  await onPage(
    "touch.html",
    async (page) => {
      await page.getByRole("button", { name: "Start" }).tap();
      await asked(page);
      // The first play is laid tile by tile: a tap on a square, and a tap on each tile.
      const [hint] = await hints(page);
      const word = /^(\w+),/.exec(hint)[1];
      await page.locator(`[role=gridcell][aria-label^="b4:"]`).tap();
      for (const letter of word) await rack(page).and(page.getByRole("button", { name: letter === "Q" ? "Qu" : letter, exact: true })).first().tap();
      await page.getByText(`${word}: `).waitFor();
      await page.locator(".v-lay").getByRole("button", { name: "Play" }).tap();
      await atTurn(page, 1);
      for (await asked(page); !(await page.locator(".t-seed").count()); await asked(page)) {
        const turns = (await moves(page)).length;
        if ((await hints(page)).length > 0) {
          await page.locator(".t-hints button").first().tap();
          await page.locator(".v-lay").getByRole("button", { name: "Play" }).tap();
        } else {
          await page.getByRole("button", { name: "Pass", exact: true }).tap();
          await page.getByRole("dialog").getByRole("button", { name: "Pass", exact: true }).tap();
        }
        await atTurn(page, turns);
        assert.equal(await sidewaysPixels(page), 0);
      }
      const name = await download(page);
      assert.match(toptile("verify", name), /all as the rules say/);
      await shoot(page, "table end phone");
    },
    finger,
  );
});

async function hints(page) {
  await page.getByRole("button", { name: "Hint" }).tap();
  await page.waitForSelector(".t-side h3");
  return page.locator(".t-hints button").allTextContents();
}

test("a hint that is asked for twice at once counts once", async () => {
  await onPage("game.html", async (page) => {
    await start(page);
    await asked(page);
    await hold(page, "plays");
    for (let i = 0; i < 2; ++i) await page.keyboard.press("?");
    await page.getByRole("button", { name: "Hint" }).click();
    await held(page, 1);
    await release(page);
    await page.waitForSelector(".t-side h3");
    const kept = () => page.evaluate(() => Object.entries(localStorage).find(([name]) => name.startsWith("toptile-game"))[1]);
    assert.equal(JSON.parse(await kept()).hints, 1);
    // Another hint is another one.
    await page.getByRole("button", { name: "Hint" }).click();
    await held(page, 1);
  });
});

test("a game is kept, and goes on where it was", async () => {
  await onPage("game.html", async (page) => {
    await start(page);
    await asked(page);
    await moveByKeys(page);
    await atTurn(page, 2);
    await asked(page);
    const before = [await moves(page), await scores(page), await rack(page).allTextContents()];
    await page.reload();
    await asked(page);
    assert.deepEqual([await moves(page), await scores(page), await rack(page).allTextContents()], before);
    await moveByKeys(page);
    await atTurn(page, 4);
    // Taking back leads to before the person's last move, and the computer answers the same move in the same way.
    await asked(page);
    const after = await moves(page);
    await page.keyboard.press("<");
    await page.waitForFunction((turns) => document.querySelectorAll(".v-moves-list li").length === turns, before[0].length);
    await asked(page);
    assert.deepEqual(await moves(page), before[0]);
    await moveByKeys(page);
    await atTurn(page, 4);
    assert.deepEqual(await moves(page), after);
    // An address may ask for an opponent; the saved game is still offered.
    await page.goto(pathToFileURL(fileOf("game.html")).href + "#elo=1200");
    await page.reload();
    assert.equal(await page.getByLabel("Elo of player 2").inputValue(), "1200");
    await page.getByRole("button", { name: "Continue the saved game" }).click();
    await asked(page);
    assert.deepEqual(await moves(page), after);
  });
});

test("a saved game that was altered goes on before the turn that the rules refuse", async () => {
  await onPage("game.html", async (page) => {
    await start(page);
    await asked(page);
    await moveByKeys(page);
    await atTurn(page, 2);
    const before = await moves(page);
    await page.addInitScript(() => {
      globalThis.told = [];
      new MutationObserver(() => globalThis.told.push(document.querySelector(".t-told")?.textContent)).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await reloadWith(page, (game) => ({ ...game, turns: [game.turns[0], { ...game.turns[1], move: "1a.ZZZ" }] }));
    await atTurn(page, 2); // The computer makes the same move again.
    assert.deepEqual(await moves(page), before);
    assert.ok((await page.evaluate(() => globalThis.told)).some((text) => text?.startsWith("The rules refuse turn 2 of the saved game: ")));
  });
});

test("two people at one screen see only their own tiles, and challenge each other", async () => {
  write("two.html", "--player", "Anna", "--player", "Ben", "--rules", "hasbro-challenge", "--seed", "11", "--no-draw", "--challenge-limit", "1");
  await onPage("two.html", async (page) => {
    await start(page);
    const open = () => page.locator(".v-player .v-tile:not(.v-back)").count();
    await page.getByRole("button", { name: "Anna: show my tiles" }).waitFor();
    assert.equal(await open(), 0);
    assert.equal(await page.locator(".v-lay-tile").count(), 0);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".v-lay-rack button");
    assert.equal(await open(), 7);
    assert.ok(await page.getByRole("button", { name: "Hint" }).isDisabled());

    // A word that is none: the page does not tell, and the other player challenges it.
    const letters = (await rack(page).allTextContents()).reverse().slice(0, 3);
    for (const letter of letters) await page.keyboard.type(letter[0]);
    await page.locator(".v-lay-told", { hasText: "points" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Ben: do you challenge").waitFor();
    assert.equal(await open(), 0);
    await page.getByRole("button", { name: "Challenge", exact: true }).click();
    // The limit makes Anna's turn a pass.
    await page.getByRole("button", { name: "Ben: show my tiles" }).waitFor();
    assert.deepEqual((await moves(page)).slice(2), ["challenge", "pass"]);
    await page.getByText("a limit makes the turn a pass").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".v-lay-rack button");
    await page.keyboard.press("+");
    await page.locator("dialog .v-lay-tile").first().click();
    await page.getByRole("button", { name: "Anna: show my tiles" }).waitFor();
    assert.match((await moves(page)).at(-1), /^ex\./);
  });
});

test("an answer counts once, held keys answer nothing, and exchanged tiles stay secret", async () => {
  write("three.html", "--player", "Anna", "--player", "Ben", "--player", "bot:medium", "--rules", "hasbro-challenge", "--seed", "11", "--no-draw");
  await onPage("three.html", async (page) => {
    await start(page);
    await page.getByRole("button", { name: "Anna: show my tiles" }).click();
    await page.waitForSelector(".v-lay-rack button");
    const letters = (await rack(page).allTextContents()).reverse().slice(0, 3);
    for (const letter of letters) await page.keyboard.type(letter[0]);
    await page.locator(".v-lay-told", { hasText: "points" }).waitFor();
    // Enter is held down: it plays, and does not accept for Ben.
    await page.keyboard.down("Enter");
    await page.getByText("Ben: do you challenge").waitFor();
    await page.keyboard.down("Enter");
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await page.getByText("Ben: do you challenge").waitFor();
    // Two presses of Accept are one answer; the computer is still asked, and challenges.
    await page.locator(".t-asked .t-main").evaluate((accept) => (accept.click(), accept.click()));
    await page.getByRole("button", { name: "Anna: show my tiles" }).waitFor();
    assert.deepEqual((await moves(page)).slice(2), ["accept", "challenge"]);
    await page.getByRole("button", { name: "Anna: show my tiles" }).click();
    await page.keyboard.press("-");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Ben: show my tiles" }).click();
    await page.keyboard.press("+");
    await page.locator("dialog .v-lay-tile").first().click();
    await page.waitForFunction(() => /ex\.\?/.test(document.querySelector(".v-moves-list").textContent));
    assert.ok(!/ex\.[A-Z]/.test(await page.locator(".v-moves-list").textContent()));
  });
});

test("damaged saved games do not keep a page from opening", async () => {
  await onPage("game.html", async (page) => {
    await start(page);
    await asked(page);
    const damages = ['"', "{}", "null", '{"version":1}', ["players", 1], ["players", [{}]], ["rules", { name: "hasbro" }], ["rules", { name: "x", tiles: { A: 1 } }], ["turns", {}], ["seed", "-5"], ["chance", null]];
    for (const damage of damages) {
      await reloadWith(page, (game) => (typeof damage === "string" ? damage : { ...game, [damage[0]]: damage[1] }));
      await page.waitForSelector(".t-form, .t-told:not(:empty)");
      if (await page.locator(".t-form").count()) {
        await page.getByRole("button", { name: "Start" }).click();
      } else {
        await page.getByRole("button", { name: "New game" }).click();
        await page.getByRole("button", { name: "Give up" }).click();
        await start(page);
      }
      await asked(page);
    }
  });
});

test("a finished game is still there after a reload, and an unfinished one is given up only on purpose", async () => {
  await onPage("game.html", async (page) => {
    await start(page);
    for (await asked(page); (await moves(page)).length < 3; await asked(page)) await moveByKeys(page);
    const unfinished = await moves(page);
    await page.goto(pathToFileURL(fileOf("game.html")).href + "#level=hard");
    await page.reload();
    await start(page);
    await page.getByRole("alert").filter({ hasText: "This gives up the saved game" }).waitFor();
    await page.getByRole("button", { name: "Continue the saved game" }).click();
    await asked(page);
    assert.deepEqual(await moves(page), unfinished);
    for (await asked(page); !(await page.locator(".t-seed").count()); await asked(page)) await moveByKeys(page);
    await page.evaluate(() => history.replaceState(null, "", location.pathname));
    await page.reload();
    await page.locator(".t-seed").waitFor();
    // A place in the page changes nothing; the page that was written again with another player shows the form.
    await page.evaluate(() => (document.querySelector(".t-seed").dataset["mark"] = "there"));
    await page.evaluate(() => (location.hash = "#main"));
    await page.waitForFunction(() => location.hash === "#main");
    assert.equal(await page.locator(".t-seed[data-mark=there]").count(), 1);
    write("game.html", "--player", "Cleo", "--player", "bot:hard", "--seed", "7", "--no-draw");
    await page.goto("about:blank");
    await page.goto(pathToFileURL(fileOf("game.html")).href);
    assert.equal(await page.getByLabel("Name of player 1").inputValue(), "Cleo");
    await page.getByRole("button", { name: "Continue the saved game" }).click();
    await page.locator(".t-seed").waitFor();
    write("game.html", "--player", "Anna", "--player", "bot:easy", "--seed", "7", "--no-draw");
  });
});

test("who starts follows from a draw that the page shows", async () => {
  write("draw.html", "--player", "Anna", "--player", "Ben", "--player", "Cleo", "--seed", "7");
  await onPage("draw.html", async (page) => {
    await start(page);
    await page.getByText(/^Drawn: .*\. \w+ starts\./).waitFor();
    const told = await page.locator(".t-told").textContent();
    const [, rounds, first] = /^Drawn: (.*)\. (\w+) starts\./.exec(told);
    const last = rounds.split("; again: ").at(-1).split(", ").map((drawn) => drawn.split(" "));
    assert.equal([...last].sort((a, b) => a[1].localeCompare(b[1]))[0][0], first);
    await page.getByRole("button", { name: `${first}: show my tiles` }).waitFor();
  });
});

test("a clock runs for the player who is asked, and overtime costs points", async () => {
  await onPage("game.html", async (page) => {
    await page.getByText("More").click();
    await page.getByLabel("Clock").selectOption("5");
    await start(page);
    await asked(page);
    await page.waitForFunction(() => /^4:/.test(document.querySelector(".v-time").textContent));
    await moveByKeys(page);
    await atTurn(page, 2);
    await asked(page);
    // The clock of a saved game that ran out goes on below zero.
    await reloadWith(page, (game) => ({ ...game, turns: game.turns.map((turn) => (turn.seat === 0 ? { ...turn, clock: -61_000 } : turn)) }));
    await asked(page);
    await page.waitForFunction(() => /^−1:/.test(document.querySelector(".v-time").textContent));
    for (; !(await page.locator(".t-seed").count()); await asked(page)) await moveByKeys(page);
    await page.getByText(/−\d+ for overtime/).waitFor();
    assert.match(toptile("verify", await download(page)), /all as the rules say/);
  });
});

test("a game alone counts for the best scores", async () => {
  write("alone.html", "--player", "Anna", "--seed", "5");
  await onPage("alone.html", async (page) => {
    await start(page);
    for (await asked(page); !(await page.locator(".t-seed").count()); await asked(page)) await moveByKeys(page);
    assert.equal(await page.locator(".t-scores li.t-own").count(), 1);
    assert.match(await page.locator(".t-scores").textContent(), /\d+ Anna, \d{4}-\d\d-\d\d, \d+ hints/);
    assert.match(toptile("verify", await download(page)), /all as the rules say/);
    await page.getByRole("button", { name: "Another game" }).click();
    await page.waitForSelector(".v-lay-rack button");
    assert.equal((await moves(page)).length, 1);
  });
});

test("the form says what it does not understand", async () => {
  await onPage("game.html", async (page) => {
    const refused = async (text) => {
      await start(page);
      await page.getByRole("alert").filter({ hasText: text }).waitFor();
    };
    await page.getByLabel("Name of player 1").fill("  ");
    await refused("Every person needs a name");
    await page.getByLabel("Name of player 1").fill("A\u200eB");
    await refused("cannot be shown");
    await page.getByLabel("Name of player 1").fill("Anna");
    await page.getByText("More").click();
    await page.getByLabel("Seed").fill("99999999999999999999");
    await refused("Seed: expected an integer");
    await page.getByLabel("Seed").fill("");
    await page.getByLabel("Player 2", { exact: true }).selectOption("an Elo");
    await page.getByLabel("Elo of player 2").fill("5000");
    await refused("Elo of player 2");
    await page.getByLabel("Player 2", { exact: true }).selectOption("nobody");
    assert.equal(await page.getByLabel("Rules").inputValue(), "solo");
    // Markup in a name stays a name, and two of one name are told apart.
    await page.getByLabel("Player 2", { exact: true }).selectOption("a person");
    await page.getByLabel("Name of player 1").fill("<b>x</b>");
    await page.getByLabel("Name of player 2").fill("<b>x</b>");
    await start(page);
    await page.getByRole("button", { name: "<b>x</b>: show my tiles" }).or(page.getByRole("button", { name: "<b>x</b>-2: show my tiles" })).waitFor();
    assert.deepEqual((await page.locator(".v-player .v-name").allTextContents()).sort(), ["<b>x</b>", "<b>x</b>-2"]);
  });
});

for (const [size, look] of Object.entries({ desktop: { viewport: desktop }, phone: finger })) {
  test(`neither the form nor the table has barriers, and both stay within the window of a ${size}`, async () => {
    await onPage(
      "game.html",
      async (page) => {
        const look = async (name) => {
          assert.equal(await sidewaysPixels(page), 0);
          for (const colorScheme of coloursFor(size)) {
            await page.emulateMedia({ colorScheme });
            assert.deepEqual(await barriers(page), []);
            await shoot(page, `table ${name} ${size} ${colorScheme}`);
          }
        };
        await page.getByText("More").click();
        await look("form");
        await start(page);
        await asked(page);
        await page.getByRole("button", { name: "Hint" }).click();
        await page.locator(".t-hints button").first().click();
        await page.getByText("Tiles that you do not see").click();
        await look("turn");
        // Nothing moves while the computer thinks.
        const places = () => page.locator(".t-turn .v-button, .v-lay .v-button, .v-grid").evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top + scrollY));
        await page.keyboard.press("/");
        const before = await places();
        await page.locator(".v-lay").getByRole("button", { name: "Play" }).click();
        await atTurn(page, 1);
        assert.deepEqual(await places(), before);
        await atTurn(page, 2);
        assert.deepEqual(await places(), before);
        await page.getByRole("button", { name: "Keys" }).click();
        await look("keys");
      },
      look,
    );
  });
}
