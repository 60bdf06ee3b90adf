// A tournament: standings, who beat whom, the course over rounds, times, faults, openings.

import { useMemo, useState } from "preact/hooks";
import { cut, nameRoom, path, rangeOf, ticksOf, within } from "./chart";
import { useWidth } from "./tools";
import type { Data, Facts, Game, Match } from "./data";
import { factsOf, gamesOf, winnerOf } from "./data";
import { moveOf } from "./moves";
import { SeatKey, seatsOf, seatStyle } from "./scoreboard";
import { entryOf, factsText, fixed, headlineOf, meanOf, percent, plural } from "./words";
import { KnockoutBracket, LadderChart } from "./formats";
import type { Line } from "./lines";
import { eventOf, linesOf, pairingsOf, swissCourse, tableOf } from "./lines";
import { ResultPicture } from "./picture";
import { Grid, linkTo, StandingsTable, SwissRounds } from "./standings";

const memory = new WeakMap<Data, Facts[]>();
export const allFacts = (data: Data) => entryOf(memory, data, () => factsOf(data));

const dashes = ["", "7 3", "2 3", "9 3 2 3", "4 2", "1 2", "12 4", "6 2 1 2"];
const hue = (i: number) => `line-${i % 8}`;

// The mean of all games up to each round.
function meansOf(lines: Line[]): [round: number, mean: number][][] {
  const rounds = Math.max(0, ...lines.flatMap((line) => [...line.rounds.keys()]));
  return lines.map((line) => {
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
}

// A line for each bot. `digits`: of the values at the axis.
function RoundsChart({ title, names, series, digits }: { title: string; names: string[]; series: [round: number, value: number][][]; digits: number }) {
  const [ref, width] = useWidth();
  const rounds = Math.max(0, ...series.flat().map(([round]) => round));
  if (rounds < 2) return null;
  const range = rangeOf(series.map((means): [number, number] => {
    const values = means.map(([, mean]) => mean);
    return [Math.min(...values), Math.max(...values)];
  }));
  const [low, high] = range;
  const height = 220;
  const [right, letters] = nameRoom(names, width);
  const x = (round: number) => 50 + ((round - 1) / (rounds - 1)) * (width - 50 - right);
  const y = (mean: number) => 12 + (1 - (within(mean, range) - low) / (high - low || 1)) * (height - 40);
  // Names beside the ends, moved apart.
  const ends = series
    .map((means, i) => ({ i, value: means[means.length - 1]![1], y: y(means[means.length - 1]![1]) }))
    .sort((a, b) => a.y - b.y);
  ends.forEach((end, k) => {
    if (k > 0) end.y = Math.max(end.y, ends[k - 1]!.y + 14);
  });
  const tall = Math.max(height, (ends[ends.length - 1]?.y ?? 0) + 20);
  return (
    <section class="card">
      <h3>{title}</h3>
      <div ref={ref} class="chart">
        <svg width={width} height={tall} viewBox={`0 0 ${width} ${tall}`} role="img"
          aria-label={series.map((means, i) => `${names[i]} ends at ${fixed(means[means.length - 1]![1], digits)}`).join("; ")}>
          {ticksOf(low, high).map((tick) => (
            <>
              <line x1={x(1)} x2={x(rounds)} y1={y(tick)} y2={y(tick)} class="axis" />
              <text x="44" y={y(tick) + 4} class="tick end">{tick}</text>
            </>
          ))}
          <text x={x(1)} y={height - 6} class="tick">round 1</text>
          <text x={x(rounds)} y={height - 6} class="tick end">{rounds}</text>
          {series.map((means, i) => (
            <path class={`curve ${hue(i)}`} stroke-dasharray={dashes[(i + 3 * Math.floor(i / 8)) % 8]}
              d={path(means.map(([round, mean]) => [x(round), y(mean)]))} />
          ))}
          {ends.slice(0, 24).map(({ i, value, y: at }) => (
            <text x={x(rounds) + 8} y={at + 4} class={`tick name-of ${hue(i)}`}>
              <title>{names[i]} {fixed(value, digits)}</title>
              {value < low ? "▾ " : ""}{cut(names[i]!, letters)}
            </text>
          ))}
        </svg>
      </div>
    </section>
  );
}

function CrossTable({ matches, game, lines, title }: { matches: Match[]; game: Game; lines: Line[]; title: string }) {
  const scores = useMemo(() => {
    const found = new Map<string, number[]>();
    for (const match of matches) {
      for (const seat of [0, 1] as const) {
        const key = JSON.stringify([match.bots[seat].name, match.bots[1 - seat]!.name]);
        entryOf(found, key, () => []).push(match.bots[seat].score);
      }
    }
    return found;
  }, [matches]);
  const all = [...scores.values()].map((list) => meanOf(list).mean);
  const low = Math.min(...all);
  const high = Math.max(...all);
  if (lines.length > 40) return null;
  const cell = (line: Line, k: number) => {
    const other = lines[k]!;
    const list = scores.get(JSON.stringify([line.name, other.name]));
    if (!list) return <td class="n dim">{line === other ? "" : "–"}</td>;
    const { mean, error } = meanOf(list);
    const level = Math.round((6 * (mean - low)) / (high - low || 1));
    return (
      <td class={`n level-${level}`} title={`${line.name} against ${other.name}: ${plural(list.length, "game")}, ± ${fixed(error)}`}>
        <a href={linkTo(game, { bot: line.name, against: other.name })}>{fixed(mean)}</a>
      </td>
    );
  };
  return <Grid kind="cross" game={game} title={title} lines={lines} columns={lines.map((line) => [line.place, line.name])} cell={cell} />;
}

const formats: Record<string, string> = {
  "round-robin": "Round robin", gauntlet: "Gauntlet", swiss: "Swiss", knockout: "Knockout", official: "Official format", ladder: "Ladder", recorded: "Recorded games",
};

function EventView({ data, game }: { data: Data; game: Game }) {
  const lines = useMemo(() => linesOf(data, game.name), [data, game]);
  const table = tableOf(data, game, lines);
  const event = eventOf(data, game.name);
  const matches = useMemo(() => data.matches.filter((match) => match.game === game.name), [data, game]);
  const outcome = headlineOf(data, game);
  const swiss = event?.format === "swiss" ? Infinity : table.swiss_rounds ?? 0;
  const final = table.swiss_rounds === undefined ? matches : matches.filter((match) => (match.round ?? 1) > swiss);
  const met = new Set(final.flatMap((match) => match.bots.map((bot) => bot.name)));
  const finalists = lines.filter((line) => met.has(line.name));
  const pairings = useMemo(() => (swiss > 0 ? pairingsOf(matches.filter((match) => (match.round ?? 1) <= swiss)) : []), [matches, swiss]);
  const played = lines.filter((line) => line.scores.length > 0);
  const names = (swiss > 0 ? lines : played).map((line) => line.name);
  const ranking = table.columns.some((column) => column.ranks) ? `${table.ranking} The columns that rank are bold.` : table.ranking;
  return (
    <section class="event">
      <h2>{game.title} <small>{game.contest}</small></h2>
      {outcome && <p class="outcome"><b>{outcome.who}</b> {outcome.rest}.</p>}
      <p class="dim">{event ? `${formats[event.format] ?? event.format}, ` : ""}{table.extent}. {ranking}</p>
      <div class="columns table-first">
        <StandingsTable game={game} table={table} lines={lines} event={event} />
        {event?.format === "knockout" && <KnockoutBracket game={game} matches={matches} rounds={event.rounds} first={lines[0]?.name} />}
      </div>
      {table.warnings.map((warning) => <p class="warning"><b aria-hidden="true">! </b>{warning}.</p>)}
      {event?.format === "ladder" && <LadderChart event={event} matches={matches} />}
      <div class="columns table-first">
        {swiss > 0 && <SwissRounds game={game} pairings={pairings} lines={lines} />}
        {swiss > 0 && <RoundsChart title="Swiss points, round by round" names={names} series={swissCourse(pairings, names)} digits={1} />}
        {lines.length > 1 && event?.format !== "knockout" && event?.format !== "swiss" && finalists.length > 1 && (
          <CrossTable matches={final} game={game} lines={finalists} title={table.swiss_rounds === undefined ? "Mean score against each other" : "The final: mean score against each other"} />
        )}
        {event?.format !== "knockout" && event?.format !== "ladder" && swiss === 0 && <RoundsChart title="Mean score, round by round" names={names} series={meansOf(played)} digits={1} />}
      </div>
    </section>
  );
}

export function TournamentView({ data }: { data: Data }) {
  return (
    <>
      <p class="facts dim">{factsText(data)}.</p>
      <ResultPicture title={data.head.title} />
      {gamesOf(data.head).map((game) => <EventView data={data} game={game} key={game.name} />)}
    </>
  );
}

function branches(matches: Match[], ply: number): [move: string, matches: Match[]][] {
  const found = new Map<string, Match[]>();
  for (const match of matches) {
    if (match.moves.length < ply) continue;
    entryOf(found, moveOf(match, ply), () => []).push(match);
  }
  return [...found].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
}

function Tree({ matches, ply, game }: { matches: Match[]; ply: number; game: Game }) {
  const [shown, setShown] = useState(12);
  const list = useMemo(() => branches(matches, ply), [matches, ply]);
  const best = Math.max(...list.map(([, those]) => meanOf(those.map((match) => match.bots[0].score)).mean));
  return (
    <ul class="tree">
      {list.slice(0, shown).map(([move, those]) => <TreeBranch key={move} move={move} matches={those} ply={ply} all={matches.length} best={best} game={game} />)}
      {list.length > shown && <li><button type="button" onClick={() => setShown(shown + 50)}>{list.length - shown} more</button></li>}
    </ul>
  );
}

// How games ended: won by the first seat, drawn, won by the second; where both play together, how good
// their mean is beside the best one.
function Outcomes({ matches, game, best }: { matches: Match[]; game: Game; best: number }) {
  const won = [0, null, 1].map((seat) => matches.filter((match) => winnerOf(match) === seat).length);
  const mean = meanOf(matches.map((match) => match.bots[0].score)).mean;
  const label = game.cooperative ? `mean score ${fixed(mean, 1)}` : `${game.seats[0]} won ${won[0]}, drawn ${won[1]}, ${game.seats[1]} won ${won[2]}`;
  const parts = game.cooperative ? [mean, Math.max(0, best - mean)] : won;
  return (
    <span class="outcomes" role="img" aria-label={label} title={label}>
      {parts.map((part, i) => part > 0 && <span class={i === 0 ? "seat-1" : i === 2 ? "seat-2" : ""} style={{ flexGrow: part }} />)}
    </span>
  );
}

function TreeBranch({ move, matches, ply, all, best, game }: { move: string; matches: Match[]; ply: number; all: number; best: number; game: Game }) {
  const [open, setOpen] = useState(false);
  const scores = ([0, 1] as const).map((seat) => fixed(meanOf(matches.map((match) => match.bots[seat].score)).mean, 1));
  const one = matches.length === 1 ? matches[0] : undefined;
  const head = (
    <span class="opening">
      <span><SeatKey seat={((ply - 1) % 2) + 1} look={seatsOf(matches[0])[(ply - 1) % 2]} /> <code>{move}</code></span>
      <Outcomes matches={matches} game={game} best={best} />
      <span class="n">{game.cooperative ? scores[0] : `${scores[0]} – ${scores[1]}`}</span>
      <span class="n dim">{one ? <a href={`#/match/${one.n}/${ply}`}>match {one.n}</a> : `${matches.length.toLocaleString("en")}, ${percent(matches.length / all)}`}</span>
    </span>
  );
  if (one) return <li>{head}</li>;
  return (
    <li>
      <details open={open} onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
        <summary>{head}</summary>
        {open && <Tree matches={matches} ply={ply + 1} game={game} />}
      </details>
    </li>
  );
}

function OpeningsOf({ data, game }: { data: Data; game: Game }) {
  const [bot, setBot] = useState("");
  const all = useMemo(() => data.matches.filter((match) => match.game === game.name), [data, game]);
  const matches = useMemo(() => all.filter((match) => bot === "" || match.bots.some((one) => one.name === bot)), [all, bot]);
  // Where a game gives seats other colours in each match, they say nothing here.
  const looks = seatsOf(all[0]);
  const steady = all.every((match, i) => i % Math.ceil(all.length / 20) > 0 || seatsOf(match)[0][0] === looks[0][0]);
  const names = [...new Set(all.flatMap((match) => match.bots.map((one) => one.name)))].sort();
  return (
    <section>
      <h2>{game.title}</h2>
      <p><label>games of <select value={bot} onChange={(event) => setBot(event.currentTarget.value)}>
        <option value="">all bots</option>{names.map((name) => <option>{name}</option>)}
      </select></label></p>
      <div class="card seated" style={steady ? seatStyle(looks) : {}}>
        <p class="opening dim"><span>move</span><span>how its games ended</span><span class="n">mean score</span><span class="n">games</span></p>
        <Tree matches={matches} ply={1} game={game} />
      </div>
    </section>
  );
}

export function OpeningsView({ data }: { data: Data }) {
  return <>{gamesOf(data.head).map((game) => <OpeningsOf data={data} game={game} key={game.name} />)}</>;
}
