// The board of a game that is played here, what can be done with it, and the move that is being entered.

import { useRef, useState } from "preact/hooks";
import { BoardPicture, BoardTouch } from "./board";
import type { Board, Game, Input } from "./data";
import { cellsOfMove, fillUp, freeCells, ghostsOf, leftOf, moveOfCorners, moveOfPlaced, optionAt, useEntry, useEntryKeys } from "./input";
import type { Entry } from "./input";
import { howTo } from "./person";
import type { Play } from "./events";
import type { Position } from "./scene";

// What the cell at the cursor is to the move.
function cursorText(board: Board, input: Input, entry: Entry): string {
  const { cursor, corners, placed, open, option, why } = entry;
  if (!entry.mine || (entry.whole && !input.arranged && !input.most_corners)) return "";
  const name = board.cells[cursor]?.[0] ?? "";
  if (input.arranged) {
    const there = placed.find((one) => one.cell === cursor)?.option ?? (open.has(cursor) ? "free" : "not to be set up");
    return `${name}: ${there}; ${freeCells(input, placed).length} missing`;
  }
  if (input.most_corners) return `${name}${corners.length ? `; corners: ${moveOfCorners(board, input, corners)}` : ""}`;
  if (optionAt(board, input, cursor)) return `${name}: ${option === name ? "chosen" : "a piece to choose"}`;
  if (entry.lacks) return `${name}: choose first what to play`;
  const what = option ? `, ${entry.options.find((one) => one.name === option)?.text}` : "";
  return `${name}${what}: ${open.has(cursor) ? "legal" : `not legal${why ? `: ${why}` : ""}`}`;
}

// What the move would put on the board.
function ghostsAt(board: Board, input: Input, entry: Entry, shown: boolean) {
  const ghostOf = (name: string, cell: number) => ghostsOf(board, entry.options.find((one) => one.name === name), cell);
  if (!entry.mine || entry.whole || !shown) return [];
  return input.arranged ? entry.placed.flatMap((one) => ghostOf(one.option, one.cell)) : ghostOf(entry.option, entry.cursor);
}

const keyNames: Record<string, string> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", " ": "space" };

function Options({ input, entry }: { input: Input; entry: Entry }) {
  return (
    <div class="options" role="group" aria-label={entry.whole ? "Moves" : "Options"}>
      {entry.options.map((one) => (
        <button type="button" aria-pressed={entry.alone.has(one.name) ? undefined : one.name === entry.option} onClick={() => entry.choose(one.name)}>
          {one.text}{one.count ? ` × ${leftOf(input, entry.placed, one.name)}` : ""}{one.key && <> <kbd>{keyNames[one.key] ?? one.key}</kbd></>}
        </button>
      ))}
    </div>
  );
}

function Arranging({ input, entry }: { input: Input; entry: Entry }) {
  const { placed, change, send } = entry;
  const missing = freeCells(input, placed).length;
  return (
    <p class="options">
      <button type="button" disabled={missing > 0} onClick={() => send(moveOfPlaced(input, placed))}>set up so</button>{" "}
      <button type="button" disabled={missing === 0} onClick={() => change({ placed: fillUp(input, placed) })}>fill up</button>{" "}
      <button type="button" disabled={placed.length === 0} onClick={() => change({ placed: [] })}>clear</button>
    </p>
  );
}

function Circuit({ board, input, entry }: { board: Board; input: Input; entry: Entry }) {
  const { corners, change, send } = entry;
  return (
    <p class="options">
      <span class="dim">Click 4 to {input.most_corners} corners, clockwise, then the first one again.</span>{" "}
      <button type="button" disabled={corners.length < 4} onClick={() => send(moveOfCorners(board, input, corners))}>move along this circuit</button>{" "}
      <button type="button" disabled={corners.length === 0} onClick={() => change({ corners: [] })}>clear</button>
    </p>
  );
}

function TypedMove({ send }: { send: (move: string) => void }) {
  return (
    <form onSubmit={(event) => {
      event.preventDefault();
      const field = (event.currentTarget as HTMLFormElement).elements.namedItem("move") as HTMLInputElement;
      if (field.value.trim()) send(field.value.trim());
      field.value = "";
    }}>
      <label>or type it: <input name="move" size={10} autoComplete="off" spellcheck={false} /></label> <button type="submit">make this move</button>
    </form>
  );
}

export function Entering({ game: { board }, position, play, made, words, hinted, say }: {
  game: Game; position: Position; play: Play; made: number; words: string; hinted: string | undefined; say: (reason: string) => void;
}) {
  const input: Input = position.input;
  const entry = useEntry(board, input, play, made, say);
  const frame = useRef<HTMLDivElement>(null);
  useEntryKeys(board, input, entry, frame);
  const [marks, setMarks] = useState(true);
  const { mine, whole, cursor, corners, open, click, point } = entry;
  const shown = entry.moved || (input.arranged?.length ?? 0) > 0;
  return (
    <>
      <div class={corners.length ? "play-board drawing" : "play-board"} ref={frame} tabIndex={0} role="application" aria-label="Board: arrow keys and Enter" aria-describedby="at-cursor">
        <BoardPicture board={board} position={position} label={words} marks={marks}>
          {mine && !whole && board.cells.length > 0 && (
            <BoardTouch board={board} open={open} everywhere={(input.most_corners ?? 0) > 0} choosing={(cell) => optionAt(board, input, cell) !== ""} cursor={cursor} corners={corners}
              ghosts={ghostsAt(board, input, entry, shown)} hinted={hinted ? cellsOfMove(board, input, hinted) : []} click={click} over={point} />
          )}
        </BoardPicture>
      </div>
      <p id="at-cursor" class="dim cursor-text" aria-live="polite">{shown || !mine || whole ? cursorText(board, input, entry) : howTo(board, input)}</p>
      {mine && entry.options.length > 0 && <Options input={input} entry={entry} />}
      {mine && input.arranged && <Arranging input={input} entry={entry} />}
      {mine && (input.most_corners ?? 0) > 0 && <Circuit board={board} input={input} entry={entry} />}
      <div class="options">
        {mine && <TypedMove send={(move) => void entry.send(move)} />}
        <label><input type="checkbox" checked={marks} onChange={() => setMarks(!marks)} /> points</label>
      </div>
    </>
  );
}
