// The wall of running games, of a page that follows a tournament while it is played.

import { useEffect, useMemo } from "preact/hooks";
import { BoardPicture } from "./board";
import type { Data, Match } from "./data";
import { failed, gamesOf, resultText, winnerOf } from "./data";
import { spoken } from "./moves";
import { isRow, movesOf } from "./live";
import { eventOf, textOf } from "./lines";
import type { Following, Live } from "./live";
import { matchHash } from "./route";
import { positionsOf } from "./scene";
import { SeatKey, seatStyle } from "./scoreboard";
import { entryOf, plural } from "./words";

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
              <SeatKey seat={i + 1} look={position.seats[i]} /> {bot.name} <b>{position.points?.[i]}</b>
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
        const table = eventOf(data, game.name)?.table;
        if (!table) return null;
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
                <>{i > 0 && " – "}<span class={won === i ? "won" : ""}>{bot.name} {bot.score}</span>{failed(bot) && <span class="bad"> {resultText(match, i)}</span>}</>
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
        <h2>{!run ? "Connecting" : following.running.length > 0 ? "Running games" : shown.length > 0 ? seen.length > 0 ? "The last games that were seen" : "How the last games ended" : "No game is running"}</h2>
        {run && shown.length === 0 && <p class="dim">{run.played ? "Games that last less than 0.2 s are seen only when they have ended." : "Boards come here as soon as somebody plays."}</p>}
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
                <li key={`${fault.match} ${fault.seat} ${fault.ply}`}><a href={matchHash(fault.match, fault.ply)}>match {fault.match}</a> {fault.text}</li>
              ))}
            </ul>
          </section>
        )}
        <JustEnded matches={data.matches} />
      </div>
    </div>
  );
}
