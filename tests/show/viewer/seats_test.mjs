// Matches of one, four and eight seats in the browser. Run as browser_test.mjs.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { mine, moved, playing, plies } from "./playing.mjs";
import { close, expectFits, file, open, patience, poorContrasts, referee, urlOf } from "./window.mjs";

const judges = join(process.env["REFEREE_ROOT"], "rules", "judges");
const race = join(judges, "race");
const runner = (n) => `${join(race, "bots", "any.py")} ${n}`;

// In turn each says a digit, which is added to its sum.
const sums = `
import referee_judge

class Sums(referee_judge.Game):
    relays = False

    def start(self, deal):
        self.sums, self.said = [0] * self.seats, 0
        self.tell(1, "say")
        return 1

    def legal(self):
        return list("0123456789")

    def play(self, seat, move):
        self.sums[seat - 1] += int(move)
        self.said += 1
        if self.said == 6 * self.seats:
            return 0
        after = seat % self.seats + 1
        self.tell(after, "say")
        return after

    def result(self):
        return tuple(self.sums)

referee_judge.run(Sums)
`;
const says = "import sys\nown = int(sys.argv[1])\nfor n, line in enumerate(l for l in sys.stdin if l == 'say\\n'):\n    print((own * (n + 3)) % 10, flush=True)\n";
// A solver is told a number and so many lines, and writes as many.
const lines = `
import referee_judge

class Lines(referee_judge.Game):
    relays = False

    def deal(self, seed):
        return "30"

    def start(self, deal):
        self.left, self.score = int(deal), 0
        for line in (deal, *map(str, range(self.left))):
            self.tell(1, line)
        return 1

    def why_not(self, line):
        return None if line.isdecimal() else "that is no number"

    def play(self, seat, move):
        self.left -= 1
        self.score += int(move)
        return 1 if self.left else 0

    def result(self):
        return (self.score,)

referee_judge.run(Lines)
`;
const answers = "import sys\nn = int(input())\nprint('eval 2.5', file=sys.stderr)\nfor _ in range(n):\n    print(input(), flush=True)\n";

function writeGame(name, judge, bot, facts) {
  mkdirSync(file(name), { recursive: true });
  writeFileSync(file(`${name}/judge.py`), judge);
  writeFileSync(file(`${name}/bot.py`), bot);
  cpSync(join(judges, "lib", "referee_judge.py"), file(`${name}/referee_judge.py`));
  const all = { name: `test.${name}`, title: name, judge: "judge.py", files: ["referee_judge.py"], point_scale: { limit: 1000, exact: true } };
  writeFileSync(file(`${name}/game.json`), JSON.stringify({ ...all, ...facts }));
}

before(() => {
  writeGame("sums", sums, says, { seats: [..."abcdefgh"] });
  writeGame("lines", lines, answers, { seats: ["solver"] });
  referee("match", "./sums", ...[..."12345678"].map((n) => `sums/bot.py ${n}`), "--seed", "1", "--html", "eight.html", "--quiet");
  referee("match", race, ...["1", "2", "3", "4"].map(runner), "--seed", "1", "--save", "race.json", "--html", "race.html", "--quiet");
  referee("match", "./lines", "lines/bot.py", "--seed", "1", "--html", "one.html", "--quiet");
});

for (const colorScheme of ["light", "dark"]) {
  test(`eight seats have a line, a shape and a place each, in ${colorScheme} colours`, async () => {
    const page = await open(urlOf("eight.html"), { colorScheme });
    assert.equal(await page.locator(".seats tbody tr").count(), 8);
    assert.equal(await page.locator(".strip.points .curve").count(), 8);
    assert.equal(await page.locator(".strip.budgets .used").count(), 8);
    const styles = await page.locator(".seats .key").evaluateAll((keys) => keys.map((key) => {
      const { backgroundColor, clipPath, borderRadius } = getComputedStyle(key);
      return [backgroundColor, `${clipPath} ${borderRadius}`];
    }));
    for (const part of [0, 1]) assert.equal(new Set(styles.map((style) => style[part])).size, 8, `${styles}`);
    const dashes = await page.locator(".strip.points .curve").evaluateAll((all) => all.map((one) => getComputedStyle(one).strokeDasharray));
    assert.equal(new Set(dashes).size, 8, `${dashes}`);
    assert.equal(await page.locator("p.legend .key").count(), 8);
    assert.deepEqual(await page.locator(".seats tbody td:nth-child(4)").allTextContents().then((all) => all.sort()[0]), "1");
    assert.deepEqual(await page.evaluate(poorContrasts), []);
    await expectFits(page, `eight-${colorScheme}`);
    await close(page);
  });
}

test("four runners have the colours of their pieces, and the list of several matches names all", async () => {
  const page = await open(urlOf("race.html"), { colorScheme: "dark" });
  for (const colour of ["red", "blue", "black", "white"]) assert.equal(await page.locator(`.seats .key.k-${colour}`).count(), 1, colour);
  assert.deepEqual(await page.evaluate(poorContrasts), []);
  await page.keyboard.press("Home");
  await page.locator(".status", { hasText: "Before the first move." }).waitFor();
  await expectFits(page, "race");
  await page.keyboard.press("v");
  await page.locator(".show-seat").nth(3).waitFor();
  await page.setViewportSize({ width: 1280, height: 720 });
  const low = await page.locator(".show-side").evaluate((one) => one.scrollHeight <= innerHeight);
  assert.ok(low, "all seats are on the screen");
  await close(page);
  writeFileSync(file("races.jsonl"), readFileSync(file("race.json"), "utf8") + referee("match", race, ...["4", "3", "2", "1"].map(runner), "--seed", "2", "--json", "--quiet"));
  referee("view", "races.jsonl", "--save", "races.html");
  const list = await open(`${urlOf("races.html")}#/matches`);
  assert.match(await list.locator("tbody tr").nth(0).textContent(), /any\.py-1 – +any\.py-2 – +any\.py-3 – +any\.py-4/);
  await expectFits(list, "races");
  await close(list);
});

test("a solver's answer is one thing, folded, and its score is there", async () => {
  const page = await open(urlOf("one.html"));
  assert.match(await page.locator(".outcome").textContent(), /bot\.py scored 435/);
  assert.equal(await page.locator(".controls, ol.moves, .course").count(), 0);
  const answer = page.locator(".lines details");
  assert.equal(await answer.locator("pre").nth(1).isVisible(), false);
  assert.match(await answer.nth(1).locator("summary").textContent(), /^30 lines/);
  await answer.nth(1).locator("summary").click();
  assert.match(await answer.nth(1).locator("pre").textContent(), /^0\n1\n2\n/);
  assert.equal(await page.locator(".fields dd").textContent(), "2.5");
  await expectFits(page, "one");
  await close(page);
});

test("a person plays the third of four", { timeout: patience }, async () => {
  await playing([race, runner(1), runner(2), runner(3), "--seat", "3", "--seed", "5", "--save", "played.json"], async (page) => {
    await mine(page);
    assert.match(await page.locator(".greeting").textContent(), /You are black/);
    while (await page.locator("p.verdict").count() === 0) {
      const made = await plies(page);
      await page.locator(".options button", { hasText: /^3/ }).first().click();
      await moved(page, made);
      await page.locator(".greeting b, p.verdict").first().waitFor();
    }
    assert.match(await page.locator("p.verdict").textContent(), /You have won|Your place is [234] of 4/);
  });
  assert.match(referee("verify", "played.json"), /agree/);
});

test("moves are taken back where a bot is out", { timeout: patience }, async () => {
  writeFileSync(file("wrong.py"), "for line in open(0):\n    if 'go' in line:\n        print('x', flush=True)\n");
  await playing([race, "./wrong.py", runner(2), runner(3), "--seat", "2", "--seed", "5", "--save", "undone.json"], async (page) => {
    const step = async (name) => {
      const made = await plies(page);
      await page.locator(".options button", { hasText: name }).first().click();
      await moved(page, made);
      await page.locator(".greeting b, p.verdict").first().waitFor();
    };
    await mine(page);
    await step(/^1/);
    await step(/^1/);
    const made = await plies(page);
    await page.keyboard.press("U");
    await page.waitForFunction((count) => document.querySelectorAll(".moves li").length < count, made);
    await mine(page);
    while (await page.locator("p.verdict").count() === 0) await step(/^3/);
    assert.equal(await page.locator(".fault").count(), 1);
  });
  assert.match(referee("verify", "undone.json"), /agree/);
  const { faults, plies: made } = JSON.parse(readFileSync(file("undone.json"), "utf8"));
  assert.deepEqual(faults.map((fault) => [fault.seat, fault.ply]), [[1, 1]]);
  assert.deepEqual(made.filter((ply) => ply.seat === 2).slice(0, 2).map((ply) => ply.line), ["1", "3"]);
});
