// Following a tournament while it is played: the connection, and the wall of running games.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { App } from "./app";
import { BoardPicture } from "./board";
import { useEvents } from "./browser";
import type { Data, Head, Match } from "./data";
import { failed, gamesOf, winnerOf } from "./data";
import { spoken } from "./moves";
import { afterLiveEvent, followingOf, isRow, movesOf } from "./live";
import { eventOf, linesOf as botsOf, tableOf, textOf } from "./lines";
import type { Following, Run } from "./live";
import { matchHash } from "./route";
import { positionsOf } from "./scene";
import { SeatKey, seatStyle } from "./seats";
import { entryOf, plural } from "./words";

export interface Live {
  following: Following;
  away: boolean; // no connection at the moment
  find: (n: number) => Match | undefined;
  want: (n: number) => void; // somebody looks at this match
  left: number | null; // seconds to the end of the run, as far as can be told
}

const names = ["state", "run", "begun", "moves", "fault", "ended", "matches", "standings", "bye"];
// How often rows are fetched at most, and how many matches in full.
const pause = 500;

async function linesOf(path: string): Promise<Match[]> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line) as Match);
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

// Seconds until all matches are played, by the pace since the page was opened.
export function secondsLeft(run: Run | null, first: { at: number; done: number } | null, now: number): number | null {
  if (!run?.played || !first || run.done <= first.done || run.done >= run.total) return null;
  return ((run.total - run.done) * (now - first.at)) / 1000 / (run.done - first.done);
}

export function LiveApp({ head }: { head: Head }) {
  const [following, away] = useEvents(names, () => followingOf(head), afterLiveEvent);
  const rows = useRows(following);
  const [whole, want] = useWhole(following.whole);
  const data = useMemo<Data>(() => ({
    head: { ...head, games: following.games, ...(following.standings ? { standings: following.standings } : {}) },
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
  return <App data={data} live={live} />;
}

function Tile({ data, match }: { data: Data; match: Match }) {
  const game = data.head.games[match.game];
  if (!game) return null;
  const positions = positionsOf(match, game.board.cells.length);
  const position = positions[positions.length - 1]!;
  const ply = positions.length - 1;
  return (
    <li class="card tile seated" style={seatStyle(position.seats)}>
      <a href={matchHash(match.n, ply)}>
        <BoardPicture board={game.board} position={position} marks={false} label={spoken(match, game, ply)} />
        <span class="tile-names">
          {match.bots.map((bot, i) => (
            <span class={position.to_move === i + 1 ? "to-move" : ""}>
              <SeatKey seat={i + 1} look={position.seats[i]} /> {bot.name} <b>{position.points[i]}</b>
            </span>
          ))}
        </span>
      </a>
      <span class="dim">match {match.n}, {game.title}{match.round ? `, round ${match.round}` : ""}, {plural(ply, "move")}</span>
      {(match.faults ?? []).map((fault) => <span class="bad">{fault.text}</span>)}
    </li>
  );
}

function leftText(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds))} s left`;
  return seconds < 5400 ? `about ${Math.round(seconds / 60)} min left` : `about ${(seconds / 3600).toFixed(1)} h left`;
}

export function runText({ run, running, gone }: Following, away: boolean, left: number | null = null): string {
  if (gone) return "The server has ended; this is how it was last.";
  if (away) return "No connection; trying again.";
  if (!run) return "Connecting.";
  const done = `${run.done} of ${plural(run.total, "match", "matches")}`;
  if (run.played) return `${done}, ${running.length} running${left === null ? "" : `, ${leftText(left)}`}.`;
  return run.done === run.total ? `All ${plural(run.total, "match", "matches")} are played.` : `${done}; nobody plays at the moment.`;
}

// What the standings are ranked by, in few columns.
function Places({ data }: { data: Data }) {
  const games = gamesOf(data.head);
  return (
    <>
      {games.map((game) => {
        const table = eventOf(data, game.name)?.table ?? tableOf(data, game, botsOf(data, game.name));
        const ranks = table.columns.flatMap((column, i) => (column.ranks ? [i] : [])).slice(0, 2);
        const columns = [...new Set([...["place", "bot"].map((key) => table.columns.findIndex((one) => one.key === key)), ...ranks,
          table.columns.findIndex((one) => one.key === "games")])].filter((i) => i >= 0);
        return (
          <section class="card" aria-label={`Places in ${game.title}`}>
            <h2><a href="#/standings">{game.title}</a></h2>
            <table class="places">
              <thead><tr>{columns.map((i) => <th class={table.columns[i]!.right ? "n" : ""}>{table.columns[i]!.head || "place"}</th>)}</tr></thead>
              <tbody>
                {table.rows.slice(0, 12).map((row) => (
                  <tr>{columns.map((i) => <td class={table.columns[i]!.right ? "n" : "name"}>{textOf(row[i]!)}</td>)}</tr>
                ))}
              </tbody>
            </table>
          </section>
        );
      })}
    </>
  );
}

// The faults of all finished matches, by bot and kind, the most frequent first.
export function faultGroups(matches: Match[]): { bot: string; kind: string; count: number }[] {
  const groups = new Map<string, { bot: string; kind: string; count: number }>();
  for (const match of matches) {
    for (const { seat, kind } of match.faults ?? []) {
      const bot = match.bots[seat - 1]!.name;
      entryOf(groups, JSON.stringify([bot, kind]), () => ({ bot, kind, count: 0 })).count++;
    }
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

// The matches that ended last, the newest first.
function JustEnded({ matches }: { matches: Match[] }) {
  if (matches.length === 0) return null;
  return (
    <section class="card" aria-label="Just ended">
      <h2>Just ended</h2>
      <ul class="ended">
        {matches.slice(-8).reverse().map((match) => {
          const won = winnerOf(match);
          return (
            <li key={match.n}>
              <a href={matchHash(match.n, movesOf(match))}>{match.n}</a> {match.bots.map((bot, i) => (
                <>{i > 0 && " – "}<span class={won === i ? "won" : ""}>{bot.name} {bot.score}</span>{failed(bot) && <span class="bad"> {bot.status}</span>}</>
              ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

// All running games; beside them the places, what ended, and what went wrong.
export function WallView({ data, live }: { data: Data; live: Live }) {
  const { following } = live;
  const { run } = following;
  const groups = useMemo(() => faultGroups(data.matches), [data]);
  const seen = following.running.length > 0 ? following.running : following.last.slice(0, 4);
  // After a run that nobody watched: the boards with which its last matches ended.
  const late = seen.length === 0 && run && !run.played ? data.matches.slice(-4).reverse() : [];
  useEffect(() => late.forEach((match) => live.want(match.n)));
  const shown = seen.length > 0 ? seen : late.flatMap((match) => {
    const found = live.find(match.n);
    return found && !isRow(found) ? [found] : [];
  });
  return (
    <div class="live">
      <div>
        <h2>{following.running.length > 0 ? "Running games" : shown.length > 0 ? seen.length > 0 ? "The last games that were seen" : "How the last games ended" : "No game is running"}</h2>
        {shown.length === 0 && <p class="dim">{run?.played ? "Games that last less than 0.2 s are seen only when they have ended." : "Boards come here as soon as somebody plays."}</p>}
        <ul class="wall">{shown.map((match) => <Tile key={match.n} data={data} match={match} />)}</ul>
      </div>
      <div class="beside">
        <Places data={data} />
        {(following.faults.length > 0 || groups.length > 0) && (
          <section class="card" aria-label="Faults">
            <h2>Faults</h2>
            {groups.length > 0 && (
              <p>{groups.map(({ bot, kind, count }, i) => (
                <>{i > 0 && ", "}<a href={`#/matches?${new URLSearchParams({ bot, result: "faults" })}`}>{bot}: {count} {kind}</a></>
              ))}</p>
            )}
            <ul class="live-faults">
              {following.faults.slice(0, 10).map((fault) => (
                <li key={`${fault.n} ${fault.seat} ${fault.ply}`}><a href={matchHash(fault.n, fault.ply)}>match {fault.n}</a> {fault.text}</li>
              ))}
            </ul>
          </section>
        )}
        <JustEnded matches={data.matches} />
      </div>
    </div>
  );
}
