// Games whose rules are a judge, in the browser: docs/guide/any-game.md. Run as browser_test.mjs.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mine, moved, playing, plies } from "./playing.mjs";
import { close, expectAccessible, file, open, patience, referee, shots, status, urlOf } from "./window.mjs";

const root = process.env["REFEREE_ROOT"];
const judges = join(root, "rules", "judges");

// The files of the guide's game, Nim, which has no board.
function writeGuidesGame(folder) {
  mkdirSync(join(folder, "bots"), { recursive: true });
  const guide = readFileSync(join(root, "docs", "guide", "any-game.md"), "utf8");
  for (const [path, name] of [["nim/game.json", "game.json"], ["nim/judge.py", "judge.py"], ["nim/bots/any.py", "bots/any.py"]]) {
    const block = guide.slice(guide.indexOf(`\`${path}\``)).match(/```\w+\n([^]*?)```/);
    writeFileSync(join(folder, name), block[1]);
  }
  cpSync(join(judges, "lib", "referee_judge.py"), join(folder, "referee_judge.py"));
}

const fixed = (page) => page.locator("pre.board-text").evaluate((one) => {
  const style = getComputedStyle(one);
  return [style.fontFamily.includes("Mono"), style.whiteSpace];
});

test("a game of a judge is played by clicks on its board", { timeout: patience }, async () => {
  const game = join(judges, "hex");
  await playing([game, `${join(game, "bots", "any.py")} 1`, "--seat", "2", "--seed", "5", "--save", "board.json"], async (page) => {
    await mine(page);
    await expectAccessible(page, "a judge's board");
    // A move that is not a cell, beside cells.
    assert.equal(await page.getByRole("button", { name: "swap sides" }).count(), 1);
    assert.equal(await page.locator(".hit.legal").count(), 120);
    // The sides that each seat has to join, each of 11 cells with two edges, in the seats' colours.
    const sides = await page.locator(".m-side").evaluateAll((all) => all.map((one) => [one.getAttribute("d").split("M").length - 1, getComputedStyle(one).stroke]));
    assert.deepEqual(sides.map(([edges]) => edges), [22, 22, 22, 22]);
    assert.equal(sides[0][1], sides[1][1]);
    assert.notEqual(sides[1][1], sides[2][1]);
    for (let made = 0; await page.locator("p.verdict").count() === 0; made++) {
      assert.ok(made < 61);
      const before = await plies(page);
      await page.locator(".hit.legal").nth(made === 0 ? 60 : 0).click();
      await moved(page, before);
      assert.equal(await page.getByRole("alert").count(), 0);
      await page.locator(".greeting b, p.verdict").first().waitFor();
      if (made === 2) await page.screenshot({ path: join(shots, "play-judge.png") });
    }
  });
  assert.match(referee("verify", "board.json"), /agree/);
  // The seats have the colours that the judge gives them.
  referee("show", "board.json", "--html", "board.html");
  const page = await open(urlOf("board.html"));
  for (const colour of ["red", "blue"]) assert.ok(await page.locator(`.key.k-${colour}`).count() > 0, colour);
  await close(page);
});

test("the swap of sides is a button", { timeout: patience }, async () => {
  const game = join(judges, "hex");
  await playing([game, `${join(game, "bots", "any.py")} 1`, "--seat", "2", "--seed", "5"], async (page) => {
    await mine(page);
    const before = await plies(page);
    await page.getByRole("button", { name: "swap sides" }).click();
    await moved(page, before);
    assert.match(await page.locator(".moves").textContent(), /swap/);
  });
});

test("a game without a board is played by its moves, and shown as text", { timeout: patience }, async () => {
  writeGuidesGame(file("nim"));
  await playing(["./nim", "nim/bots/any.py", "--seed", "5", "--save", "nim.json"], async (page) => {
    await expectAccessible(page, "a judge without a board");
    assert.deepEqual(await fixed(page), [true, "pre"]);
    assert.equal((await page.locator("pre.board-text").textContent()).trim(), "o ".repeat(21).trim());
    assert.equal(await page.locator("ul.notes").count(), 0);
    // Keys that move a cursor do nothing.
    await page.locator(".play-board").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.locator("input[name=move]").fill("7");
    await page.keyboard.press("Enter");
    assert.match(await page.getByRole("alert").textContent(), /7/);
    await page.locator("input[name=move]").fill("");
    await page.screenshot({ path: join(shots, "play-text.png") });
    while (await page.locator("p.verdict").count() === 0) {
      const before = await plies(page);
      await page.locator(".options button", { hasText: /^[123]$/ }).first().click();
      await moved(page, before);
      await page.locator(".greeting b, p.verdict").first().waitFor();
    }
  });
  assert.match(referee("verify", "nim.json"), /agree/);
  // In the pages of one game and of a tournament, too.
  referee("show", "nim.json", "--html", "nim.html");
  writeFileSync(file("nim/c.json"), JSON.stringify({ game: "./", rounds: 1, seed: 1, bots: ["a", "b"].map((name) => ({ name, source: "bots/any.py" })) }));
  referee("tournament", "nim/c.json", "--out", "nim-out", "--quiet");
  referee("view", "nim-out", "--save", "nim-out.html");
  for (const url of [urlOf("nim.html"), `${urlOf("nim-out.html")}#/match/0/1`]) {
    const page = await open(url);
    // At the end of the game the judge has nothing to draw any more.
    await page.locator(".moves li").first().waitFor();
    await page.keyboard.press("Home");
    await page.locator("pre.board-text", { hasText: /^(o )+/ }).waitFor();
    assert.deepEqual(await fixed(page), [true, "pre"]);
    await close(page);
  }
});
