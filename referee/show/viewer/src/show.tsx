// A show for a screen that many look at: one board as large as it gets, names and points that can be read from
// ten metres. Running games come one after the other; finished results open with their podium and play the games
// with the largest swings.

import { useEffect, useMemo, useState } from "preact/hooks";
import { BoardPicture } from "./board";
import { budgetOf, gamesOf, playersOf, pointsOf, seatOf } from "./data";
import type { Data, Game, Match } from "./data";
import { eventOf, textOf } from "./lines";
import { isRow } from "./live";
import type { Live } from "./live";
import { nextText } from "./moves";
import { positionsOf } from "./scene";
import { SeatKey, seatStyle } from "./scoreboard";
import { useKeys } from "./tools";
import { allFacts } from "./tournament";
import { headlineOf, listed, pointsText } from "./words";

// Milliseconds: how long a podium and the end of a game stay; a finished game takes about so long, with at least
// and at most so much for a move.
const podiumStays = 12_000;
const endStays = 8_000;
const gameTakes = 40_000;
const moveTakes = [250, 1500] as const;

type Stage = { podium: Game } | { match: number };

// What is shown of finished results, in this order and again.
export function stagesOf(data: Data): Stage[] {
  if (data.head.kind === "match") return data.matches.map((match) => ({ match: match.n }));
  const games = gamesOf(data.head).filter((game) => eventOf(data, game.name));
  const most = games.length > 1 ? 2 : 5;
  return games.flatMap((podium): Stage[] => {
    const matches = allFacts(data).filter((facts) => facts.match.game === podium.name);
    const swings = matches.filter((facts) => facts.swing[0] > 0).sort((a, b) => b.swing[0] - a.swing[0] || a.match.n - b.match.n);
    // Rows of a page that follows a tournament do not say how the lead went.
    const chosen = swings.length > 0 ? swings.slice(0, most) : matches.slice(-most);
    return [{ podium }, ...chosen.map((facts): Stage => ({ match: facts.match.n }))];
  });
}

// Who is ahead and by how much, or how it ended, as the program says it.
export function leadText(match: Match, game: Game, ply: number): string {
  if (!match.running && ply >= match.scenes.length - 1 && match.end) return `${match.end}.`;
  const points = pointsOf(match)[ply];
  if (!points) return nextText(game, positionsOf(match, game.board.cells.length)[ply]!);
  if (game.cooperative || points.length === 1) return `${points[0]} points${game.cooperative ? " together" : ""}.`;
  const most = Math.max(...points);
  const first = match.bots.filter((_, seat) => points[seat] === most).map((bot) => bot.name);
  if (first.length === points.length) return `Level, ${pointsText(points)}.`;
  return first.length > 1 ? `${listed(first)} lead with ${most}.` : `${first[0]} leads by ${most - Math.max(...points.filter((one) => one !== most))}.`;
}

// The time that a seat has used after so many moves, and what it has; nothing where times are not known.
export function clockText(match: Match, ply: number, seat: number): string {
  const times = match.clock === "cpu" ? match.cpu : match.wall;
  if (!times?.length) return "";
  const used = times.slice(0, ply).reduce((sum, time, i) => sum + (seatOf(match, i + 1) === seat ? time : 0), 0);
  const budget = budgetOf(match, seat);
  return `${(used / 1e6).toFixed(1)} of ${Number((budget / 1e6).toPrecision(4))} s`;
}

function Table({ match, game, ply, beside }: { match: Match; game: Game; ply: number; beside: string[] }) {
  const position = positionsOf(match, game.board.cells.length)[ply];
  if (!position) return null;
  const fault = (match.faults ?? []).filter((one) => one.ply <= ply || ply >= match.scenes.length - 1).at(-1);
  return (
    <div class="show-table seated" style={seatStyle(position.seats)}>
      <div class="show-board"><BoardPicture board={game.board} position={position} marks={true} label={leadText(match, game, ply)} /></div>
      <div class={`show-side${match.bots.length > 2 ? " many" : ""}`} style={{ "--seats": match.bots.length }}>
        <h1 class="show-small">{game.title}{match.round ? `, round ${match.round}` : ""}, match {match.n}, move {ply}</h1>
        {match.bots.map((bot, i) => (
          <div class={`show-seat ${position.to_move === i + 1 ? "to-move" : ""}`}>
            <p class="show-name"><SeatKey seat={i + 1} look={position.seats[i]} /> {bot.name}</p>
            <p class="show-points">{position.points?.[i] ?? "–"} <span class="show-clock">{clockText(match, ply, i)}</span></p>
          </div>
        ))}
        <p class="show-lead" role="status">{leadText(match, game, ply)}</p>
        {fault && <p class="show-fault bad">{fault.text}</p>}
        {beside.length > 0 && <ul class="show-others">{beside.map((text) => <li>{text}</li>)}</ul>}
      </div>
    </div>
  );
}

function Podium({ data, game }: { data: Data; game: Game }) {
  const event = eventOf(data, game.name);
  if (!event) return null;
  const { table } = event;
  const column = (key: string) => table.columns.findIndex((one) => one.key === key);
  const ranks = table.columns.findIndex((one) => one.ranks);
  const outcome = headlineOf(data, game);
  return (
    <div class="show-podium">
      <h1>{game.title}</h1>
      <ol>
        {table.rows.slice(0, 3).map((row) => (
          <li>
            <span class="show-place">{textOf(row[column("place")] ?? "")}</span>
            <span class="show-name">{textOf(row[column("bot")] ?? "")}</span>
            {ranks >= 0 && <span class="show-points">{textOf(row[ranks]!)} <small>{table.columns[ranks]!.head}</small></span>}
          </li>
        ))}
      </ol>
      {outcome && <p class="show-lead">{outcome.who} {outcome.rest}.</p>}
    </div>
  );
}

// The running game that is looked at: it stays for a moment when it has ended, then the next one comes. null: none runs.
function useTable(live: Live | undefined): number | null {
  const [table, setTable] = useState<number | null>(null);
  const running = live?.following.running ?? [];
  const goes = running.some((match) => match.n === table);
  const next = running.find((match) => match.n > (table ?? -1)) ?? running[0];
  useEffect(() => {
    if (goes || (table === null && !next)) return;
    const timer = setTimeout(() => setTable(next?.n ?? null), table === null ? 0 : endStays);
    return () => clearTimeout(timer);
  }, [goes, table, next?.n]);
  return table;
}

export function ShowView({ data, live, leave }: { data: Data; live: Live | undefined; leave: () => void }) {
  const table = useTable(live);
  const stages = useMemo(() => stagesOf(data), [data]);
  const [at, setAt] = useState({ stage: 0, ply: 0 });
  const [paused, setPaused] = useState(false);
  const stage = stages[at.stage % Math.max(1, stages.length)];
  const n = table ?? (stage && "match" in stage ? stage.match : null);
  const found = n === null ? undefined : live ? live.find(n) : data.matches.find((match) => match.n === n);
  useEffect(() => {
    if (n !== null) live?.want(n);
  });
  const match = found && !isRow(found) ? found : undefined;
  const game = match && data.head.games[match.game];
  const last = match ? match.scenes.length - 1 : 0;
  const turn = (by: number) => setAt(({ stage: now }) => ({ stage: (now + by + stages.length) % Math.max(1, stages.length), ply: 0 }));

  useEffect(() => {
    if (paused || table !== null || (stage && "match" in stage && !match)) return;
    const [least, most] = moveTakes;
    const ended = !match || at.ply >= last;
    const stays = !match ? podiumStays : ended ? endStays : Math.min(most, Math.max(least, gameTakes / Math.max(1, last)));
    const timer = setTimeout(() => (ended ? turn(1) : setAt({ ...at, ply: at.ply + 1 })), stays);
    return () => clearTimeout(timer);
  }, [at, paused, table, match, stages]);
  useEffect(() => {
    // The screen stays on as long as the show is there; where that cannot be asked for, it is as it is.
    let lock: { release: () => Promise<void> } | undefined;
    void navigator.wakeLock?.request("screen").then((one) => (lock = one), () => undefined);
    return () => void lock?.release();
  }, []);
  useKeys((event) => {
    switch (event.key) {
      case "Escape": case "v": leave(); break;
      case "ArrowRight": turn(1); break;
      case "ArrowLeft": turn(-1); break;
      case " ": setPaused(!paused); break;
      default: return;
    }
    event.preventDefault();
  }, [stages, paused, leave]);

  const others = (live?.following.running ?? []).filter((one) => one.n !== n).slice(0, 6).map((one) => (
    `${playersOf(one)}${pointsOf(one).at(-1) ? `: ${pointsText(pointsOf(one).at(-1)!)}` : ""}`
  ));
  return (
    <main class="show" aria-label="Show">
      {match && game ? <Table match={match} game={game} ply={match.running || table !== null ? last : Math.min(at.ply, last)} beside={others} />
        : stage && "podium" in stage && table === null ? <Podium data={data} game={stage.podium} />
        : <p class="show-lead">{stages.length === 0 ? "No game is running." : "Loading the next game."}</p>}
      <p class="show-hint">{paused ? "paused; " : ""}space pauses, ← → another game, Esc leaves</p>
    </main>
  );
}
