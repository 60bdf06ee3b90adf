// What formats show beside the standings: the bracket of a knockout, the versions of a ladder.

import { cut, nameRoom, rangeOf, ticksOf, within } from "./chart";
import type { Bracket, Drawn, Game, Match, StandingsEvent } from "./data";
import { spanOf, versionsOf, versionText } from "./lines";
import type { Version } from "./lines";
import { linkTo, Star } from "./standings";
import { useWidth } from "./tools";

interface Knockout {
  game: Game;
  bots: string[];
}

function PairingCard({ game, bots, bracket, last }: Knockout & { bracket: Bracket; last: boolean }) {
  const { figures, through, round, result } = bracket;
  const [a, b] = bracket.bots.map((bot) => bots[bot]!) as [string, string];
  return (
    <a class="pairing" href={linkTo(game, { bot: a, against: b, round: `${round}` })} title={`${a} against ${b}: ${result.join(" to ")}`}>
      {[a, b].map((name, i) => (
        <span class={through === i ? "through" : ""}><span>{name}</span> <span class="n">{through === i && (last ? <Star /> : <span aria-label="goes on">✓ </span>)}{figures[i]}</span></span>
      ))}
    </a>
  );
}

// Whom a pairing came from, in the order of its bots: one that had no match before has passed.
function Feeders({ bracket, ...knockout }: Knockout & { bracket: Bracket }) {
  if (bracket.from.length === 0) return null;
  return (
    <div class="feeders">
      {bracket.from.map((from, i) => (from ? <BracketNode {...knockout} bracket={from} />
        : <div class="bracket"><span class="pairing bye"><span><span>{knockout.bots[bracket.bots[i]!]}</span> <span class="dim">bye</span></span></span></div>))}
    </div>
  );
}

function BracketNode({ bracket, last = false, ...knockout }: Knockout & { bracket: Bracket; last?: boolean }) {
  return <div class="bracket"><Feeders {...knockout} bracket={bracket} /><PairingCard {...knockout} bracket={bracket} last={last} /></div>;
}

// By how many rounds are left after it.
const roundName = (left: number) => ["Final", "Semi-finals", "Quarter-finals"][left] ?? `Round of ${2 ** (left + 1)}`;

export function KnockoutBracket({ game, drawn: { bots, brackets = [], bracket_note }, rounds }: { game: Game; drawn: Drawn; rounds: number }) {
  if (brackets.length === 0) return null;
  return (
    <section class="card">
      <h3>Bracket</h3>
      <div class="scroll" tabIndex={0} role="region" aria-label={`Bracket of ${game.title}`}>
        <div class="bracket-rounds dim" aria-hidden="true">{Array.from({ length: brackets[0]!.round }, (_, i) => <span>{roundName(rounds - i - 1)}</span>)}</div>
        {brackets.map((one) => <BracketNode game={game} bots={bots} bracket={one} last={one.round === rounds} />)}
      </div>
      <p class="dim">{bracket_note}</p>
    </section>
  );
}

export function LadderChart({ event, matches }: { event: StandingsEvent; matches: Match[] }) {
  const [ref, width] = useWidth();
  const bots = versionsOf(event, matches);
  const all = bots.flatMap(({ versions }) => versions);
  if (all.length < 2) return null;
  const range = rangeOf(all.map((one) => spanOf(one.elo)));
  const [low, high] = range;
  const last = Math.max(1, ...all.map((one) => one.x));
  const dayAt = (place: number) => all.find((one) => one.x === place)?.begun ?? "";
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
          <text x="58" y={height - 6} class="tick">first version{dayAt(0) && `, ${dayAt(0)}`}</text>
          <text x={width - right} y={height - 6} class="tick end">newest{dayAt(last) && `, ${dayAt(last)}`}</text>
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
