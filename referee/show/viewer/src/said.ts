// What bots say of themselves on their standard error: docs/guide/results.md.

import type { Match } from "./data";
import { entryOf } from "./words";

export type Said = [key: string, value: string][];

const most = 12; // pairs of a line

// The pairs of a line such as "eval 0.37 depth 12 pv Ik Jl"; null if it is another one.
export function pairsOf(line: string): Said | null {
  const words = line.trim().split(/[\s=]+/);
  const pairs: Said = [];
  for (let i = 0; i < words.length; i += 2) {
    const [key, value] = [words[i]!, words[i + 1]];
    if (!/^[A-Za-z][\w./-]{0,23}$/.test(key) || value === undefined || pairs.length === most) return null;
    if (key === "pv") return pairs.length ? [...pairs, [key, words.slice(i + 1).join(" ")]] : null;
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) return null;
    pairs.push([key, value]);
  }
  return pairs.length ? pairs : null;
}

// The last value of each key in a text, and the lines that are not pairs.
export function readSaid(text: string): { said: Said; rest: string } {
  const said = new Map<string, string>();
  const rest = text.split("\n").filter((line) => {
    const pairs = pairsOf(line);
    pairs?.forEach(([key, value]) => said.set(key, value));
    return pairs === null;
  });
  return { said: [...said], rest: rest.join("\n").trim() };
}

export interface SaidCurve {
  key: string;
  points: [ply: number, value: number][][]; // of each seat
}

const known = new WeakMap<NonNullable<Match["errors"]>, SaidCurve[]>();

// What can be drawn: keys with two values at least. `eval` comes first, else what was said first.
export function saidCurves(match: Match): SaidCurve[] {
  return match.errors ? entryOf(known, match.errors, () => curvesOf(match, match.errors!)) : [];
}

function curvesOf(match: Match, errors: NonNullable<Match["errors"]>): SaidCurve[] {
  const curves = new Map<string, SaidCurve>();
  for (const [ply, seat, text] of errors) {
    if (ply === 0 || ply > match.moves.length) continue;
    for (const [key, value] of readSaid(text).said) {
      if (key === "pv") continue;
      entryOf(curves, key, (): SaidCurve => ({ key, points: match.bots.map(() => []) })).points[seat - 1]!.push([ply, Number(value)]);
    }
  }
  return [...curves.values()].filter(({ points }) => points.some((own) => own.length > 1))
    .sort((a, b) => Number(b.key === "eval") - Number(a.key === "eval"));
}
