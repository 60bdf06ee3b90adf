// Following a tournament while it is played: the connection, and the wall of running games.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { App } from "./app";
import { BoardPicture } from "./board";
import type { Data, Head, Match } from "./data";
import { spoken } from "./game";
import { afterLiveEvent, followingOf, isRow } from "./live";
import type { Following } from "./live";
import { matchHash } from "./route";
import { positionsOf } from "./scene";
import { plural } from "./words";

export interface Live {
  following: Following;
  away: boolean; // no connection at the moment
  find: (n: number) => Match | undefined;
  want: (n: number) => void; // somebody looks at this match
}

const names = ["state", "run", "begun", "moves", "fault", "ended", "matches", "standings", "bye"];
// How often rows are fetched at most, and how many matches in full.
const pause = 500;

async function linesOf(path: string): Promise<Match[]> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line) as Match);
}

function useFollowing(head: Head): [Following, boolean] {
  const [following, setFollowing] = useState(() => followingOf(head));
  const [away, setAway] = useState(false);
  useEffect(() => {
    const events = new EventSource("/events");
    for (const name of names) {
      events.addEventListener(name, (event) => {
        setFollowing((before) => afterLiveEvent(before, name, JSON.parse((event as MessageEvent<string>).data)));
        if (name === "bye") events.close();
      });
    }
    // The browser connects again by itself, and says what it had last. There may be nothing new.
    events.onopen = () => setAway(false);
    events.onerror = () => setAway(true);
    return () => events.close();
  }, []);
  return [following, away];
}

// The rows of all finished matches, as they come.
function useRows({ count, whole, gone }: Following): Match[] {
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

export function LiveApp({ head }: { head: Head }) {
  const [following, away] = useFollowing(head);
  const rows = useRows(following);
  const [whole, want] = useWhole(following.whole);
  const data = useMemo<Data>(() => ({
    head: { ...head, games: following.games, ...(following.standings ? { standings: following.standings } : {}) },
    matches: rows.map((row) => whole.get(row.n) ?? row),
  }), [head, following.games, following.standings, rows, whole]);
  const live: Live = {
    following, away,
    find: (n) => following.running.find((one) => one.n === n) ?? whole.get(n) ??
      data.matches.find((one) => one.n === n && !isRow(one)) ?? following.last.find((one) => one.n === n) ??
      data.matches.find((one) => one.n === n),
    want: (n) => {
      if (!following.running.some((one) => one.n === n) && rows.some((one) => one.n === n)) want(n);
    },
  };
  return <App data={data} live={live} />;
}

function Tile({ data, match }: { data: Data; match: Match }) {
  const game = data.head.games[match.game];
  if (!game) return null;
  const positions = positionsOf(match, game.board.cells.length);
  const position = positions[positions.length - 1]!;
  const ply = positions.length - 1;
  return (
    <li class="card tile">
      <a href={matchHash(match.n, ply)}>
        <BoardPicture board={game.board} position={position} marks={false} label={spoken(match, game, ply)} />
        <span class="tile-names">
          {match.bots.map((bot, i) => (
            <span class={position.toMove === i + 1 ? "to-move" : ""}>
              <span class={`key seat-${i + 1}`} /> {bot.name} <b>{position.points[i]}</b>
            </span>
          ))}
        </span>
      </a>
      <span class="dim">match {match.n}, {game.title}{match.round ? `, round ${match.round}` : ""}, {plural(ply, "move")}</span>
      {(match.faults ?? []).map((fault) => <span class="bad">{fault.text}</span>)}
    </li>
  );
}

export function runText({ run, running, gone }: Following, away: boolean): string {
  if (gone) return "The server has ended; this is how it was last.";
  if (away) return "No connection; trying again.";
  if (!run) return "Connecting.";
  const done = `${run.done} of ${plural(run.total, "match", "matches")}`;
  if (run.played) return `${done}, ${running.length} running.`;
  return run.done === run.total ? `All ${plural(run.total, "match", "matches")} are played.` : `${done}; nobody plays at the moment.`;
}

// All running games, and what went wrong.
export function WallView({ data, live }: { data: Data; live: Live }) {
  const { following } = live;
  const shown = following.running.length > 0 ? following.running : following.last.slice(0, 4);
  return (
    <>
      <h2>{following.running.length > 0 ? "Running games" : "The last games that were seen"}</h2>
      {shown.length === 0 && <p class="dim">No game is running. Those that last less than 0.2 s are seen only when they have ended.</p>}
      <ul class="wall">{shown.map((match) => <Tile key={match.n} data={data} match={match} />)}</ul>
      {following.faults.length > 0 && (
        <section class="card" aria-label="Faults">
          <h2>Faults</h2>
          <ul class="live-faults">
            {following.faults.map((fault) => (
              <li key={`${fault.n} ${fault.seat} ${fault.ply}`}><a href={matchHash(fault.n, fault.ply)}>match {fault.n}</a> {fault.text}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
