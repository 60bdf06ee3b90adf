// The course of a game: points above, time of each move below. A click goes to a move.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Match } from "./data";
import { pointsOf, seatOf } from "./data";
import { percent, timeText } from "./words";

export function useWidth(): [{ current: HTMLDivElement | null }, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)));
    observer.observe(element);
    setWidth(Math.max(240, element.clientWidth));
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

const left = 62;
const right = 46;
const curveHeight = 120;
const barsHeight = 110;
const gap = 34;

export function CourseChart(props: {
  match: Match; ply: number; cooperative: boolean; seats: [string, string]; go: (ply: number) => void;
}) {
  const { match, ply } = props;
  const [ref, width] = useWidth();
  const moves = Math.max(1, match.moves.length);
  const inner = width - left - right;
  const x = (at: number) => left + (at / moves) * inner;

  const points = pointsOf(match);
  const all = points.flat();
  const high = Math.max(1, ...all);
  const low = Math.min(0, ...all);
  const y = (value: number) => 10 + (1 - (value - low) / (high - low)) * (curveHeight - 10);
  const curve = (seat: 0 | 1) =>
    points.map((p, i) => (i === 0 ? `M${x(0)} ${y(p[seat])}` : `H${x(i).toFixed(1)}V${y(p[seat]).toFixed(1)}`)).join("");

  const top = curveHeight + gap;
  const foot = top + barsHeight;
  const times = { cpu: match.cpu ?? [], wall: match.wall ?? [] };
  const known = times.cpu.length > 0;
  const faultPlies = (match.faults ?? []).filter((fault) => fault.ply > 0);
  const slowest = Math.max(1, ...times.cpu, ...times.wall);
  const bar = (time: number) => (time / slowest) * (barsHeight - 8);
  const barWidth = Math.max(0.6, Math.min(14, (inner / moves) * 0.8));
  // The share of the budget that each seat has used, on the clock that counts.
  const used: [number, number][] = [[0, 0]];
  for (let i = 1; i <= match.moves.length; i++) {
    const next: [number, number] = [...used[i - 1]!];
    next[seatOf(match, i)] += ((match.clock === "cpu" ? times.cpu : times.wall)[i - 1] ?? 0) / match.budget_us;
    used.push(next);
  }
  for (const fault of match.faults ?? []) {
    const time = match.clock === "cpu" ? fault.cpu : fault.wall;
    if (!time || fault.ply === 0) continue;
    for (let i = fault.ply; i < used.length; i++) used[i]![fault.seat - 1]! += time / match.budget_us;
  }
  const budgetY = (share: number) => foot - Math.min(1, share) * (barsHeight - 8);
  const usedPath = (seat: 0 | 1) =>
    used.map((p, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${budgetY(p[seat]).toFixed(1)}`).join("");

  const jump = (event: PointerEvent) => {
    if (event.type === "pointermove" && event.buttons !== 1) return;
    const frame = (event.currentTarget as Element).getBoundingClientRect();
    const at = ((event.clientX - frame.left - left) / inner) * moves;
    props.go(Math.round(Math.min(moves, Math.max(0, at))));
  };
  const last = points[points.length - 1] ?? [0, 0];
  return (
    <div ref={ref} class="chart">
      <svg width={width} height={foot + 24} onPointerDown={jump} onPointerMove={jump} role="img"
        aria-label={`Points ended ${last[0]} to ${last[1]}. ` +
          (known ? `The slowest move took ${timeText(slowest)}.` : "Times are not known.")}>
        <line x1={left} x2={width - right} y1={y(0)} y2={y(0)} class="axis" />
        <text x={left - 6} y={y(high) + 4} class="tick end">{high}</text>
        <text x={left - 6} y={y(low) + 4} class="tick end">{low}</text>
        <text x={left} y={foot + 18} class="tick">0</text>
        <text x={width - right} y={foot + 18} class="tick end">{moves} moves</text>
        <path d={curve(0)} class="curve seat-1" />
        {!props.cooperative && <path d={curve(1)} class="curve seat-2" />}
        <text x={left} y={top - 12} class="tick">
          {known ? "time of each move (dark: CPU, light: wall); lines: share of the budget used" : "times are not known"}
        </text>
        {known && (
          <>
            <text x={left - 6} y={top + 12} class="tick end">{timeText(slowest)}</text>
            <line x1={left} x2={width - right} y1={budgetY(1)} y2={budgetY(1)} class="budget" />
            <text x={width - right + 4} y={budgetY(1) + 4} class="tick">budget</text>
            <line x1={left} x2={width - right} y1={foot} y2={foot} class="axis" />
            {match.moves.map((_, i) => {
              const seat = seatOf(match, i + 1) + 1;
              const at = x(i + 0.5) - barWidth / 2;
              const wall = bar(times.wall[i] ?? 0);
              const cpu = bar(times.cpu[i] ?? 0);
              return (
                <g class={`bar seat-${seat}`}>
                  <rect x={at} y={foot - wall} width={barWidth} height={wall} class="wall" />
                  <rect x={at} y={foot - cpu} width={barWidth} height={cpu} class="cpu" />
                </g>
              );
            })}
            <path d={usedPath(0)} class="used seat-1" />
            <path d={usedPath(1)} class="used seat-2" />
          </>
        )}
        {faultPlies.map((fault) => (
          <g class="fault-flag">
            <title>{fault.text}</title>
            <line x1={x(fault.ply - 0.5)} x2={x(fault.ply - 0.5)} y1={10} y2={foot} />
            <text x={x(fault.ply - 0.5)} y={foot + 18}>{fault.kind}</text>
          </g>
        ))}
        <line x1={x(ply)} x2={x(ply)} y1={6} y2={foot} class="now" />
      </svg>
      <p class="legend">
        <span class="key seat-1" /> {props.seats[0]} ({match.bots[0].name}){" "}
        <span class="key seat-2" /> {props.seats[1]} ({match.bots[1].name})
        {known && <>; used {percent(used[used.length - 1]![0])} and {percent(used[used.length - 1]![1])} of the budget</>}
      </p>
    </div>
  );
}
