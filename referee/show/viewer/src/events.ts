// What happens in a match while it is played: docs/events.schema.json, and what the server adds.

import type { Fault, Match, SceneChange } from "./data";

export interface LiveFault extends Fault {
  match: number;
  game: string;
  bot: string;
}

export type MatchEvent =
  | { event: "started"; match: number; game: string; round?: number; seed?: number; bots: [string, string]; clock: "cpu" | "wall"; budget_us: number; budgets_us?: [number, number]; scene: SceneChange }
  | { event: "move"; match: number; ply: number; seat: 1 | 2; line: string; relayed?: string; by?: "jury"; cpu_us?: number; wall_us?: number; scene: SceneChange }
  | ({ event: "fault" } & LiveFault)
  | { event: "ended"; match: number };

// A running match after an event of it; null before it has started.
export function afterMatchEvent(match: Match | null, event: MatchEvent): Match | null {
  if (event.event === "started") {
    const bots = event.bots.map((name, seat) => ({ name, score: 0, status: "", points: 0, ...(event.budgets_us ? { budget_us: event.budgets_us[seat] } : {}) }));
    return {
      n: event.match, running: true, game: event.game, clock: event.clock, budget_us: event.budget_us, bots: bots as unknown as Match["bots"],
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
