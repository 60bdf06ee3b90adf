// The page in a real browser. Run by `./scripts/test window`, in build/window, where the packages
// are; REFEREE_BIN is the folder of the program and the example bots.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const bin = process.env["REFEREE_BIN"];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "referee-window-"));
// What was seen; docs/images has some of these.
const shots = join(process.cwd(), "shots");
mkdirSync(shots, { recursive: true });
const games = ["6561", "2187", "turn-right", "box", "black-hole"];
let browser;

function referee(...words) {
  try {
    return execFileSync(join(bin, "referee"), words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    if (error.status === 1) return error.stdout; // a bot failed, as some are meant to
    throw error;
  }
}

const file = (name) => join(folder, name);
const record = (game, first, second, seed = 4) => JSON.parse(
  referee("match", game, first, second, "--seed", String(seed), "--json", "--quiet"));
const greedy = (game) => join(bin, `${game}-greedy`);
const random = (game) => join(bin, `${game}-random`);

function pageOf(record, name) {
  writeFileSync(file(`${name}.json`), `${JSON.stringify(record)}\n`);
  referee("show", `${name}.json`, "--html", `${name}.html`);
  return pathToFileURL(file(`${name}.html`)).href;
}

// Opens a page that may load nothing but itself and say nothing on its console.
async function open(url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true, ...options });
  const page = await context.newPage();
  const trouble = [];
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== url.split("#")[0]) trouble.push(`asked for ${request.url()}`);
  });
  page.on("console", (message) => trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => trouble.push(`dialog: ${dialog.message()}`));
  await page.goto(url);
  await page.waitForSelector("header");
  page.trouble = trouble;
  return page;
}

const status = (page) => page.locator(".status").textContent();
const close = async (page) => {
  assert.deepEqual(page.trouble, []);
  await page.context().close();
};

async function expectAccessible(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
  }));
  assert.deepEqual(found.violations.map((one) => `${what}: ${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`), []);
}

let tournament;

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--font-render-hinting=none", "--disable-lcd-text"],
  });
  const bots = (game) => [
    { name: "greedy", command: greedy(game) },
    { name: "random", command: random(game) },
  ];
  writeFileSync(file("quitter.sh"), "#!/bin/sh\nread line\necho 'giving up <b>now</b>' >&2\nexit 3\n", { mode: 0o755 });
  writeFileSync(file("t.json"), JSON.stringify({
    seed: 7, rounds: 3,
    games: [
      { game: "box", bots: [...bots("box"), { name: "quitter", command: "./quitter.sh" }] },
      { game: "black-hole", bots: bots("black-hole") },
      { game: "turn-right", bots: bots("turn-right"), rounds: 1 },
    ],
  }));
  referee("tournament", "t.json", "--out", "t", "--quiet");
  referee("report", "t", "--html", "t.html");
  tournament = pathToFileURL(file("t.html")).href;
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const game of games) {
  test(`${game}: board, keys and links`, async () => {
    const played = record(game, greedy(game), random(game));
    const url = pageOf(played, game);
    const moves = played.plies.length;
    const page = await open(url);
    const layout = JSON.parse(referee("show", `${game}.json`, "--scenes")).board;
    assert.equal(await page.locator("svg.board polygon.cell").count() >= layout.cells.length, true);
    assert.match(await status(page), /^Before the first move/);
    await page.keyboard.press("ArrowRight");
    assert.match(await status(page), /^Move 1 of /);
    await page.keyboard.press("End");
    assert.match(await status(page), new RegExp(`^Move ${moves} of ${moves}: `));
    await page.keyboard.press("Shift+ArrowLeft");
    assert.match(await status(page), new RegExp(`^Move ${moves - 10} of `));
    assert.equal(new URL(page.url()).hash, `#/match/1/${moves - 10}`);
    await page.keyboard.press("Home");
    await page.keyboard.press(" ");
    await page.waitForFunction(() => /^Move 2 of/.test(document.querySelector(".status").textContent));
    await page.keyboard.press(" ");
    await close(page);

    // A link leads to a move, where the page and the program's picture show the same.
    for (const ply of [Math.floor(moves / 2), moves]) {
      const linked = await open(`${url}#/match/1/${ply}`);
      assert.match(await status(linked), new RegExp(`^Move ${ply} of `));
      referee("show", `${game}.json`, "--svg", "board.svg", "--ply", String(ply));
      const picture = readFileSync(file("board.svg"), "utf8");
      const texts = [...picture.matchAll(/text-anchor="middle"[^>]*>([^<]*)</g)].map((found) => found[1]);
      const shown = await linked.locator("svg.board text").allTextContents();
      assert.deepEqual(shown.sort(), texts.sort());
      const shape = (name) => [...picture.matchAll(new RegExp(`<${name} `, "g"))].length;
      assert.equal(await linked.locator("svg.board circle.piece").count(), shape("circle"));
      assert.equal(await linked.locator("svg.board rect.piece").count(), shape("rect") - 1); // its ground
      await close(linked);
    }
  });
}

test("what bots write never becomes markup", async () => {
  const evil = [
    "</script><script>globalThis.pwned = 1</script>",
    "<img src=x onerror=\"globalThis.pwned = 2\">",
    "<!--<script>", "]]>&lt;b&gt;", "\u2028\u2029'\"`${globalThis.pwned = 3}", "javascript:globalThis.pwned=4",
  ];
  const hostile = record("box", "./quitter.sh", random("box"));
  hostile.bots[0].name = evil.join(" ");
  hostile.bots[0].command = evil.join(" ");
  hostile.bots[1].name = "<style>body{display:none}</style>";
  hostile.faults[0].reason = evil.join(" ");
  hostile.faults[0].line = evil.join(" ");
  hostile.measured.bots[0].stderr_tail = evil.join("\n");
  hostile.measured.bots[0].stderr_bytes = Buffer.byteLength(evil.join("\n"));
  hostile.measured.started = evil.join(" ");
  const url = pageOf(hostile, "hostile");
  const html = readFileSync(file("hostile.html"), "utf8");
  const data = html.slice(html.indexOf('id="head"'), html.lastIndexOf("</script>\n<script>"));
  assert.equal(data.split("<").length - 1, 2, "the data has `<` only where its elements end and begin");
  const page = await open(url);
  await page.keyboard.press("f");
  await page.locator("details summary").first().click();
  assert.equal(await page.evaluate(() => globalThis.pwned), undefined);
  assert.equal(await page.locator("img, script[src], iframe, object, main script, main style").count(), 0);
  assert.ok((await page.locator(".seats .name").first().textContent()).includes("<img src=x onerror="));
  assert.ok((await page.locator(".fault").first().textContent()).includes("globalThis.pwned = 1"));
  assert.ok((await page.title()).includes("<img src=x"));
  await close(page);
  // The same in an address.
  const odd = await open(`${url}#/match/<img src=x onerror=globalThis.pwned=5>/%3Cscript%3E`);
  assert.equal(await odd.evaluate(() => globalThis.pwned), undefined);
  await odd.context().close();
});

test("a script that gets in does not run", async () => {
  const page = await open(tournament);
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.pwned = 1";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", "<b onclick='globalThis.pwned = 2' id=bad>x</b>");
    document.getElementById("bad").click();
    return globalThis.pwned;
  });
  assert.equal(ran, undefined);
  assert.ok(page.trouble.some((one) => one.includes("Content Security Policy")), page.trouble.join());
  const fetched = await page.evaluate(() => fetch("https://example.com/").then(() => "loaded", () => "refused"));
  assert.equal(fetched, "refused");
  await page.context().close();
});

test("a fault has its card", async () => {
  const page = await open(`${tournament}#/matches?result=faults`);
  await page.keyboard.press("Enter");
  const card = await page.locator(".fault").first().textContent();
  for (const part of ["quitter", "crash", "read", "wrote", "legal", "giving up <b>now</b>", "referee replay t "]) {
    assert.ok(card.includes(part), `${part}: ${card}`);
  }
  await page.getByRole("button", { name: "copy" }).first().click();
  await page.getByRole("button", { name: "copied" }).waitFor();
  assert.equal(await page.locator(".fault-flag text").first().textContent(), "crash");
  await close(page);
});

test("standings, filters, and the game with the largest swing in two keys", async () => {
  const page = await open(tournament);
  const standings = JSON.parse(referee("standings", "t", "--json"));
  for (const event of standings.events) {
    for (const bot of event.bots) {
      const row = page.locator("section", { hasText: event.title }).first().locator(".standings tbody tr", { hasText: bot.name }).first();
      assert.ok((await row.textContent()).includes(bot.mean_score.toFixed(2)), `${event.title}: ${bot.name}`);
    }
  }
  await page.keyboard.press("s");
  await page.locator("table.matches").waitFor();
  const swings = (await page.locator("table.matches tbody tr td:nth-child(8)").allTextContents()).map((text) => parseInt(text) || 0);
  assert.deepEqual(swings, [...swings].sort((a, b) => b - a));
  await page.keyboard.press("Enter");
  const hash = new URL(page.url()).hash;
  assert.match(hash, /^#\/match\/\d+\/\d+\?sort=swing$/);
  await page.keyboard.press("n");
  await page.waitForFunction((before) => location.hash !== before, hash);
  await page.keyboard.press("p");
  await page.waitForFunction((before) => location.hash === before, hash);
  await page.goto(`${tournament}#/matches?game=box&bot=quitter&result=lost`);
  assert.equal(await page.locator("table.matches tbody tr").count(), 12);
  await page.keyboard.press("o");
  await page.locator(".tree li").first().waitFor();
  await page.locator(".tree summary").first().click();
  await page.locator(".tree .tree li").first().waitFor();
  await close(page);
});

test("two games side by side", async () => {
  const page = await open(`${tournament}#/match/0/4/with/1`);
  assert.equal(await page.locator("svg.board").count(), 2);
  await page.getByRole("button", { name: /first different move/ }).click();
  assert.match(await status(page), /^Move 1 of/);
  await close(page);
});

test("data that no page can read is explained", async () => {
  const html = readFileSync(file("t.html"), "utf8").replace('"version":1', '"version":99');
  writeFileSync(file("later.html"), html);
  const page = await browser.newPage();
  await page.goto(pathToFileURL(file("later.html")).href);
  await page.getByText("The data has version 99").waitFor();
  await page.close();
});

const views = ["#/standings", "#/matches", "#/openings", "#/match/0/12", "#/match/2/1", "#/match/18/30"];
for (const colorScheme of ["light", "dark"]) {
  test(`accessible, and nothing sticks out, in ${colorScheme} colours`, async () => {
    for (const view of views) {
      const page = await open(tournament + view, { colorScheme });
      await expectAccessible(page, `${view} ${colorScheme}`);
      for (const width of [375, 1280, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${view} is ${wide} pixels wide at ${width}`);
        await page.screenshot({ path: join(shots, `${view.replace(/\W+/g, "-").slice(1)}-${colorScheme}-${width}.png`) });
      }
      await close(page);
    }
  });

  // axe does not look into pictures.
  test(`what is written on pieces can be read in ${colorScheme} colours`, async () => {
    for (const game of games) {
      const page = await open(`${pathToFileURL(file(`${game}.html`)).href}#/match/1/25`, { colorScheme });
      const poor = await page.evaluate(() => {
        const rgb = (text) => text.match(/[\d.]+/g).slice(0, 3).map(Number);
        const light = (colour) => {
          const [r, g, b] = rgb(colour).map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const found = [];
        for (const text of document.querySelectorAll("svg.board text:not(.label)")) {
          let ground = text.previousElementSibling;
          while (ground && ground.tagName === "text") ground = ground.previousElementSibling;
          const [a, b] = [light(getComputedStyle(text).fill), light(getComputedStyle(ground).fill)];
          const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (contrast < 4.5) found.push(`${text.textContent} on ${ground.getAttribute("class")}: ${contrast.toFixed(2)}`);
        }
        return [...new Set(found)];
      });
      assert.deepEqual(poor, [], game);
      await close(page);
    }
  });
}
