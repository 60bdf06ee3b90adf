// The list of the moves of a match.

import { Component } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Game, Look, Match } from "./data";
import { seatOf } from "./data";
import { moveText, timeOf } from "./moves";
import { readSaid } from "./said";
import { SeatKey, seatsOf } from "./seats";
import { timeText } from "./words";

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
          <MoveRow key={at} at={at} now={at === ply} seat={seat + 1} name={game.seats[seat]} text={moveText(match, at)} look={looks[seat]} said={evals.get(at) ?? ""}
            time={time === undefined ? "" : timeText(time)} wrote={errors.has(at)} failed={faults.has(at)} go={steady} />
        );
      })}
    </ol>
  );
}
