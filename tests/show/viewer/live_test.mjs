// A tournament in the browser while another process plays it:
// docs/internals/live-protocol.md. Run as browser_test.mjs.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { address, beside, bin, browser, expectFits, file, folder, greedy, patience, random, referee } from "./window.mjs";

// How many moves the paced bot may make in each of its first games; in the others it waits.
function pace(moves, games = 1000) {
  writeFileSync(file("pace-next"), `${moves} ${games}`);
  renameSync(file("pace-next"), file("pace"));
}

// A bot that waits for its pace, so that its games can be seen: it passes the lines on to another
// one. Its games have numbers in the order in which they begin.
function writePaced() {
  rmSync(file("begun"), { recursive: true, force: true });
  mkdirSync(file("begun"));
  writeFileSync(file("paced.py"), `import itertools, os, subprocess, sys, threading, time
def begin():
    for number in itertools.count(1):
        try:
            os.mkdir(os.path.join(${JSON.stringify(file("begun"))}, str(number)))
            return number
        except FileExistsError:
            pass
game = begin()
bot = subprocess.Popen(${JSON.stringify([join(bin, "black-hole-greedy")])}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
def allowed():
    moves, games = map(int, open(${JSON.stringify(file("pace"))}).read().split())
    return moves if game <= games else 0
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

// Stands between a browser and the program, so that the connection can be cut: a context that is set
// offline begins nothing new, but keeps the streams that it has.
async function proxied(work) {
  const connections = new Set();
  let down = false;
  const proxy = createServer((asked, answer) => {
    const { hostname, port, pathname, search } = new URL(asked.url);
    const onward = request({ hostname, port, path: pathname + search, method: asked.method, headers: asked.headers }, (found) => {
      answer.writeHead(found.statusCode, found.headers);
      found.on("error", () => answer.destroy()).pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    answer.on("close", () => onward.destroy());
    asked.pipe(onward);
  });
  proxy.on("connection", (connection) => {
    if (down) return connection.destroy();
    connections.add(connection);
    connection.on("close", () => connections.delete(connection));
  });
  await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
  const cut = (is) => {
    down = is;
    if (down) connections.forEach((one) => one.destroy());
  };
  try {
    return await work({ server: `http://127.0.0.1:${proxy.address().port}` }, cut);
  } finally {
    cut(true);
    proxy.close();
  }
}

async function opened(url, trouble, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  page.on("console", (message) => trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("request", (request) => request.url().startsWith(new URL(url).origin) || trouble.push(`asked for ${request.url()}`));
  await page.goto(url);
  await page.locator("header").waitFor();
  return page;
}

// What the page says of the run, and of the move that it shows.
const told = (page, words) => page.locator(".run", { hasText: words }).waitFor();
const shows = (page, words) => page.locator(".status", { hasText: words }).waitFor();

test("a tournament of another process: boards move, standings settle, faults appear", { timeout: patience }, async () => {
  writeTournament(3);
  pace(2);
  referee("tournament", "live.json", "--trust", "--out", "live", "--plan-only", "--quiet");
  await beside(["view", "live", "--no-browser"], address, (url, viewer) => proxied(async (proxy, cut) => {
    const trouble = [];
    // Before the first message of the server nothing is claimed.
    const early = await (await browser.newContext({ proxy })).newPage();
    await early.route("**/events", (route) => route.abort());
    await early.goto(url);
    await early.locator(".run").waitFor();
    assert.equal(await early.getByText(/No game is running|as soon as somebody plays/).count(), 0);
    await early.context().close();
    const page = await opened(url, trouble, { proxy });
    assert.equal(new URL(page.url()).search, "", "the token is gone from the address");
    await page.getByText("nobody plays at the moment").waitFor();
    await beside(["tournament", "live.json", "--trust", "--out", "live", "--quiet", "--jobs", "2"], /(?:)/, async (_, { ended }) => {
      // The wall: a board that moves.
      await page.locator(".tile svg.board").first().waitFor();
      await told(page, /^\d+ of 18 matches, [1-9]\d* running/);
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
      await shows(page, /^Move (\d+) of \1: /);
      // Going back stays back.
      await page.keyboard.press("Home");
      await shows(page, /^Before the first move/);
      pace(8);
      await listed(14);
      assert.match(await page.locator(".status").textContent(), /^Before the first move/);
      // Away for a while, in which nothing happens.
      cut(true);
      await told(page, /^No connection/);
      cut(false);
      await told(page, /^\d+ of 18 matches, [1-9]\d* running/);
      // A second browser comes later, and the first one is away while much happens. The last games
      // wait until that has been seen.
      const later = await opened(url.replace(/\?.*/, "") + new URL(url).search, trouble);
      await later.locator(".tile svg.board").first().waitFor();
      cut(true);
      await told(page, /^No connection/);
      pace(1000, 6);
      await told(later, /^([6-9]|1\d) of 18 matches, [1-9]\d* running/);
      await later.locator(".tile svg.board").first().waitFor();
      await later.context().close();
      cut(false);
      await told(page, /^([6-9]|1\d) of 18 matches, [1-9]\d* running/);
      pace(1000);
      await page.keyboard.press("g");
      await page.locator(".live-faults li").first().waitFor();
      for (const fault of await page.locator(".live-faults li").allTextContents()) assert.match(fault, /quitter.*crash/);
      assert.equal(await ended, 1, "a bot failed, and closing pages disturbs nothing");
    });
    await page.getByText("All 18 matches are played.").waitFor();
    await page.keyboard.press("t");
    const standings = JSON.parse(referee("standings", "live", "--json"));
    for (const bot of standings.events[0].bots) {
      await page.locator(".standings tbody tr", { hasText: bot.name }).filter({ hasText: bot.mean_score.toFixed(2) }).first().waitFor();
    }
    await page.keyboard.press("m");
    await page.waitForFunction(() => document.querySelectorAll("table.matches tbody tr").length === 18);
    // A finished match comes in full when it is looked at.
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 30);
    await page.keyboard.press("End");
    await shows(page, /^Move (\d+) of \1: /);
    assert.equal(await page.locator("main b.injected, .name b").count(), 0);
    viewer.program.kill("SIGTERM");
    assert.equal(await viewer.ended, 0);
    await page.getByText("The server has ended").waitFor();
    // A cut connection and the failed attempts to come back are told to the console, and nothing else.
    assert.deepEqual(trouble.filter((one) => !/net::ERR_/.test(one)), []);
    await page.context().close();
  }));
  assert.ok(!existsSync(join(folder, "live", "watching")));
  assert.ok(!existsSync(join(folder, "live", "live.json")));
});

test("a config is played and shown; closing the page disturbs nothing", { timeout: patience }, async () => {
  writeTournament(1);
  pace(3);
  await beside(["view", "live.json", "--trust", "--out", "own", "--no-browser", "--quiet"], address, async (url, { program, ended }) => {
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

test("an index says what each result is, and opens it as that, with scripts and without", { timeout: patience }, async () => {
  mkdirSync(file("index"));
  referee("compare", greedy("box"), random("box", "{seed}"), "--game", "box", "--elo", "0,200", "--out", "index/compared", "--quiet");
  await beside(["view", "index", "--no-browser"], address, async (url) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByText(/^better: Elo .*LLR .* pairs$/).waitFor();
    await expectFits(page, "index");
    const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() });
    const still = await plain.newPage();
    await still.goto(new URL("/", url).href);
    await still.getByRole("cell", { name: /^better: Elo / }).waitFor();
    await still.getByRole("link", { name: "compared" }).click();
    assert.match(await still.title(), /^Better – Box: new against base$/);
    await page.getByRole("link", { name: "compared" }).click();
    await page.getByRole("link", { name: "Comparison" }).waitFor();
    assert.match(await page.locator(".tested").textContent(), /sha256 [0-9a-f]{12}.*seed \d+, cpu clock/);
    await page.getByRole("link", { name: "Standings" }).click();
    await page.locator("table.standings").waitFor();
    assert.equal(await page.locator(".star").count(), 0);
    await plain.close();
    await context.close();
  });
});
