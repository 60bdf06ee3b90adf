// The moves of a match: what is said of them, and their list.

import { Component } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { seatOf } from "./data";
import type { Game, Look, Match } from "./data";
import { readSaid } from "./said";
import { positionsOf } from "./scene";
import type { Position } from "./scene";
import { SeatKey, seatsOf } from "./scoreboard";
import { pointsText, timeText } from "./words";

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
  const who = `${match.bots[seat]!.name} (${game.seats[seat]})`;
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
  const points = position.points && (game.cooperative ? `${position.points[0]} points.` : `${pointsText(position.points)} points.`);
  const next = nextText(game, position);
  const told = ply === 0 ? "Before the first move" : `Move ${ply} of ${match.moves.length}: ${toldOf(match, game, ply)}`;
  const fault = match.faults?.find((one) => one.ply === ply);
  return [`${told}.`, points, fault ? `Fault: ${fault.text}.` : "", next].filter(Boolean).join(" ");
}

interface RowProps {
  at: number;
  now: boolean;
  seat: number;
  name: string;
  text: string;
  look: Look | undefined;
  said: string; // what the bot said of the position
  time: string;
  wrote: boolean; // to stderr
  failed: boolean;
  go: (ply: number) => void;
}

// Redrawn only if it changes: a game may have 1,000 of them, and go on.
class MoveRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps) {
    return (Object.keys(next) as (keyof RowProps)[]).some((key) => next[key] !== this.props[key]);
  }
  render({ at, now, seat, name, text, look, said, time, wrote, failed: bad, go }: RowProps) {
    return (
      <li aria-current={now ? "step" : undefined} onClick={() => go(at)} class={bad ? "failed" : ""}>
        <span class="number">{at}</span>
        <SeatKey seat={seat} look={look} title={name} />
        <span class="move">{text}</span>
        {said && <span class="said" title="eval, as the bot says">{said}</span>}
        {wrote && <span class="flag" title="wrote to stderr">e</span>}
        {bad && <span class="flag bad" title="fault">!</span>}
        <span class="time">{time}</span>
      </li>
    );
  }
}

export function MoveList({ match, game, ply, go }: { match: Match; game: Game; ply: number; go: (ply: number) => void }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const frame = list.current;
    const row = frame?.querySelector<HTMLElement>("[aria-current]");
    if (!frame || !row) return;
    const above = row.offsetTop;
    if (above < frame.scrollTop) frame.scrollTop = above;
    else if (above + row.offsetHeight > frame.scrollTop + frame.clientHeight) frame.scrollTop = above + row.offsetHeight - frame.clientHeight;
  }, [ply]);
  const latest = useRef(go);
  latest.current = go;
  const steady = useRef((at: number) => latest.current(at)).current;
  const faults = new Set((match.faults ?? []).map((fault) => fault.ply));
  const errors = new Set((match.errors ?? []).map(([at]) => at));
  const evals = useMemo(() => new Map((match.errors ?? []).flatMap(([at, , text]) => {
    const found = readSaid(text).said.find(([key]) => key === "eval");
    return found ? [[at, found[1]] as const] : [];
  })), [match.errors]);
  const looks = seatsOf(match);
  return (
    <ol class="moves" ref={list} tabIndex={0} aria-label="Moves">
      {match.moves.map((_, i) => {
        const at = i + 1;
        const seat = seatOf(match, at);
        const time = timeOf(match, at);
        return (
          <MoveRow key={at} at={at} now={at === ply} seat={seat + 1} name={game.seats[seat]!} text={moveText(match, at)} look={looks[seat]} said={evals.get(at) ?? ""}
            time={time === undefined ? "" : timeText(time)} wrote={errors.has(at)} failed={faults.has(at)} go={steady} />
        );
      })}
    </ol>
  );
}
