// A tuning: what was found, each parameter round by round and along the surface, and the comparison.

import { useWidth } from "./tools";
import type { Data } from "./data";
import { ComparisonCard, reachOf, VerdictLine } from "./evidence";
import { fixed } from "./words";

type Mark = [x: number, low: number, middle: number, high: number];

// A line in its band. `dashed`: an upright line at this x.
function BandChart({ title, marks, x, y, ends, dashed }: {
  title: string; marks: Mark[]; x: [string, string]; y: [string, string]; ends: [number, number]; dashed?: number;
}) {
  const [ref, width] = useWidth();
  const height = 200;
  const [left, right, top, bottom] = [64, width - 16, 10, height - 28];
  const last = marks.reduce((most, [at]) => Math.max(most, at), 0) || 1;
  const across = (at: number) => left + (at / last) * (right - left);
  const up = (value: number) => top + (1 - (value - ends[0]) / (ends[1] - ends[0] || 1)) * (bottom - top);
  const points = (of: (mark: Mark) => number, list = marks) => list.map((mark) => `${across(mark[0]).toFixed(1)},${up(of(mark)).toFixed(1)}`).join(" ");
  return (
    <div ref={ref} class="chart">
      <h3>{title}</h3>
      <svg width={width} height={height} role="img" class="estimate" aria-label={`${title}: ${y[0]} to ${y[1]}, from ${x[0]} to ${x[1]}`}>
        <polygon class="band" points={`${points((mark) => mark[3])} ${points((mark) => mark[1], [...marks].reverse())}`} />
        {dashed !== undefined && <line class="budget" x1={across(dashed)} x2={across(dashed)} y1={top} y2={bottom} />}
        <polyline class="curve seat-1" points={points((mark) => mark[2])} />
        <line class="axis" x1={left} x2={right} y1={bottom} y2={bottom} />
        <text class="tick" x={left} y={height - 8}>{x[0]}</text>
        <text class="tick end" x={right} y={height - 8}>{x[1]}</text>
        <text class="tick end" x={left - 6} y={bottom}>{y[0]}</text>
        <text class="tick end" x={left - 6} y={top + 8}>{y[1]}</text>
      </svg>
    </div>
  );
}

export function TuneView({ data }: { data: Data }) {
  const tune = data.head.tune!;
  const { comparison } = data.head;
  return (
    <section class="card">
      <h2>{data.head.title}</h2>
      <VerdictLine text={tune.verdict} decision={comparison?.decision ?? ""} />
      <p class="dim">{tune.counts}; <code>{tune.command}</code></p>
      {tune.best && <p>best: <code>{tune.best}</code></p>}
      {tune.parameters.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Parameters">
          <table>
            <thead><tr><th>parameter</th><th class="n">start</th><th class="n">best</th><th>95 % interval</th></tr></thead>
            <tbody>{tune.parameters.map((one) => (
              <tr><th scope="row">{one.name}</th><td class="n">{one.start}</td><td class="n"><b>{one.best}</b></td><td>{one.interval}</td></tr>
            ))}</tbody>
          </table>
        </div>
      )}
      {tune.parameters.map((one) => {
        const [low, high] = reachOf(one.slice.flatMap(([, from, , to]) => [from, to]));
        return (
          <div class="columns">
            <BandChart title={`${one.name}: best value, and where the next points lie`} ends={[0, 1]} y={one.range} x={["start", `round ${one.course.length - 1}`]}
              marks={one.course.map(([from, best, to], round): Mark => [round, from, best, to])} />
            <BandChart title={`${one.name}: ${tune.unit} through the best point (dashed), 95 %`} ends={[low, high]} y={[fixed(low, 1), fixed(high, 1)]} x={one.range}
              marks={one.slice} dashed={one.at} />
          </div>
        );
      })}
      {tune.parameters.length > 0 && <p class="dim">The surface was fitted to the games in which its best point was chosen, so it does not say how much that point gains: only the comparison does.</p>}
      {comparison && <><h2>Best values (new) against those of the start (base), on deals that no round had</h2><ComparisonCard comparison={comparison} machine={data.head.machine} answered /></>}
    </section>
  );
}
