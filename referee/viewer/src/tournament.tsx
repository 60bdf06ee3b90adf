// A tournament: standings, who beat whom, the course over rounds, times, faults, openings.

import { useMemo, useState } from "preact/hooks";
import { HeatMap } from "./board";
import { useWidth } from "./chart";
import type { Data, Facts, Game, Match } from "./data";
import { failed, factsOf, gamesOf } from "./data";
import { moveOf } from "./game";
import { changedCells } from "./scene";
import { fixed, meanOf, percent, plural, timeText } from "./words";

const memory = new WeakMap<Data, Facts[]>();
export function allFacts(data: Data): Facts[] {
  let facts = memory.get(data);
  if (!facts) memory.set(data, (facts = factsOf(data)));
  return facts;
}

export function statusSign(match: Match, seat: 0 | 1): string {
  const status = match.bots[seat].status;
  return failed(match.bots[seat]) ? "!" : status === "WIN" ? "+" : status === "DRAW" ? "=" : "–";
}

interface Line {
  name: string;
  place: number | null;
  scores: number[];
  seats: [number[], number[]];
  wins: number;
  draws: number;
  losses: number;
  faults: Record<string, number>;
  shares: number[]; // of the budget, game by game
  times: number[];
  rounds: Map<number, number[]>;
}

function linesOf(data: Data, game: string): Line[] {
  const lines = new Map<string, Line>();
  const places = data.head.standings?.events.find((event) => event.game === game)?.bots ?? [];
  const line = (name: string): Line => {
    let found = lines.get(name);
    if (!found) {
      found = {
        name, place: places.find((bot) => bot.name === name)?.place ?? null, scores: [], seats: [[], []],
        wins: 0, draws: 0, losses: 0, faults: {}, shares: [], times: [], rounds: new Map(),
      };
      lines.set(name, found);
    }
    return found;
  };
  for (const match of data.matches) {
    if (match.game !== game) continue;
    match.bots.forEach((bot, seat) => {
      const own = line(bot.name);
      own.scores.push(bot.score);
      own.seats[seat as 0 | 1].push(bot.score);
      if (bot.status === "WIN") own.wins++;
      else if (bot.status === "DRAW") own.draws++;
      else own.losses++;
      const time = match.clock === "cpu" ? bot.cpu : bot.wall;
      if (time !== undefined) {
        own.times.push(time);
        own.shares.push(time / match.budget_us);
      }
      const round = match.round ?? 1;
      own.rounds.set(round, [...(own.rounds.get(round) ?? []), bot.score]);
    });
    for (const fault of match.faults ?? []) {
      const own = line(match.bots[fault.seat - 1]!.name);
      own.faults[fault.kind] = (own.faults[fault.kind] ?? 0) + 1;
    }
  }
  const mean = (one: Line) => meanOf(one.scores).mean;
  return [...lines.values()].sort((a, b) => (a.place ?? 0) - (b.place ?? 0) || mean(b) - mean(a));
}

function ErrorBar({ mean, error, low, high }: { mean: number; error: number; low: number; high: number }) {
  const x = (value: number) => 4 + (112 * (value - low)) / (high - low || 1);
  const reach = Number.isFinite(error) ? error : 0;
  return (
    <svg class="error-bar" width="120" height="16" aria-hidden="true">
      <line x1={x(mean - reach)} x2={x(mean + reach)} y1="8" y2="8" />
      <line x1={x(mean - reach)} x2={x(mean - reach)} y1="4" y2="12" />
      <line x1={x(mean + reach)} x2={x(mean + reach)} y1="4" y2="12" />
      <circle cx={x(mean)} cy="8" r="3.5" />
    </svg>
  );
}

function Histogram({ shares }: { shares: number[] }) {
  const bins = new Array<number>(20).fill(0);
  const most = Math.max(...shares, 1e-9);
  for (const share of shares) bins[Math.min(19, Math.floor((20 * share) / most))]!++;
  const high = Math.max(...bins);
  return (
    <svg class="histogram" width="100" height="20" role="img"
      aria-label={`Time used in ${plural(shares.length, "game")}, at most ${percent(most)} of the budget`}>
      {bins.map((count, i) => <rect x={5 * i} width="4" y={20 - (19 * count) / high} height={(19 * count) / high} />)}
    </svg>
  );
}

const dashes = ["", "7 3", "2 3", "9 3 2 3", "4 2", "1 2", "12 4", "6 2 1 2"];
export const hue = (i: number) => `line-${i % 8}`;

function RoundsChart({ lines }: { lines: Line[] }) {
  const [ref, width] = useWidth();
  const rounds = Math.max(...lines.flatMap((line) => [...line.rounds.keys()]));
  const series = lines.map((line) => {
    let sum = 0;
    let games = 0;
    const means: [number, number][] = [];
    for (let round = 1; round <= rounds; round++) {
      for (const score of line.rounds.get(round) ?? []) {
        sum += score;
        games++;
      }
      if (games > 0) means.push([round, sum / games]);
    }
    return means;
  });
  if (rounds < 2) return null;
  const values = series.flat().map(([, mean]) => mean);
  const high = Math.max(...values);
  const low = Math.min(...values);
  const height = 220;
  const right = 130;
  const x = (round: number) => 50 + ((round - 1) / (rounds - 1)) * (width - 50 - right);
  const y = (mean: number) => 12 + (1 - (mean - low) / (high - low || 1)) * (height - 40);
  // Names beside the ends, moved apart.
  const ends = series
    .map((means, i) => ({ i, y: y(means[means.length - 1]![1]) }))
    .sort((a, b) => a.y - b.y);
  ends.forEach((end, k) => {
    if (k > 0) end.y = Math.max(end.y, ends[k - 1]!.y + 14);
  });
  return (
    <section class="card">
      <h3>Mean score, round by round</h3>
      <div ref={ref} class="chart">
        <svg width={width} height={Math.max(height, (ends[ends.length - 1]?.y ?? 0) + 20)} role="img"
          aria-label={series.map((means, i) => `${lines[i]!.name} ends at ${fixed(means[means.length - 1]![1])}`).join("; ")}>
          <text x="44" y={y(high) + 4} class="tick end">{fixed(high, 1)}</text>
          <text x="44" y={y(low) + 4} class="tick end">{fixed(low, 1)}</text>
          <text x={x(1)} y={height - 6} class="tick">round 1</text>
          <text x={x(rounds)} y={height - 6} class="tick end">{rounds}</text>
          {series.map((means, i) => (
            <path class={`curve ${hue(i)}`} stroke-dasharray={dashes[i % 8]}
              d={means.map(([round, mean], k) => `${k ? "L" : "M"}${x(round).toFixed(1)} ${y(mean).toFixed(1)}`).join("")} />
          ))}
          {ends.slice(0, 24).map(({ i, y: at }) => (
            <text x={x(rounds) + 8} y={at + 4} class={`tick name-of ${hue(i)}`}>{lines[i]!.name.slice(0, 16)}</text>
          ))}
        </svg>
      </div>
    </section>
  );
}

function CrossTable({ data, game, lines }: { data: Data; game: string; lines: Line[] }) {
  const scores = useMemo(() => {
    const found = new Map<string, number[]>();
    for (const match of data.matches) {
      if (match.game !== game) continue;
      for (const seat of [0, 1] as const) {
        const key = JSON.stringify([match.bots[seat].name, match.bots[1 - seat]!.name]);
        found.set(key, [...(found.get(key) ?? []), match.bots[seat].score]);
      }
    }
    return found;
  }, [data, game]);
  const all = [...scores.values()].map((list) => meanOf(list).mean);
  const low = Math.min(...all);
  const high = Math.max(...all);
  if (lines.length > 40) return null;
  return (
    <section class="card wide">
      <h3>Mean score against each other</h3>
      <div class="scroll" tabIndex={0}>
        <table class="cross">
          <thead><tr><th>bot</th>{lines.map((_, i) => <th class="n">{i + 1}</th>)}</tr></thead>
          <tbody>
            {lines.map((line, i) => (
              <tr>
                <th class="name">{i + 1}. {line.name}</th>
                {lines.map((other, k) => {
                  const list = scores.get(JSON.stringify([line.name, other.name]));
                  if (!list) return <td class="n dim">{i === k ? "" : "–"}</td>;
                  const { mean, error } = meanOf(list);
                  const level = Math.round((6 * (mean - low)) / (high - low || 1));
                  return (
                    <td class={`n level-${level}`} title={`${line.name} against ${other.name}: ${plural(list.length, "game")}, ± ${fixed(error)}`}>
                      <a href={`#/matches?${new URLSearchParams({ game, bot: line.name, against: other.name })}`}>{fixed(mean)}</a>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function EventView({ data, game }: { data: Data; game: Game }) {
  const lines = useMemo(() => linesOf(data, game.name), [data, game]);
  const rows = lines.map((line) => ({ line, ...meanOf(line.scores) }));
  const reach = rows.map((row) => (Number.isFinite(row.error) ? row.error : 0));
  const low = Math.min(...rows.map((row, i) => row.mean - reach[i]!));
  const high = Math.max(...rows.map((row, i) => row.mean + reach[i]!));
  const event = data.head.standings?.events.find((one) => one.game === game.name);
  const matches = data.matches.filter((match) => match.game === game.name);
  return (
    <section>
      <h2>{game.title} <small>{game.contest}</small></h2>
      <p class="dim">
        {event && event.planned > event.played ? `${event.played} of ${plural(event.planned, "match", "matches")}` : plural(matches.length, "match", "matches")}
        {event && `, ${event.format}, ${plural(event.rounds, "round")}`}
      </p>
      <div class="card wide scroll" tabIndex={0}>
        <table class="standings">
          <thead>
            <tr><th class="n">place</th><th>bot</th><th class="n">games</th><th class="n">mean score</th><th>with its 95 % interval</th>
              {!game.cooperative && <><th class="n">W</th><th class="n">D</th><th class="n">L</th></>}
              <th class="n">as {game.seats[0]}</th><th class="n">as {game.seats[1]}</th><th>faults</th>
              <th class="n">mean time</th><th class="n">most</th><th class="n">of budget</th><th>distribution</th></tr>
          </thead>
          <tbody>
            {rows.map(({ line, mean, error }, i) => (
              <tr>
                <td class="n">{line.place ?? i + 1}</td>
                <td class="name"><a href={`#/matches?${new URLSearchParams({ game: game.name, bot: line.name })}`}>{line.name}</a></td>
                <td class="n">{line.scores.length}</td>
                <td class="n"><b>{fixed(mean)}</b> <small>± {fixed(error)}</small></td>
                <td><ErrorBar mean={mean} error={error} low={low} high={high} /></td>
                {!game.cooperative && <><td class="n">{line.wins}</td><td class="n">{line.draws}</td><td class="n">{line.losses}</td></>}
                <td class="n">{line.seats[0].length ? fixed(meanOf(line.seats[0]).mean) : "–"}</td>
                <td class="n">{line.seats[1].length ? fixed(meanOf(line.seats[1]).mean) : "–"}</td>
                <td class={Object.keys(line.faults).length ? "bad" : "dim"}>
                  {Object.entries(line.faults).map(([kind, count], i) => (
                    <>{i > 0 && ", "}<a href={`#/matches?${new URLSearchParams({ game: game.name, bot: line.name, result: "faults" })}`}>{count} {kind}</a></>
                  ))}
                  {Object.keys(line.faults).length === 0 && "none"}
                </td>
                {line.times.length > 0 ? (
                  <>
                    <td class="n">{timeText(meanOf(line.times).mean | 0)}</td>
                    <td class="n">{timeText(Math.max(...line.times))}</td>
                    <td class="n">{percent(Math.max(...line.shares))}</td>
                    <td><Histogram shares={line.shares} /></td>
                  </>
                ) : <td colSpan={4} class="dim">not known</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class={lines.length <= 8 ? "columns" : ""}>
        {lines.length > 1 && <CrossTable data={data} game={game.name} lines={lines} />}
        <RoundsChart lines={lines} />
      </div>
    </section>
  );
}

export function TournamentView({ data }: { data: Data }) {
  return <>{gamesOf(data.head).map((game) => <EventView data={data} game={game} key={game.name} />)}</>;
}

interface Branch {
  move: string;
  matches: Match[];
}

function branches(matches: Match[], ply: number): Branch[] {
  const found = new Map<string, Match[]>();
  for (const match of matches) {
    if (match.moves.length < ply) continue;
    const move = moveOf(match, ply);
    const list = found.get(move);
    if (list) list.push(match);
    else found.set(move, [match]);
  }
  return [...found].map(([move, list]) => ({ move, matches: list }))
    .sort((a, b) => b.matches.length - a.matches.length || (a.move < b.move ? -1 : 1));
}

function Tree({ matches, ply, seats }: { matches: Match[]; ply: number; seats: [string, string] }) {
  const [shown, setShown] = useState(12);
  const list = useMemo(() => branches(matches, ply), [matches, ply]);
  return (
    <ul class="tree">
      {list.slice(0, shown).map((branch) => <TreeBranch key={branch.move} branch={branch} ply={ply} all={matches.length} seats={seats} />)}
      {list.length > shown && <li><button type="button" onClick={() => setShown(shown + 50)}>{list.length - shown} more</button></li>}
    </ul>
  );
}

function TreeBranch({ branch, ply, all, seats }: { branch: Branch; ply: number; all: number; seats: [string, string] }) {
  const [open, setOpen] = useState(false);
  const { matches } = branch;
  const scores = ([0, 1] as const).map((seat) => fixed(meanOf(matches.map((match) => match.bots[seat].score)).mean, 1));
  const head = (
    <>
      <span class={`key seat-${((ply - 1) % 2) + 1}`} /> <code>{branch.move}</code>{" "}
      <span class="dim">{plural(matches.length, "game")}, {percent(matches.length / all)}; mean score {scores[0]} – {scores[1]}</span>
    </>
  );
  if (matches.length === 1) {
    return <li>{head} <a href={`#/match/${matches[0]!.n}/${ply}`}>match {matches[0]!.n}</a></li>;
  }
  return (
    <li>
      <details open={open} onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
        <summary>{head}</summary>
        {open && <Tree matches={matches} ply={ply + 1} seats={seats} />}
      </details>
    </li>
  );
}

function OpeningsOf({ data, game }: { data: Data; game: Game }) {
  const [bot, setBot] = useState("");
  const matches = useMemo(() => data.matches.filter((match) =>
    match.game === game.name && (bot === "" || match.bots.some((one) => one.name === bot))), [data, game, bot]);
  const counts = useMemo(() => {
    const found = new Array<number>(game.board.cells.length).fill(0);
    for (const match of matches) {
      match.scenes.forEach((scene, ply) => {
        if (ply === 0) return;
        const seat = (match.seats ? Number(match.seats[ply - 1]) - 1 : (ply - 1) % 2) as 0 | 1;
        if (bot !== "" && match.bots[seat].name !== bot) return;
        changedCells(scene, (cell) => found[cell]!++);
      });
    }
    return found;
  }, [matches, bot]);
  const names = [...new Set(data.matches.filter((match) => match.game === game.name).flatMap((match) => match.bots.map((one) => one.name)))].sort();
  return (
    <section>
      <h2>{game.title}</h2>
      <p><label>games of <select value={bot} onChange={(event) => setBot((event.target as HTMLSelectElement).value)}>
        <option value="">all bots</option>{names.map((name) => <option>{name}</option>)}
      </select></label></p>
      <div class="columns">
        <div class="card"><h3>Opening tree</h3><Tree matches={matches} ply={1} seats={game.seats} /></div>
        <div class="card">
          <h3>How often moves changed each cell</h3>
          <HeatMap board={game.board} counts={counts} label={`Heat map of ${plural(matches.length, "game")}`} />
        </div>
      </div>
    </section>
  );
}

export function OpeningsView({ data }: { data: Data }) {
  return <>{gamesOf(data.head).map((game) => <OpeningsOf data={data} game={game} key={game.name} />)}</>;
}
