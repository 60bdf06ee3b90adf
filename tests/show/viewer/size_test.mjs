// Big pages: how many bytes they have, that they work, and how soon. Times are told, not compared;
// docs/internals/performance.md has some. Run as browser_test.mjs; REFEREE_ROOT is the folder of the project.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { built, close, file, greedy, hashOf, open, referee, status, urlOf } from "./window.mjs";

const root = process.env["REFEREE_ROOT"];
const bytes = (name) => statSync(file(name)).size;

// Opens a page, and tells how long each of these took.
async function timed(t, url, steps) {
  const times = [];
  const clock = async (what, work) => {
    const begin = performance.now();
    const done = await work();
    times.push(`${what} ${((performance.now() - begin) / 1000).toFixed(2)} s`);
    return done;
  };
  const page = await clock("open", () => open(url));
  await steps(page, clock);
  t.diagnostic(times.join(", "));
  await close(page);
}

// The match with the largest swing, in two keys: the list in that order, and its first match.
async function openLargestSwing(page, clock) {
  await clock("s", async () => {
    await page.keyboard.press("s");
    await page.locator("table.matches tbody tr").first().waitFor();
  });
  const [swing, ply] = (await page.locator("table.matches tbody tr td:nth-child(8)").first().textContent()).split(" at ").map(Number);
  const next = Number((await page.locator("table.matches tbody tr td:nth-child(8)").nth(1).textContent()).split(" at ")[0]);
  assert.ok(swing >= next && next > 0, `${swing} ${next}`);
  await clock("Enter", async () => {
    await page.keyboard.press("Enter");
    await page.locator("svg.board").waitFor();
  });
  assert.match(await status(page), new RegExp(`^Move ${ply} of `));
  return { swing, ply, number: Number(/match\/(\d+)\//.exec(await hashOf(page))[1]) };
}

test("the page of the demo tournament has 1 MB at most", async (t) => {
  const config = JSON.parse(readFileSync(join(root, "configs/demo.json"), "utf8")
    .replace(/\.\.\/build\/release\/bin\/([a-z0-9-]+)/g, (_, name) => built(name))
    .replace(/\.\.\/(bots\/[a-z0-9/.-]+)/g, (_, name) => `'${join(root, name)}'`));
  delete config.$schema;
  writeFileSync(file("demo.json"), JSON.stringify(config));
  referee("tournament", "demo.json", "--out", "demo", "--quiet");
  referee("view", "demo", "--save", "demo.html");
  assert.ok(bytes("demo.html") <= 1_000_000, `${bytes("demo.html")} bytes`);
  t.diagnostic(`${bytes("demo.html")} bytes`);
  await timed(t, urlOf("demo.html"), async (page) => {
    assert.equal(await page.locator(".standings").count(), config.games.length);
  });
});

test("5,000 Box games are one page of 6 MB at most", async (t) => {
  writeFileSync(file("many.json"), JSON.stringify({
    rounds: 125,
    games: [{ game: "box", bots: [{ name: "greedy", command: greedy("box") }, { name: "random", command: "@random" }] }],
  }));
  referee("tournament", "many.json", "--out", "many", "--quiet");
  // Twenty times the same 250 are as many bytes as other games: packing looks back 32 kB, two games.
  copyFileSync(file("many/matches-0001.jsonl"), file("some.jsonl"));
  const lines = readFileSync(file("some.jsonl"), "utf8");
  assert.equal(lines.trimEnd().split("\n").length, 250);
  writeFileSync(file("many.jsonl"), lines.repeat(20));
  referee("view", "many.jsonl", "--save", "many.html");
  assert.ok(bytes("many.html") <= 6_000_000, `${bytes("many.html")} bytes`);
  t.diagnostic(`${bytes("many.html")} bytes`);
  await timed(t, urlOf("many.html"), async (page, clock) => {
    await openLargestSwing(page, clock);
    await clock("openings", async () => {
      await page.keyboard.press("o");
      await page.locator(".tree li").first().waitFor();
    });
  });
});

const official = [1, 2, 3].map((part) => join(root, `../shared/data/box/official-test-${part}.csv`));
test("among 3,716 official games the largest swing is two keys away", {
  skip: official.every(existsSync) ? false : "the recorded games are not here",
}, async (t) => {
  referee("import", ...official, "--out", "official", "--quiet");
  referee("view", "official", "--save", "official.html");
  t.diagnostic(`${bytes("official.html")} bytes`);
  await timed(t, urlOf("official.html"), async (page, clock) => {
    const found = await openLargestSwing(page, clock);
    // As the rules have it, not the page.
    let points = [0, 0];
    const leads = JSON.parse(referee("show", "official", String(found.number), "--scenes")).scenes
      .map((scene) => (points = scene.points ?? points)).map(([a, b]) => a - b);
    assert.equal(Math.abs(leads[found.ply] - leads[found.ply - 1]), found.swing);
    assert.ok(leads.every((lead, i) => i === 0 || Math.abs(lead - leads[i - 1]) <= found.swing));
    await page.keyboard.press("m");
    assert.match(await page.locator(".filters output").textContent(), /3,716 matches/);
  });
});
