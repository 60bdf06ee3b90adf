// What formats show beside the standings: the bracket of a knockout, the versions of a ladder.

import { useMemo } from "preact/hooks";
import { cut, nameRoom, rangeOf, ticksOf, within } from "./chart";
import type { Game, Match, StandingsEvent } from "./data";
import { bracketsOf, pairingsOf, resultOf, spanOf, versionsOf, versionText } from "./lines";
import type { Bracket, Pairing, Version } from "./lines";
import { linkTo, Star } from "./standings";
import { useWidth } from "./tools";

// Game points, and where these are equal the scores that decided.
function figureOf(pairing: Pairing, seat: 0 | 1): string {
  const { gamePoints, scores } = pairing;
  if (gamePoints[0] === 0 && gamePoints[1] === 0) return `${scores[seat]}`;
  return gamePoints[0] === gamePoints[1] ? `${gamePoints[seat]} (${scores[seat]})` : `${gamePoints[seat]}`;
}

function PairingCard({ game, bracket, last }: { game: Game; bracket: Bracket; last: boolean }) {
  const { pairing, through } = bracket;
  return (
    <a class="pairing" href={linkTo(game, { bot: pairing.bots[0], against: pairing.bots[1], round: `${pairing.round}` })}
      title={`${pairing.bots.join(" against ")}: ${resultOf(pairing).join(" to ")}`}>
      {pairing.bots.map((name, i) => (
        <span class={through === i ? "through" : ""}><span>{name}</span> <span class="n">{through === i && (last ? <Star /> : <span aria-label="goes on">✓ </span>)}{figureOf(pairing, i as 0 | 1)}</span></span>
      ))}
    </a>
  );
}

// Whom a pairing came from, in the order of its bots: one that had no match before has passed.
function Feeders({ game, bracket }: { game: Game; bracket: Bracket }) {
  if (bracket.from.length === 0 && bracket.pairing.round < 2) return null;
  return (
    <div class="feeders">
      {bracket.pairing.bots.map((bot) => {
        const from = bracket.from.find((one) => one.pairing.bots.includes(bot));
        return from ? <BracketNode game={game} bracket={from} />
          : <div class="bracket"><span class="pairing bye"><span><span>{bot}</span> <span class="dim">bye</span></span></span></div>;
      })}
    </div>
  );
}

function BracketNode({ game, bracket, last = false }: { game: Game; bracket: Bracket; last?: boolean }) {
  return <div class="bracket"><Feeders game={game} bracket={bracket} /><PairingCard game={game} bracket={bracket} last={last} /></div>;
}

// By how many rounds are left after it.
const roundName = (left: number) => ["Final", "Semi-finals", "Quarter-finals"][left] ?? `Round of ${2 ** (left + 1)}`;

export function KnockoutBracket({ game, matches, rounds, first }: { game: Game; matches: Match[]; rounds: number; first: string | undefined }) {
  const pairings = useMemo(() => pairingsOf(matches), [matches]);
  const brackets = useMemo(() => bracketsOf(pairings, first), [pairings, first]);
  if (brackets.length === 0) return null;
  const played = brackets[0]!.pairing.round;
  const counted = pairings.some(({ gamePoints }) => gamePoints[0] > 0 || gamePoints[1] > 0);
  const tied = pairings.some((one) => one.winner === null);
  return (
    <section class="card">
      <h3>Bracket</h3>
      <div class="scroll" tabIndex={0} role="region" aria-label={`Bracket of ${game.title}`}>
        <div class="bracket-rounds dim" aria-hidden="true">{Array.from({ length: played }, (_, i) => <span>{roundName(rounds - i - 1)}</span>)}</div>
        {brackets.map((one) => <BracketNode game={game} bracket={one} last={one.pairing.round === rounds} />)}
      </div>
      <p class="dim">
        {counted ? "Game points of all games of a pairing, and in brackets the scores that decided where these were equal." : "Scores of all games of a pairing."} ✓ goes on
        {tied ? "; where a pairing is tied, the better seed does." : "."}
      </p>
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
