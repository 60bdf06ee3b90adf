// The parts of the page that need no browser. Run by `./scripts/test viewer`, bundled in build/window,
// beside the sources.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { factsOf, failed, lost, matchOf, playersOf, pointsOf, seatOf, winnerOf, openingPly, resultText } from "./src/data";
import { evidenceLines, pairCounts, reachOf } from "./src/evidence";
import { budgetText, firstDifference, moveText, nextText, spoken, timeOf } from "./src/moves";
import { speedFor } from "./src/stepper";
import { cellsOfMove, choicesOf, clickCorner, fillUp, freeCells, ghostsOf, leftOf, moveOfChoice, moveOfCorners, moveOfPlaced, neighbour, offered, openCells, optionAt, putOption } from "./src/input";
import { factsText, fixed, headlineOf, listed, meanOf, memoryText, percent, plural, timeText, titleOf, whenText } from "./src/words";
import { estimateOf, sortedRows, spanOf, versionsOf, versionText } from "./src/lines";
import { KnockoutBracket } from "./src/formats";
import { afterEvent, endingText, nothingPlayed } from "./src/events";
import { pairsOf, readSaid, saidCurves } from "./src/said";
import { cut, nameRoom, rangeOf, sharesOf, ticksOf, waitsText } from "./src/chart";
import { Seats, seatStyle } from "./src/scoreboard";
import { afterLiveEvent, followingOf, movesOf, secondsLeft } from "./src/live";
import { faultGroups } from "./src/wall";
import { FaultCard, isAnswer, Lines } from "./src/exchange";
import { StandingsTable, SwissRounds } from "./src/standings";
import { chosen, faultPly, linkOf, marginOf, plyOf } from "./src/matches";
import { matchHash, parseRoute } from "./src/route";
import { clockText, leadText, stagesOf } from "./src/show";
import { cellsOf, changedCells, positionsOf } from "./src/scene";

const bot = (name, status, score = 0) => ({ name, status, score, points: 0 });
const game = {
  name: "g", title: "G", contest: "C", summary: "", seats: ["one", "two"], cooperative: false,
  board: { shape: "square", cells: [["a", 0, 0], ["b", 2, 0], ["c", 4, 0], ["d", 6, 0]], labels: [] },
};
// A match whose points after each move are these.
function match(n, points, more = {}) {
  const made = {
    n, game: "g", clock: "cpu", budget_us: 1000, bots: [bot("x", "WIN", 1), bot("y", "LOSE")],
    moves: points.slice(1).map((_, i) => `m${i}`), scenes: points.map((one) => ({ points: one })), ...more,
  };
  const winner = made.bots.findIndex((one) => one.status === "WIN") + 1;
  return winner > 0 ? { ...made, winner } : made;
}
// What a part of the page shows: its elements as they are written; and its texts, one after the other.
const shown = (part, properties) => renderToString(h(part, properties));
const textsOf = (html) => html.replace(/<[^>]*>/g, "\n").split("\n").map((text) => text.trim()).filter(Boolean);

// One with a bot for each of these scores: a, b, c, ...
function many(scores, more = {}) {
  const place = (score) => 1 + scores.filter((one) => one > score).length;
  const first = scores.filter((score) => place(score) === 1).length;
  const bots = scores.map((score, i) => ({
    ...bot("abcdefgh"[i], place(score) > 1 ? "LOSE" : first > 1 ? "DRAW" : "WIN", score), ...(scores.length > 2 ? { place: place(score) } : {}),
  }));
  return { ...match(1, [scores.map(() => 0), scores]), winner: first > 1 ? undefined : 1 + scores.findIndex((score) => place(score) === 1), bots, ...more };
}
const dataOf = (...matches) => ({ head: { version: 1, kind: "tournament", title: "", program: "", games: { g: game } }, matches });

test("runs of cells", () => {
  assert.deepEqual(cellsOf([]), []);
  assert.deepEqual(cellsOf([4, 1, 3, 9, -2, 2, 7, 5, 1]), [4, 5, 6, 9, 7, 7]);
});

test("changed cells", () => {
  const seen = [];
  changedCells({ cells: [1, 2, [5, 6], 0, 1, [7]] }, (cell, look) => seen.push([cell, look]));
  assert.deepEqual(seen, [[1, 5], [3, 6], [0, 7]]);
  changedCells({}, () => assert.fail());
});

test("positions come from the changes, and those before stay as they were", () => {
  const one = match(0, [], {
    scenes: [
      { looks: [["red", "x", "3"]], cells: [0, 1, [1]], marks: [["last", 1, 0, [0, 1, 1]]], to_move: 2, points: [3, 0], status: "s", notes: ["n"] },
      { looks: [["blue", "o", ""]], cells: [1, 2, [2, 1]], gone: [0], marks: [["scoring", 2, 4, [1, 1, 2]]], to_move: 1 },
      { cells: [0, 1, [0]], status: "end", to_move: 0 },
    ],
  });
  const [a, b, c] = positionsOf(one, 4);
  const signs = (position) => position.looks.map(([, sign]) => sign).join("");
  assert.deepEqual([signs(a), signs(b), signs(c)], ["x...", "xo.x", ".o.x"]);
  assert.deepEqual(b.marks, [{ kind: "scoring", seat: 2, points: 4, cells: [1, 2] }]);
  assert.deepEqual([a.to_move, b.to_move, c.to_move], [2, 1, 0]);
  assert.deepEqual([c.points, c.status, c.notes], [[3, 0], "end", ["n"]]);
  assert.equal(positionsOf(one, 4)[0], a, "computed once");
});

test("addresses", () => {
  const route = parseRoute("#/match/17/12/with/3?sort=swing");
  assert.deepEqual([route.view, route.match, route.ply, route.other], ["match", 17, 12, 3]);
  assert.equal(matchHash(17, 12, 3, route.query), "#/match/17/12/with/3?sort=swing");
  assert.equal(matchHash(1, 2), "#/match/1/2");
  for (const odd of ["", "#", "#/nothing", "#/<img>", "#//"]) assert.equal(parseRoute(odd).view, "result", odd);
  assert.equal(matchHash(17, null), "#/match/17");
  assert.deepEqual([parseRoute("#/bot/a%2Fb").view, `${parseRoute("#/bot/a%2Fb?sort=swing").query}`], ["matches", "bot=a%2Fb&sort=swing"]);
  // As people type them.
  for (const name of ["c++bot", "R&D", "100%", "a b", "x=y", "é"]) assert.equal(parseRoute(`#/bot/${name}`).query.get("bot"), name);
  assert.equal(parseRoute("#/bot/c%2B%2Bbot?sort=swing").query.get("bot"), "c++bot");
  assert.deepEqual([parseRoute("#/match/17").ply, parseRoute("#/match/17").wrong], [null, ""]);
  for (const wrong of ["nothing", "match", "match/-1", "match/1/1e9", "matches/2"]) assert.equal(parseRoute(`#/${wrong}`).wrong, wrong);
});

test("one bot far from the others is left out of the axis, and ticks are round", () => {
  assert.deepEqual(rangeOf([[0, 0], [110, 130], [115, 140], [180, 210]]), [110, 210]);
  assert.deepEqual(rangeOf([[0, 0], [60, 80], [110, 130]]), [0, 130], "not so far");
  assert.deepEqual(rangeOf([[0, 0], [110, 130]]), [0, 130], "one of two");
  assert.deepEqual(rangeOf([[0, 0], [7, 7], [7, 7]]), [0, 7], "all others are equal");
  assert.deepEqual(rangeOf([[110, 130], [115, 140], [480, 510]]), [110, 510], "the best is never left out");
  assert.deepEqual(rangeOf([[0, 1], [40, 41], ...Array(5).fill([100, 110])]), [0, 110], "one of seven would not help");
  assert.deepEqual(rangeOf([[0, 1], [40, 41], ...Array(6).fill([100, 110])]), [100, 110], "two of eight");
  assert.deepEqual(ticksOf(109, 212), [120, 140, 160, 180, 200]);
  assert.deepEqual(ticksOf(-0.1, 0.35), [-0.1, 0, 0.1, 0.2, 0.3]);
  assert.deepEqual(ticksOf(5, 5), [5]);
  assert.equal(cut("heinrich-the-longest-name", 10), "heinrich-…");
  assert.equal(cut("short", 10), "short");
  assert.equal(nameRoom(["a", "heinrich-the-longest-name"], 480)[1], 12);
});

test("a bot that failed has one word for it", () => {
  const one = match(1, [[0, 0]], { bots: [bot("x", "EXIT"), bot("y", "WIN")], faults: [{ seat: 1, ply: 1, kind: "crash" }] });
  assert.deepEqual([resultText(one, 0), resultText(one, 1)], ["crash", "WIN"]);
  assert.equal(resultText({ ...one, faults: [] }, 0), "exit");
  const won = { ...one, bots: [bot("x", "EXIT"), bot("y", "DRAW")] };
  assert.equal(resultText(won, 1), "WIN", "whatever the board says");
});

test("who won is what the program says", () => {
  assert.deepEqual([{ winner: 1 }, { winner: 2 }, {}].map(winnerOf), [0, 1, null]);
  assert.ok(failed(bot("x", "TIMEOUT")) && !failed(bot("x", "LOSE")));
});

test("seats take turns unless the match says otherwise", () => {
  const of = (count, ...plies) => plies.map((ply) => seatOf(many(Array(count).fill(0)), ply));
  assert.deepEqual([of(2, 1, 2, 3), of(1, 1, 2, 3), of(8, 1, 8, 9)], [[0, 1, 0], [0, 0, 0], [0, 7, 0]]);
  assert.deepEqual([1, 2, 3].map((ply) => seatOf({ seats: "118" }, ply)), [0, 0, 7]);
});

test("one, four and eight seats: places, results, margins, leads", () => {
  const four = many([20, 3, 20, 0], { faults: [{ seat: 4, ply: 2, kind: "illegal" }] });
  four.bots[3].status = "ILLEGAL";
  assert.equal(playersOf(four), "a – b – c – d");
  assert.deepEqual([0, 1, 2, 3].map((seat) => resultText(four, seat)), ["1", "3", "1", "4, illegal"]);
  assert.deepEqual([0, 1, 2, 3].map((seat) => lost(four, seat)), [false, true, false, true], "two share the first place");
  assert.deepEqual([0, 1].map((seat) => lost(many([1, 2]), seat)), [true, false]);
  assert.deepEqual([0, 1].map((seat) => lost(many([2, 2]), seat)), [false, false]);
  const data = dataOf(four, { ...many([1, 9, 5, 2]), n: 2 }, { ...many([7]), n: 3 });
  const ask = (query) => chosen(data, new URLSearchParams(query)).map((one) => one.match.n);
  assert.deepEqual([ask("bot=b&result=won"), ask("bot=b&result=lost"), ask("bot=a&result=drawn"), ask("bot=b&result=drawn")], [[2], [1], [1], []]);
  assert.deepEqual([ask("bot=a&against=d"), ask("bot=d&result=faults")], [[1, 2], [1]]);
  const margins = (query) => factsOf(data).map((facts) => marginOf(facts, new URLSearchParams(query)));
  assert.deepEqual([margins(""), margins("bot=a")], [[0, 4, 0], [0, -8, 0]]);
  assert.deepEqual(factsOf(data).map((facts) => facts.thrown.length), [4, 4, 1]);
  const eight = { ...game, seats: [..."12345678"] };
  const leads = (...points) => leadText({ ...many(points), running: true }, eight, 1);
  assert.deepEqual([leads(4), leads(4, 4, 4), leads(7, 4, 7, 1), leads(0, 0, 0, 0, 0, 9, 0, 2)],
    ["4 points.", "Level, 4, 4 and 4.", "a and c lead with 7.", "f leads by 7."]);
  const html = textsOf(shown(Seats, { match: four, game: eight, position: positionsOf(four, 4)[1] }));
  assert.ok(html.includes("place") && html.includes("4, illegal") && !html.includes("WIN"), html);
  assert.ok(!textsOf(shown(Seats, { match: many([7]), game, position: positionsOf(many([7]), 4)[1] })).some((text) => /result|place|WIN/.test(text)));
  const ending = (scores, seat) => endingText({ seats: scores.map((_, i) => (i === seat ? "you" : "bot")), result: many(scores) }, game.seats, false);
  assert.deepEqual([ending([5, 1, 3], 0), ending([5, 1, 3], 2), ending([5], 0)], ["You have won, 5 – 1 – 3.", "Your place is 2 of 3, 5 – 1 – 3.", "The game is over: 5 points."]);
  assert.deepEqual([listed(["a"]), listed(["a, b", "c"]), listed(["a", "b", "c"])], ["a", "a, b and c", "a, b and c"]);
});

test("the answer of a solver is one thing, folded", () => {
  const one = many([7], { moves: ["1", "2", "3", "4", "5", "6"], sent: [[1, 1, "6\n"], [7, 1, "bye\n"]], cpu: [1, 0, 0, 0, 0, 0] });
  const bare = { ...game, seats: ["solver"], board: { ...game.board, cells: [] } };
  assert.ok(isAnswer(one, bare));
  assert.ok(!isAnswer(one, game) && !isAnswer(many([1, 2]), bare) && !isAnswer({ ...one, sent: [...one.sent, [3, 1, "go"]] }, bare));
  const html = shown(Lines, { match: one, ply: 6, answer: true });
  assert.match(html, /<details><summary>6 lines, 11 characters<\/summary><pre tabindex="0">1\n2\n3\n4\n5\n6<\/pre>/);
  assert.deepEqual(textsOf(html).filter((text) => /read/.test(text)), ["read", "read at the end"]);
  assert.ok(!shown(Lines, { match: { ...one, moves: ["1", "2"] }, ply: 2, answer: true }).includes("<details>"), "a short one is open");
});

test("points that nobody has said", () => {
  const late = match(0, [undefined, undefined, [7, -1]]);
  assert.deepEqual(pointsOf(late), [null, null, [7, -1]]);
  assert.deepEqual(factsOf(dataOf(late))[0].thrown, [[0, 0], [0, 0]]);
  assert.deepEqual(positionsOf(match(0, [], { scenes: [{}, { points: [3, 1] }, { points: null }] }), 4).map((one) => one.points), [null, [3, 1], null]);
  assert.equal(spoken(late, game, 1), "Move 1 of 2: x (one) played m0.");
  const never = match(0, [[1, 0], null]);
  assert.deepEqual(pointsOf(never), [[1, 0], null]);
});

test("the show: podium, then the games with the largest swings; who leads, and the clocks", () => {
  const one = match(4, [[0, 0], [5, 0], [5, 5]], {
    clock: "cpu", budget_us: 30e6, cpu: [1.5e6, 2e6], end: "x and y drew, 5 to 5", lead: { swing: [5, 1], turns: [1, 2] },
  });
  const data = dataOf(match(1, [[0, 0]]), match(2, [[0, 0], [9, 0]], { lead: { swing: [9, 1], turns: [1] } }), one);
  assert.deepEqual(stagesOf({ ...data, head: { ...data.head, kind: "match" } }).map((stage) => stage.match), [1, 2, 4]);
  data.head.standings = { events: [{ game: game.name }] };
  assert.deepEqual(stagesOf(data).map((stage) => stage.match ?? stage.podium.name), [game.name, 2, 4], "without those in which nothing happened");
  const rows = dataOf(match(1, []), match(2, []));
  rows.head.standings = data.head.standings;
  assert.deepEqual(stagesOf(rows).slice(1).map((stage) => stage.match), [1, 2], "rows say nothing of the lead");
  assert.deepEqual([0, 1, 2].map((ply) => leadText(one, game, ply)), ["Level, 0 to 0.", "x leads by 5.", "x and y drew, 5 to 5."]);
  assert.equal(leadText({ ...one, running: true }, game, 2), "Level, 5 to 5.");
  assert.equal(leadText(one, { ...game, cooperative: true }, 1), "5 points together.");
  assert.deepEqual([0, 1].map((seat) => clockText(one, 2, seat)), ["1.5 of 30 s", "2.0 of 30 s"]);
  assert.equal(clockText(match(0, [[0, 0]]), 0, 0), "");
});

test("points of a position that says none are those before", () => {
  assert.deepEqual(pointsOf(match(0, [[0, 0], [5, 0], undefined, [5, 9]])), [[0, 0], [5, 0], [5, 0], [5, 9]]);
});

test("facts: largest swing, slowest move, share of the budget, repetitions", () => {
  const first = match(0, [[0, 0], [1, 0], [1, 6]], { lead: { swing: [6, 2], turns: [2] }, cpu: [10, 30], bots: [{ ...bot("x", "WIN"), cpu: 500 }, { ...bot("y", "LOSE"), cpu: 250 }] });
  const again = match(1, [[0, 0], [1, 0], [1, 6]]);
  const turned = match(2, [[0, 0], [1, 0], [1, 6]], { bots: [bot("y", "LOSE"), bot("x", "WIN")] });
  const facts = factsOf(dataOf(first, again, turned));
  assert.deepEqual([...facts[0].swing, ...facts[0].slow], [6, 2, { time: 10, ply: 1, used: 0.5 }, { time: 30, ply: 2, used: 0.25 }]);
  assert.deepEqual(facts.map((one) => one.repeats), [null, 0, null]);
  assert.deepEqual(facts[1].slow, [{ time: 0, ply: 0, used: 0 }, { time: 0, ply: 0, used: 0 }]);
});

test("the list of matches: filters and orders", () => {
  const data = dataOf(
    match(0, [[0, 0], [1, 0]], { lead: { swing: [1, 1], turns: [1] } }),
    match(1, [[0, 0], [9, 0]], { lead: { swing: [9, 1], turns: [1] }, bots: [bot("y", "WIN"), bot("x", "CRASH")], faults: [{ seat: 2, ply: 1, kind: "crash", text: "", reason: "" }] }),
    match(2, [[0, 0], [4, 0]], { lead: { swing: [4, 1], turns: [1] }, bots: [bot("y", "DRAW"), bot("z", "DRAW")] }),
  );
  const ask = (query) => chosen(data, new URLSearchParams(query)).map((one) => one.match.n);
  assert.deepEqual(ask(""), [0, 1, 2]);
  assert.deepEqual(ask("sort=swing"), [1, 2, 0]);
  assert.deepEqual(ask("bot=x&result=won"), [0]);
  assert.deepEqual(ask("bot=x&result=lost"), [1]);
  assert.deepEqual(ask("bot=y&against=z"), [2]);
  assert.deepEqual(ask("result=drawn"), [2]);
  assert.deepEqual(ask("result=faults"), [1]);
  assert.deepEqual(ask("bot=y&result=faults"), []);
  assert.deepEqual(ask("game=other"), []);
  const query = new URLSearchParams("sort=swing");
  const best = chosen(data, query)[0];
  assert.equal(plyOf(best, query), 1);
  assert.equal(linkOf(best, query), "#/match/1/1?sort=swing");
});

test("the first move that differs", () => {
  const of = (...moves) => ({ moves });
  assert.equal(firstDifference(of("a", "b"), of("a", "c")), 2);
  assert.equal(firstDifference(of("a"), of("a", "c")), 2);
  assert.equal(firstDifference(of("a"), of("a")), null);
  assert.equal(firstDifference({ moves: ["A"], relayed: ["a"] }, of("a")), null);
});

test("what is said of a move", () => {
  const one = match(0, [[0, 0], [2, 0]], { cpu: [1500], faults: [{ seat: 1, ply: 1, kind: "illegal", text: "x was illegal", reason: "" }] });
  assert.equal(spoken(one, game, 0), "Before the first move. 0 to 0 points.");
  assert.equal(spoken(one, game, 1), "Move 1 of 1: x (one) played m0 in 1.50 ms. 2 to 0 points. Fault: x was illegal.");
  assert.equal(spoken(one, game, 2), "");
  assert.equal(spoken({ ...one, cpu: [0], jury: [1], faults: [] }, game, 1), "Move 1 of 1: the jury played m0 for x (one). 2 to 0 points.");
  assert.equal(spoken({ ...one, cpu: [0], given: 1, faults: [] }, game, 1), "Move 1 of 1: m0 of x (one) was given. 2 to 0 points.");
  // Nobody takes the time of a person.
  assert.equal(timeOf({ ...one, cpu: [0], wall: [0] }, 1), undefined);
  assert.equal(timeOf({ ...one, cpu: [0], wall: [7] }, 1), 0);
  const next = (status, toMove) => nextText(game, { status, to_move: toMove });
  assert.deepEqual([next("put a stone", 2), next("next: two", 2), next("two is to move.", 2), next("", 1), next("over: x won", 0), next("", 0)],
    ["Two to move: put a stone.", "Two to move.", "Two is to move.", "One to move.", "Over: x won.", ""]);
});

test("a match that plays by itself takes about a minute, if it can", () => {
  assert.deepEqual([0, 120, 121, 1000, 5000].map(speedFor), [2, 2, 5, 30, 30]);
});

test("pairs are counted by how they went", () => {
  assert.deepEqual(pairCounts("14 pairs: 0 LL, 2 WD, 12 WW"), [["LL", 0], ["WD", 2], ["WW", 12]]);
  assert.deepEqual(pairCounts("14 pairs of points"), []);
});

test("given moves, moves of the jury, and budgets of faster machines", () => {
  const one = match(0, [[0, 0], [0, 0], [0, 0]], { given: 1, jury: [2] });
  assert.deepEqual([1, 2].map((ply) => moveText(one, ply)), ["m0 (given)", "m1 (jury)"]);
  assert.equal(firstDifference(one, match(1, [[0, 0], [0, 0], [0, 0]])), null);
  assert.equal(budgetText({ bots: one.bots, clock: "cpu", budget_us: 2_500_000 }), "2.5 s on the CPU clock");
  assert.equal(budgetText({ bots: [bot("x", "WIN"), { ...bot("y", "LOSE"), budget_us: 500_000 }], clock: "cpu", budget_us: 2_500_000 }), "2.5 s, 0.5 s for y on the CPU clock");
  assert.equal(budgetText({ bots: one.bots, clock: "wall", budget_us: 10_000_000, speed: 3 }),
    "10 s on the wall clock, 30 s of the official machine (speed 3)");
});

test("the lines of a test's evidence, and an axis for them", () => {
  assert.deepEqual(evidenceLines({ by: "wins", lower: -3, upper: 2, evidence: [1, 2] }),
    [{ name: "LLR", values: [1, 2], bounds: [[2, "H1"], [-3, "H0"]] }]);
  assert.deepEqual(evidenceLines({ by: "points", needed_for_h1: 3, needed_for_h0: 4, evidence: [[1, -1], [2, -2]] }), [
    { name: "for H1", values: [1, 2], bounds: [[3, "H1"]] },
    { name: "for H0", values: [-1, -2], bounds: [[4, "H0"]] },
  ]);
  assert.deepEqual(reachOf([3, 7]), [0, 7]);
  assert.deepEqual(reachOf([-3, -7]), [-7, 0]);
  assert.deepEqual(reachOf([]), [-1, 1]);
});

// Two rows of three: a b c, d e f.
const grid = { shape: "square", labels: [], cells: [..."abcdef"].map((name, i) => [name, 2 * (i % 3), Math.floor(i / 3)]) };

test("moves that are a cell, a cell and an option, or an option", () => {
  const cells = { groups: [{ options: [], cells: [1, 2, 2] }] };
  assert.deepEqual(choicesOf(cells).map((one) => moveOfChoice(grid, cells, one)), ["b", "d"]);
  assert.deepEqual([...openCells(cells, "")], [1, 3]);
  const both = {
    separator: "=", options: [{ name: "1" }, { name: "2" }, { name: "3" }],
    groups: [{ options: [0, 2], cells: [0, 1, 2] }, { options: [2], cells: [5, 1, 1] }],
  };
  assert.deepEqual(choicesOf(both).map((one) => moveOfChoice(grid, both, one)), ["a=1", "a=3", "b=1", "b=3", "f=3"]);
  assert.deepEqual([...openCells(both, "1")], [0, 1]);
  assert.deepEqual([...openCells(both, "3")], [0, 1, 5]);
  assert.deepEqual(offered(both).map((one) => one.name), ["1", "3"]);
  assert.deepEqual(cellsOfMove(grid, both, "b=3"), [1]);
  const slides = { options: [{ name: "U" }, { name: "D" }], groups: [{ options: [0, 1], cells: [] }] };
  assert.deepEqual(choicesOf(slides).map((one) => moveOfChoice(grid, slides, one)), ["U", "D"]);
  assert.deepEqual(cellsOfMove(grid, slides, "U"), []);
  assert.deepEqual(choicesOf({}), []);
});

test("moves that name what moves before the cell", () => {
  const input = {
    option_first: true, options: [{ name: "a" }, { name: "K" }],
    groups: [{ options: [0], cells: [1, 3, 2] }, { options: [1], cells: [5, 1, 1] }],
  };
  assert.deepEqual(choicesOf(input).map((one) => moveOfChoice(grid, input, one)), ["ab", "ae", "Kf"]);
  assert.deepEqual([...openCells(input, "a")], [1, 4]);
  assert.deepEqual([0, 1, 5].map((cell) => optionAt(grid, input, cell)), ["a", "", ""]);
  assert.deepEqual(cellsOfMove(grid, input, "ae"), [0, 4]);
  assert.deepEqual(cellsOfMove(grid, input, "Kf"), [5]);
  assert.equal(optionAt(grid, { options: [{ name: "a" }] }, 0), "");
});

test("cells that are arranged, piece by piece", () => {
  const input = { options: [{ name: "P", count: 2 }, { name: "Q", count: 1 }], arranged: [0, 2, 3] };  // a, c, e
  assert.deepEqual([...openCells(input, "Q")], [0, 2, 4]);
  assert.deepEqual(offered(input).map((one) => one.name), ["P", "Q"]);
  let placed = putOption(input, [], 1, "P");
  assert.deepEqual(placed, [], "not one of the cells");
  placed = putOption(input, placed, 2, "Q");
  assert.equal(leftOf(input, placed, "Q"), 0);
  assert.deepEqual(putOption(input, placed, 2, "Q"), [], "the same again takes it back");
  assert.deepEqual(putOption(input, placed, 0, "Q"), placed, "there is only one");
  assert.deepEqual(putOption(input, placed, 2, "P"), [{ cell: 2, option: "P" }]);
  assert.deepEqual(freeCells(input, placed), [0, 4]);
  assert.equal(moveOfPlaced(input, fillUp(input, placed)), "PQP");
  assert.equal(moveOfPlaced(input, fillUp(input, [])), "PPQ");
  assert.deepEqual(fillUp(input, fillUp(input, placed)), fillUp(input, placed));
});

test("circuits, corner by corner", () => {
  const input = { most_corners: 5, separator: "-" };
  let corners = [];
  const click = (cell) => {
    const next = clickCorner(input, corners, cell);
    corners = next.corners;
    return next.done;
  };
  for (const cell of [0, 1, 4]) assert.equal(click(cell), false);
  assert.equal(click(0), false, "three corners are none");
  assert.deepEqual(corners, [0, 1, 4]);
  click(1); // in the middle
  assert.deepEqual(corners, [0, 1, 4]);
  click(4); // the last one again takes it back
  assert.deepEqual(corners, [0, 1]);
  for (const cell of [4, 3, 5, 2]) click(cell);
  assert.deepEqual(corners, [0, 1, 4, 3, 5], "no more than are allowed");
  assert.equal(click(0), true);
  assert.equal(moveOfCorners(grid, input, [0, 1, 4, 3]), "a-b-e-d");
  assert.deepEqual(cellsOfMove(grid, input, "a-b-e-d"), [0, 1, 4, 3]);
  assert.deepEqual(cellsOfMove(grid, input, "a-x"), []);
});

test("what an option would cover, as far as the board goes", () => {
  const option = { name: "h", ghosts: [[0, 0, "red", "x", "1"], [2, 0, "blue", "o", ""], [0, 1, "red", "x", ""]] };
  assert.deepEqual(ghostsOf(grid, option, 1).map((one) => one.cell), [1, 2, 4]);
  assert.deepEqual(ghostsOf(grid, option, 5), [{ cell: 5, look: ["red", "x", "1"] }]);
  assert.deepEqual(ghostsOf(grid, undefined, 0), []);
});

test("arrow keys go to the next cell, also between the rows of hexagons", () => {
  const go = (cell, ...keys) => keys.reduce((at, key) => neighbour(grid, at, `Arrow${key}`), cell);
  assert.equal(go(0, "Right", "Right", "Right"), 2);
  assert.equal(go(0, "Down", "Down", "Left", "Up"), 0);
  assert.equal(go(4, "Left", "Up", "Right", "Down"), 4);
  const hexagons = { shape: "hexagon", labels: [], cells: [["A", 1, 0], ["B", 0, 1], ["C", 2, 1]] };
  assert.equal(neighbour(hexagons, 1, "ArrowUp"), 0);
  assert.equal(neighbour(hexagons, 2, "ArrowUp"), 0);
  assert.equal(neighbour(hexagons, 1, "ArrowRight"), 2);
  assert.equal(neighbour(hexagons, 0, "Enter"), 0);
});

test("a game that is played, event by event", () => {
  const scene = (n) => ({ points: [n, 0] });
  const started = { event: "started", match: 0, game: "g", bots: ["you", "b"], clock: "cpu", budget_us: 9, scene: scene(0) };
  const move = (ply, more = {}) => ({ event: "move", match: 0, ply, seat: 2 - (ply % 2), line: `m${ply}`, cpu_us: ply, wall_us: ply, scene: scene(ply), ...more });
  const play = { seats: ["you", "bot"], turn: "you", ply: 1, undo: false, hint: null };
  let now = afterEvent(nothingPlayed, "state", { running: [started, move(1)], play });
  assert.deepEqual([now.match.moves, now.play.turn], [["m1"], "you"]);
  now = afterEvent(now, "hint", { ply: 1, by: "b", move: "x" });
  assert.equal(now.hint.move, "x");
  now = afterEvent(now, "events", [move(2), move(3, { by: "jury" })]);
  assert.deepEqual([now.match.moves, now.match.cpu, now.match.jury, now.match.seats, pointsOf(now.match).length, now.hint], [["m1", "m2", "m3"], [1, 2, 3], [3], "121", 4, null]);
  // The same again, as after a connection that was lost, changes nothing; later ones neither.
  assert.equal(afterEvent(now, "events", [move(3), move(9)]), now);
  const fault = { event: "fault", match: 0, seat: 2, ply: 4, kind: "crash", reason: "", text: "" };
  assert.equal(afterEvent(now, "events", [fault, fault]).match.faults.length, 1);
  const result = { bots: [bot("you", "WIN", 2), bot("b", "LOSE", 1)], winner: 1 };
  now = afterEvent(now, "play", { ...play, turn: "over", result });
  assert.equal(now.match.bots[0].status, "WIN");
  assert.equal(endingText(now.play, game.seats, false), "You have won, 2 – 1.");
  assert.equal(endingText({ ...now.play, seats: ["bot", "you"] }, game.seats, false), "You have lost, 2 – 1.");
  assert.equal(endingText({ ...now.play, seats: ["you", "you"] }, game.seats, false), "one has won, 2 – 1.");
  assert.equal(endingText(now.play, game.seats, true), "The game is over: 2 – 1 points.");
  now = afterEvent(now, "events", [started]);
  assert.deepEqual(now.match.moves, []);
  assert.equal(afterEvent(now, "bye", null).gone, true);
});

test("numbers for people", () => {
  assert.equal(timeText(999), "999 µs");
  assert.equal(timeText(1234), "1.23 ms");
  assert.equal(timeText(29_500_000), "29.5 s");
  assert.equal(plural(1, "match", "matches"), "1 match");
  assert.equal(plural(3716, "match", "matches"), "3,716 matches");
  assert.equal(fixed(NaN), "–");
  assert.equal(percent(0.0123), "1.2 %");
  assert.equal(percent(0.5), "50 %");
  assert.equal(memoryText(0), "–");
  assert.equal(memoryText(3 * 2 ** 20), "3.00 MiB");
  assert.equal(meanOf([1, 3]), 2);
});

// A match of a round between two bots, with their scores.
const met = (n, round, first, second, a, b) => match(n, [], {
  round, bots: [bot(first, a > b ? "WIN" : a < b ? "LOSE" : "DRAW", a), bot(second, a < b ? "WIN" : a > b ? "LOSE" : "DRAW", b)],
});

test("a bracket is drawn from the final to the first round, byes and ties included", () => {
  const one = (round, bots, figures, through, from = []) => ({ round, bots, figures, result: figures.map(Number), winner: null, through, from });
  const brackets = [one(3, [0, 1], ["2", "4"], 1, [one(2, [0, 3], ["3", "3"], 0, [null, one(1, [2, 3], ["1", "5"], 1)]), one(2, [1, 4], ["9", "0"], 0, [null, null])])];
  const drawn = { bots: ["a", "b", "c", "d", "e"], means: [], brackets, bracket_note: "Scores." };
  const html = shown(KnockoutBracket, { game, drawn, rounds: 3 });
  assert.deepEqual(textsOf(html).slice(0, 5), ["Bracket", "Quarter-finals", "Semi-finals", "Final", "a"], "and the byes first");
  assert.deepEqual(html.split("<a ").slice(1).map((part) => /title="([^"]*)"/.exec(part)[1]), [
    "c against d: 1 to 5", "a against d: 3 to 3", "b against e: 9 to 0", "a against b: 2 to 4",
  ]);
  assert.equal(html.split("bye").length - 1, 2 * 3, "of a, b and e");
  assert.equal(html.split("goes on").length - 1, 3);
  assert.equal(html.split('aria-label="winner"').length - 1, 1);
  assert.ok(html.includes('href="#/matches?game=g&amp;bot=c&amp;against=d&amp;round=1"') && html.includes("Scores."));
  assert.equal(shown(KnockoutBracket, { game, drawn: { bots: [], means: [] }, rounds: 3 }), "");
});

test("columns sort by their values, and lines stay in place where they are equal", () => {
  const table = {
    columns: [{ key: "bot", head: "bot" }, { key: "t", head: "t", right: true }],
    rows: [["b", ["1.5 s", "1500"]], ["a", ["90 ms", "90"]], ["c", ["-", ""]], ["d", ["90 ms", "90"]]],
  };
  assert.deepEqual(sortedRows(table, -1, true), [0, 1, 2, 3]);
  assert.deepEqual(sortedRows(table, 1, true), [0, 1, 3, 2]);
  assert.deepEqual(sortedRows(table, 1, false), [2, 1, 3, 0]);
  assert.deepEqual(sortedRows(table, 0, false), [1, 0, 2, 3]);
});

test("the versions of a ladder come by bot, in the order in which they joined", () => {
  const bot = (name, since, elo, more = {}) => ({ name, since, elo, error: 10, plays: true, ...more });
  const bots = [
    bot("a@10", 20, 90), bot("a@2", 5, 60, { note: "commit 12" }), bot("new", 30, null), bot("b", 1, 5),
    bot("a", 1, 0, { plays: false }), bot("x@2", 7, -965.4, { error: 0, reach: "at_most" }),
  ];
  const found = versionsOf({ bots });
  assert.deepEqual(found.map(({ bot, versions }) => [bot, versions.map(({ name, x }) => `${name} ${x}`)]), [
    ["a", ["a 0", "a@2 2", "a@10 4"]], ["b", ["b 1"]], ["x@2", ["x@2 3"]],
  ]);
  const [first, second] = found[0].versions;
  assert.equal(versionText(first), "a: 0 ± 10 Elo, since round 1, plays no more");
  assert.equal(versionText(second), "a@2: +60 ± 10 Elo, since round 5, commit 12");
  const [lost] = found[2].versions;
  assert.equal(versionText(lost), "x@2: weaker, since round 7");
  const game = (started, ...names) => ({ started, bots: names.map((name) => ({ name })) });
  const games = [game("2026-11-28T09:00:00Z", "a@2", "a"), game("2026-11-27T10:00:00Z", "a", "a@2"), game(undefined, "b", "a")];
  const dated = versionsOf({ bots }, games).flatMap(({ versions }) => versions.map(({ name, begun }) => `${name} ${begun}`));
  assert.deepEqual(dated, ["a 2026-11-27", "a@2 2026-11-27", "a@10 ", "b ", "x@2 "]);
  assert.equal(versionText({ ...second, begun: "2026-11-27" }), "a@2: +60 ± 10 Elo, since round 5, 2026-11-27, commit 12");
  assert.deepEqual([lost.elo.low, ...spanOf(lost.elo)], [-Infinity, -965.4, -965.4]);
});

test("headlines are those of the program", () => {
  const data = dataOf(met(0, 1, "x", "y", 10, 5), met(1, 1, "y", "x", 5, 11));
  assert.equal(headlineOf(data, game), undefined);
  assert.equal(titleOf({ ...data, head: { ...data.head, title: "run" } }), "run");
  data.head.standings = { events: [], headlines: { title: "y leads in G", games: { g: { who: "y", rest: "leads" } } } };
  assert.equal(titleOf({ ...data, head: { ...data.head, title: "run" } }), "y leads in G – run");
  assert.deepEqual(headlineOf(data, game), { who: "y", rest: "leads" });
  data.head.machine = "Linux, 2 processors";
  data.head.begun = "2026-11-26T20:15:02Z";
  data.head.ended = "2026-11-26T20:21:02Z";
  assert.equal(factsText(data), "2 matches; no faults; 26 November 2026, 20:15 to 20:21 UTC; Linux, 2 processors");
  assert.equal(whenText("", ""), "");
  assert.equal(whenText("2026-11-26T23:59:02Z", "2026-11-27T00:01:02Z"), "26 November 2026, 23:59, to 27 November 2026, 00:01 UTC");
});

test("lists are by number, by margin, and by what was thrown away", () => {
  const data = dataOf(
    match(3, [[0, 0], [9, 0], [1, 2]], { lead: { swing: [10, 2], turns: [1, 2], lost: [[10, 1], [0, 0]] }, bots: [bot("x", "LOSE", 1), bot("y", "WIN", 2)] }),
    match(1, [[0, 0], [0, 0], [9, 0]], { bots: [bot("x", "WIN", 9), bot("y", "LOSE", 0)] }),
    match(2, [[0, 0], [1, 0]], { bots: [bot("y", "CRASH", 0), bot("x", "WIN", 1)], faults: [{ seat: 1, ply: 1, kind: "crash" }] }),
  );
  const of = (query) => chosen(data, new URLSearchParams(query)).map((facts) => facts.match.n);
  assert.deepEqual(of(""), [1, 2, 3]);
  assert.deepEqual(of("sort=margin"), [1, 2, 3]);
  assert.deepEqual(of("sort=margin&bot=x"), [3, 2, 1], "the worst loss first");
  assert.deepEqual(of("sort=thrown"), [3, 1, 2]);
  const [worst] = chosen(data, new URLSearchParams("sort=thrown&bot=x"));
  assert.deepEqual([worst.thrown[0], plyOf(worst, new URLSearchParams("sort=thrown&bot=x"))], [[10, 1], 1]);
  assert.deepEqual(["bot=x", "bot=y", ""].map((query) => marginOf(worst, new URLSearchParams(query))), [-1, 1, 1]);
  const [failed] = chosen(data, new URLSearchParams("result=faults"));
  assert.equal(faultPly(failed, new URLSearchParams()), 1);
  assert.equal(openingPly(failed.match), 1);
  assert.equal(openingPly({ ...failed.match, faults: [{ seat: 1, ply: 0 }] }), failed.match.scenes.length - 1, "a fault beside the moves");
  assert.equal(openingPly({ ...failed.match, faults: [] }), failed.match.scenes.length - 1);
});

test("lines of keys and numbers are what a bot says, all others are text", () => {
  assert.deepEqual(pairsOf("eval 0.37 depth 12"), [["eval", "0.37"], ["depth", "12"]]);
  assert.deepEqual(pairsOf(" time=0.41 eval=-1.5e-3 "), [["time", "0.41"], ["eval", "-1.5e-3"]]);
  assert.deepEqual(pairsOf("eval 1 pv Ik Jl 3"), [["eval", "1"], ["pv", "Ik Jl 3"]]);
  for (const line of ["", "eval", "thinking hard", "eval 0.37 depth", "eval high", "pv Ik", "3 4", "eval 1 2 3", "<b> 1", "eval 0x10", "eval NaN",
    `${"k".repeat(25)} 1`, Array.from({ length: 13 }, (_, i) => `k${i} 1`).join(" ")]) {
    assert.equal(pairsOf(line), null, line);
  }
  assert.deepEqual(readSaid("eval 1\nhello\neval 2 depth 3\n"), { said: [["eval", "2"], ["depth", "3"]], rest: "hello" });
  const curves = saidCurves(match(0, [[0, 0], [0, 0], [0, 0], [0, 0]], {
    errors: [[1, 1, "depth 4 eval 0.5"], [2, 2, "depth 7"], [3, 1, "depth 5 eval -1"], [4, 1, "eval 9"]],
  }));
  assert.deepEqual(curves, [{ key: "eval", points: [[[1, 0.5], [3, -1]], []] }, { key: "depth", points: [[[1, 4], [3, 5]], [[2, 7]]] }]);
  assert.deepEqual(saidCurves(match(0, [[0, 0]])), []);
});

test("shares of the budget are those of the clock that counts", () => {
  const one = match(0, [[0, 0], [0, 0], [0, 0], [0, 0]], { cpu: [100, 50, 300], wall: [900, 900, 20_900], faults: [{ seat: 2, ply: 3, kind: "timeout", cpu: 500, wall: 700 }] });
  assert.deepEqual(sharesOf(one), [[0, 0], [0.1, 0], [0.1, 0.05], [0.4, 0.55]]);
  assert.deepEqual(sharesOf({ ...one, clock: "wall", faults: [] })[2], [0.9, 0.9]);
  const own = { ...one, bots: [bot("x", "WIN"), { ...bot("y", "LOSE"), budget_us: 100 }], faults: [] };
  assert.deepEqual(sharesOf(own)[3], [0.4, 0.5], "each by its own budget");
  assert.match(waitsText(one), /^x did not compute for 20.6 ms of its moves: it slept, or all processors were busy$/);
  assert.match(waitsText({ ...one, bots: [{ ...bot("x", "WIN"), waited: 15_000 }, bot("y", "LOSE")] }), /^x waited 15.0 ms for a processor$/);
  assert.equal(waitsText({ ...one, wall: [100, 50, 300] }), "");
});

test("seats have the colours of the game", () => {
  assert.deepEqual(seatStyle([["white", "w", ""], ["black", "b", ""]]), { "--seat-1": "var(--ink-white)", "--seat-2": "var(--ink-black)" });
  assert.deepEqual(seatStyle([["empty", ".", ""], ["empty", ".", ""]]), {});
  const one = match(0, [], { scenes: [{ seats: [["red", "r", ""], ["blue", "b", ""]] }, { next: [[0, 0, "tile-1", "1", ""]] }, {}] });
  const positions = positionsOf(one, 4);
  assert.deepEqual([positions[2].seats[1][0], positions[0].next.length, positions[2].next.length], ["blue", 0, 1]);
});

test("faults are counted by bot and kind", () => {
  const crash = (n, seat) => match(n, [], { faults: [{ seat, ply: 0, kind: "crash" }] });
  assert.deepEqual(faultGroups([match(0, []), crash(1, 2), crash(2, 1), crash(3, 2)]), [{ bot: "y", kind: "crash", count: 2 }, { bot: "x", kind: "crash", count: 1 }]);
});

test("a tournament that is followed, event by event", () => {
  const of = (n, event, more) => ({ event, match: n, ...more });
  const started = (n) => of(n, "started", { game: "g", bots: ["x", "y"], clock: "cpu", budget_us: 9, scene: {} });
  const fault = of(2, "fault", { game: "g", bot: "x", seat: 1, ply: 1, kind: "crash", reason: "", text: "" });
  const run = { played: true, done: 5, total: 9 };
  let now = afterLiveEvent(followingOf({ games: {} }), "state", { run, games: {}, standings: null, faults: [], running: [started(3), started(2)] });
  assert.deepEqual([now.running.map((one) => one.n), now.run.done, now.whole], [[2, 3], 5, 1]);
  now = afterLiveEvent(now, "events", [of(2, "move", { ply: 1, seat: 1, line: "a", scene: {} }), fault, fault]);
  assert.deepEqual([now.running[0].moves, now.running[0].faults.length, now.faults.length], [["a"], 1, 1]);
  now = afterLiveEvent(now, "events", [of(2, "ended"), started(4)]);
  assert.deepEqual([now.running.map((one) => one.n), now.last.map((one) => one.n)], [[3, 4], [2]]);
  assert.equal(afterLiveEvent(now, "run", { ...run, played: false }).run.played, false);
});

test("a row of the list knows how many moves its match has", () => {
  assert.equal(movesOf({ moves: [], plies: 36 }), 36);
  assert.equal(movesOf({ moves: ["a", "b"] }), 2);
});

test("the time left follows from the pace", () => {
  assert.equal(secondsLeft({ played: true, done: 30, total: 90 }, { at: 1000, done: 10 }, 11_000), 30);
  assert.equal(secondsLeft({ played: true, done: 10, total: 90 }, { at: 1000, done: 10 }, 11_000), null);
  assert.equal(secondsLeft({ played: false, done: 30, total: 90 }, { at: 1000, done: 10 }, 11_000), null);
  assert.equal(secondsLeft(null, null, 0), null);
});

test("positions are read from a match's line when somebody asks", () => {
  const whole = { n: 3, bots: [{ name: 'a,"scenes":[' }, { name: "b" }], moves: ["x"], scenes: [{ points: [1, 2] }, { cells: [1, 2, [0, 0]], marks: [["last", 0, 0]] }], misfit: "why" };
  const read = matchOf(JSON.stringify(whole));
  assert.deepEqual({ ...read }, whole);
  assert.deepEqual(matchOf('{"n":1}'), { n: 1 });
  const checked = matchOf('{"n":1,"scenes":[{}],"misfit":"]","part":2,"own":17}');
  assert.deepEqual([checked.part, checked.own, checked.misfit, checked.scenes.length], [2, 17, "]", 1]);
  assert.deepEqual(positionsOf(read, 4)[1].marks, [{ kind: "last", seat: 0, points: 0, cells: [1, 3] }]);
});

// How people see light of these red, green and blue parts; for those who lack a cone, by Machado,
// Oliveira and Fernandes (2009).
const sights = {
  full: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const linear = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const seen = (sight, light) => sight.map((row) => Math.min(1, Math.max(0, row.reduce((sum, part, i) => sum + part * light[i], 0))));
function lab([r, g, b]) {
  const f = (t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [x, y, z] = [(0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b, (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089].map(f);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test("inks and hues of seats stand out, and from each other for the colour-blind too", () => {
  const style = readFileSync("src/style.css", "utf8");
  const themes = style.split(/(?=--paper: #)/).slice(1).map((text) => Object.fromEntries([...text.matchAll(/--(card|h[0-7]|ink-[a-z0-9-]+): (#[0-9a-f]{6})/g)].map((found) => [found[1], linear(found[2])])));
  assert.equal(themes.length, 3);
  assert.deepEqual(themes[1], themes[2], "dark colours are written twice");
  const tiles = [1, 2, 3, 4, 5, 6].map((i) => `ink-tile-${i}`);
  const hues = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `h${i}`);
  const all = (names) => names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b]));
  const pairs = [["ink-red", "ink-blue", 12], ["ink-white", "ink-black", 12], ...all(tiles).map((two) => [...two, 12]), ...all(hues).map((two) => [...two, 20])];
  for (const theme of themes) {
    const light = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
    for (const [name, ink] of Object.entries(theme)) {
      if (name === "card") continue;
      const [a, b] = [light(ink), light(theme.card)].sort((x, y) => y - x);
      assert.ok((a + 0.05) / (b + 0.05) >= (name.startsWith("ink") ? 3 : 4.5), `${name} on its ground`);
    }
    for (const [a, b, apart] of pairs) {
      for (const [kind, sight] of Object.entries(sights)) {
        const [x, y] = [a, b].map((name) => lab(seen(sight, theme[name])));
        assert.ok(Math.hypot(...x.map((part, i) => part - y[i])) >= apart, `${a} and ${b} as ${kind}`);
      }
    }
  }
});

const rowsOf = (html) => html.split("<tr").slice(1).map((row) => `<tr${row.split("</tr>")[0]}`);
const standings = {
  extent: "", ranking: "", warnings: [],
  columns: [
    { key: "place", head: "" }, { key: "bot", head: "bot" }, { key: "games", head: "games", right: true },
    { key: "score", head: "score", right: true, ranks: true }, { key: "group", head: "group" },
    { key: "faults", head: "faults", right: true }, { key: "cpu_us_mean", head: "CPU/game", right: true },
  ],
  rows: [["1", "a", "3", ["9", "9.25"], "A", "0", "1 s"], ["2", "b<", "3", "6", "A", "2", "2 s"], ["3", "ab", "2", "0", "B", "0", "3 s"]],
};
const drawnOfThree = { bots: ["a", "b<", "ab"], means: [[3, 0], [2, 1.1316], [0, null]] };
const eventOfThree = (more = {}) => ({
  game: "g", title: "G", played: 8, planned: 8, rounds: 2, format: "round-robin", table: standings, drawn: drawnOfThree,
  bots: [{ place: 1, name: "a", faults: {} }, { place: 2, name: "b<", faults: { crash: 1, illegal: 1 } }, { place: 3, name: "ab", faults: {} }], ...more,
});

test("standings: the columns that decide, each bot's interval and link, and its faults", () => {
  const html = shown(StandingsTable, { game, event: eventOfThree(), matches: [] });
  const [head, ...rows] = rowsOf(html);
  const heads = textsOf(head);
  assert.deepEqual(heads.slice(0, 3), ["place", "bot", "mean score with its 95 % interval"]);
  assert.deepEqual(heads.slice(-3), ["games", "score", "faults"], "not the group, and no times");
  assert.equal(rows.length, 3);
  assert.ok(rows[0].includes('class="winner ') && rows[0].includes('aria-label="winner"'), rows[0]);
  for (const row of rows.slice(1)) assert.ok(!row.includes("winner"), row);
  assert.deepEqual(rows.map((row) => row.includes(" apart")), [false, false, true], "where another group begins");
  assert.ok(rows[1].includes('href="#/matches?game=g&amp;bot=b%3C"'), rows[1]);
  assert.ok(rows[2].includes('href="#/matches?game=g&amp;bot=ab"'), rows[2]);
  assert.ok(rows[1].includes('href="#/matches?game=g&amp;bot=b%3C&amp;result=faults" title="1 crash, 1 illegal">2<'), rows[1]);
  assert.ok(!rows[0].includes("result=faults"));
  assert.deepEqual(rows.map((row) => /aria-label="([^"]*)"><title>/.exec(row)?.[1]), ["3.00", "2.00 ± 1.13", "0.00"]);
});

test("standings: nobody has won before the end, in a ladder, or among challengers", () => {
  const stars = (more) => shown(StandingsTable, { game, event: eventOfThree(more), matches: [] }).includes('aria-label="winner"');
  assert.equal(stars({}), true);
  assert.equal(stars({ played: 7 }), false);
  assert.equal(stars({ planned: 0 }), false, "nobody has planned these");
  assert.equal(stars({ format: "ladder", bots: eventOfThree().bots.map((one) => ({ ...one, elo: 5, error: 2, reach: "two_sided" })) }), false);
  assert.equal(stars({ format: "gauntlet" }), false);
  assert.equal(shown(StandingsTable, { game, event: eventOfThree({ format: "knockout" }), matches: [] }).includes("interval"), false);
});

test("Swiss rounds: who met whom, won and lost from either seat, and byes", () => {
  const one = (bots, result) => ({ bots, result, figures: result.map(String), winner: result[0] > result[1] ? 0 : result[1] > result[0] ? 1 : null });
  const swiss = [{ pairings: [one([0, 1], [7, 2])], bye: 2 }, { pairings: [one([2, 0], [1, 5])], bye: 1 }, { pairings: [one([1, 2], [4, 4])] }];
  const rows = rowsOf(shown(SwissRounds, { game, event: eventOfThree({ drawn: { ...drawnOfThree, swiss } }) }));
  assert.deepEqual(rows.map(textsOf), [
    ["bot", "1", "2", "3"], ["1. a", "+ b&lt;", "+ ab"], ["2. b&lt;", "– a", "bye", "= ab"], ["3. ab", "bye", "– a", "= b&lt;"],
  ], "the last round of a is still to come");
  assert.ok(rows[1].includes('class="n won"') && !rows[2].includes("won"), rows.join("\n"));
  assert.ok(rows[2].includes('title="against a, 2 to 7"') && rows[3].includes('title="against a, 1 to 5"'), rows.join("\n"));
  assert.ok(rows[3].includes('href="#/matches?game=g&amp;bot=ab&amp;against=a&amp;round=2"'), rows[3]);
  assert.equal(shown(SwissRounds, { game, event: eventOfThree() }), "");
});

test("what was read, written and said at a move, at the end, and at some time", () => {
  const played = match(0, [[0, 0], [1, 0], [1, 1]], {
    moves: ["m1", "m2"], sent: [[1, 1, "Start"], [2, 2, "m1"], [3, 1, "m2"], [3, 2, "Quit"]],
    errors: [[0, 1, "at a time unknown"], [1, 1, "eval 0.5 depth 3\nfree text"], [3, 2, "farewell"]],
  });
  const at = (ply, more = {}) => textsOf(shown(Lines, { match: { ...played, ...more }, ply })).slice(1);
  assert.deepEqual(at(1), ["x", "read", "Start", "x", "wrote", "m1", "x on standard error", "eval", "0.5", "depth", "3", "free text"]);
  assert.deepEqual(at(2), [
    "y", "read", "m1", "y", "wrote", "m2", "x", "read at the end", "m2", "y", "read at the end", "Quit",
    "x on standard error, at some time", "at a time unknown", "y on standard error, after its last move", "farewell",
  ]);
  assert.deepEqual(at(1, { jury: [1], errors: [] }), ["x", "read", "Start"], "the jury's move was written by nobody");
  assert.deepEqual(at(0), ["x on standard error, at some time", "at a time unknown"]);
  assert.deepEqual(at(0, { errors: [] }), ["Nothing was read or written."]);
  assert.deepEqual(at(1, { errors: [], sent: undefined }), ["Nothing was written to stderr."]);
});

test("a fault says what was read and written, what was legal, and how to play it again", () => {
  const card = (more) => textsOf(shown(FaultCard, { fault: { seat: 1, ply: 3, kind: "crash", text: "x: crash at move 3", reason: "r", ...more } }));
  assert.deepEqual(card({}), ["!", "x: crash at move 3"]);
  assert.deepEqual(card({ read: "F1=3", line: "A1", legal_count: 3, legal: ["B1", "B2"], time: "1 s", stderr: "boom", again: "referee replay o 1" }), [
    "!", "x: crash at move 3", "read", "F1=3", "wrote", "A1", "legal", "3 moves: B1 B2 ...", "time", "1 s", "stderr", "boom",
    "again", "referee replay o 1", "copy",
  ]);
  assert.deepEqual(card({ read: "F1=3" }).slice(2), ["read", "F1=3", "wrote", "no complete line"]);
  assert.deepEqual(card({ read: "F1=3", line: "", legal_count: 1, legal: ["B1"] }).slice(2), ["read", "F1=3", "wrote", "an empty line", "legal", "1 move: B1"]);
});
