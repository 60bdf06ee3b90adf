// A game that is being played here, as the events of the server tell it:
// docs/internals/live-protocol.md.

import type { BotOfMatch, Fault, Match } from "./data";
import { afterMatchEvent } from "./events";
import type { MatchEvent } from "./events";

export interface Play {
  seats: ["you" | "bot", "you" | "bot"];
  turn: "you" | "bot" | "over";
  ply: number;
  undo: boolean;
  hint: string | null;
  result?: { bots: [BotOfMatch, BotOfMatch]; faults?: Fault[] };
  saved?: boolean;
  trouble?: string;
}

export interface Hint {
  ply: number;
  by: string;
  move?: string;
  reason?: string;
}

export interface Played {
  match: Match | null;
  play: Play | null;
  hint: Hint | null;
  gone: boolean; // the server has ended
}

export const nothingPlayed: Played = { match: null, play: null, hint: null, gone: false };

// With its result, once it has one.
function withResult(match: Match | null, play: Play | null): Match | null {
  return match && play?.result ? { ...match, bots: play.result.bots, faults: play.result.faults ?? match.faults ?? [] } : match;
}

// What is known after an event.
export function afterEvent(before: Played, name: string, data: any): Played {
  switch (name) {
    case "state": {
      const play = (data.play ?? null) as Play | null;
      const match = (data.running as MatchEvent[]).reduce(afterMatchEvent, null);
      return { match: withResult(match, play), play, hint: null, gone: false };
    }
    case "events": {
      const match = (data as MatchEvent[]).reduce(afterMatchEvent, before.match);
      return match === before.match ? before : { ...before, match, hint: null };
    }
    case "play": return { ...before, play: data as Play, match: withResult(before.match, data as Play) };
    case "hint": return { ...before, hint: data as Hint };
    case "bye": return { ...before, gone: true };
    default: return before;
  }
}

// How a game ended, for the person who played it.
export function endingText(play: Play, seats: [string, string], cooperative: boolean): string {
  if (!play.result) return "";
  const [a, b] = play.result.bots;
  const scores = `${a.score} – ${b.score}`;
  if (cooperative) return `The game is over: ${scores} points.`;
  // A person does not fail, but may resign.
  const resigned = play.result.bots.findIndex((bot, seat) => bot.status === "EXIT" && play.seats[seat] !== "bot");
  const own = play.seats.filter((who) => who === "you").length === 1;
  if (resigned >= 0) return `${own ? "You have" : `${seats[resigned]} has`} resigned, ${scores}.`;
  const winner = a.status === "WIN" ? 0 : b.status === "WIN" ? 1 : null;
  if (winner === null) return `The game is over, nobody has won: ${scores}.`;
  if (!own) return `${seats[winner]} has won, ${scores}.`;
  return play.seats[winner] === "you" ? `You have won, ${scores}.` : `You have lost, ${scores}.`;
}
