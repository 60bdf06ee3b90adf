// A ladder: the rating of each version with its 95 % band, in the order in which they joined.

import { cut, nameRoom, rangeOf, ticksOf, within } from "./axis";
import { useWidth } from "./browser";
import type { StandingsEvent } from "./data";
import type { Version } from "./lines";
import { spanOf, versionsOf, versionText } from "./lines";

export function LadderChart({ event }: { event: StandingsEvent }) {
  const [ref, width] = useWidth();
  const bots = versionsOf(event);
  const all = bots.flatMap(({ versions }) => versions);
  if (all.length < 2) return null;
  const range = rangeOf(all.map((one) => spanOf(one.elo)));
  const [low, high] = range;
  const last = Math.max(1, ...all.map((one) => one.x));
  const height = 260;
  const [right, letters] = nameRoom(bots.map(({ bot }) => bot), width);
  const x = (one: Version) => 70 + (one.x / last) * (width - 70 - right);
  const y = (elo: number) => elo === -Infinity ? height - 20 : 12 + (1 - (within(elo, range) - low) / (high - low || 1)) * (height - 40);
  const point = (one: Version, elo: number) => `${x(one).toFixed(1)} ${y(elo).toFixed(1)}`;
  return (
    <section class="card wide">
      <h3>Elo, version by version</h3>
      <div ref={ref} class="chart">
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={all.map(versionText).join("; ")}>
          {ticksOf(low, high).map((elo) => (
            <>
              <path class="axis" d={`M58 ${y(elo).toFixed(1)}H${width - right}`} />
              <text x="52" y={y(elo) + 4} class="tick end">{elo > 0 ? "+" : ""}{elo}</text>
            </>
          ))}
          <text x="58" y={height - 6} class="tick">first version</text>
          <text x={width - right} y={height - 6} class="tick end">newest</text>
          {bots.map(({ versions }, i) => (
            <g class={`versions line-${i % 8}`}>
              {versions.length > 1 && <path class="spread" d={`M${versions.map((one) => point(one, one.elo.high)).join("L")}L${[...versions].reverse().map((one) => point(one, one.elo.low)).join("L")}Z`} />}
              <path class="curve" d={`M${versions.map((one) => point(one, one.elo.value)).join("L")}`} />
              {versions.map((one) => (
                <g>
                  <title>{versionText(one)}</title>
                  <path class="curve" d={`M${point(one, one.elo.high)}L${point(one, one.elo.low)}`} />
                  {Number.isFinite(one.elo.low + one.elo.high) ? <circle class={one.plays ? "version" : "version gone"} cx={x(one).toFixed(1)} cy={y(one.elo.value).toFixed(1)} r="4" />
                    : <path class="curve" d={`M${x(one) - 5} ${y(one.elo.value)}h10`} />}
                </g>
              ))}
            </g>
          ))}
          {bots.slice(0, 24).map(({ bot, versions }, i) => {
            const end = versions[versions.length - 1]!;
            return <text x={x(end) + 8} y={y(end.elo.value) + 4} class={`tick name-of line-${i % 8}`}><title>{versionText(end)}</title>{end.elo.value < low ? "▾ " : ""}{cut(bot, letters)}</text>;
          })}
        </svg>
      </div>
      <p class="dim">Each version with the 95 % interval of its difference to the first one, which has no lower end where a version has only lost. Filled: it plays on.</p>
    </section>
  );
}
