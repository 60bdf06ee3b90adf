// A tournament in the browser while another process plays it: docs/live.md. Run as browser_test.mjs.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bin, browser, expectFits, file, folder, greedy, random, referee } from "./window.mjs";

// A program in the background, until `work` is done. `ready`: what its output has, once it is.
async function beside(words, ready, work) {
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
    program.kill("SIGTERM");
    const timer = setTimeout(() => program.kill("SIGKILL"), 20_000);
    await ended;
    clearTimeout(timer);
  }
}

const address = /http:\/\/127\.0\.0\.1:\d+\/\S*/;

// How many moves the paced bot may make in each game.
const pace = (moves) => writeFileSync(file("pace"), String(moves));

// A bot that waits for its pace, so that its games can be seen: it passes the lines on to another one.
function writePaced() {
  writeFileSync(file("paced.py"), `import subprocess, sys, threading, time
bot = subprocess.Popen(${JSON.stringify([greedy("black-hole")])}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
def allowed():
    try:
        return int(open(${JSON.stringify(file("pace"))}).read() or 0)
    except FileNotFoundError:
        return 0
def back():
    for number, line in enumerate(bot.stdout, 1):
        while allowed() < number:
            time.sleep(0.02)
        sys.stdout.write(line)
        sys.stdout.flush()
threading.Thread(target=back, daemon=True).start()
for line in sys.stdin:
    bot.stdin.write(line)
    bot.stdin.flush()
bot.stdin.close()
bot.wait()
`);
}

function writeTournament(rounds) {
  writePaced();
  writeFileSync(file("quitter.sh"), "#!/bin/sh\nread line\nexit 3\n", { mode: 0o755 });
  writeFileSync(file("live.json"), JSON.stringify({
    game: "black-hole", rounds, seed: 5, budget: 60, isolation: "off",
    bots: [
      { name: "paced <b>", command: "python3 paced.py" }, { name: "random", command: random("black-hole") },
      { name: "quitter", command: "./quitter.sh" },
    ],
  }));
}

async function opened(url, trouble, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.on("console", (message) => trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("request", (request) => request.url().startsWith(new URL(url).origin) || trouble.push(`asked for ${request.url()}`));
  await page.goto(url);
  await page.locator("header").waitFor();
  return page;
}

test("a tournament of another process: boards move, standings settle, faults appear", { timeout: 180_000 }, async () => {
  writeTournament(3);
  pace(2);
  referee("tournament", "live.json", "--out", "live", "--plan-only", "--quiet");
  await beside(["view", "live", "--no-browser"], address, async (url, viewer) => {
    const trouble = [];
    const page = await opened(url, trouble);
    assert.equal(new URL(page.url()).search, "", "the token is gone from the address");
    await page.getByText("nobody plays at the moment").waitFor();
    await beside(["tournament", "live.json", "--out", "live", "--quiet", "--jobs", "2"], /(?:)/, async (_, { ended }) => {
      // The wall: a board that moves.
      await page.locator(".tile svg.board").first().waitFor();
      await page.waitForFunction(() => /, \d+ running/.test(document.querySelector(".run").textContent));
      const stones = (count) => page.waitForFunction(
        (least) => document.querySelector(".tile")?.querySelectorAll(".piece").length >= least, count);
      await stones(3);
      pace(4);
      await stones(6);
      await expectFits(page, "live-wall");
      await page.setViewportSize({ width: 1280, height: 900 });
      // One game: its moves come by themselves.
      await page.locator(".tile a").first().click();
      const listed = (count) => page.waitForFunction((least) => document.querySelectorAll(".moves li").length >= least, count);
      await listed(6);
      pace(6);
      await listed(10);
      await page.waitForFunction(() => /^Move (\d+) of \1: /.test(document.querySelector(".status").textContent));
      // Going back stays back.
      await page.keyboard.press("Home");
      assert.match(await page.locator(".status").textContent(), /^Before the first move/);
      pace(8);
      await listed(14);
      assert.match(await page.locator(".status").textContent(), /^Before the first move/);
      // A second browser comes later, and the first one is away for a while.
      const later = await opened(url.replace(/\?.*/, "") + new URL(url).search, trouble);
      await page.context().setOffline(true);
      pace(1000);
      await later.locator(".tile svg.board").first().waitFor();
      await later.waitForFunction(() => Number(/^\d+/.exec(document.querySelector(".run").textContent)?.[0]) > 3);
      await later.context().close();
      await page.context().setOffline(false);
      await page.keyboard.press("g");
      await page.locator(".live-faults li").first().waitFor();
      assert.match(await page.locator(".live-faults li").first().textContent(), /quitter.*crash/);
      assert.equal(await ended, 1, "a bot failed, and closing pages disturbs nothing");
    });
    await page.getByText("All 18 matches are played.").waitFor();
    await page.keyboard.press("t");
    const standings = JSON.parse(referee("standings", "live", "--json"));
    for (const bot of standings.events[0].bots) {
      await page.locator(".standings tbody tr", { hasText: bot.name }).getByText(bot.mean_score.toFixed(2)).first().waitFor();
    }
    await page.keyboard.press("m");
    assert.equal(await page.locator("table.matches tbody tr").count(), 18);
    // A finished match comes in full when it is looked at.
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 30);
    await page.keyboard.press("End");
    await page.waitForFunction(() => /^Move (\d+) of \1: /.test(document.querySelector(".status").textContent));
    assert.equal(await page.locator("main b.injected, .name b").count(), 0);
    viewer.program.kill("SIGTERM");
    assert.equal(await viewer.ended, 0);
    await page.getByText("The server has ended").waitFor();
    // Going offline and the failed attempts to come back are told to the console, and nothing else.
    assert.deepEqual(trouble.filter((one) => !/net::ERR_/.test(one)), []);
    await page.context().close();
  });
  assert.ok(!existsSync(join(folder, "live", "watching")));
  assert.ok(!existsSync(join(folder, "live", "live.json")));
});

test("a config is played and shown; closing the page disturbs nothing", { timeout: 120_000 }, async () => {
  writeTournament(1);
  pace(3);
  await beside(["view", "live.json", "--out", "own", "--no-browser", "--quiet"], address, async (url, { program, ended }) => {
    const trouble = [];
    const page = await opened(url, trouble);
    await page.locator(".tile svg.board").first().waitFor();
    await page.context().close();
    pace(1000);
    const again = await opened(url, trouble);
    await again.getByText("All 6 matches are played.").waitFor();
    assert.deepEqual(trouble, []);
    await again.context().close();
    program.kill("SIGTERM");
    assert.equal(await ended, 1);
  });
});
