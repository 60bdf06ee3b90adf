// Numbers, times and lists in words, for people and of the page; and what a page says first: the results
// as the program puts them into sentences, and the facts of a run.

import type { Data, Game, Headline } from "./data";

export function timeText(us: number): string {
  if (us < 1000) return `${us} µs`;
  if (us < 1e6) return `${(us / 1e3).toPrecision(3)} ms`;
  return `${(us / 1e6).toPrecision(3)} s`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

// "a, b and c", "a and b".
export const listed = (texts: string[]) => [texts.slice(0, -1).join(", "), ...texts.slice(-1)].filter(Boolean).join(" and ");

// "3 to 5", "3, 5 and 7".
export const pointsText = (points: number[]) => (points.length > 2 ? listed(points.map(String)) : points.join(" to "));

export function fixed(value: number, digits = 2): string {
  return Number.isFinite(value) ? value.toFixed(digits) : "–";
}

export function percent(share: number): string {
  const value = 100 * share;
  if (value > 0 && value < 0.05) return "< 0.1 %";
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} %`;
}

export function memoryText(bytes: number): string {
  return bytes > 0 ? `${(bytes / 2 ** 20).toPrecision(3)} MiB` : "–";
}

export const meanOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

// The value of a key, made if there is none yet.
export function entryOf<Key, Value>(map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown }, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

export function headlineOf(data: Data, game: Game): Headline | undefined {
  return data.head.standings?.headlines?.games[game.name];
}

const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

// "26 November 2026, 20:15 to 20:21 UTC", of two times as ISO 8601 has them.
export function whenText(begun = "", ended = ""): string {
  const read = (text: string) => /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(text);
  const [a, b] = [read(begun), read(ended) ?? read(begun)];
  if (!a || !b) return "";
  const day = (one: RegExpExecArray) => `${Number(one[3])} ${months[Number(one[2]) - 1] ?? one[2]} ${one[1]}`;
  if (day(a) !== day(b)) return `${day(a)}, ${a[4]}, to ${day(b)}, ${b[4]} UTC`;
  return `${day(a)}, ${a[4]}${a[4] === b[4] ? "" : ` to ${b[4]}`} UTC`;
}

// "36 matches, 5 faults (4 crash, 1 illegal), 26 November 2026, Linux, 2 processors"
export function factsText(data: Data): string {
  const kinds = new Map<string, number>();
  for (const match of data.matches) for (const fault of match.faults ?? []) kinds.set(fault.kind, (kinds.get(fault.kind) ?? 0) + 1);
  const faults = [...kinds.values()].reduce((a, b) => a + b, 0);
  return [
    plural(data.matches.length, "match", "matches"),
    faults === 0 ? "no faults" : `${plural(faults, "fault")} (${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(", ")})`,
    whenText(data.head.begun, data.head.ended), data.head.machine ?? "",
  ].filter(Boolean).join("; ");
}

// For the title of the window: who won what.
export function titleOf(data: Data): string {
  const found = data.head.standings?.headlines?.title;
  return found ? `${found} – ${data.head.title}` : data.head.title;
}
