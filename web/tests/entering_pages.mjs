// "How to enter" on the server of a league: the template, the form to submit a bot, an author's own bots and logs; and the way to a
// game against the champion.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import waits from "../../tests/patience.js";
import { barriers, coloursFor, desktop, openBrowser, phone, scratchFolder, shoot, sidewaysPixels, testsFolder } from "./browser.mjs";

const words = join(testsFolder, "../../tests/data/words/plain.txt");
const PASSER = `#!/usr/bin/env python3
import sys
for line in sys.stdin:
    word = (line.split() or [""])[0]
    if word == "uwi":
        print("id name passer\\nuwiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove accept" if "challenge" in line else "bestmove pass", flush=True)
    elif word == "quit":
        break
`;

let browser;
let scratch;
let server;
let address;
let token;
let reader;

const toptile = (...args) => execFileSync(process.env.TOPTILE, args, { cwd: scratch.folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const fileOf = (name) => join(scratch.folder, name);
const tokenIn = (text) => /tt_\S+/.exec(text)[0];

before(async () => {
  scratch = await scratchFolder();
  toptile("league", "init", "--lexicon", words, "--no-clock", "--sandbox", "off", "--name", "Spring");
  toptile("submit", "greedy", "random", "--author", "org");
  toptile("league", "run", "--games", "8", "--quiet");
  token = tokenIn(toptile("league", "author", "add", "ann"));
  reader = tokenIn(toptile("league", "author", "token", "ann", "--scope", "read"));
  mkdirSync(fileOf("mine"));
  writeFileSync(fileOf("mine/bot.json"), JSON.stringify({ name: "mine", run: ["./bot.py"] }));
  writeFileSync(fileOf("mine/bot.py"), PASSER);
  mkdirSync(fileOf("broken"));
  writeFileSync(fileOf("broken/bot.json"), JSON.stringify({ name: "broken", run: ["./bot.py"] }));
  writeFileSync(fileOf("broken/bot.py"), "#!/usr/bin/env python3\nprint('<img src=x onerror=alert(1)>')\n");
  writeFileSync(fileOf("noise.tar.gz"), "this is no archive");
  server = spawn(process.env.TOPTILE, ["serve", "--port", "0", "--rate", "0"], { cwd: scratch.folder });
  for await (const line of createInterface({ input: server.stdout })) {
    address = line.trim();
    break;
  }
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (server) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  await scratch?.remove();
});

/** Opens a page of the server, and checks that it asks no other server. `allowed` are errors that the browser tells of answers. */
async function onPage(name, use, { look = { viewport: desktop }, refusals = 0 } = {}) {
  const context = await browser.newContext({ reducedMotion: "reduce", acceptDownloads: true, ...look });
  context.setDefaultTimeout(waits.patience);
  const page = await context.newPage();
  const faults = [];
  let refused = 0;
  page.on("console", (message) => {
    if (/the server responded with a status of 4\d\d/.test(message.text())) ++refused;
    else if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error.stack)));
  page.on("dialog", (dialog) => (faults.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on("request", (request) => request.url().startsWith(address) || /^(data|blob):/.test(request.url()) || faults.push(request.url()));
  try {
    await page.goto(address + name);
    await use(page);
    assert.deepEqual(faults, []);
    assert.equal(refused, refusals);
  } finally {
    await context.close();
  }
}

const told = (page, text) => page.locator(".told", { hasText: text }).waitFor();
const submit = (page) => page.getByRole("button", { name: "Submit", exact: true }).click();

test("the standings lead to the page, and its template is a bot that starts", async () => {
  await onPage("index.html", async (page) => {
    await page.getByRole("link", { name: "How to enter" }).click();
    await page.getByRole("heading", { name: "How to enter" }).waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download a bot in Python" }).click()]);
    await file.saveAs(fileOf("template.tar"));
    execFileSync("tar", ["xf", "template.tar"], { cwd: scratch.folder });
    assert.match(readFileSync(fileOf("my-bot/bot.json"), "utf8"), /"name": "my-bot"/);
    assert.match(toptile("check", "./my-bot", "--sandbox", "off", "--only", "start"), /./);
    assert.ok((await page.locator("#limits").textContent()).includes("plain"));
  });
});

test("a bot is submitted as a folder, is examined, and its author reads its log", async () => {
  await onPage("enter.html", async (page) => {
    await page.getByLabel("Token").fill(token);
    await page.getByLabel("Name of the bot").fill("mine");
    await page.getByLabel("Its folder").setInputFiles(fileOf("mine"));
    await submit(page);
    await told(page, "mine-v1: received");
    toptile("league", "run", "--examine", "--quiet");
    await told(page, "mine-v1: it plays in the league.");
    const own = page.locator(".versions li", { hasText: "mine-v1" });
    await own.getByRole("button", { name: "Log" }).click();
    await own.locator("pre:visible").waitFor();
    assert.notEqual((await own.locator("pre").textContent()).trim(), "");
    // The same files again are the same version.
    await submit(page);
    await told(page, "The league already has these files as mine-v1.");
    // The token is in no address, and in nothing that the browser keeps.
    assert.ok(!page.url().includes("tt_"));
    assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]), [0, 0, ""]);
    // It retires for good after a second press.
    await own.getByRole("button", { name: "Retire" }).click();
    await own.getByRole("button", { name: "Retire mine-v1 for good?" }).click();
    await page.locator(".versions li", { hasText: "mine-v1: retired" }).waitFor();
  });
});

test("a bot that is refused tells its author alone why", async () => {
  await onPage("enter.html", async (page) => {
    await page.getByLabel("Token").fill(token);
    await page.getByLabel("Name of the bot").fill("broken");
    // Single files are packed, too.
    await page.getByLabel("Or its archive, or files").setInputFiles([fileOf("broken/bot.json"), fileOf("broken/bot.py")]);
    await submit(page);
    await told(page, "broken-v1: received");
    toptile("league", "run", "--examine", "--quiet");
    await told(page, "broken-v1: it was refused: ");
    const said = await page.locator(".told").textContent();
    assert.ok(said.length > "broken-v1: it was refused: ".length + 10, said);
    await shoot(page, "entering refused");
  });
  await onPage("bots/broken.html", async (page) => {
    assert.ok((await page.locator("main").textContent()).includes("Only its author is told why"));
  });
});

test("whatever is wrong with a submission, a sentence says it", async () => {
  await onPage(
    "enter.html",
    async (page) => {
      await submit(page);
      await told(page, "The token is missing.");
      await page.getByLabel("Token").fill("tt_é");
      await submit(page);
      await told(page, "This is not a token");
      await page.getByLabel("Token").fill("tt_wrong_wrong");
      await submit(page);
      await told(page, "The name of the bot is missing.");
      await page.getByLabel("Name of the bot").fill("a/b");
      await submit(page);
      await told(page, "Choose the bot’s folder");
      await page.getByLabel("Or its archive, or files").setInputFiles(fileOf("noise.tar.gz"));
      await page.getByLabel("Name of the bot").fill("-");
      await submit(page);
      await told(page, "This token is not valid");
      const answered = page.waitForResponse((response) => response.url().endsWith("/me"));
      await page.getByRole("button", { name: "Show my bots" }).click();
      assert.equal((await answered).status(), 401);
      await page.getByLabel("Token").fill(reader);
      await submit(page);
      await told(page, "it needs the scope submit");
      await page.getByRole("button", { name: "Show my bots" }).click();
      await page.getByRole("heading", { name: "Bots of ann" }).waitFor();
      assert.equal(await page.getByRole("button", { name: "Retire" }).count(), 0);
      await page.getByLabel("Token").fill(token);
      await submit(page);
      await told(page, "The archive"); // The server calls it so, and not by its own file.
      writeFileSync(fileOf("empty.py"), "");
      await page.getByLabel("Or its archive, or files").setInputFiles(fileOf("empty.py"));
      await submit(page);
      await told(page, "bot.json");
      // Another author's bot is not mine to read.
      const status = await page.evaluate(async (bearer) => (await fetch("api/v1/versions/greedy-v1/log", { headers: { Authorization: `Bearer ${bearer}` } })).status, token);
      assert.equal(status, 403);
    },
    { refusals: 6 },
  );
});

test("an answer that comes late does not take the place of a newer one", async () => {
  await onPage("enter.html", async (page) => {
    const held = [];
    let isHeld;
    const first = new Promise((done) => (isHeld = done));
    await page.route("**/api/v1/me", (route) => (held.length > 0 ? route.continue() : isHeld(held.push(route))));
    await page.getByLabel("Token").fill(token);
    const show = page.getByRole("button", { name: "Show my bots" });
    await show.click();
    await first;
    await show.click();
    await page.getByRole("heading", { name: "Bots of ann" }).waitFor();
    const late = page.waitForResponse((response) => response.url().endsWith("/me"));
    await held[0].fulfill({ json: { author: "another", scopes: [], versions: [] } });
    await (await late).finished();
    await page.evaluate(() => fetch("api/v1/me").then(() => new Promise((done) => setTimeout(done)))); // The page has had its turn.
    assert.equal(await page.locator(".own h3").textContent(), "Bots of ann");
  }, { refusals: 1 });
});

test("a bot is sent once, whatever else is asked meanwhile", async () => {
  await onPage("enter.html", async (page) => {
    const sent = [];
    let isSent;
    const first = new Promise((done) => (isSent = done));
    await page.route("**/api/v1/bots/*/versions", (route) => isSent(sent.push(route)));
    await page.getByLabel("Token").fill(token);
    await page.getByLabel("Name of the bot").fill("mine");
    await page.getByLabel("Or its archive, or files").setInputFiles(fileOf("noise.tar.gz"));
    await submit(page);
    await first;
    await page.getByRole("button", { name: "Show my bots" }).click();
    await page.getByRole("heading", { name: "Bots of ann" }).waitFor();
    const button = page.getByRole("button", { name: "Submit", exact: true });
    assert.ok(await button.isDisabled());
    await page.getByLabel("Name of the bot").press("Enter");
    await sent[0].continue();
    await told(page, "The archive");
    await page.waitForFunction((one) => !one.disabled, await button.elementHandle());
    assert.equal(sent.length, 1);
  }, { refusals: 1 });
});

test("a copy of the site without a server has no form, and says where to submit", async () => {
  toptile("league", "site", "copy");
  const page = await browser.newPage();
  await page.goto(pathToFileURL(fileOf("copy/enter.html")).href);
  await page.getByText("This site is a copy without a server").waitFor();
  assert.equal(await page.locator("form").count(), 0);
  await page.close();
});

test("a bot's page leads to a game against the champion at its strength", async () => {
  await onPage("bots/random.html", async (page) => {
    await page.getByRole("link", { name: "Play against the champion at about this strength" }).click();
    await page.getByLabel("Elo of player 2").waitFor();
    const elo = Number(await page.getByLabel("Elo of player 2").inputValue());
    assert.ok(elo >= 0 && elo < 1570, String(elo));
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForSelector(".v-lay-rack button");
    assert.ok((await page.locator(".v-player .v-name").allTextContents()).includes(`champion ${elo}`));
  });
});

for (const [size, look] of Object.entries({ desktop: { viewport: desktop }, phone: { viewport: phone, isMobile: true, hasTouch: true } })) {
  test(`"How to enter" has no barriers, and stays within the window of a ${size}`, async () => {
    await onPage(
      "enter.html",
      async (page) => {
        await page.getByLabel("Token").fill(token);
        await page.getByRole("button", { name: "Show my bots" }).click();
        await page.getByRole("heading", { name: "Bots of ann" }).waitFor();
        assert.equal(await sidewaysPixels(page), 0);
        for (const colorScheme of coloursFor(size)) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await barriers(page), []);
          await shoot(page, `entering ${size} ${colorScheme}`);
        }
      },
      { look },
    );
  });
}
