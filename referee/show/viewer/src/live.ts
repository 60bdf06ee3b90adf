// A tournament that is being played, as the events of the server tell it:
// docs/internals/live-protocol.md.

import type { Fault, Game, Head, Match } from "./data";
import { withMoves } from "./played";
import type { Moves } from "./played";

export interface Run {
  played: boolean;
  done: number;
  total: number;
}

export interface LiveFault extends Fault {
  n: number;
  game: string;
  bot: string;
}

export interface Following {
  run: Run | null;
  games: Record<string, Game>;
  standings: NonNullable<Head["standings"]> | null;
  count: number; // matches that are finished
  running: Match[]; // in the order of their numbers
  last: Match[]; // the last ones that were running, as they were seen last; the newest first
  faults: LiveFault[]; // the newest first
  whole: number; // another number whenever all that was known before is void
  gone: boolean; // the server has ended
}

const mostFaults = 50;
const mostLast = 20;

export function followingOf(head: Head): Following {
  return {
    run: null, games: head.games, standings: head.standings ?? null, count: 0, running: [], last: [], faults: [], whole: 0, gone: false,
  };
}

const byNumber = (a: Match, b: Match) => a.n - b.n;

// What is known after an event.
export function afterLiveEvent(before: Following, name: string, data: any): Following {
  switch (name) {
    case "state": {
      const same = before.standings !== null && data.standings?.tournament === (before.standings as { tournament?: string }).tournament &&
        data.matches >= before.count;
      return {
        ...before, run: data.run, games: data.games, standings: data.standings, count: data.matches,
        running: [...(data.running as Match[])].sort(byNumber), whole: before.whole + (same ? 0 : 1), gone: false,
        faults: [...((data.faults ?? []) as LiveFault[])].reverse(), last: same ? before.last : [],
      };
    }
    case "run": return { ...before, run: data as Run };
    case "begun": {
      const begun = data as Match;
      return { ...before, running: [...before.running.filter((one) => one.n !== begun.n), begun].sort(byNumber) };
    }
    case "moves": {
      const more = data as Moves;
      return {
        ...before,
        running: before.running.map((one) => (one.n === more.n && more.from <= one.moves.length ? withMoves(one, more) : one)),
      };
    }
    case "fault": {
      const fault = data as LiveFault;
      const known = before.faults.some((one) => one.n === fault.n && one.seat === fault.seat && one.ply === fault.ply);
      return {
        ...before,
        faults: known ? before.faults : [fault, ...before.faults].slice(0, mostFaults),
        running: before.running.map((one) =>
          one.n === fault.n && !(one.faults ?? []).some((old) => old.seat === fault.seat && old.ply === fault.ply)
            ? { ...one, faults: [...(one.faults ?? []), fault] } : one),
      };
    }
    case "ended": {
      const ended = before.running.find((one) => one.n === data.n);
      return {
        ...before, running: before.running.filter((one) => one.n !== data.n),
        last: ended ? [ended, ...before.last.filter((one) => one.n !== ended.n)].slice(0, mostLast) : before.last,
      };
    }
    case "matches": return { ...before, count: data.count as number };
    case "standings": return { ...before, standings: data };
    case "bye": return { ...before, gone: true };
    default: return before;
  }
}

// A finished match as it is in the list until somebody looks at it.
export const isRow = (match: Match) => match.scenes.length === 0;

export function movesOf(match: Match): number {
  return match.plies ?? match.moves.length;
}
