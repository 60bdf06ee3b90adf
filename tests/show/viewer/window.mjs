// What the tests in a browser share: the program, pages, and a browser that is offline.
// REFEREE_BIN is the folder of the program and the example bots.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

export const bin = process.env["REFEREE_BIN"];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const folder = mkdtempSync(join(tmpdir(), "referee-window-"));
// What was seen; docs/images has some of these.
export const shots = join(process.cwd(), "shots");
mkdirSync(shots, { recursive: true });
export const games = ["6561", "2187", "turn-right", "box", "black-hole", "zero-point-one", "sudoku"];
export let browser;
// Milliseconds. Only what hangs takes as long, also on one processor beside busy loops.
export const patience = 240_000;

export function referee(...words) {
  try {
    return execFileSync(join(bin, "referee"), words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    if (error.status === 1 || error.status === 4) return error.stdout; // a bot failed, or nothing was decided
    throw error;
  }
}

export const file = (name) => join(folder, name);
// A page that was written in the folder.
export const urlOf = (name) => pathToFileURL(file(name)).href;
export const record = (game, first, second, seed = 4) => JSON.parse(
  referee("match", game, first, second, "--seed", String(seed), "--json", "--quiet"));
// Commands of the example bots; the folder may have blanks in its name.
export const built = (name) => `'${join(bin, name)}'`;
export const greedy = (game) => built(`${game}-greedy`);
export const random = (game, seed = 1) => `referee random ${game} --seed ${seed}`;

export function pageOf(record, name) {
  writeFileSync(file(`${name}.json`), `${JSON.stringify(record)}\n`);
  referee("show", `${name}.json`, "--html", `${name}.html`);
  return urlOf(`${name}.html`);
}

// A bot that reads a line, writes to stderr, and leaves.
export function writeQuitter() {
  writeFileSync(file("quitter.sh"), "#!/bin/sh\nread line\necho 'giving up <b>now</b>' >&2\nexit 3\n", { mode: 0o755 });
}

// Opens a page that may load nothing but itself and say nothing on its console.
export async function open(url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true, ...options });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const trouble = [];
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== url.split("#")[0]) trouble.push(`asked for ${request.url()}`);
  });
  page.on("console", (message) => trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => trouble.push(`dialog: ${dialog.message()}`));
  await page.goto(url);
  // Without the script there is no footer.
  await page.waitForSelector("footer");
  page.trouble = trouble;
  return page;
}

// The part of the address that says what is shown; page.url() hears of it later.
export const hashOf = (page) => page.evaluate(() => location.hash);
export const status = (page) => page.locator(".status").textContent();
export const close = async (page) => {
  assert.deepEqual(page.trouble, []);
  await page.context().close();
};

export async function expectAccessible(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  }));
  assert.deepEqual(found.violations.map((one) => `${what}: ${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`), []);
}

// Whether axe finds nothing, and no width makes the page wider than its window. Leaves pictures.
export async function expectFits(page, name) {
  await expectAccessible(page, name);
  for (const width of [375, 1280, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${name} is ${wide} pixels wide at ${width}`);
    await page.screenshot({ path: join(shots, `${name}-${width}.png`) });
  }
}

// In the page: what is written or drawn, with its contrast to its ground, where that is too little.
export function poorContrasts() {
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

// A program in the background, until `work` is done. `ready`: what its output has, once it is.
export async function beside(words, ready, work, signal = "SIGTERM") {
  const program = spawn(join(bin, "referee"), words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((done) => program.once("exit", (code) => done(code)));
  let told = "";
  try {
    const found = await new Promise((good, bad) => {
      let text = "";
      program.stderr.on("data", (data) => (told += data));
      program.stdout.on("data", (data) => {
        const match = ready.exec(text += data);
        if (match) good(match[0]);
      });
      ended.then((code) => bad(new Error(`the program ended with ${code}: ${told}`)));
      if (ready.source === "(?:)") good("");
    });
    return await work(found, { program, ended });
  } finally {
    program.kill(signal);
    const timer = setTimeout(() => program.kill("SIGKILL"), patience);
    await ended;
    clearTimeout(timer);
  }
}

export const address = /http:\/\/127\.0\.0\.1:\d+\/\S*/;

before(async () => {
  browser = await chromium.launch({
    timeout: patience,
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--font-render-hinting=none", "--disable-lcd-text"],
  });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});
