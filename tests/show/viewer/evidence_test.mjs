// Pages of comparisons and checks. Run as browser_test.mjs.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { close, expectFits, file, greedy, open, random, referee, status, urlOf, writeQuitter } from "./window.mjs";

let compared;
let compareJson;
let checked;
let tuned;

before(() => {
  writeQuitter();
  compareJson = referee("compare", greedy("box"), random("box"), "--game", "box", "--elo", "0,200",
    "--out", "compared", "--html", "compared.html", "--json", "--quiet");
  compared = urlOf("compared.html");
  writeFileSync(file("checks.json"), JSON.stringify({
    game: "box", bot: "./quitter.sh",
    checks: [
      { check: "no-faults", name: "always there", games: 2 },
      { check: "no-faults", game: "black-hole", games: 2 },
    ],
  }));
  referee("regress", "checks.json", "--out", "checks", "--html", "checks.html", "--quiet");
  checked = urlOf("checks.html");
  referee("tune", `${greedy("box")} --own {own}`, "--param", "own=0.2:0:1", "--game", "box", "--pairs", "12", "--max-pairs", "20",
    "--out", "tuned", "--html", "tuned.html", "--quiet");
  tuned = urlOf("tuned.html");
});

test("a comparison shows the course of its test", async () => {
  const page = await open(compared);
  const result = JSON.parse(compareJson);
  assert.match(await page.locator(".verdict").textContent(), /Better: keep the new bot\. /);
  const chart = page.locator("svg.evidence");
  assert.match(await chart.getAttribute("aria-label"), new RegExp(`LLR ends at ${result.llr.toFixed(2)}; H1 is accepted at ${result.upper.toFixed(2)}`));
  // The line ends above the upper bound, which is drawn above the lower one.
  const heights = await chart.locator("line.budget").evaluateAll((lines) => lines.map((line) => Number(line.getAttribute("y1"))));
  const last = (await chart.locator("path.curve").getAttribute("d")).split("L").pop().split(" ").map(Number);
  assert.ok(last[1] <= heights[0] && heights[0] < heights[1], `${last} ${heights}`);
  // All games were won, so Elo has no upper end, and no interval.
  assert.equal(await page.locator("svg.estimate").count(), 1);
  await page.keyboard.press("m");
  await page.locator("table.matches tbody tr").first().waitFor();
  assert.ok(await page.locator("table.matches tbody tr").count() >= 2 * result.pairs);
  await page.keyboard.press("Enter");
  assert.match(await status(page), /^Move (\d+) of \1: /);
  await page.keyboard.press("t");
  await chart.waitFor();
  await close(page);
});

test("checks show why they failed, and their games", async () => {
  const page = await open(checked);
  assert.match(await page.locator(".verdict").first().textContent(), /failed 2 of 2 checks/);
  const failed = page.getByRole("region", { name: "always there" });
  assert.match(await failed.textContent(), /2 crash/);
  await failed.getByRole("link", { name: "2 games" }).click();
  await page.locator("table.matches tbody tr").first().waitFor();
  assert.equal(await page.locator("table.matches tbody tr").count(), 2);
  await page.keyboard.press("Enter");
  await page.locator("svg.board").waitFor();
  await page.keyboard.press("f");
  assert.match(await page.locator(".fault").first().textContent(), /referee replay 'checks.always there' \d/);
  await close(page);
});

test("a tuning shows its verdict, its parameters and its comparison with the games", async () => {
  const page = await open(tuned);
  assert.match(await page.title(), / – Tuning in Box$/);
  assert.equal(await page.locator(".verdict").count(), 1);
  assert.equal(await page.getByRole("row", { name: /^own/ }).count(), 1);
  assert.equal(await page.locator(".columns svg.estimate").count(), 2);
  assert.equal(await page.locator("svg.evidence").count(), 1);
  await page.keyboard.press("m");
  await page.locator("table.matches tbody tr").first().waitFor();
  await close(page);
});

for (const colorScheme of ["light", "dark"]) {
  test(`comparisons and checks are accessible, and nothing sticks out, in ${colorScheme} colours`, async () => {
    for (const [name, url] of [["comparison", compared], ["checks", checked], ["tuning", tuned]]) {
      const page = await open(url, { colorScheme });
      await expectFits(page, `${name}-${colorScheme}`);
      await close(page);
    }
  });
}
