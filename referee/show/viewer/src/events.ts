// What happens in a match while it is played: docs/events.schema.json, and what the server adds; a game
// that is being played here: docs/internals/live-protocol.md.

import type { BotOfMatch, Fault, Match, SceneChange } from "./data";

export interface LiveFault extends Fault {
  match: number;
  game: string;
  bot: string;
}

export type MatchEvent =
  | { event: "started"; match: number; game: string; round?: number; seed?: number; bots: string[]; clock: "cpu" | "wall"; budget_us: number; budgets_us?: number[]; scene: SceneChange }
  | { event: "move"; match: number; ply: number; seat: number; line: string; relayed?: string; by?: "jury"; cpu_us?: number; wall_us?: number; scene: SceneChange }
  | ({ event: "fault" } & LiveFault)
  | { event: "ended"; match: number };

// A running match after an event of it; null before it has started.
export function afterMatchEvent(match: Match | null, event: MatchEvent): Match | null {
  if (event.event === "started") {
    const bots = event.bots.map((name, seat) => ({ name, score: 0, status: "", ...(event.budgets_us ? { budget_us: event.budgets_us[seat]! } : {}) }));
    return {
      n: event.match, running: true, game: event.game, clock: event.clock, budget_us: event.budget_us, bots,
      ...(event.round === undefined ? {} : { round: event.round }), ...(event.seed === undefined ? {} : { seed: event.seed }),
      moves: [], relayed: [], cpu: [], wall: [], seats: "", jury: [], faults: [], scenes: [event.scene],
    };
  }
  if (!match || event.event === "ended") return match;
  if (event.event === "fault") {
    const known = match.faults!.some((old) => old.seat === event.seat && old.ply === event.ply);
    return known ? match : { ...match, faults: [...match.faults!, event] };
  }
  // The same again, as after a connection that was lost, or one too far ahead.
  if (event.ply !== match.moves.length + 1) return match;
  return {
    ...match,
    moves: [...match.moves, event.line], relayed: [...match.relayed!, event.relayed ?? event.line],
    cpu: [...match.cpu!, event.cpu_us ?? 0], wall: [...match.wall!, event.wall_us ?? 0],
    seats: match.seats! + event.seat, jury: event.by ? [...match.jury!, event.ply] : match.jury!,
    scenes: [...match.scenes, event.scene],
  };
}

export interface Play {
  seats: ("you" | "bot")[];
  turn: "you" | "bot" | "over";
  ply: number;
  undo: boolean;
  hint: string | null;
  result?: { bots: BotOfMatch[]; winner?: number; faults?: Fault[] };
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
  return match && play?.result ? { ...match, ...play.result, faults: play.result.faults ?? match.faults ?? [] } : match;
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
export function endingText(play: Play, seats: string[], cooperative: boolean): string {
  if (!play.result) return "";
  const { bots } = play.result;
  const scores = bots.map((bot) => bot.score).join(" – ");
  if (cooperative || bots.length === 1) return `The game is over: ${scores} points.`;
  // A person does not fail, but may resign.
  const resigned = bots.findIndex((bot, seat) => bot.status === "EXIT" && play.seats[seat] !== "bot");
  const own = play.seats.filter((who) => who === "you").length === 1;
  if (resigned >= 0) return `${own ? "You have" : `${seats[resigned]} has`} resigned, ${scores}.`;
  const place = own && bots[play.seats.indexOf("you")]!.place;
  if (place && place > 1) return `Your place is ${place} of ${bots.length}, ${scores}.`;
  if (!play.result.winner) return `The game is over, nobody has won: ${scores}.`;
  if (!own) return `${seats[play.result.winner - 1]} has won, ${scores}.`;
  return play.seats[play.result.winner - 1] === "you" ? `You have won, ${scores}.` : `You have lost, ${scores}.`;
}
