// The page in a real browser. Run by `./scripts/test window`, in build/window, where the packages
// are.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import {
  browser, close, expectAccessible, expectFits, file, games, greedy, hashOf, open, pageOf, patience, random, record, referee,
  shots, status, urlOf, writeQuitter,
} from "./window.mjs";

let tournament;

before(async () => {
  const bots = (game) => [
    { name: "greedy", command: greedy(game) },
    { name: "random", command: random(game) },
  ];
  writeQuitter();
  writeFileSync(file("t.json"), JSON.stringify({
    seed: 7, rounds: 3,
    games: [
      { game: "box", bots: [...bots("box"), { name: "quitter", command: "./quitter.sh" }] },
      { game: "black-hole", bots: bots("black-hole") },
      { game: "turn-right", bots: bots("turn-right"), rounds: 1 },
    ],
  }));
  referee("tournament", "t.json", "--out", "t", "--quiet");
  referee("view", "t", "--save", "t.html");
  tournament = urlOf("t.html");
});

// The bytes of the file that a click on this button saves, the last one of that name.
async function saved(page, name, suggested) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).last().click()]);
  assert.equal(download.suggestedFilename(), suggested);
  return readFileSync(await download.path());
}

test("the result is there without scripts, and pictures can be saved", async () => {
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(tournament);
  const title = await plain.title();
  assert.match(title, /^\w+ won Box, .* – t$/);
  assert.ok((await plain.locator(".standings").count()) >= 3);
  assert.equal(await plain.locator("img.share").evaluate((image) => image.naturalWidth), 1200);
  await plain.close();

  const page = await open(tournament);
  assert.equal(await page.title(), title);
  const svg = (await saved(page, "SVG", "t.svg")).toString();
  assert.match(svg, /^<svg .*viewBox="0 0 1200 630"/);
  referee("view", "t", "--save", "t.svg");
  assert.equal(svg, readFileSync(file("t.svg"), "utf8").replaceAll("\n", ""));
  const png = await saved(page, "PNG", "t.png");
  assert.deepEqual([png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)], ["PNG", 1200, 630]);
  await page.evaluate(() => { location.hash = "#/match/0/3"; });
  const position = (await saved(page, "SVG", "match-0-move-3.svg")).toString();
  assert.match(position, /Move 3 of /);
  assert.doesNotMatch(position, /var\(|class=/);
  await close(page);
});

for (const game of games) {
  test(`${game}: board, keys and links`, async () => {
    const played = record(game, greedy(game), random(game));
    const url = pageOf(played, game);
    const moves = played.plies.length;
    const page = await open(url);
    const layout = JSON.parse(referee("show", `${game}.json`, "--scenes")).board;
    assert.equal(await page.locator("svg.board polygon.cell").count() >= layout.cells.length, true);
    const end = new RegExp(`^Move ${moves} of ${moves}: `);
    assert.match(await status(page), end, "a match opens at its end");
    await page.keyboard.press("Home");
    assert.match(await status(page), /^Before the first move/);
    await page.keyboard.press("ArrowRight");
    assert.match(await status(page), /^Move 1 of /);
    await page.keyboard.press("End");
    assert.match(await status(page), end);
    await page.keyboard.press("Shift+ArrowLeft");
    // A game can be shorter than that.
    const back = Math.max(moves - 10, 0);
    assert.match(await status(page), back === 0 ? /^Before the first move/ : new RegExp(`^Move ${back} of `));
    assert.equal(await hashOf(page), `#/match/1/${back}`);
    await page.keyboard.press("End");
    await page.keyboard.press(" "); // from the beginning
    await page.waitForFunction(() => /^Move 2 of/.test(document.querySelector(".status").textContent));
    await page.keyboard.press(" ");
    await close(page);

    // A link leads to a move, where the page and the program's picture show the same.
    for (const ply of [Math.floor(moves / 2), moves]) {
      const linked = await open(`${url}#/match/1/${ply}`);
      assert.match(await status(linked), new RegExp(`^Move ${ply} of `));
      referee("show", `${game}.json`, "--svg", "board.svg", "--plies", String(ply));
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

test("a show that can be read from ten metres", { timeout: patience }, async () => {
  const page = await open(tournament);
  await page.keyboard.press("v");
  await page.waitForSelector(".show-podium");
  // Paused, so that it does not go on by itself while it is looked at.
  const hint = (word) => page.waitForFunction((text) => document.querySelector(".show-hint")?.textContent?.startsWith(text), word);
  await page.keyboard.press(" ");
  await hint("paused");
  for (const [width, height] of [[1920, 1080], [2560, 1440]]) {
    await page.setViewportSize({ width, height });
    for (const stage of ["podium", "table"]) {
      if (stage === "table") {
        await page.keyboard.press("ArrowRight");
        await page.waitForSelector(".show-table");
      }
      await page.screenshot({ path: `${shots}/show-${stage}-${width}.png` });
      await expectAccessible(page, `show ${stage}`);
      const seen = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight,
        sizes: [...document.querySelectorAll(".show-name, .show-points")].map((one) => parseFloat(getComputedStyle(one).fontSize)),
        board: document.querySelector(".show svg.board")?.getBoundingClientRect().height ?? 0,
      }));
      assert.ok(seen.wide <= width && seen.high <= height, `${seen.wide} x ${seen.high}`);
      assert.ok(seen.sizes.length >= 4 && Math.min(...seen.sizes) >= 60, `${seen.sizes}`);
      if (stage === "table") assert.ok(seen.board > 0.7 * height, `a board of ${seen.board} pixels`);
    }
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector(".show-podium");
  }
  // It plays by itself when it is not.
  await page.keyboard.press("ArrowRight");
  const first = await page.locator(".show-small").textContent();
  await page.keyboard.press(" ");
  await page.waitForFunction((text) => document.querySelector(".show-small")?.textContent !== text, first);
  await page.keyboard.press(" ");
  await hint("paused");
  await page.keyboard.press("Escape");
  await page.waitForSelector("footer");
  assert.equal(await hashOf(page), "#/standings");
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
  const swings = (await page.locator("table.matches tbody tr td:nth-child(9)").allTextContents()).map((text) => parseInt(text) || 0);
  assert.deepEqual(swings, [...swings].sort((a, b) => b - a));
  await page.keyboard.press("Enter");
  const hash = await hashOf(page);
  assert.match(hash, /^#\/match\/\d+\/\d+\?sort=swing$/);
  await page.keyboard.press("n");
  await page.waitForFunction((before) => location.hash !== before, hash);
  await page.keyboard.press("p");
  await page.waitForFunction((before) => location.hash === before, hash);
  await page.goto(`${tournament}#/matches?game=box&bot=quitter&result=lost`);
  await page.waitForFunction(() => document.querySelectorAll("table.matches tbody tr").length === 12);
  await page.keyboard.press("o");
  await page.locator(".tree li").first().waitFor();
  await page.locator(".tree summary").first().click();
  await page.locator(".tree .tree li").first().waitFor();
  await close(page);
});

test("standings are the terminal's in every format; columns sort, brackets end with the winner", async () => {
  const bots = (game) => [1, 2, 3, 4].map((n) => ({ name: `bot${n}`, command: n === 3 ? greedy(game) : random(game, n) }));
  writeFileSync(file("f.json"), JSON.stringify({
    seed: 5, games: [
      { game: "black-hole", format: "knockout", bots: bots("black-hole") },
      { game: "box", format: "official", swiss_rounds: 2, qualify: 2, bots: bots("box") },
      { game: "turn-right", format: "swiss", rounds: 2, bots: bots("turn-right") },
    ],
  }));
  referee("tournament", "f.json", "--out", "f", "--quiet");
  referee("view", "f", "--save", "f.html");
  const page = await open(urlOf("f.html"));
  const tables = referee("standings", "f", "--markdown").split("\n\n").filter((part) => /^\|  \| bot /.test(part)).map((part) => part.trim()
    .split("\n").filter((line) => !/^\|[-: |]+$/.test(line)).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim())));
  assert.equal(tables.length, 3);
  // At first only what decides; then all of it, and the times by other words.
  assert.deepEqual(await page.locator(".standings").first().locator("thead button").allTextContents(), ["place", "bot", "survived", "games", "faults"]);
  for (const button of await page.getByRole("button", { name: "all columns" }).all()) await button.click();
  const shown = await page.evaluate(() => [...document.querySelectorAll(".standings")].map((table) => [...table.rows].map((row) => [...row.cells]
    .filter((cell) => !cell.querySelector("svg") && !/^spread of /.test(cell.textContent)).map((cell) => cell.textContent))));
  const words = { "": "place", "95 %": "CPU p95", most: "CPU max" };
  for (const table of tables) table[0] = table[0].map((head) => words[head] ?? head);
  assert.deepEqual(shown, tables);
  const winner = tables[0][1][1];
  assert.match(await page.locator(".pairing .through").last().textContent(), new RegExp(`^${winner} `));
  assert.match(await page.title(), new RegExp(`^${winner} won Black Hole, `));
  assert.deepEqual(await page.locator(".bracket-rounds span").allTextContents(), ["Semi-finals", "Final"]);
  const outcomes = await page.locator(".outcome").allTextContents();
  assert.match(outcomes[0], new RegExp(`^${winner} won, beating bot\\d in the final, \\d+ to \\d+ points in 2 games\\.$`));
  assert.match(outcomes[1], /^bot\d won, ahead of bot\d by final score .*: one round does not show how sure that is\.$/);
  assert.equal(await page.getByText("The columns that rank are bold.").count(), 3);
  assert.equal(await page.locator("h3", { hasText: "Swiss points, round by round" }).count(), 2);
  assert.equal(await page.locator(".rounds tbody tr").count(), 8);
  const score = page.locator(".standings").first().getByRole("button", { name: "score" });
  await score.click();
  assert.equal(await page.locator("th[aria-sort=descending]").first().textContent(), "score ▾");
  const column = tables[0][0].indexOf("score");
  const scores = (await page.locator(".standings").first().locator(`tbody tr`).evaluateAll((rows, i) => rows.map((row) => Number(row.cells[i].textContent)), column));
  assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
  await close(page);
});

test("addresses that lead nowhere say so, and Enter opens the first match of the list", async () => {
  const page = await open(`${tournament}#/match/0/999`);
  const moves = await page.locator(".moves li").count();
  await page.getByText(`Match 0 has no move 999: it ended with move ${moves}, which is shown.`).waitFor();
  await page.goto(`${tournament}#/nonsense`);
  await page.getByText('There is no page "nonsense" here.').waitFor();
  await page.getByRole("link", { name: "Matches" }).click();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash === "#/match/0");
  // It opens at the fault, if it has one.
  await page.goto(`${tournament}#/matches?result=faults`);
  const first = await page.locator("table.matches a").first().textContent();
  await page.goto(`${tournament}#/match/${first}`);
  await page.locator(".status.bad").waitFor();
  await close(page);
});

test("the bars of time are of a bot's own budget", async () => {
  const own = JSON.parse(referee("match", "box", greedy("box"), random("box"), "--limit", "2:budget=7", "--json", "--quiet"));
  const page = await open(pageOf(own, "own"));
  await page.getByText(/^of 30\.0 s and 7\.00 s CPU: /).waitFor();
  await page.getByText("About this match").click();
  await page.getByText(/budget 30 s, 7 s for random on the CPU clock/).waitFor();
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
  page.setDefaultTimeout(patience);
  await page.goto(urlOf("later.html"));
  await page.getByText("The data has version 99").waitFor();
  await page.close();
});

const views = ["#/standings", "#/matches", "#/openings", "#/match/0/12", "#/match/2/1", "#/match/18/30"];
for (const colorScheme of ["light", "dark"]) {
  test(`accessible, and nothing sticks out, in ${colorScheme} colours`, async () => {
    for (const view of views) {
      const page = await open(tournament + view, { colorScheme });
      await expectFits(page, `${view.replace(/\W+/g, "-").slice(1)}-${colorScheme}`);
      await close(page);
    }
  });
}
