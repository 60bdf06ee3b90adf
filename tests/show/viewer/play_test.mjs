// Games against a bot in the browser, each to its end:
// docs/internals/live-protocol.md. Run as browser_test.mjs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mine, moved, playing, plies } from "./playing.mjs";
import { expectAccessible, file, games, greedy, patience, random, referee, shots, status } from "./window.mjs";

const titles = { "6561": "slides", "2187": "slides", "turn-right": "circuits", box: "tiles", "black-hole": "stones", "zero-point-one": "leaps", sudoku: "digits" };

// Where pieces are set up first: two by clicks and keys, the rest as it comes.
async function setUp(page) {
  const so = page.getByRole("button", { name: "set up so" });
  if (await so.count() === 0) return;
  const before = await plies(page);
  await page.locator(".hit.legal").last().click();
  const told = page.locator("#at-cursor");
  assert.match(await told.textContent(), /; 15 missing$/);
  await page.keyboard.press("Backspace");
  assert.match(await told.textContent(), /; 16 missing$/);
  await page.keyboard.press(await page.locator(".options kbd").last().textContent());
  assert.match(await told.textContent(), /; 15 missing$/);
  assert.ok(await so.isDisabled());
  await page.getByRole("button", { name: "fill up" }).click();
  await so.click();
  await moved(page, before);
  await mine(page);
}

// What is played is chosen before where; a choice stays while the game offers it.
async function choose(page) {
  const options = page.locator(".options button[aria-pressed]");
  if (await options.count() > 0 && await page.locator(".options button[aria-pressed=true]").count() === 0) await options.first().click();
}

// In the page: plays on by clicks on what is marked, until the game is over or so many moves are
// made. A circuit is the smallest one at the upper left corner, clockwise.
async function playOn([most, patience]) {
  const wait = (good) => new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error(`nothing happens after ${count()} moves`)), patience);
    const look = () => good() && (observer.disconnect(), clearTimeout(timer), done());
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    look();
  });
  const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const count = () => document.querySelectorAll(".moves li").length;
  const over = () => document.querySelector("p.verdict") !== null;
  const refused = () => document.querySelector("[role=alert]")?.textContent;
  // Laying out a list of 1,000 moves for each of them takes most of the time.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".moves { display: none; }");
  document.adoptedStyleSheets = [sheet];
  for (let made = 0; made < most; made++) {
    await wait(() => over() || document.querySelector(".greeting b") !== null);
    if (over()) return made;
    const before = count();
    const corners = [...document.querySelectorAll(".options .dim")].some((one) => /corners/.test(one.textContent));
    const cells = [...document.querySelectorAll(".hit.legal")];
    const button = (name) => [...document.querySelectorAll(".options button")].find((one) => one.textContent === name);
    if (button("fill up")) {
      click(button("fill up"));
      await wait(() => !button("set up so").disabled);
      click(button("set up so"));
    } else if (corners) {
      const boxes = cells.map((one) => ({ one, x: one.getBBox().x, y: one.getBBox().y }));
      const xs = [...new Set(boxes.map((box) => box.x))].sort((a, b) => a - b);
      const ys = [...new Set(boxes.map((box) => box.y))].sort((a, b) => a - b);
      const at = (column, row) => boxes.find((box) => box.x === xs[column] && box.y === ys[row]).one.dataset.cell;
      for (const name of [at(0, 0), at(1, 0), at(1, 1), at(0, 1), at(0, 0)]) {
        click(document.querySelector(`[data-cell="${name}"]`));
        await new Promise((done) => setTimeout(done));
      }
    } else if (document.querySelector(".options button[aria-pressed=false]") && !document.querySelector(".options button[aria-pressed=true]")) {
      click(document.querySelector(".options button[aria-pressed=false]"));
      await new Promise((done) => setTimeout(done));
      const places = [...document.querySelectorAll(".hit.legal")];
      click(places[Math.floor(places.length / 2)]);
    } else if (cells.length > 0) click(cells[Math.floor(cells.length / 2)]);
    else click(document.querySelector(".options button"));
    await new Promise((done) => setTimeout(done)); // an earlier refusal goes away
    await wait(() => over() || refused() || count() > before);
    if (refused()) throw new Error(refused());
  }
  return most;
}

for (const game of games) {
  test(`${game} is played to its end: ${titles[game]}`, { timeout: patience }, async (t) => {
    const record = `${game}-played.json`;
    await playing([game, random(game), "--seed", "5", "--hint", greedy(game), "--out", record], async (page) => {
      assert.ok(await page.locator(".hit.legal").count() > 0);
      await expectAccessible(page, game);
      await setUp(page);
      // One move by the mouse, one by keys, one as the hint says, one typed.
      let before = await plies(page);
      const open = page.locator(".hit.legal");
      await choose(page);
      await open.nth(Math.floor(await open.count() / 2)).click();
      await moved(page, before);
      await mine(page);
      await page.screenshot({ path: join(shots, `play-${game}.png`) });
      const slides = await page.locator(".hit").count() === 0;
      before = await plies(page);
      if (slides) await page.locator(".options button").first().click();
      else {
        await choose(page);
        // A cell that is marked, by arrow keys from wherever the cursor is: first the longer way.
        const goal = await page.evaluate(() => document.querySelector(".hit.legal").dataset.cell);
        await page.locator(".play-board").focus();
        const ways = () => page.evaluate((name) => {
          const middle = (one) => ({ x: one.getBBox().x + one.getBBox().width / 2, y: one.getBBox().y + one.getBBox().height / 2 });
          const [here, there] = [".at-cursor", `[data-cell="${name}"]`].map((one) => middle(document.querySelector(one)));
          const [x, y] = [there.x - here.x, there.y - here.y];
          const keys = [x > 0 ? "ArrowRight" : "ArrowLeft", y > 0 ? "ArrowDown" : "ArrowUp"];
          return Math.abs(x) > Math.abs(y) ? keys : keys.reverse();
        }, goal);
        const told = () => page.locator("#at-cursor").textContent();
        for (let i = 0; i < 60 && !(await told()).includes(": legal"); i++) {
          const was = await told();
          for (const key of await ways()) {
            await page.keyboard.press(key);
            await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
            if ((await told()) !== was) break;
          }
        }
        assert.match(await page.locator("#at-cursor").textContent(), /: legal/, goal);
        await page.keyboard.press("Enter");
      }
      await moved(page, before);
      await mine(page);
      before = await plies(page);
      await page.keyboard.press("H");
      // Bots read only the moves of others. One that would have played otherwise may advise what
      // cannot be done; then it is said that it has no hint.
      const advice = await page.locator("[role=status]").textContent();
      const hint = /would play (\S+)\. play it$/.exec(advice)?.[1];
      if (!hint) assert.match(advice, /has no hint: /);
      if (hint) {
        await page.locator("input[name=move]").fill(hint);
        await page.keyboard.press("Enter");
      } else {
        await choose(page);
        await page.locator(slides ? ".options button" : ".hit.legal").first().click();
      }
      await moved(page, before);
      await mine(page);
      // Back, and another way.
      before = await plies(page);
      await page.locator(".play-board, .options button").first().focus();
      await page.keyboard.press("U");
      await page.waitForFunction((count) => document.querySelectorAll(".moves li").length < count, before);
      await mine(page);
      // What the rules do not allow is explained, and changes nothing.
      before = await plies(page);
      await page.locator("input[name=move]").fill("nonsense");
      await page.keyboard.press("Enter");
      assert.match(await page.getByRole("alert").textContent(), /nonsense/);
      assert.equal(await plies(page), before);
      await page.locator("input[name=move]").fill("");
      const begin = performance.now();
      const made = await page.evaluate(playOn, [600, patience]);
      t.diagnostic(`${made} moves in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
      await page.locator("p.verdict").waitFor();
      assert.match(await page.locator("p.verdict").textContent(), /^(You have (won|lost)|The game is over).*The record has been saved\.$/);
      assert.match(await status(page), /^Move \d+ of \d+/);
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "save the record" }).click()]);
      const saved = JSON.parse(readFileSync(await download.path(), "utf8"));
      assert.equal(saved.plies.length, await plies(page));
    });
    assert.match(referee("verify", record), /agree|follow|ok|1 record|correct/i);
    assert.equal(JSON.parse(readFileSync(file(record), "utf8")).game, game);
  });
}

test("a game can be resigned, and another one begun", async () => {
  await playing(["black-hole", random("black-hole"), "--seed", "5"], async (page) => {
    const none = await plies(page);
    // All that is needed is in sight; no click plays a value that nobody has chosen.
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const name of [/^undo/, "resign", "rules"]) assert.ok((await page.getByRole("button", { name }).boundingBox()).y < 750);
    await page.getByRole("button", { name: "rules" }).click();
    await page.getByText("That field is the black hole").waitFor();
    await expectAccessible(page, "the rules");
    await page.keyboard.press("Escape");
    await page.locator(".hit.legal").first().click();
    await page.getByRole("alert").getByText("Choose first what to play").waitFor();
    assert.equal(await plies(page), none);
    await choose(page);
    const laid = await page.locator(".hit.legal").first().boundingBox();
    const [x, y] = [laid.x + laid.width / 2, laid.y + laid.height / 2];
    await page.mouse.click(x, y);
    await moved(page, none + 1);
    await mine(page);
    // Of the stone just laid nothing is said, also if the mouse trembles on it.
    await page.mouse.move(x + 1, y);
    assert.match(await page.locator("#at-cursor").textContent(), /^Choose what to play/);
    await page.getByRole("button", { name: "resign" }).click();
    await page.getByRole("button", { name: "no" }).click();
    await page.getByRole("button", { name: "resign" }).click();
    await page.getByRole("button", { name: "yes" }).click();
    await page.locator("p.verdict").waitFor();
    assert.match(await page.locator("p.verdict").textContent(), /^You have resigned, 0 – /);
    // It can be stepped through, and played on from any of its moves.
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => /^Move 1 of/.test(document.querySelector(".status").textContent));
    await page.getByRole("button", { name: "play on from here" }).click();
    await mine(page);
    assert.ok(await plies(page) <= 2, "one move is kept, and the bot may have answered");
    await page.getByRole("button", { name: "resign" }).click();
    await page.getByRole("button", { name: "yes" }).click();
    await page.locator("p.verdict").waitFor();
    await page.getByRole("button", { name: "new game" }).click();
    await mine(page);
    // Where one may not play, the rules say why.
    await choose(page);
    await page.locator(".hit:not(.legal)").first().hover();
    await page.waitForFunction(() => /: not legal: .+/.test(document.querySelector("#at-cursor").textContent));
    // A page that is loaded again has the same game.
    const before = await plies(page);
    await choose(page);
    await page.locator(".hit.legal").first().click();
    await moved(page, before);
    await mine(page);
    const made = await plies(page);
    await page.reload();
    await mine(page);
    assert.equal(await plies(page), made);
  });
});

test("playing fits on a phone, in dark colours too", async () => {
  await playing(["box", random("box"), "--seed", "5"], async (page) => {
    await expectAccessible(page, "play on a phone");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 375, `${wide}`);
    const before = await plies(page);
    await choose(page);
    await page.locator(".hit.legal").first().tap();
    await moved(page, before);
    await page.screenshot({ path: join(shots, "play-375-dark.png") });
  }, { viewport: { width: 375, height: 812 }, colorScheme: "dark", hasTouch: true });
});
