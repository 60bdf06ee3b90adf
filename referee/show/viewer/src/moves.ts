// The moves of a match, and what is said of them.

import type { Game, Match } from "./data";
import { seatOf, swingsOf } from "./data";
import type { Position } from "./scene";
import { positionsOf } from "./scene";
import { timeText } from "./words";

export function moveOf(match: Match, ply: number): string {
  return match.relayed?.[ply - 1] ?? match.moves[ply - 1] ?? "";
}

// With a word on whose it was, unless that is the bot.
export function moveText(match: Match, ply: number): string {
  const move = moveOf(match, ply);
  if (ply <= (match.given ?? 0)) return `${move} (given)`;
  return match.jury?.includes(ply) ? `${move} (jury)` : move;
}

// "10 s on the CPU clock, 30 s of the official machine (speed 3)"
export function budgetText(match: Match): string {
  const seconds = (us: number) => `${Number((us / 1e6).toPrecision(6))} s`;
  const own = match.bots.filter((bot) => bot.budget_us !== undefined).map((bot) => `, ${seconds(bot.budget_us!)} for ${bot.name}`);
  const text = `${seconds(match.budget_us)}${own.join("")} on the ${match.clock === "cpu" ? "CPU" : "wall"} clock`;
  return match.speed === undefined ? text
    : `${text}, ${Number(((match.budget_us * match.speed) / 1e6).toPrecision(6))} s of the official machine (speed ${match.speed})`;
}

// The first move that differs, or null.
export function firstDifference(a: Match, b: Match): number | null {
  const length = Math.max(a.moves.length, b.moves.length);
  for (let ply = 1; ply <= length; ply++) {
    if (moveOf(a, ply) !== moveOf(b, ply)) return ply;
  }
  return null;
}

// Where the lead changes by at least half of the largest change.
export function swingPlies(match: Match, game: Game): number[] {
  const swings = swingsOf(match, game.cooperative);
  const most = Math.max(0, ...swings);
  return swings.flatMap((swing, ply) => (swing > 0 && 2 * swing >= most ? [ply] : []));
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

// Whose move it is and what they have to do, or how the game ended.
export function nextText(game: Game, { status, to_move: toMove }: Pick<Position, "status" | "to_move">): string {
  const text = status.replace(/[.\s]+$/, "");
  if (toMove === 0) return text && `${capital(text)}.`;
  if (/ to move$/.test(text)) return `${capital(text)}.`;
  const seat = `${capital(game.seats[toMove - 1]!)} to move`;
  return text === "" || text.startsWith("next: ") ? `${seat}.` : `${seat}: ${text}.`;
}

// What a move was, as a sentence without its full stop: who made it, and how long they took.
function toldOf(match: Match, game: Game, ply: number): string {
  const seat = seatOf(match, ply);
  const who = `${match.bots[seat].name} (${game.seats[seat]})`;
  if (ply <= (match.given ?? 0)) return `${moveOf(match, ply)} of ${who} was given`;
  if (match.jury?.includes(ply)) return `the jury played ${moveOf(match, ply)} for ${who}`;
  const time = timeOf(match, ply);
  return `${who} played ${moveOf(match, ply)}${time === undefined ? "" : ` in ${timeText(time)}`}`;
}

// The CPU time of a move; nothing for the jury and for persons, whose time is not measured.
export function timeOf(match: Match, ply: number): number | undefined {
  const [cpu, wall] = [match.cpu?.[ply - 1], match.wall?.[ply - 1]];
  return match.jury?.includes(ply) || ply <= (match.given ?? 0) || (cpu === 0 && !wall) ? undefined : cpu;
}

// What has just happened, below the board and for those who hear the page.
export function spoken(match: Match, game: Game, ply: number): string {
  const position = positionsOf(match, game.board.cells.length)[ply];
  if (!position) return "";
  const [a, b] = position.points;
  const points = game.cooperative ? `${a} points` : `${a} to ${b} points`;
  const next = nextText(game, position);
  const told = ply === 0 ? "Before the first move" : `Move ${ply} of ${match.moves.length}: ${toldOf(match, game, ply)}`;
  const fault = match.faults?.find((one) => one.ply === ply);
  return [`${told}.`, `${points}.`, fault ? `Fault: ${fault.text}.` : "", next].filter(Boolean).join(" ");
}
