// What bots write, and call themselves, stays text on every view. Run as browser_test.mjs.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { close, expectAccessible, file, games, open, pageOf, random, record, referee, status, urlOf, writeQuitter } from "./window.mjs";

const evil = [
  "</script><script>globalThis.pwned = 1</script>",
  "<img src=x onerror=\"globalThis.pwned = 2\">",
  "<!--<script>", "]]>&lt;b&gt;", "\u2028\u2029'\"`${globalThis.pwned = 3}", "javascript:globalThis.pwned=4",
];

before(writeQuitter);

// A match of a bot that fails, in which whatever bots choose is hostile.
function hostileRecord(game) {
  const hostile = record(game, "./quitter.sh", random(game));
  hostile.bots[0].name = evil.join(" ");
  hostile.bots[0].command = evil.join(" ");
  hostile.bots[1].name = "<style>body{display:none}</style>";
  hostile.faults[0].reason = evil.join(" ");
  hostile.faults[0].line = evil.join(" ");
  hostile.measured.bots[0].stderr_tail = evil.join("\n");
  hostile.measured.bots[0].stderr_bytes = Buffer.byteLength(evil.join("\n"));
  hostile.measured.started = evil.join(" ");
  return hostile;
}

async function expectHarmless(page) {
  assert.equal(await page.evaluate(() => globalThis.pwned), undefined);
  assert.equal(await page.locator("img:not(.share), script[src], iframe, object, embed, link:not([rel=icon]), main script, main style").count(), 0);
  assert.equal(await page.evaluate(() => [...document.querySelectorAll("a")].filter((a) => !a.getAttribute("href").startsWith("#/")).length), 0);
  assert.equal(await page.evaluate(() => [...document.querySelectorAll("*")].filter((one) => [...one.attributes].some((a) => a.name.startsWith("on"))).length), 0);
}

test("what bots write never becomes markup", async () => {
  const url = pageOf(hostileRecord("box"), "hostile");
  const html = readFileSync(file("hostile.html"), "utf8");
  const data = html.slice(html.indexOf('id="head"'), html.lastIndexOf("</script>\n<script>"));
  assert.equal(data.split("<").length - 1, 2, "the data has `<` only where its elements end and begin");
  const page = await open(url);
  await page.keyboard.press("f");
  await page.locator("details summary").first().click();
  await expectHarmless(page);
  assert.ok((await page.locator(".seats .name").first().textContent()).includes("<img src=x onerror="));
  assert.ok((await page.locator(".fault").first().textContent()).includes("globalThis.pwned = 1"));
  assert.ok((await page.title()).includes("<img src=x"));
  await close(page);
  // The same in an address.
  const odd = await open(`${url}#/match/<img src=x onerror=globalThis.pwned=5>/%3Cscript%3E`);
  assert.equal(await odd.evaluate(() => globalThis.pwned), undefined);
  await odd.context().close();
});

test("nor on any view of a tournament of all games, which axe accepts", async () => {
  writeFileSync(file("evil.jsonl"), games.map((game) => JSON.stringify(hostileRecord(game))).join("\n"));
  referee("view", "evil.jsonl", "--save", "evil.html");
  const page = await open(urlOf("evil.html"));
  const views = ["#/standings", "#/matches", "#/matches?result=faults", "#/openings",
    ...games.flatMap((_, i) => [`#/match/${i + 1}/0`, `#/match/${i + 1}/3/with/${i + 1}`, `#/match/${i + 1}`])];
  for (const view of views) {
    // Once the page has heard of it, and has been drawn.
    await page.evaluate((hash) => new Promise((done) => {
      addEventListener("hashchange", () => requestAnimationFrame(done), { once: true });
      location.hash = hash;
    }), view);
    await page.waitForFunction(() => document.querySelector("main").textContent.length > 50);
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => {
      one.open = true;
    }));
    await expectHarmless(page);
    if (!/\/(0|3\/with\/\d)$/.test(view)) await expectAccessible(page, view);
  }
  // A game can end before its first move.
  assert.match(await status(page), /^(Move \d+ of |Before the first move)/);
  await close(page);
});

test("nor on the pages of a comparison and of checks", async () => {
  const name = "<img src=x onerror=globalThis.pwned=6>";
  writeFileSync(file(name), readFileSync(file("quitter.sh")), { mode: 0o755 });
  referee("compare", `'./${name}'`, random("box"), "--game", "box", "--max-pairs", "2", "--out", "compared", "--html", "compared.html", "--quiet");
  writeFileSync(file("checks.json"), JSON.stringify({ game: "box", bot: { name, command: `'./${name}'` }, checks: [{ check: "no-faults", games: 2 }] }));
  referee("regress", "checks.json", "--out", "checks", "--html", "checks.html", "--quiet");
  for (const one of ["compared.html", "checks.html"]) {
    const page = await open(urlOf(one));
    await expectHarmless(page);
    assert.ok((await page.locator("main").textContent()).includes(name));
    await close(page);
  }
});
