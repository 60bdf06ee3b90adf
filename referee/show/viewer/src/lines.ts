// Tables and ratings as the program has made them: what they say, in which order, and on which axis.

import type { Data, Match, StandingsEvent, Table, TableCell } from "./data";
import { entryOf, fixed } from "./words";

// Those of a page without matches are missing.
export function eventOf(data: Data, game: string): StandingsEvent | undefined {
  return data.head.standings?.events.find((event) => event.game === game);
}

export const textOf = (cell: TableCell) => (typeof cell === "string" ? cell : cell[0]);
export const plainOf = (cell: TableCell) => (typeof cell === "string" ? cell : cell[1]);

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

// A value with its 95 % interval; an end that is not known is infinite.
export interface Estimate {
  low: number;
  value: number;
  high: number;
  text: string; // "+12 ± 30", "weaker" where it only lost
}

export function estimateOf([mean, error]: [number, number | null]): Estimate {
  const around = error ?? 0;
  return { low: mean - around, value: mean, high: mean + around, text: `${fixed(mean)}${around > 0 ? ` ± ${fixed(around)}` : ""}` };
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
