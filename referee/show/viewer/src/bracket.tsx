// The bracket of a knockout: who met whom, and who went on.

import { useMemo } from "preact/hooks";
import type { Game, Match } from "./data";
import { bracketsOf, pairingsOf, resultOf } from "./lines";
import type { Bracket, Pairing } from "./lines";
import { linkTo, Star } from "./standings";

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
