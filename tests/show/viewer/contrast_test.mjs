// What axe does not look into: whether texts and lines in pictures stand out from what is behind
// them, and whether all can be reached by keys. Run as browser_test.mjs.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { close, games, greedy, open, pageOf, random, record, referee, urlOf } from "./window.mjs";

const pages = {};

before(() => {
  for (const game of games) pages[game] = pageOf(record(game, greedy(game), random(game)), game);
  referee("compare", `${greedy("box")} {seed}`, random("box", "{seed}"), "--game", "box", "--points", "0,10", "--out", "c", "--html", "c.html", "--quiet");
});

// In the page: what is written or drawn, with its contrast to its ground, where that is too little.
function poorContrasts() {
  const rgb = (text) => {
    const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const contrast = (one, other) => {
    const [a, b] = [light(rgb(one)), light(rgb(other))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  // Behind a whole picture: the nearest element with a colour.
  const ground = (element) => {
    for (let one = element.closest("svg"); one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (rgb(colour).a > 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const found = [];
  const check = (what, one, other, least) => {
    const value = contrast(one, other);
    if (value < least) found.push(`${what}: ${value.toFixed(2)}`);
  };
  for (const text of document.querySelectorAll("svg.board text:not(.label)")) {
    let behind = text.previousElementSibling;
    while (behind && behind.tagName === "text") behind = behind.previousElementSibling;
    check(`${text.textContent} on ${behind.getAttribute("class")}`, getComputedStyle(text).fill, getComputedStyle(behind).fill, 4.5);
  }
  for (const text of document.querySelectorAll("svg .label, svg .tick, .interval text, .fault-flag text")) {
    check(`${text.getAttribute("class")} ${text.textContent}`, getComputedStyle(text).fill, ground(text), 4.5);
  }
  // Lines and shapes that say something need less: 3 to 1.
  for (const line of document.querySelectorAll("svg .curve, svg .used, svg .budget, svg .now, .interval .whisker")) {
    check(`line ${line.getAttribute("class")}`, getComputedStyle(line).stroke, ground(line), 3);
  }
  for (const bar of document.querySelectorAll(".bar .cpu, .histogram rect, .interval circle")) {
    check(`bar ${bar.parentElement.getAttribute("class")}`, getComputedStyle(bar).fill, ground(bar), 3);
  }
  // Marks lie on cells of any colour, with a halo around them where these vary.
  for (const mark of document.querySelectorAll(".m-last, .m-near, .slide .path")) {
    check(`mark ${mark.getAttribute("class")}`, getComputedStyle(mark).stroke, getComputedStyle(document.querySelector(".c-empty")).fill, 3);
  }
  return [...new Set(found)];
}

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
