// A tournament: standings, who beat whom, the course over rounds, times, faults, openings.

import { useMemo, useState } from "preact/hooks";
import { cut, nameRoom, path, rangeOf, ticksOf, within } from "./chart";
import { useWidth } from "./tools";
import type { CrossTable, Data, Facts, Game, Match, RoundsCourse, StandingsEvent } from "./data";
import { factsOf, gamesOf, seatOf, winnerOf } from "./data";
import { moveOf } from "./moves";
import { SeatKey, seatsOf, seatStyle } from "./scoreboard";
import { entryOf, factsText, fixed, headlineOf, meanOf, percent, plural } from "./words";
import { KnockoutBracket, LadderChart } from "./formats";
import { eventOf } from "./lines";
import { ResultPicture } from "./picture";
import { Grid, linkTo, StandingsTable, SwissRounds } from "./standings";

const memory = new WeakMap<Data, Facts[]>();
export const allFacts = (data: Data) => entryOf(memory, data, () => factsOf(data));

const dashes = ["", "7 3", "2 3", "9 3 2 3", "4 2", "1 2", "12 4", "6 2 1 2"];
const hue = (i: number) => `line-${i % 8}`;

// A line for each bot that has played.
function RoundsChart({ bots, course: { title, digits, rounds: at, values } }: { bots: string[]; course: RoundsCourse }) {
  const [ref, width] = useWidth();
  const rounds = at[at.length - 1] ?? 0;
  if (rounds < 2) return null;
  const played = values.flatMap((own, row) => (own.some((value) => value !== null) ? [row] : []));
  const names = played.map((row) => bots[row]!);
  const series = played.map((row) => at.flatMap((round, i): [number, number][] => (values[row]![i] === null ? [] : [[round, values[row]![i]!]])));
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

function CrossGrid({ game, event, cross: { title, rows, cells } }: { game: Game; event: StandingsEvent; cross: CrossTable }) {
  const { bots } = event.drawn;
  const means = cells.flatMap((row) => row.flatMap((cell) => (cell ? [cell[1]] : [])));
  const low = Math.min(...means);
  const high = Math.max(...means);
  const cell = (row: number, k: number) => {
    const found = cells[rows.indexOf(row)]![k];
    if (!found) return <td class="n dim">{row === rows[k] ? "" : "–"}</td>;
    const [games, mean, error] = found;
    const other = bots[rows[k]!]!;
    const level = Math.round((6 * (mean - low)) / (high - low || 1));
    return (
      <td class={`n level-${level}`} title={`${bots[row]} against ${other}: ${plural(games, "game")}${error === null ? "" : `, ± ${fixed(error)}`}`}>
        <a href={linkTo(game, { bot: bots[row]!, against: other })}>{fixed(mean)}</a>
      </td>
    );
  };
  return <Grid kind="cross" game={game} title={title} event={event} rows={rows} columns={rows.map((row) => [event.bots[row]!.place, bots[row]!])} cell={cell} />;
}

const formats: Record<string, string> = {
  "round-robin": "Round robin", gauntlet: "Gauntlet", swiss: "Swiss", knockout: "Knockout", official: "Official format", ladder: "Ladder", recorded: "Recorded games",
};

function EventView({ data, game }: { data: Data; game: Game }) {
  const event = eventOf(data, game.name);
  const matches = useMemo(() => data.matches.filter((match) => match.game === game.name), [data, game]);
  const outcome = headlineOf(data, game);
  if (!event) return null;
  const { table, drawn } = event;
  const ranking = table.columns.some((column) => column.ranks) ? `${table.ranking} The columns that rank are bold.` : table.ranking;
  return (
    <section class="event">
      <h2>{game.title} <small>{game.contest}</small></h2>
      {outcome && <p class="outcome"><b>{outcome.who}</b> {outcome.rest}.</p>}
      <p class="dim">{event.planned > 0 ? `${formats[event.format] ?? event.format}, ` : ""}{table.extent}. {ranking}</p>
      <div class="columns table-first">
        <StandingsTable game={game} event={event} matches={matches} />
        <KnockoutBracket game={game} drawn={drawn} rounds={event.rounds} />
      </div>
      {table.warnings.map((warning) => <p class="warning"><b aria-hidden="true">! </b>{warning}.</p>)}
      {event.format === "ladder" && <LadderChart event={event} matches={matches} />}
      <div class="columns table-first">
        <SwissRounds game={game} event={event} />
        {drawn.swiss && drawn.course && <RoundsChart bots={drawn.bots} course={drawn.course} />}
        {drawn.cross && <CrossGrid game={game} event={event} cross={drawn.cross} />}
        {!drawn.swiss && drawn.course && <RoundsChart bots={drawn.bots} course={drawn.course} />}
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
  const best = Math.max(...list.map(([, those]) => meanOf(those.map((match) => match.bots[0]!.score))));
  return (
    <ul class="tree">
      {list.slice(0, shown).map(([move, those]) => <TreeBranch key={move} move={move} matches={those} ply={ply} all={matches.length} best={best} game={game} />)}
      {list.length > shown && <li><button type="button" onClick={() => setShown(shown + 50)}>{list.length - shown} more</button></li>}
    </ul>
  );
}

// How games ended: won by the first seat, drawn, won by the others; of one bot, and of those that play
// together, how good their mean is beside the best one.
function Outcomes({ matches, game, best }: { matches: Match[]; game: Game; best: number }) {
  const seats = [0, null, ...game.seats.keys()].filter((seat, i) => seat !== 0 || i === 0);
  const won = seats.map((seat) => matches.filter((match) => winnerOf(match) === seat).length);
  const mean = meanOf(matches.map((match) => match.bots[0]!.score));
  const by = game.cooperative || game.seats.length === 1;
  const label = by ? `mean score ${fixed(mean, 1)}` : seats.map((seat, i) => `${seat === null ? "drawn" : `${game.seats[seat]} won`} ${won[i]}`).join(", ");
  const parts = by ? [mean, Math.max(0, best - mean)] : won;
  return (
    <span class="outcomes" role="img" aria-label={label} title={label}>
      {parts.map((part, i) => part > 0 && <span class={i === 1 ? "" : `seat-${i || 1}`} style={{ flexGrow: part }} />)}
    </span>
  );
}

function TreeBranch({ move, matches, ply, all, best, game }: { move: string; matches: Match[]; ply: number; all: number; best: number; game: Game }) {
  const [open, setOpen] = useState(false);
  const first = matches[0]!;
  const scores = first.bots.map((_, seat) => fixed(meanOf(matches.map((match) => match.bots[seat]?.score ?? 0)), 1));
  const one = matches.length === 1 ? first : undefined;
  const seat = seatOf(first, ply);
  const head = (
    <span class="opening">
      <span><SeatKey seat={seat + 1} look={seatsOf(first)[seat]} /> <code>{move}</code></span>
      <Outcomes matches={matches} game={game} best={best} />
      <span class="n">{game.cooperative ? scores[0] : scores.join(" – ")}</span>
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
  const steady = all.every((match, i) => i % Math.ceil(all.length / 20) > 0 || seatsOf(match)[0]?.[0] === looks[0]?.[0]);
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
