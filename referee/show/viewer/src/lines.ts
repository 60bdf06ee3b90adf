// The totals of each bot over the matches of a game, as far as the page needs them beside the table
// that the program has made.

import type { Data, Game, Match, StandingsEvent, Table, TableCell } from "./data";
import { budgetOf, winnerOf } from "./data";
import { entryOf, fixed, meanOf, plural, timeText } from "./words";

export interface Line {
  name: string;
  place: number;
  scores: number[];
  seats: [number[], number[]];
  wins: number;
  draws: number;
  losses: number;
  faults: Record<string, number>;
  shares: number[]; // of the budget, game by game
  times: number[];
  rounds: Map<number, number[]>; // scores
}

export function eventOf(data: Data, game: string): StandingsEvent | undefined {
  return data.head.standings?.events.find((event) => event.game === game);
}

// Best first.
export function linesOf(data: Data, game: string): Line[] {
  const lines = new Map<string, Line>();
  const line = (name: string): Line => entryOf(lines, name, () => ({
    name, place: 0, scores: [], seats: [[], []], wins: 0, draws: 0, losses: 0, faults: {}, shares: [], times: [], rounds: new Map(),
  }));
  const ranked = eventOf(data, game)?.bots ?? [];
  for (const bot of ranked) line(bot.name).place = bot.place;
  for (const match of data.matches) {
    if (match.game !== game) continue;
    const winner = winnerOf(match);
    match.bots.forEach((bot, seat) => {
      const own = line(bot.name);
      own.scores.push(bot.score);
      own.seats[seat as 0 | 1].push(bot.score);
      if (winner === null) own.draws++;
      else if (winner === seat) own.wins++;
      else own.losses++;
      const time = match.clock === "cpu" ? bot.cpu : bot.wall;
      if (time !== undefined) {
        own.times.push(time);
        own.shares.push(time / budgetOf(match, seat as 0 | 1));
      }
      entryOf(own.rounds, match.round ?? 1, () => []).push(bot.score);
    });
    for (const fault of match.faults ?? []) {
      const own = line(match.bots[fault.seat - 1]!.name);
      own.faults[fault.kind] = (own.faults[fault.kind] ?? 0) + 1;
    }
  }
  if (ranked.length > 0) return [...lines.values()];
  const mean = new Map([...lines.values()].map((one) => [one, meanOf(one.scores).mean]));
  const list = [...lines.values()].sort((a, b) => mean.get(b)! - mean.get(a)!);
  list.forEach((one, i) => (one.place = i > 0 && mean.get(one) === mean.get(list[i - 1]!) ? list[i - 1]!.place : i + 1));
  return list;
}

export const textOf = (cell: TableCell) => (typeof cell === "string" ? cell : cell[0]);
export const plainOf = (cell: TableCell) => (typeof cell === "string" ? cell : cell[1]);

// The table of an event; of games that the program ranks nowhere, one of their mean scores.
export function tableOf(data: Data, game: Game, lines: Line[]): Table {
  const made = eventOf(data, game.name)?.table;
  if (made) return made;
  const right = (key: string, head: string) => ({ key, head, right: true });
  const mean = (scores: number[]) => (scores.length ? fixed(meanOf(scores).mean) : "–");
  const contest = !game.cooperative;
  const clock = data.matches.find((match) => match.game === game.name)?.clock;
  const time = (us: number): TableCell => [timeText(Math.round(us)), `${us}`];
  const most = (times: number[]) => times.reduce((a, b) => Math.max(a, b), 0);
  return {
    extent: plural(data.matches.filter((match) => match.game === game.name).length, "match", "matches"),
    ranking: "Ranked by mean score.",
    warnings: [],
    columns: [
      right("place", ""), { key: "bot", head: "bot" }, right("games", "games"), { ...right("mean_score", "mean"), ranks: true },
      ...(contest ? [right("wins", "W"), right("draws", "D"), right("losses", "L")] : []),
      right("first_seat_mean_score", `as ${game.seats[0]}`), right("second_seat_mean_score", `as ${game.seats[1]}`),
      right("", "faults"), right("us_mean", clock === "wall" ? "time/game" : "CPU/game"), right("us_most", "most"),
    ],
    rows: lines.map((line) => [
      `${line.place}`, line.name, `${line.scores.length}`, mean(line.scores),
      ...(contest ? [`${line.wins}`, `${line.draws}`, `${line.losses}`] : []),
      mean(line.seats[0]), mean(line.seats[1]), `${Object.values(line.faults).reduce((a, b) => a + b, 0)}`,
      ...(line.times.length ? [time(meanOf(line.times).mean), time(most(line.times))] : ["–", "–"]),
    ]),
  };
}

// Rows by a column: numbers by their values, the greatest first, and texts by the alphabet.
export function sortedRows(table: Table, by: number, down: boolean): number[] {
  const order = table.rows.map((_, i) => i);
  if (by < 0) return order;
  const value = (row: number) => plainOf(table.rows[row]![by]!);
  const number = (text: string) => (text === "" || Number.isNaN(Number(text)) ? -Infinity : Number(text));
  const numbers = table.rows.some((_, row) => number(value(row)) > -Infinity);
  return order.sort((a, b) => {
    const [x, y] = down ? [b, a] : [a, b];
    const apart = numbers ? (number(value(x)) === number(value(y)) ? 0 : number(value(x)) - number(value(y))) : value(x) < value(y) ? -1 : value(x) > value(y) ? 1 : 0;
    return apart || a - b;
  });
}

// A pairing: all games of one round between two bots.
export interface Pairing {
  round: number;
  bots: [string, string];
  matches: Match[];
  scores: [number, number];
  gamePoints: [number, number];
  winner: 0 | 1 | null; // by its games alone
}

export function pairingsOf(matches: Match[]): Pairing[] {
  const found = new Map<string, Pairing>();
  for (const match of matches) {
    const names = match.bots.map((bot) => bot.name) as [string, string];
    const round = match.round ?? 1;
    const pairing = entryOf(found, JSON.stringify([round, ...[...names].sort()]), (): Pairing => (
      { round, bots: names, matches: [], scores: [0, 0], gamePoints: [0, 0], winner: null }));
    pairing.matches.push(match);
    match.bots.forEach((bot) => {
      const at = pairing.bots.indexOf(bot.name);
      pairing.scores[at]! += bot.score;
      pairing.gamePoints[at]! += bot.game_points ?? 0;
    });
  }
  for (const one of found.values()) {
    const apart = one.gamePoints[0] - one.gamePoints[1] || one.scores[0] - one.scores[1];
    one.winner = apart === 0 ? null : apart > 0 ? 0 : 1;
  }
  return [...found.values()].sort((a, b) => a.round - b.round);
}

// A knockout from its end: each pairing with those that its bots came from.
export interface Bracket {
  pairing: Pairing;
  through: 0 | 1 | null; // who went on
  from: Bracket[];
}

export function bracketsOf(pairings: Pairing[], first: string | undefined): Bracket[] {
  const used = new Set<Pairing>();
  const last = Math.max(0, ...pairings.map((one) => one.round));
  const grow = (pairing: Pairing): Bracket => {
    used.add(pairing);
    const later = pairings.filter((one) => one.round > pairing.round).flatMap((one) => one.bots);
    const at = pairing.bots.findIndex((bot) => later.includes(bot) || (pairing.round === last && bot === first));
    const from = pairing.bots.flatMap((bot) => {
      const before = pairings.filter((one) => one.round < pairing.round && one.bots.includes(bot) && !used.has(one));
      const latest = before[before.length - 1];
      return latest ? [grow(latest)] : [];
    });
    return { pairing, through: at < 0 ? null : (at as 0 | 1), from };
  };
  return [...pairings].reverse().flatMap((one) => (used.has(one) ? [] : [grow(one)]));
}

// What a pairing ended with: game points where the game has some that differ, else scores.
export function resultOf({ gamePoints, scores }: Pairing): [number, number] {
  return gamePoints[0] !== gamePoints[1] ? gamePoints : scores;
}

// The points of Swiss rounds after each of them, of the bots in this order: a pairing won is a
// point, a drawn one half a point, and a round without an opponent a point.
export function swissCourse(pairings: Pairing[], names: string[]): [round: number, points: number][][] {
  const rounds = Math.max(0, ...pairings.map((one) => one.round));
  const won = new Map<string, number>();
  for (const { round, bots, winner } of pairings) bots.forEach((bot, i) => won.set(JSON.stringify([round, bot]), winner === null ? 0.5 : winner === i ? 1 : 0));
  return names.map((name) => {
    let sum = 0;
    return Array.from({ length: rounds }, (_, i) => [i + 1, (sum += won.get(JSON.stringify([i + 1, name])) ?? 1)]);
  });
}

// A value with its 95 % interval; an end that is not known is infinite.
export interface Estimate {
  low: number;
  value: number;
  high: number;
  text: string; // "+12 ± 30", "weaker" where it only lost
}

// The rating of a version in a ladder, in the words of the program's tables.
export function eloOf({ elo, error, reach }: StandingsEvent["bots"][number]): Estimate | null {
  if (elo === undefined || elo === null) return null;
  const [value, around] = [Math.round(elo), Math.round(error ?? 0)];
  const text = `${value > 0 ? "+" : ""}${value}`;
  if (reach === "at_most") return { low: -Infinity, value: elo, high: elo, text: "weaker" };
  if (reach === "at_least") return { low: elo, value: elo, high: Infinity, text: "stronger" };
  return { low: elo - (error ?? 0), value: elo, high: elo + (error ?? 0), text: `${text} ± ${around}` };
}

// The ends that are known, between which an axis has to reach.
export const spanOf = ({ low, value, high }: Estimate): [number, number] => [Number.isFinite(low) ? low : value, Number.isFinite(high) ? high : value];

// A version in a ladder.
export interface Version {
  x: number; // how many versions joined before it
  name: string;
  elo: Estimate;
  plays: boolean;
  note: string;
  since: number;
  begun: string; // the day of its first game; empty where the page does not have it
}

// The versions of each bot, the oldest first: "mine", "mine@2" and so on. Those without games have
// no place yet, but the order counts them.
export function versionsOf(event: StandingsEvent, matches: Match[] = []): { bot: string; versions: Version[] }[] {
  const begun = new Map<string, string>();
  for (const { started, bots } of matches) {
    for (const { name } of bots) {
      if (started && started < (begun.get(name) ?? "~")) begun.set(name, started);
    }
  }
  const parts = (name: string) => {
    const at = /^(.*)@(\d+)$/.exec(name);
    return at && event.bots.some((bot) => bot.name === at[1]) ? { bot: at[1]!, version: Number(at[2]) } : { bot: name, version: 1 };
  };
  // The one that the others are measured from is the first of all.
  const joined = [...event.bots].sort((a, b) =>
    (a.since ?? 1) - (b.since ?? 1) || Number(b.elo === 0 && !b.error) - Number(a.elo === 0 && !a.error) || parts(a.name).version - parts(b.name).version || (a.name < b.name ? -1 : 1));
  const found = new Map<string, Version[]>();
  joined.forEach((bot, x) => {
    const elo = eloOf(bot);
    if (!elo) return;
    const { bot: plain } = parts(bot.name);
    const version = {
      x, name: bot.name, elo, plays: bot.plays ?? true, note: bot.note ?? "", since: bot.since ?? 1,
      begun: begun.get(bot.name)?.slice(0, 10) ?? "",
    };
    entryOf(found, plain, () => []).push(version);
  });
  return [...found].map(([bot, versions]) => ({ bot, versions }));
}

export function versionText(version: Version): string {
  const unit = /\d/.test(version.elo.text) ? " Elo" : "";
  return `${version.name}: ${version.elo.text}${unit}, since round ${version.since}${version.begun ? `, ${version.begun}` : ""}` +
    `${version.note ? `, ${version.note}` : ""}${version.plays ? "" : ", plays no more"}`;
}
