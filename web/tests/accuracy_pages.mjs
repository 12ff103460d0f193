// The reviews in a report: the accuracy of bots, and the pages of their mistakes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { barriers, coloursFor, desktop, newPage, openBrowser, phone, scratchFolder, shoot, sidewaysPixels, writePage } from "./browser.mjs";
import { data, names, records, reviews } from "./hostile.mjs";

let browser;
let scratch;

before(async () => {
  scratch = await scratchFolder();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await scratch?.remove();
});

/** Opens the report of the hostile data, with reviews of its games. */
async function onReport(hash, use, look) {
  const opened = await newPage(browser, look);
  try {
    await opened.page.goto((await writePage(scratch.folder, "report.html", data, records, 0, reviews)) + hash);
    await use(opened.page);
    assert.deepEqual(opened.faults, []);
  } finally {
    await opened.close();
  }
}

test("the report says how well each bot moved", async () => {
  await onReport("#accuracy", async (page) => {
    const first = data.review.bots[0];
    const cells = await page.locator("#accuracy tbody tr").first().locator("> *").allTextContents();
    assert.deepEqual(cells, [names[0], "90.0", "1.2 % ± 0.3", "1.2 ± 0.2", ...Object.values(first.grades).map(String), "+0.8 ± 1.4", String(first.turns)]);
    const text = await page.locator("#accuracy").textContent();
    assert.match(text, /looked at every turn of 10 games again, with 2\u202f000 nodes a turn/);
    assert.match(text, /explains 62 % of how much the final spreads differ/);
    await page.locator("#accuracy").getByRole("button", { name: "Chance lost" }).click();
    assert.equal(await page.locator("#accuracy th[aria-sort=ascending]").count(), 1);
  });
});

test("a report without reviews, or with some that cannot be read, has no such section", async () => {
  for (const review of [undefined, null, {}, { ...data.review, bots: [{ entrant: 0 }] }]) {
    const { review: _, ...others } = data;
    const opened = await newPage(browser);
    await opened.page.goto(await writePage(scratch.folder, "none.html", review === undefined ? others : { ...data, review }));
    await opened.page.waitForSelector("#games table");
    assert.equal(await opened.page.locator("#accuracy:visible").count(), 0);
    await opened.page.evaluate((name) => (location.hash = `#mistakes=${encodeURIComponent(name)}`), names[1]);
    assert.equal(await opened.page.getByRole("alert").textContent(), "This report has no reviews of such a bot.");
    assert.deepEqual(opened.faults, []);
    await opened.close();
  }
});

test("a bot's costliest mistakes open at their turns, one game after another", async () => {
  await onReport("", async (page) => {
    const { mistakes } = data.review.bots[1];
    await page.locator("[data-key='mistakes-1']").click();
    await page.waitForFunction((words) => document.querySelector("h1").textContent === words, `Mistakes of ${names[1]}`);
    const rows = page.locator("[data-key=table-mistakes] tbody tr");
    assert.equal(await rows.count(), mistakes.length);
    const [worst] = mistakes;
    assert.equal(await rows.first().locator("td").nth(1).textContent(), `${(100 * worst.loss_chance).toFixed(1)} %`);
    await rows.first().getByRole("link").click();
    await page.waitForSelector(".v-viewer");
    assert.equal(await page.getByRole("slider").getAttribute("aria-valuenow"), String(worst.turn));
    assert.match(await page.locator(".v-grade").textContent(), /blunder|mistake|inaccuracy/);
    const other = mistakes.find(({ game }) => game !== worst.game);
    await page.getByRole("link", { name: "Next game" }).click();
    await page.waitForFunction(({ game, turn }) => location.hash === `#game=${game}&turn=${turn}`, other);
    await page.locator("a.back").click();
    await page.waitForSelector("[data-key=table-mistakes]");
    await page.locator("a.back").click();
    await page.waitForSelector("#accuracy table");
  });
});

for (const [size, viewport] of Object.entries({ desktop, phone })) {
  test(`the page of mistakes keeps nobody out and is no wider than a ${size}`, async () => {
    await onReport(
      `#mistakes=${encodeURIComponent(names[2])}`,
      async (page) => {
        for (const colorScheme of coloursFor(size)) {
          await page.emulateMedia({ colorScheme });
          await page.waitForSelector("[data-key=table-mistakes]");
          assert.deepEqual(await barriers(page), []);
          assert.equal(await sidewaysPixels(page), 0);
          await shoot(page, `mistakes-${size}-${colorScheme}`);
        }
        assert.equal(await page.locator("#app img").count(), 0);
      },
      { viewport },
    );
  });
}
