// Comparisons and checks: the verdict, the course of the test, and the figures.

import type { Comparison, Course, Data, Interval } from "./data";
import { useWidth } from "./tools";
import { path } from "./chart";
import { fixed, plural, timeText } from "./words";

const left = 62;
const right = 70;

// The ends of an axis that has to show these values.
export function reachOf(values: number[]): [low: number, high: number] {
  const [low, high] = values.reduce(([l, h], value) => [Math.min(l, value), Math.max(h, value)], [0, 0] as [number, number]);
  return low === high ? [low - 1, high + 1] : [low, high];
}

// The lines of the evidence and where each of them decides.
export interface EvidenceLine {
  name: string;
  values: number[];
  bounds: [value: number, text: string][];
}

export function evidenceLines(course: Course): EvidenceLine[] {
  if (course.by === "wins") {
    return [{
      name: "LLR", values: course.evidence as number[],
      bounds: [[course.upper!, "H1"], [course.lower!, "H0"]],
    }];
  }
  const pairs = course.evidence as [number, number][];
  return [
    { name: "for H1", values: pairs.map(([h1]) => h1), bounds: [[course.needed_for_h1!, "H1"]] },
    { name: "for H0", values: pairs.map(([, h0]) => h0), bounds: [[course.needed_for_h0!, "H0"]] },
  ];
}

// The line at 0, and the numbers of pairs below: from 0 to `last`.
function Axis({ width, height, zero, last }: { width: number; height: number; zero: number; last: number }) {
  return (
    <>
      <line x1={left} x2={width - right} y1={zero} y2={zero} class="axis" />
      <text x={left - 6} y={zero + 4} class="tick end">0</text>
      <text x={left} y={height - 6} class="tick">0</text>
      <text x={width - right} y={height - 6} class="tick end">{plural(last, "pair")}</text>
    </>
  );
}

// How far pairs go, and where one is.
function pairAxis({ pairs }: Course, width: number): [last: number, x: (pair: number) => number] {
  const last = Math.max(1, pairs[pairs.length - 1] ?? 1);
  return [last, (pair) => left + (pair / last) * (width - left - right)];
}

function EvidenceChart({ course, width }: { course: Course; width: number }) {
  const height = 240;
  const lines = evidenceLines(course);
  const bounds = lines.flatMap((line) => line.bounds);
  const [low, high] = reachOf([...lines.flatMap((line) => line.values), ...bounds.map(([value]) => value)]);
  const [last, x] = pairAxis(course, width);
  const y = (value: number) => 14 + (1 - (value - low) / (high - low)) * (height - 44);
  const ends = lines.map((line) => `${line.name} ends at ${fixed(line.values[line.values.length - 1] ?? 0)}`).join(", ");
  return (
    <svg width={width} height={height} role="img" class="evidence"
      aria-label={`${ends}; ${bounds.map(([value, text]) => `${text} is accepted at ${fixed(value)}`).join(", ")}.`}>
      <Axis width={width} height={height} zero={y(0)} last={last} />
      {bounds.filter(([value], i) => bounds.findIndex(([other]) => other === value) === i).map(([value]) => {
        const names = bounds.filter(([other]) => other === value).map(([, text]) => text).join(", ");
        return (
          <>
            <line x1={left} x2={width - right} y1={y(value)} y2={y(value)} class="budget" />
            <text x={left - 6} y={y(value) + 4} class="tick end">{fixed(value)}</text>
            <text x={width - right + 4} y={y(value) + 4} class="tick">{names}</text>
          </>
        );
      })}
      {lines.map((line, i) => (
        <path d={path([[x(0), y(0)], ...line.values.map((value, k): [number, number] => [x(course.pairs[k]!), y(value)])])} class={`curve seat-${i + 1}`}>
          <title>{line.name}</title>
        </path>
      ))}
    </svg>
  );
}

// An estimate with its 95 % interval, as it narrows.
function EstimateChart({ course, estimates, width, unit }: {
  course: Course; estimates: Interval[]; width: number; unit: string;
}) {
  const height = 180;
  const known = estimates.flatMap((one, i) => (one && one[1] !== null && one[2] !== null ? [{ pair: course.pairs[i]!, value: one[0], low: one[1], high: one[2] }] : []));
  if (known.length < 2) return null;
  // The first intervals are so wide that nothing else could be seen.
  const shown = known.slice(Math.floor(known.length / 20));
  const [low, high] = reachOf(shown.flatMap((one) => [one.low, one.high]));
  const [end, x] = pairAxis(course, width);
  const y = (value: number) => 10 + (1 - (Math.min(high, Math.max(low, value)) - low) / (high - low)) * (height - 40);
  const at = (pair: number, value: number) => `${x(pair).toFixed(1)},${y(value).toFixed(1)}`;
  const band = [...known.map((one) => at(one.pair, one.high)), ...[...known].reverse().map((one) => at(one.pair, one.low))].join(" ");
  const last = known[known.length - 1]!;
  return (
    <>
      <h3>{unit}, with its 95 % interval</h3>
      <svg width={width} height={height} role="img" class="estimate"
        aria-label={`${unit}: ${fixed(last.value)} after ${plural(last.pair, "pair")}, 95 % interval from ${fixed(last.low)} to ${fixed(last.high)}`}>
        <polygon points={band} class="band" />
        <Axis width={width} height={height} zero={y(0)} last={end} />
        {[low, high].filter((value) => value !== 0).map((value) => <text x={left - 6} y={y(value) + 4} class="tick end">{fixed(value, 1)}</text>)}
        <polyline points={known.map((one) => at(one.pair, one.value)).join(" ")} class="curve seat-1" />
        <text x={width - right + 4} y={y(last.value) + 4} class="tick">{fixed(last.value, 1)}</text>
      </svg>
    </>
  );
}

const signs: Record<string, string> = { H1: "✓", H0: "✗", passed: "✓", failed: "✗" };

// How the two games of a pair went, from the worst for the new bot to the best.
const pairKinds: Record<string, string> = {
  LL: "both lost", LD: "lost and drawn", WL: "one each", DD: "both drawn", WD: "won and drawn", WW: "both won",
};

// The kinds of pairs and how many there were of each, as far as the text has them.
export function pairCounts(counts: string): [kind: string, count: number][] {
  return [...counts.matchAll(/(\d+) ([WDL]{2})\b/g)].flatMap(([, count, kind]) => (pairKinds[kind!] ? [[kind!, Number(count)] as [string, number]] : []));
}

// A bar of all pairs, by how they went.
function PairBar({ counts }: { counts: string }) {
  const all = pairCounts(counts).filter(([, count]) => count > 0);
  if (all.length === 0) return null;
  return (
    <div class="pairs">
      <div class="pair-bar" role="img" aria-label={`Pairs of the new bot: ${all.map(([kind, count]) => `${count} ${pairKinds[kind]}`).join(", ")}`}>
        {all.map(([kind, count]) => <span class={`pair-${kind}`} style={{ flexGrow: count }} />)}
      </div>
      <p class="dim">{all.map(([kind, count], i) => <>{i > 0 && " · "}<span class={`key pair-${kind}`} /> {pairKinds[kind]} {count}</>)}</p>
    </div>
  );
}

// The answer first, then on what it rests.
export function VerdictLine({ text, decision }: { text: string; decision: string }) {
  const [, answer, rest] = /^([^:.]+[:.]?)(.*)$/s.exec(text)!;
  const mood = decision === "H0" ? "bad" : decision === "H1" ? "good" : "";
  return (
    <p class={`verdict ${mood}`}>
      <span class="sign">{signs[decision] ?? "?"}</span> <b>{answer}</b><span class="because">{rest}</span>
    </p>
  );
}

// `answered`: its verdict stands above.
export function ComparisonCard({ comparison, machine = "", answered = false }: { comparison: Comparison; machine?: string | undefined; answered?: boolean }) {
  const [ref, width] = useWidth();
  const { course } = comparison;
  return (
    <>
      {!answered && <VerdictLine text={comparison.verdict} decision={comparison.decision} />}
      {comparison.reservations.map((line) => <p class="bad">{line}</p>)}
      <p class="dim">{comparison.counts}</p>
      <PairBar counts={comparison.counts} />
      <div class="evidence-parts">
        <div ref={ref} class="chart">
          <h3>{course.by === "wins" ? "Course of the LLR" : "Course of the evidence"}: H0 is {course.h0}, H1 is {course.h1}</h3>
          {course.by === "points" && course.pairs.length > 0 && (
            <p class="legend"><span class="key seat-1" /> for H1 <span class="key seat-2" /> for H0</p>
          )}
          {course.pairs.length > 0 ? <EvidenceChart course={course} width={width} /> : <p class="dim">No pair has been counted yet.</p>}
          <EstimateChart course={course} estimates={course.points} width={width} unit="Points of a pair, new - base" />
          <EstimateChart course={course} estimates={course.elo} width={width} unit="Elo" />
        </div>
        <div>
          <table class="figures">
            <tbody>
              {comparison.figures.map(([name, value, meaning]) => (
                <tr><th scope="row">{name}<br /><small class="dim">{meaning}</small></th><td class="n"><b>{value}</b></td></tr>
              ))}
            </tbody>
          </table>
          <h3>What was tested</h3>
          <dl class="tested">
            {comparison.commands.map(([name, command, hash, limits]) => <><dt>{name}</dt><dd><code>{command}</code>{hash && <> <code class="dim" title={hash}>sha256 {hash.slice(0, 12)}</code></>} <small>{limits}</small></dd></>)}
            <dt>with</dt><dd>{[comparison.conditions, machine].filter(Boolean).join("; ")}</dd>
          </dl>
        </div>
      </div>
    </>
  );
}

export function ComparisonView({ data }: { data: Data }) {
  const { comparison, machine } = data.head;
  return <section class="card"><h2>New against base</h2>{comparison ? <ComparisonCard comparison={comparison} machine={machine} /> : <p class="dim">Nothing is counted yet.</p>}</section>;
}

export function RegressView({ data }: { data: Data }) {
  const regress = data.head.regress!;
  return (
    <section>
      <h2>{regress.bot[0]} <small>{regress.bot[1]}</small></h2>
      <p class={`verdict ${regress.verdict === "failed" ? "bad" : ""}`}><span class="sign">{signs[regress.verdict] ?? "?"}</span> {regress.summary}</p>
      {regress.checks.map((check, part) => {
        const games = data.matches.filter((match) => (match.part ?? 0) === part).length;
        return (
          <section class={check.verdict === "failed" ? "card fault" : "card"} aria-label={check.name}>
            <h2><span class="sign">{signs[check.verdict] ?? "?"}</span> {check.name} <small>{check.kind === check.name ? "" : `${check.kind}, `}{data.head.games[check.game]?.title}: {check.verdict}</small></h2>
            <p>{check.reason}</p>
            {check.details.length > 0 && <ul>{check.details.map((line) => <li>{line}</li>)}</ul>}
            {check.comparison && <ComparisonCard comparison={check.comparison} machine={data.head.machine} />}
            <p class="dim">
              {games > 0 && <a href={`#/matches?${new URLSearchParams({ part: `${part}` })}`}>{plural(games, "game")}</a>}
              {check.seconds !== undefined && `${games > 0 ? ", " : ""}${timeText(1e6 * check.seconds)}`}
            </p>
          </section>
        );
      })}
    </section>
  );
}
