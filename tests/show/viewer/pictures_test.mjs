// Pictures of the page beside those that are committed: docs/images, which the README shows, and
// tests/show/viewer/pictures, at half the size. Where the page looks different on purpose, make them
// anew with
//   REFEREE_PICTURES=new ./scripts/test window
// and look at them. Run as browser_test.mjs; REFEREE_ROOT is the folder of the project.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { mine, moved, playing, plies } from "./playing.mjs";
import { decode, distance, encode } from "./png.mjs";
import { close, file, greedy, open, patience, random, referee, shots, urlOf } from "./window.mjs";

const root = process.env["REFEREE_ROOT"];
// Of the blocks of a picture, see distance(). Measured on these pictures: 0 with the same fonts, up
// to 0.0115 with DejaVu Serif in place of DejaVu Sans, which is more than another version changes.
// From 0.0136 where the charts or the table are not drawn, 0.026 with more space inside the cards,
// 0.19 with a column 5 % narrower.
const most = 0.012;

const widths = [375, 1280, 2560];
const views = { standings: "#/standings", match: "#/match/0/20", comparison: "" };
let pages;

// Times, dates and machines differ from run to run, so pictures have invented ones.
function withTimes(text) {
  return text.trimEnd().split("\n").map((line, n) => {
    const record = JSON.parse(line);
    const { measured } = record;
    measured.started = "2026-11-26T20:15:00Z";
    Object.assign(measured.host, { system: "Linux 6.1 x86_64", processors: 8 });
    const time = (i) => 200 + ((i * 7919 + n * 104_729) % 1801) + (i === 6 ? 9000 : 0);
    measured.cpu_us = measured.cpu_us.map((_, i) => time(i));
    measured.wall_us = measured.cpu_us.map((one) => Math.round(1.25 * one));
    measured.bots.forEach((bot, seat) => {
      for (const key of ["cpu_us", "wall_us"]) bot[key] = measured[key].filter((_, i) => i % 2 === seat).reduce((sum, one) => sum + one, 0);
      bot.peak_memory = 3 * 2 ** 20;
    });
    return JSON.stringify(record);
  }).join("\n");
}

before(() => {
  const bots = (game) => [
    { name: "greedy", command: greedy(game) }, { name: "random", command: random(game) },
    { name: "second", command: random(game, 5) },
  ];
  writeFileSync(file("p.json"), JSON.stringify({
    seed: 7, rounds: 3, games: [{ game: "box", bots: bots("box") }, { game: "black-hole", bots: bots("black-hole") }],
  }));
  referee("tournament", "p.json", "--out", "p", "--jobs", "1", "--quiet");
  writeFileSync(file("demo"), withTimes(readFileSync(file("p/matches-0001.jsonl"), "utf8")));
  referee("view", "demo", "--save", "p.html");
  referee("compare", `${greedy("black-hole")} {seed}`, random("black-hole", "{seed}"), "--game", "black-hole", "--points", "0,20",
    "--out", "c", "--html", "c.html", "--quiet");
  pages = { standings: urlOf("p.html"), match: urlOf("p.html"), comparison: urlOf("c.html") };
});

// Commands have the folder of this machine, and machines have fonts of their own.
const steady = "code { visibility: hidden; } body, button, select, svg text { font-family: 'DejaVu Sans' !important; }";

async function picture(view, colorScheme, width, half, style = "") {
  const page = await open(pages[view] + views[view], {
    colorScheme, viewport: { width, height: width < 600 ? 812 : 900 }, deviceScaleFactor: half ? 0.5 : 1, reducedMotion: "reduce",
  });
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
    return document.fonts.ready;
  }, steady + style);
  const shot = decode(await page.screenshot({ animations: "disabled", caret: "hide" }));
  await close(page);
  return shot;
}

function placeOf(view, colorScheme, width) {
  const shown = colorScheme === "light" && width === 1280;
  return shown ? join(root, `docs/images/${view}.png`) : join(root, `tests/show/viewer/pictures/${view}-${colorScheme}-${width}.png`);
}

// Compares with the picture at `place`, or puts it there.
function expectLooks(t, place, seen, name) {
  if (process.env["REFEREE_PICTURES"] === "new") {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, encode(seen));
  }
  assert.ok(existsSync(place), `${place} is missing`);
  const apart = distance(decode(readFileSync(place)), seen);
  t.diagnostic(`${name}: ${apart.toFixed(4)}`);
  if (apart <= most) return;
  const kept = join(shots, `${name}-now.png`);
  writeFileSync(kept, encode(seen));
  assert.fail(`${apart.toFixed(4)} of it differs from ${place}; it is now as in ${kept}`);
}

for (const view of Object.keys(views)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${view} looks as it did in ${colorScheme} colours`, async (t) => {
      for (const width of view === "comparison" ? [1280] : widths) {
        const place = placeOf(view, colorScheme, width);
        expectLooks(t, place, await picture(view, colorScheme, width, !place.includes("docs")), `${view}-${colorScheme}-${width}`);
      }
    });
  }
}

test("playing looks as it did", { timeout: patience }, async (t) => {
  await playing(["box", random("box"), "--seed", "5", "--hint", greedy("box")], async (page) => {
    const open = page.locator(".hit.legal");
    for (let i = 0; i < 3; i++) {
      const before = await plies(page);
      await page.keyboard.press("H");
      await page.getByRole("button", { name: "play it" }).click();
      await moved(page, before);
      await mine(page);
    }
    await page.keyboard.press("H");
    await page.locator("[role=status] code").waitFor();
    await page.keyboard.press("v");
    // A click or hover() scrolls where something is in the way at first.
    await page.evaluate(() => scrollTo(0, 0));
    const goal = await open.nth(Math.floor(await open.count() / 3)).boundingBox();
    await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2);
    await page.locator("#at-cursor", { hasText: "legal" }).waitFor();
    await page.evaluate((style) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
      document.adoptedStyleSheets = [sheet];
      // Times differ from run to run.
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replace(/[\d.]+ (µs|ms)/g, "1.20 ms");
    }, steady.replace("code {", ".unused {"));
    const seen = decode(await page.screenshot({ animations: "disabled", caret: "hide" }));
    expectLooks(t, join(root, "docs/images/play.png"), seen, "play");
  }, { viewport: { width: 1280, height: 900 }, colorScheme: "light" });
});

// The comparison sees a wrong layout and does not mind another version of the fonts.
test("pictures differ by their layout, not by their letters", async (t) => {
  const known = decode(readFileSync(placeOf("match", "light", 1280)));
  const of = async (style) => distance(known, await picture("match", "light", 1280, false, style));
  const letters = await of("body, button, select, pre, code, .move { font-stretch: 97%; letter-spacing: 0.15px; -webkit-text-stroke: 0.2px; }");
  const layout = await of(".game { grid-template-columns: minmax(0, 1.2fr) minmax(320px, 1fr) !important; }");
  const colour = await of(".c-tile-4 { fill: #808080 !important; }");
  t.diagnostic(`letters ${letters.toFixed(4)}, layout ${layout.toFixed(4)}, colour ${colour.toFixed(4)}`);
  assert.ok(letters <= most, `${letters}`);
  assert.ok(layout > most, `${layout}`);
  assert.ok(colour > most, `${colour}`);
});
