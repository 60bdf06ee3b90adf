// The standings of one event, and the rounds of a Swiss one.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { cut, rangeOf, ticksOf, within } from "./chart";
import { budgetOf } from "./data";
import type { Game, Match, StandingsEvent, TableColumn } from "./data";
import { eloOf, estimateOf, sortedRows, spanOf, textOf } from "./lines";
import type { Estimate } from "./lines";
import { entryOf, percent, plural } from "./words";

// Where the intervals of all bots lie, in percent of the width.
function scaleOf(estimates: Estimate[]): { range: [number, number]; x: (value: number) => string } {
  const range = rangeOf(estimates.map(spanOf));
  const apart = range[1] - range[0] || 1;
  // Intervals without an end go on beyond the axis.
  return { range, x: (value) => (Number.isFinite(value) ? `${(4 + (92 * (within(value, range) - range[0])) / apart).toFixed(2)}%` : value < 0 ? "0%" : "100%") };
}

type Scale = ReturnType<typeof scaleOf>;

function Axis({ range, x }: Scale) {
  return (
    <svg class="interval" height="16" aria-hidden="true">
      {ticksOf(...range).map((tick) => <text x={x(tick)} y="13">{tick}</text>)}
    </svg>
  );
}

function IntervalBar({ estimate: { low, value, high, text }, scale: { range, x } }: { estimate: Estimate; scale: Scale }) {
  return (
    <svg class="interval" height="20" role="img" aria-label={text}>
      <title>{text}</title>
      {ticksOf(...range).map((tick) => <line x1={x(tick)} x2={x(tick)} y1="0" y2="20" class="axis" />)}
      {value < range[0] ? <text x={x(value)} y="14" class="start">◂ {text}</text> : (
        <>
          <line x1={x(low)} x2={x(high)} y1="10" y2="10" class="whisker" />
          {[low, high].filter(Number.isFinite).map((end) => <line x1={x(end)} x2={x(end)} y1="5" y2="15" class="whisker" />)}
          {Number.isFinite(low + high) && <circle cx={x(value)} cy="10" r="4.5" />}
        </>
      )}
    </svg>
  );
}

function Histogram({ shares }: { shares: number[] }) {
  const bins = new Array<number>(20).fill(0);
  const most = Math.max(...shares, 1e-9);
  for (const share of shares) bins[Math.min(19, Math.floor((20 * share) / most))]!++;
  const high = Math.max(...bins);
  return (
    <svg class="histogram" width="100" height="20" viewBox="0 0 100 20" role="img"
      aria-label={`Time used in ${plural(shares.length, "game")}, at most ${percent(most)} of the budget`}>
      {bins.map((count, i) => <rect x={5 * i} width="4" y={20 - (19 * count) / high} height={(19 * count) / high} />)}
    </svg>
  );
}

export const linkTo = (game: Game, more: Record<string, string>) => `#/matches?${new URLSearchParams({ game: game.name, ...more })}`;

// What the interval of a bot is of: in a ladder its rating, else the mean of its scores. In a knockout
// all play others, and few games.
function estimatesOf({ format, bots, drawn: { means } }: StandingsEvent): (Estimate | null)[] {
  if (format === "ladder") return bots.map(eloOf);
  return means.map((one) => (one && format !== "knockout" ? estimateOf(one) : null));
}

// The shares of the budget that each bot used, game by game.
function usesOf(matches: Match[]): Map<string, number[]> {
  const uses = new Map<string, number[]>();
  for (const match of matches) {
    match.bots.forEach((bot, seat) => {
      const time = match.clock === "cpu" ? bot.cpu : bot.wall;
      if (time !== undefined) entryOf(uses, bot.name, () => []).push(time / budgetOf(match, seat as 0 | 1));
    });
  }
  return uses;
}

// The times of a bot by words that nothing else on the page has.
function headOf({ key, head }: TableColumn, time: TableColumn | undefined): string {
  const clock = time?.head.replace("/game", "");
  return key.endsWith("us_p95") ? `${clock} p95` : key.endsWith("us_most") ? `${clock} max` : head || "place";
}

export const Star = () => <span class="star" role="img" aria-label="winner" title="winner" />;

// The table that the program describes, with the interval of each bot. At first only what decides is
// shown; all columns beside that include how the time of the games is spread.
export function StandingsTable({ game, event, matches }: { game: Game; event: StandingsEvent; matches: Match[] }) {
  const { table, drawn } = event;
  const [sort, setSort] = useState<{ by: number; down: boolean }>({ by: -1, down: true });
  const [all, setAll] = useState(false);
  const uses = all ? usesOf(matches) : new Map<string, number[]>();
  const estimates = estimatesOf(event);
  const known = estimates.flatMap((one) => (one ? [one] : []));
  const scale = scaleOf(known);
  const at = (key: string) => table.columns.findIndex((column) => column.key === key);
  const [bot, group] = [at("bot"), at("group")];
  const time = table.columns.find((column) => column.key.endsWith("us_mean"));
  const shown = table.columns.map((_, i) => i)
    .filter((i) => all || table.columns[i]!.ranks || ["place", "bot", "games", "elo_error"].includes(table.columns[i]!.key) || table.columns[i]!.head === "faults");
  const choose = (by: number) => setSort(sort.by !== by ? { by, down: table.columns[by]!.key !== "place" && table.columns[by]!.right === true }
    : sort.down === (table.columns[by]!.right === true) ? { by, down: !sort.down } : { by: -1, down: true });
  const rows = sortedRows(table, sort.by, sort.down);
  // A ladder never ends, and a single challenger is always ranked first.
  const over = event.planned > 0 && event.played >= event.planned && !["ladder", "gauntlet"].includes(event.format);
  return (
    <div class="card wide">
      <div class="scroll" tabIndex={0} role="region" aria-label={`Standings of ${game.title}`}>
        <table class={known.length > 0 ? "standings plotted" : "standings"}>
          <thead>
            <tr>
              {shown.map((i) => {
                const column = table.columns[i]!;
                return (
                  <>
                    <th class={`${column.right ? "n" : ""} ${column.ranks ? "ranks" : ""}`} aria-sort={sort.by === i ? (sort.down ? "descending" : "ascending") : undefined} title={column.meaning}>
                      <button type="button" onClick={() => choose(i)}>{headOf(column, time)}{sort.by === i && (sort.down ? " ▾" : " ▴")}</button>
                    </th>
                    {i === bot && known.length > 0 && <th class="plot">{event.format === "ladder" ? "Elo" : "mean score"} with its 95 % interval<Axis {...scale} /></th>}
                  </>
                );
              })}
              {all && time && <th title="how many games took how much of the budget, up to the longest of this bot">spread of {time.head}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, nth) => {
              const cells = table.rows[row]!;
              const name = drawn.bots[row]!;
              const estimate = estimates[row];
              const faults = Object.entries(event.bots[row]!.faults);
              const used = uses.get(name);
              const first = textOf(cells[0]!) === "1";
              const apart = sort.by < 0 && group >= 0 && nth > 0 && textOf(cells[group]!) !== textOf(table.rows[rows[nth - 1]!]![group]!);
              return (
                <tr class={`${first ? "winner" : ""} ${apart ? "apart" : ""}`}>
                  {shown.map((i) => {
                    const column = table.columns[i]!;
                    const text = textOf(cells[i]!);
                    if (i === bot) return (
                      <>
                        <th scope="row" class="name" title={name}><a href={linkTo(game, { bot: name })}>{text}</a></th>
                        {known.length > 0 && <td class="plot">{estimate && <IntervalBar estimate={estimate} scale={scale} />}</td>}
                      </>
                    );
                    if (column.head === "faults" && faults.length > 0) return (
                      <td class="n bad"><a href={linkTo(game, { bot: name, result: "faults" })} title={faults.map(([kind, count]) => `${count} ${kind}`).join(", ")}>{text}</a></td>
                    );
                    return <td class={`${column.right ? "n" : ""} ${column.ranks ? "ranks" : ""} ${column.key}`} title={column.key === "note" ? text : undefined}>{column.key === "place" && first && over && <Star />}{text}</td>;
                  })}
                  {all && time && <td>{used && <Histogram shares={used} />}</td>}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {shown.length < table.columns.length || all ? <p class="all"><button type="button" aria-pressed={all} onClick={() => setAll(!all)}>all columns</button></p> : null}
    </div>
  );
}

// A row for each of these bots, with its place, and these columns. `cell` makes one `td`; both count
// from 0.
export function Grid({ kind, game, title, event, rows, columns, cell, note }: {
  kind: "rounds" | "cross"; game: Game; title: string; event: StandingsEvent; rows: number[];
  columns: [head: number, what: string][]; cell: (row: number, column: number) => ComponentChildren; note?: string;
}) {
  return (
    <section class={kind === "cross" ? "card wide" : "card"}>
      <h3>{title}</h3>
      <div class="scroll" tabIndex={0} role="region" aria-label={`${game.title}: ${title}`}>
        <table class={kind}>
          <thead><tr><th>bot</th>{columns.map(([head, what]) => <th class="n" title={what}>{head}</th>)}</tr></thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row" class="name" title={event.drawn.bots[row]}>{event.bots[row]!.place}. {event.drawn.bots[row]}</th>
                {columns.map((_, k) => cell(row, k))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note && <p class="dim">{note}</p>}
    </section>
  );
}

// Who met whom in each round, and how it ended.
export function SwissRounds({ game, event }: { game: Game; event: StandingsEvent }) {
  const { bots, swiss = [] } = event.drawn;
  if (swiss.length === 0) return null;
  const cell = (row: number, k: number) => {
    const one = swiss[k]!.pairings.find((pairing) => pairing.bots.includes(row));
    if (!one) return <td class="n dim">{swiss[k]!.bye === row ? "bye" : ""}</td>;
    const seat = one.bots.indexOf(row);
    const other = bots[one.bots[1 - seat]!]!;
    const sign = one.winner === null ? "=" : one.winner === seat ? "+" : "–";
    return (
      <td class={`n ${sign === "+" ? "won" : ""}`}>
        <a href={linkTo(game, { bot: bots[row]!, against: other, round: `${k + 1}` })} title={`against ${other}, ${one.result[seat]} to ${one.result[1 - seat]}`}>{sign} {cut(other, 14)}</a>
      </td>
    );
  };
  return <Grid kind="rounds" game={game} title="Swiss rounds" event={event} rows={bots.map((_, row) => row)} cell={cell}
    note="+ won, = drawn, – lost, and against whom; a bye is a point." columns={swiss.map((_, i) => [i + 1, `round ${i + 1}`])} />;
}
