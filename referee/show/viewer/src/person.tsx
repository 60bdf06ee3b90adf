// Beside the board of a game that is played here: whose move it is and what to do,
// stepping through the game, and the wishes that the program hears.

import { useRef } from "preact/hooks";
import { NextPieces } from "./board";
import type { Game, Input } from "./data";
import { endingText } from "./events";
import type { Play } from "./events";
import type { Position } from "./scene";
import { SeatKey } from "./scoreboard";
import { StepButtons } from "./stepper";

// What went wrong; nothing if it was done.
export async function wish(what: Record<string, unknown>): Promise<string> {
  try {
    const answer = await fetch("/play", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) });
    const text = await answer.text();
    try {
      const result = JSON.parse(text) as { ok?: boolean; reason?: string; error?: string };
      return result.ok ? "" : result.reason ?? result.error ?? text;
    } catch {
      return `The referee answered ${answer.status}: ${text.slice(0, 200)}`;
    }
  } catch {
    return "The referee does not answer. Is it still running?";
  }
}

// Where the cursor is at first: where one may play, near the middle.
export function nearestTo(board: Game["board"], open: Set<number>): number {
  const centre = board.cells.reduce(([x, y], cell) => [x! + cell[1] / board.cells.length, y! + cell[2] / board.cells.length], [0, 0]);
  const far = (cell: number) => Math.hypot((board.cells[cell]![1] - centre[0]!) / 2, board.cells[cell]![2] - centre[1]!);
  const list = open.size > 0 ? [...open] : board.cells.map((_, i) => i);
  return list.reduce((best, cell) => (far(cell) < far(best) ? cell : best), list[0] ?? 0);
}

export function howTo(board: Game["board"], input: Input): string {
  if (board.cells.length === 0) return "Type your move below.";
  if (input.most_corners) return "Click the corners of a circuit, clockwise, or use the arrow keys and Enter.";
  if (input.option_first && (input.options ?? []).length > 0) return "Choose a piece, then a cell with a dot; or use the keys.";
  if ((input.options ?? []).length > 1) return "Choose what to play below, then click a cell with a dot; or use the keys.";
  return "Click a cell with a dot, or use the arrow keys and Enter.";
}

// Whose move it is and what is to be done, at the top; how it ended, when it is over.
export function Greeting({ play, position, game }: { play: Play; position: Position; game: Game }) {
  if (play.turn === "over") {
    return (
      <p class="card verdict" role="status">
        {endingText(play, game.seats, game.cooperative)}
        {play.saved === true && " The record has been saved."}
        {play.saved === false && " The record could not be saved."}
      </p>
    );
  }
  const seat = position.to_move;
  // Some games only say whose move it is.
  const todo = position.status.startsWith("next: ") || position.status === "" ? "" : `: ${position.status}`;
  const own = play.seats.filter((who) => who === "you").length === 1;
  const who = seat === 0 ? "" : `${own ? "You are " : ""}${game.seats[own ? play.seats.indexOf("you") : seat - 1]}. `;
  return (
    <p class="card greeting" aria-live="polite">
      {play.turn === "you" ? <><SeatKey seat={seat} look={position.seats[seat - 1]} /> {who}<b>Your move</b>{todo}. <NextPieces board={game.board} position={position} /></>
        : <>{who}<span class="dim">The bot is thinking ...</span></>}
    </p>
  );
}

// The rules of a game, as `referee show GAME` prints them: Markdown with headings, paragraphs, lists
// and indented text.
export function Rules({ text }: { text: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const words = (line: string) => line.split("`").map((part, i) => (i % 2 ? <code>{part}</code> : part));
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>rules</button>
      <dialog ref={dialog} class="rules" aria-label="Rules">
        <form method="dialog"><button>close</button></form>
        {text.split(/\n{2,}/).map((block) => {
          const heading = /^#+ (.*)/.exec(block);
          if (heading) return <h2>{heading[1]}</h2>;
          return /^( {4}|\||```)/.test(block) ? <pre>{block}</pre> : <p class={/^([-*]|\d+\.) /.test(block) ? "list" : ""}>{words(block)}</p>;
        })}
      </dialog>
    </>
  );
}

// Steps through the game that was played, and goes on from any of its moves.
export function Stepping({ play, at, last, show, say }: { play: Play; at: number; last: number; show: (ply: number) => void; say: (reason: string) => void }) {
  return (
    <div class="controls">
      <StepButtons at={at} last={last} go={show} />
      <output class="ply">{at} / {last}</output>
      {at < last && play.turn !== "bot" && (
        <button type="button" onClick={async () => say(await wish({ do: "from", ply: play.ply, to: at }))}>play on from here</button>
      )}
      {at < last && play.turn !== "over" && <button type="button" onClick={() => show(last)}>back to the game</button>}
    </div>
  );
}

