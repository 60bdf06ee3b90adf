// What axe does not look into: whether texts and lines in pictures stand out from what is behind
// them, and whether all can be reached by keys. Run as browser_test.mjs.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { close, games, greedy, open, pageOf, poorContrasts, random, record, referee, urlOf } from "./window.mjs";

const pages = {};

before(() => {
  for (const game of games) pages[game] = pageOf(record(game, greedy(game), random(game)), game);
  referee("compare", `${greedy("box")} {seed}`, random("box", "{seed}"), "--game", "box", "--points", "0,10", "--out", "c", "--html", "c.html", "--quiet");
});

for (const colorScheme of ["light", "dark"]) {
  test(`what is written and drawn stands out in ${colorScheme} colours`, async () => {
    for (const [name, url] of [...games.map((game) => [game, `${pages[game]}#/match/1/25`]), ["comparison", urlOf("c.html")],
      ["openings", `${urlOf("c.html")}#/openings`], ["standings", `${urlOf("c.html")}#/standings`]]) {
      const page = await open(url, { colorScheme });
      assert.deepEqual(await page.evaluate(poorContrasts), [], name);
      await close(page);
    }
  });
}

test("the tabulator key reaches everything, and shows where it is", async () => {
  for (const url of [`${pages["box"]}#/match/1/5`, `${urlOf("c.html")}#/matches`]) {
    const page = await open(url);
    const reachable = await page.evaluate(() => [...document.querySelectorAll("a[href], button, select, input, summary, [tabindex='0']")]
      .filter((one) => !one.closest("dialog") && one.checkVisibility()).length);
    const seen = new Set();
    for (let i = 0; i < reachable + 5; i++) {
      await page.keyboard.press("Tab");
      const here = await page.evaluate(() => {
        const one = document.activeElement;
        if (!one || one === document.body) return null;
        globalThis.numbers ??= new Map();
        if (!globalThis.numbers.has(one)) globalThis.numbers.set(one, globalThis.numbers.size);
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return { number: globalThis.numbers.get(one), shown: outlineStyle !== "none" && parseFloat(outlineWidth) >= 1, what: one.outerHTML.slice(0, 80) };
      });
      if (!here) continue;
      assert.ok(here.shown, `focus cannot be seen on ${here.what}`);
      seen.add(here.number);
    }
    assert.equal(seen.size, reachable, url);
    await close(page);
  }
});

test("the list of matches is used by keys alone", async () => {
  const page = await open(`${urlOf("c.html")}#/matches`);
  await page.locator("select").nth(1).focus();
  await page.keyboard.press("n"); // to "new", as any list does
  await page.waitForFunction(() => location.hash.includes("bot=new"));
  await page.keyboard.press("Tab");
  await page.locator("table.matches a").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("svg.board").waitFor();
  await page.locator("input.scrub").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /^Move 1 of/.test(document.querySelector(".status").textContent));
  await close(page);
});
