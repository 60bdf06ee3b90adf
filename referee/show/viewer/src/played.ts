// A game that is being played here, as the events of the server tell it:
// docs/internals/live-protocol.md.

import type { BotOfMatch, Fault, Match, SceneChange } from "./data";

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

export interface Moves {
  n: number;
  from: number;
  moves: string[];
  relayed: string[];
  scenes: SceneChange[];
  cpu: number[];
  wall: number[];
  seats?: string;
  jury?: number[];
}

// With its result, once it has one.
function withResult(match: Match | null, play: Play | null): Match | null {
  return match && play?.result ? { ...match, bots: play.result.bots, faults: play.result.faults ?? match.faults ?? [] } : match;
}

export function withMoves(match: Match, more: Moves): Match {
  const { from } = more;
  const list = <T>(old: T[] | undefined, added: T[] | undefined) => [...(old ?? []).slice(0, from), ...(added ?? [])];
  return {
    ...match,
    moves: list(match.moves, more.moves),
    relayed: list(match.relayed ?? match.moves, more.relayed),
    scenes: [...match.scenes.slice(0, from + 1), ...more.scenes],
    ...(more.seats === undefined ? {} : { seats: (match.seats ?? "").slice(0, from) + more.seats }),
    cpu: list(match.cpu, more.cpu),
    wall: list(match.wall, more.wall),
    jury: [...(match.jury ?? []).filter((ply) => ply <= from), ...(more.jury ?? [])],
  };
}

// What is known after an event.
export function afterEvent(before: Played, name: string, data: any): Played {
  switch (name) {
    case "state": {
      const play = (data.play ?? null) as Play | null;
      const match = (data.running?.[0] ?? null) as Match | null;
      return { match: withResult(match, play), play, hint: null, gone: false };
    }
    case "begun": return { ...before, match: data as Match, hint: null };
    case "moves":
      return before.match && before.match.n === data.n && data.from <= before.match.moves.length
        ? { ...before, match: withMoves(before.match, data as Moves), hint: null } : before;
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
