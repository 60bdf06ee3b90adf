// The standings of one event, and the rounds of a Swiss one.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Game, Table } from "./data";
import { resultOf, sortedRows, textOf } from "./lines";
import type { Line, Pairing } from "./lines";
import { meanOf, percent, plural } from "./words";

function ErrorBar({ mean, error, low, high }: { mean: number; error: number; low: number; high: number }) {
  const x = (value: number) => 4 + (112 * (value - low)) / (high - low || 1);
  const reach = Number.isFinite(error) ? error : 0;
  return (
    <svg class="error-bar" width="120" height="16" viewBox="0 0 120 16" aria-hidden="true">
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
    <svg class="histogram" width="100" height="20" viewBox="0 0 100 20" role="img"
      aria-label={`Time used in ${plural(shares.length, "game")}, at most ${percent(most)} of the budget`}>
      {bins.map((count, i) => <rect x={5 * i} width="4" y={20 - (19 * count) / high} height={(19 * count) / high} />)}
    </svg>
  );
}

export const linkTo = (game: Game, more: Record<string, string>) => `#/matches?${new URLSearchParams({ game: game.name, ...more })}`;

// The columns that the program describes, and beside the mean its interval, beside the time how it
// is spread.
export function StandingsTable({ game, table, lines }: { game: Game; table: Table; lines: Line[] }) {
  const [sort, setSort] = useState<{ by: number; down: boolean }>({ by: -1, down: true });
  const own = new Map(lines.map((line) => [line.name, { line, ...meanOf(line.scores) }]));
  const ends = [...own.values()].flatMap(({ mean, error }) => (Number.isFinite(mean) ? [mean - (error || 0), mean + (error || 0)] : []));
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const at = (key: string) => table.columns.findIndex((column) => column.key === key);
  const [bot, group, mean] = [at("bot"), at("group"), at("mean_score")];
  const timed = lines.some((line) => line.times.length > 0);
  const choose = (by: number) => setSort(sort.by !== by ? { by, down: table.columns[by]!.key !== "place" && table.columns[by]!.right === true }
    : sort.down === (table.columns[by]!.right === true) ? { by, down: !sort.down } : { by: -1, down: true });
  const rows = sortedRows(table, sort.by, sort.down);
  return (
    <div class="card wide scroll" tabIndex={0} role="region" aria-label={`Standings of ${game.title}`}>
      <table class={table.columns.length > 14 ? "standings many" : "standings"}>
        <thead>
          <tr>
            {table.columns.map((column, i) => (
              <>
                <th class={`${column.right ? "n" : ""} ${column.ranks ? "ranks" : ""}`} aria-sort={sort.by === i ? (sort.down ? "descending" : "ascending") : undefined} title={column.meaning}>
                  <button type="button" onClick={() => choose(i)}>{column.head || "place"}{sort.by === i && (sort.down ? " ▾" : " ▴")}</button>
                </th>
                {i === mean && <th title="the interval of 95 % of the mean, by the spread of its games">± 95 %</th>}
              </>
            ))}
            {timed && <th class="spread" title="how many games took how much of the budget, up to the most of this bot">spread</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, shown) => {
            const cells = table.rows[row]!;
            const name = textOf(cells[bot]!);
            const found = own.get(lines[row]?.name ?? name) ?? own.get(name);
            const faults = Object.entries(found?.line.faults ?? {});
            const apart = sort.by < 0 && group >= 0 && shown > 0 && textOf(cells[group]!) !== textOf(table.rows[rows[shown - 1]!]![group]!);
            return (
              <tr class={`${textOf(cells[0]!) === "1" ? "winner" : ""} ${apart ? "apart" : ""}`}>
                {table.columns.map((column, i) => (
                  <>
                    {i === bot ? <th scope="row" class="name" title={name}><a href={linkTo(game, { bot: found?.line.name ?? name })}>{name}</a></th>
                      : column.head === "faults" ? (
                        <td class={faults.length ? "n bad" : "n dim"}>{faults.length
                          ? <a href={linkTo(game, { bot: found?.line.name ?? name, result: "faults" })} title={faults.map(([kind, count]) => `${count} ${kind}`).join(", ")}>{textOf(cells[i]!)}</a>
                          : textOf(cells[i]!)}</td>
                      ) : <td class={`${column.right ? "n" : ""} ${column.ranks ? "ranks" : ""}`}>{textOf(cells[i]!)}</td>}
                    {i === mean && <td>{found && Number.isFinite(found.mean) && <ErrorBar mean={found.mean} error={found.error} low={low} high={high} />}</td>}
                  </>
                ))}
                {timed && <td class="spread">{found && found.line.shares.length > 0 && <Histogram shares={found.line.shares} />}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

// A row for each bot and a column for each of 1 to `columns`. `cell` makes one `td`, from 0 on.
export function Grid({ kind, game, title, lines, columns, cell, note }: {
  kind: "rounds" | "cross"; game: Game; title: string; lines: Line[]; columns: number; cell: (line: Line, column: number) => ComponentChildren; note?: string;
}) {
  const numbers = Array.from({ length: columns }, (_, i) => i);
  return (
    <section class={kind === "cross" ? "card wide" : "card"}>
      <h3>{title}</h3>
      <div class="scroll" tabIndex={0} role="region" aria-label={`${game.title}: ${title}`}>
        <table class={kind}>
          <thead><tr><th>bot</th>{numbers.map((i) => <th class="n">{i + 1}</th>)}</tr></thead>
          <tbody>
            {lines.map((line, i) => (
              <tr>
                <th scope="row" class="name" title={line.name}>{i + 1}. {line.name}</th>
                {numbers.map((k) => cell(line, k))}
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
export function SwissRounds({ game, pairings, lines }: { game: Game; pairings: Pairing[]; lines: Line[] }) {
  const rounds = Math.max(0, ...pairings.map((one) => one.round));
  if (rounds === 0) return null;
  const places = new Map(lines.map((line, i) => [line.name, i + 1]));
  const found = new Map(pairings.flatMap((one) => one.bots.map((bot) => [JSON.stringify([one.round, bot]), one] as const)));
  const cell = (line: Line, k: number) => {
    const one = found.get(JSON.stringify([k + 1, line.name]));
    if (!one) return <td class="n dim">{pairings.some((other) => other.round === k + 1) ? "bye" : ""}</td>;
    const seat = one.bots.indexOf(line.name);
    const other = one.bots[1 - seat]!;
    const sign = one.winner === null ? "=" : one.winner === seat ? "+" : "–";
    const result = resultOf(one);
    return (
      <td class={`n ${sign === "+" ? "won" : ""}`}>
        <a href={linkTo(game, { bot: line.name, against: other, round: `${one.round}` })} title={`against ${other}, ${result[seat]} to ${result[1 - seat]}`}>{sign} {places.get(other)}</a>
      </td>
    );
  };
  return <Grid kind="rounds" game={game} title="Swiss rounds" lines={lines} columns={rounds} cell={cell} note="+ won, = drawn, – lost, each with the number of the opponent on the left; a bye is a point." />;
}
