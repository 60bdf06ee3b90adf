// A tournament that is being played: the connection, and what the events of the server tell.
// docs/internals/live-protocol.md.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useEvents } from "./tools";
import type { Data, Game, Head, Match } from "./data";
import { afterMatchEvent } from "./events";
import type { LiveFault, MatchEvent } from "./events";

export interface Run {
  played: boolean;
  done: number;
  total: number;
}

export interface Following {
  run: Run | null;
  games: Record<string, Game>;
  standings: NonNullable<Head["standings"]> | null;
  running: Match[]; // in the order of their numbers
  last: Match[]; // the last ones that were running, as they were seen last; the newest first
  faults: LiveFault[]; // the newest first
  whole: number; // another number whenever all that was known before is void
  gone: boolean; // the server has ended
}

export interface Live {
  following: Following;
  away: boolean; // no connection at the moment
  find: (n: number) => Match | undefined;
  want: (n: number) => void; // somebody looks at this match
  left: number | null; // seconds to the end of the run, as far as can be told
}

const mostFaults = 50;
const mostLast = 20;

export function followingOf(head: Head): Following {
  return {
    run: null, games: head.games, standings: head.standings ?? null, running: [], last: [], faults: [], whole: 0, gone: false,
  };
}

const byNumber = (a: Match, b: Match) => a.n - b.n;

function afterOne(before: Following, event: MatchEvent): Following {
  const old = before.running.find((one) => one.n === event.match) ?? null;
  const others = before.running.filter((one) => one !== old);
  if (event.event === "ended") {
    return { ...before, running: others, last: old ? [old, ...before.last.filter((one) => one.n !== old.n)].slice(0, mostLast) : before.last };
  }
  const now = afterMatchEvent(old, event);
  const running = now === old ? before.running : [...others, now!].sort(byNumber);
  if (event.event !== "fault") return { ...before, running };
  const known = before.faults.some((one) => one.match === event.match && one.seat === event.seat && one.ply === event.ply);
  return { ...before, running, faults: known ? before.faults : [event, ...before.faults].slice(0, mostFaults) };
}

// What is known after an event of the server.
export function afterLiveEvent(before: Following, name: string, data: any): Following {
  switch (name) {
    case "state": {
      const same = before.standings !== null && data.standings?.tournament === (before.standings as { tournament?: string }).tournament &&
        data.run.done >= (before.run?.done ?? 0);
      const now: Following = {
        ...before, run: data.run, games: data.games, standings: data.standings, running: [], whole: before.whole + (same ? 0 : 1), gone: false,
        faults: [...((data.faults ?? []) as LiveFault[])].reverse(), last: same ? before.last : [],
      };
      return (data.running as MatchEvent[]).reduce(afterOne, now);
    }
    case "events": return (data as MatchEvent[]).reduce(afterOne, before);
    case "run": return { ...before, run: data as Run };
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

const names = ["state", "events", "run", "standings", "bye"];
// How often rows are fetched at most, and how many matches in full.
const pause = 500;

async function linesOf(path: string): Promise<Match[]> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line) as Match);
}

// The rows of all finished matches, as they come.
function useRows({ run, whole, gone }: Following): Match[] {
  const count = run?.done ?? 0;
  const [rows, setRows] = useState<{ whole: number; list: Match[] }>({ whole: 0, list: [] });
  const list = rows.whole === whole ? rows.list : [];
  const [round, setRound] = useState(0);
  const busy = useRef(false);
  useEffect(() => {
    if (busy.current || gone || list.length >= count) return;
    busy.current = true;
    linesOf(`/matches?from=${list.length}`).then(
      (more) => setRows({ whole, list: [...list, ...more] }),
      () => undefined, // asked again below
    ).finally(() => setTimeout(() => {
      busy.current = false;
      setRound((one) => one + 1);
    }, pause));
  }, [count, whole, gone, rows, round]);
  return list;
}

function useWhole(whole: number): [Map<number, Match>, (n: number) => void] {
  const [found, setFound] = useState<{ whole: number; matches: Map<number, Match> }>({ whole: 0, matches: new Map() });
  const asked = useRef(new Set<string>());
  const want = (n: number) => {
    const key = `${whole} ${n}`;
    if (asked.current.has(key)) return;
    asked.current.add(key);
    linesOf(`/match/${n}`).then(
      ([match]) => match && setFound((before) => ({
        whole, matches: new Map(before.whole === whole ? before.matches : []).set(n, match),
      })),
      () => asked.current.delete(key),
    );
  };
  return [found.whole === whole ? found.matches : new Map(), want];
}

// Seconds until all matches are played, by the pace since the page was opened.
export function secondsLeft(run: Run | null, first: { at: number; done: number } | null, now: number): number | null {
  if (!run?.played || !first || run.done <= first.done || run.done >= run.total) return null;
  return ((run.total - run.done) * (now - first.at)) / 1000 / (run.done - first.done);
}

// The tournament as it is known now.
export function useLive(head: Head): { data: Data; live: Live } {
  const [following, away] = useEvents(names, () => followingOf(head), afterLiveEvent);
  const rows = useRows(following);
  const [whole, want] = useWhole(following.whole);
  const data = useMemo<Data>(() => ({
    head: {
      ...head, games: following.games,
      ...(following.standings ? { standings: following.standings } : {}), ...(following.standings?.comparison ? { comparison: following.standings.comparison } : {}),
    },
    matches: rows.map((row) => whole.get(row.n) ?? row),
  }), [head, following.games, following.standings, rows, whole]);
  const first = useRef<{ at: number; done: number } | null>(null);
  const { run } = following;
  if (!run?.played) first.current = null;
  else first.current ??= { at: Date.now(), done: run.done };
  const left = useMemo(() => secondsLeft(run, first.current, Date.now()), [run]);
  const live: Live = {
    following, away, left,
    find: (n) => following.running.find((one) => one.n === n) ?? whole.get(n) ??
      data.matches.find((one) => one.n === n && !isRow(one)) ?? following.last.find((one) => one.n === n) ??
      data.matches.find((one) => one.n === n),
    want: (n) => {
      if (!following.running.some((one) => one.n === n) && rows.some((one) => one.n === n)) want(n);
    },
  };
  return { data, live };
}
