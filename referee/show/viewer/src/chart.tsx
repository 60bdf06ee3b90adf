// Charts: axes on which many bots lie, and points, what bots say, times and budget over a game.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { budgetOf, pointsOf, seatOf } from "./data";
import type { Match } from "./data";
import { saidCurves } from "./said";
import { useWidth } from "./tools";
import { SeatKey, seatsOf } from "./scoreboard";
import { listed, percent, pointsText, timeText } from "./words";

const left = 58;
const right = 12;

// The shares of the budget that the seats have used after each move, on the clock that counts.
export function sharesOf(match: Match): number[][] {
  const times = (match.clock === "cpu" ? match.cpu : match.wall) ?? [];
  const used = [match.bots.map(() => 0)];
  for (let i = 1; i <= match.moves.length; i++) {
    const next = [...used[i - 1]!];
    const seat = seatOf(match, i);
    next[seat]! += (times[i - 1] ?? 0) / budgetOf(match, seat);
    used.push(next);
  }
  for (const fault of match.faults ?? []) {
    const time = match.clock === "cpu" ? fault.cpu : fault.wall;
    if (!time || fault.ply === 0) continue;
    for (let i = fault.ply; i < used.length; i++) used[i]![fault.seat - 1]! += time / budgetOf(match, fault.seat - 1);
  }
  return used;
}

// A move whose wall time exceeds its CPU time by this many microseconds has waited for something.
const longWait = 10_000;

// Which bots waited: for a processor, where that was measured; else for an unknown reason.
export function waitsText(match: Match): string {
  const apart = match.bots.map(() => 0);
  (match.wall ?? []).forEach((wall, i) => {
    const wait = wall - (match.cpu?.[i] ?? wall);
    if (wait >= longWait) apart[seatOf(match, i + 1)]! += wait;
  });
  return match.bots.map((bot, seat) => {
    if (bot.waited !== undefined && bot.waited >= longWait) return `${bot.name} waited ${timeText(bot.waited)} for a processor`;
    return apart[seat]! > 0 ? `${bot.name} did not compute for ${timeText(apart[seat]!)} of its moves: it slept, or all processors were busy` : "";
  }).filter(Boolean).join("; ");
}

export const path = (points: [number, number][]) => points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

// What the strips have in common: `x` is where a ply is.
interface Frame {
  match: Match;
  width: number;
  inner: number;
  ply: number;
  x: (ply: number) => number;
  go: (ply: number) => void;
}

const shownFaults = (match: Match) => (match.faults ?? []).filter((fault) => fault.ply > 0);

function Strip({ frame, name, height, label, children }: { frame: Frame; name: string; height: number; label: string; children: ComponentChildren }) {
  const { match, width, x } = frame;
  const jump = (event: PointerEvent) => {
    if (event.type === "pointermove" && event.buttons !== 1) return;
    const moves = Math.max(1, match.moves.length);
    const at = ((event.clientX - (event.currentTarget as Element).getBoundingClientRect().left - left) / frame.inner) * moves;
    frame.go(Math.round(Math.min(moves, Math.max(0, at))));
  };
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} onPointerDown={jump} onPointerMove={jump} role="img" aria-label={label} class={`strip ${name}`}>
      {children}
      {shownFaults(match).map((fault) => <line x1={x(fault.ply - 0.5)} x2={x(fault.ply - 0.5)} y1={0} y2={height} class="fault-line"><title>{fault.text}</title></line>)}
      <line x1={x(frame.ply)} x2={x(frame.ply)} y1={0} y2={height} class="now" />
    </svg>
  );
}

// Values between two ends, the greater one above, with room for a tick's text.
const scale = (low: number, high: number, height: number) => (value: number) => 8 + (1 - (value - low) / (high - low || 1)) * (height - 16);

function Ticks({ top, bottom }: { top: [text: string, y: number]; bottom: [text: string, y: number] }) {
  return (
    <>
      <text x={left - 6} y={top[1] + 4} class="tick end">{top[0]}</text>
      {bottom[1] - top[1] > 12 && <text x={left - 6} y={bottom[1] + 4} class="tick end">{bottom[0]}</text>}
    </>
  );
}

const Line = ({ frame, y, name }: { frame: Frame; y: number; name: string }) => <line x1={left} x2={frame.width - right} y1={y} y2={y} class={name} />;

function Points({ frame, cooperative }: { frame: Frame; cooperative: boolean }) {
  const { match, width, x } = frame;
  const faults = shownFaults(match);
  const points = pointsOf(match);
  const last = points[points.length - 1] ?? null;
  const begin = points.findIndex((all) => all !== null);
  if (begin < 0) return null;
  // Where points come with the last move, there is no course to see.
  if (last && (begin === points.length - 1 || faults.length === 0) && points.length > 2 && points.slice(0, -1).every((all) => !all?.some(Boolean))) {
    if (!last.some(Boolean)) return null;
    return <p class="dim">Points come with the last move: {cooperative ? last[0] : pointsText(last)}.</p>;
  }
  const [high, low] = points.reduce<[number, number]>(([h, l], all) => (all ? [Math.max(h, ...all), Math.min(l, ...all)] : [h, l]), [1, 0]);
  const y = scale(low!, high!, 120);
  // Where nobody has said them, the curve has a gap.
  const steps = (seat: number) => points.map((all, i) => (!all ? "" : `${points[i - 1] ? `H${x(i).toFixed(1)}V` : `M${x(i).toFixed(1)} `}${y(all[seat]!).toFixed(1)}`)).join("");
  return (
    <>
      <h2>Points</h2>
      <Strip frame={frame} name="points" height={120} label={last ? `Points ended ${pointsText(last)}.` : "The last points are not known."}>
        <Line frame={frame} y={y(0)} name="axis" />
        <Ticks top={[`${high}`, y(high!)]} bottom={[`${low}`, y(low!)]} />
        {match.bots.slice(0, cooperative ? 1 : undefined).map((_, seat) => <path d={steps(seat)} class={`curve seat-${seat + 1}`} />)}
        {faults.map((fault) => (
          <g class="fault-flag"><text x={x(fault.ply - 0.5)} y={14} class={x(fault.ply) > width - 70 ? "left" : ""}>{fault.kind}</text></g>
        ))}
      </Strip>
    </>
  );
}

function SaidValues({ frame }: { frame: Frame }) {
  const [wanted, setWanted] = useState("");
  const curves = saidCurves(frame.match);
  const curve = curves.find((one) => one.key === wanted) ?? curves[0];
  if (!curve) return null;
  const values = curve.points.flatMap((list) => list.map(([, value]) => value));
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const y = scale(least, most, 90);
  return (
    <>
      <h2>What they say: <select aria-label="Value on standard error" value={curve.key} onChange={(event) => setWanted(event.currentTarget.value)}>
        {curves.map(({ key }) => <option>{key}</option>)}
      </select></h2>
      <Strip frame={frame} name="said" height={90} label={`${curve.key}, as the bots say, from ${least} to ${most}`}>
        <Line frame={frame} y={y(0)} name="axis" />
        <Ticks top={[short(most), y(most)]} bottom={[short(least), y(least)]} />
        {curve.points.map((list, seat) => list.length > 0 && <path d={path(list.map(([at, value]) => [frame.x(at), y(value)]))} class={`curve seat-${seat + 1}`} />)}
      </Strip>
    </>
  );
}

function Times({ frame }: { frame: Frame }) {
  const { match, inner, x } = frame;
  const [cpu, wall] = [match.cpu ?? [], match.wall ?? []];
  const slowest = Math.max(1, cpu.reduce((a, b) => Math.max(a, b), 0), wall.reduce((a, b) => Math.max(a, b), 0));
  const foot = 92;
  const barWidth = Math.max(0.6, Math.min(14, (inner / Math.max(1, match.moves.length)) * 0.8));
  const bars = (times: number[], seat: number) => match.moves.map((_, i) => {
    const height = ((times[i] ?? 0) / slowest) * (foot - 10);
    return seatOf(match, i + 1) !== seat || height === 0 ? "" : `M${(x(i + 0.5) - barWidth / 2).toFixed(1)} ${foot}v${(-height).toFixed(2)}h${barWidth.toFixed(1)}v${height.toFixed(2)}z`;
  }).join("");
  const waits = waitsText(match);
  return (
    <>
      <h2>Time of each move <small>full: CPU; pale: all time that passed (wall)</small></h2>
      <Strip frame={frame} name="times" height={foot + 4} label={`The slowest move took ${timeText(slowest)}.`}>
        <Ticks top={[timeText(slowest), 10]} bottom={["0", foot]} />
        <Line frame={frame} y={foot} name="axis" />
        {match.bots.map((_, seat) => <g class={`bar seat-${seat + 1}`}><path d={bars(wall, seat)} class="wall" /><path d={bars(cpu, seat)} class="cpu" /></g>)}
      </Strip>
      {waits && <p class="warning">{waits}.</p>}
    </>
  );
}

function Budgets({ frame }: { frame: Frame }) {
  const { match, x } = frame;
  const shares = sharesOf(match);
  const used = listed(shares[shares.length - 1]!.map(percent));
  const budgets = listed([...new Set(match.bots.map((_, seat) => timeText(budgetOf(match, seat))))]);
  const y = scale(0, 1, 56);
  return (
    <>
      <h2>Budget used <small>of {budgets} {match.clock === "cpu" ? "CPU" : "wall"}: {used}</small></h2>
      <Strip frame={frame} name="budgets" height={56} label={`Used ${used} of the budget.`}>
        <Ticks top={["all", y(1)]} bottom={["0", y(0)]} />
        <Line frame={frame} y={y(1)} name="budget" />
        <Line frame={frame} y={y(0)} name="axis" />
        {match.bots.map((_, seat) => <path d={path(shares.map((one, i) => [x(i), y(Math.min(1, one[seat]!))]))} class={`used seat-${seat + 1}`} />)}
      </Strip>
    </>
  );
}

export function CourseChart({ match, ply, cooperative, go }: { match: Match; ply: number; cooperative: boolean; go: (ply: number) => void }) {
  const [ref, width] = useWidth();
  const inner = width - left - right;
  const frame: Frame = { match, width, inner, ply, x: (at) => left + (at / Math.max(1, match.moves.length)) * inner, go };
  return (
    <section class="chart card" aria-label="Course of the game"><div ref={ref}>
      {match.bots.length > 2 && (
        <p class="legend">{match.bots.map((bot, seat) => (
          <span><SeatKey seat={seat + 1} look={seatsOf(match)[seat]} /> <svg width="28" height="8" aria-hidden="true"><path d="M0 4h28" class={`curve seat-${seat + 1}`} /></svg> {bot.name}</span>
        ))}</p>
      )}
      <Points frame={frame} cooperative={cooperative} />
      <SaidValues frame={frame} />
      {(match.cpu ?? []).length > 0 ? <><Times frame={frame} /><Budgets frame={frame} /></> : <p class="dim">Times are not known.</p>}
      <p class="axis-ends dim"><span>0</span><span>{match.moves.length} moves</span></p>
    </div></section>
  );
}

const short = (value: number) => (Math.abs(value) >= 1e5 ? value.toExponential(1) : `${Number(value.toPrecision(4))}`);

// The ends of an axis for these intervals. The lowest ones are left out, at most each fourth, where
// with them the others would lie in less than half of the axis: a bad bot does not hide how good ones
// differ.
export function rangeOf(spans: [low: number, high: number][]): [low: number, high: number] {
  const lowest = [...spans].sort((a, b) => a[0] - b[0]);
  const high = Math.max(...spans.map((one) => one[1]));
  const width = (from: number) => high - lowest[from]![0];
  let first = spans.length > 2 ? Math.max(1, Math.floor(spans.length / 4)) : 0;
  while (first > 0 && (width(first) === 0 || 2 * width(first) >= width(first - 1))) first--;
  return [lowest[first]?.[0] ?? 0, high];
}

// Round numbers from one end to the other.
export function ticksOf(low: number, high: number, most = 6): number[] {
  const rough = (high - low) / most;
  if (!(rough > 0) || !Number.isFinite(rough)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough * (1 - 1e-9))!;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

export const within = (value: number, [low, high]: [number, number]) => Math.min(high, Math.max(low, value));

export const cut = (name: string, most: number) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

// The room beside a chart for the names of its lines, and how many letters of each fit there.
export function nameRoom(names: string[], width: number): [room: number, letters: number] {
  const letters = Math.min(Math.max(8, Math.floor(width / 40)), Math.max(...names.map((name) => name.length)));
  return [7.4 * letters + 20, letters];
}
