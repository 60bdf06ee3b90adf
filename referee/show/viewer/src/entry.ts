// The move that a person is entering: what clicks, keys and buttons do to it.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useKeys } from "./browser";
import type { Board, Input } from "./data";
import { choicesOf, clickCorner, freeCells, leftOf, moveOfChoice, moveOfCorners, neighbour, offered, openCells, optionAt, putOption } from "./input";
import type { Choice } from "./input";
import { nearestTo, wish } from "./person";
import type { Play } from "./played";

// What is chosen, drawn and put so far.
interface Draft {
  wanted: string;
  cursor: number;
  corners: number[];
  placed: Choice[];
}

// The second one is known at once: keys may come faster than pages are drawn.
function useDraft(first: () => Draft): [Draft, { current: Draft }, (change: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(first);
  const now = useRef(draft);
  return [draft, now, (change) => {
    now.current = { ...now.current, ...change };
    setDraft(now.current);
  }];
}

// Sends a move, once for each position.
function useSend(play: Play, made: number, say: (reason: string) => void, refused: () => void) {
  const sent = useRef(-1); // after how many moves a move is on its way
  useLayoutEffect(() => {
    sent.current = -1;
  }, [play.ply, play.turn, made]);
  return async (move: string) => {
    if (sent.current === play.ply || play.turn !== "you") return;
    sent.current = play.ply;
    say("");
    const reason = await wish({ do: "move", ply: play.ply, move });
    say(reason);
    if (!reason) return;
    sent.current = -1;
    refused();
  };
}

// Why one may not make this move: the program knows.
function useWhy(play: Play, move: string): string {
  const [why, setWhy] = useState("");
  useEffect(() => {
    setWhy("");
    if (!move) return;
    let gone = false;
    const timer = setTimeout(async () => {
      const reason = await wish({ do: "why", ply: play.ply, move });
      if (!gone) setWhy(reason);
    }, 200);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [move, play.ply]);
  return why;
}

// The options on offer, and of them: those that need no cell, and those that do. `whole`: a move needs
// no cell at all.
function kindsOf(board: Board, input: Input) {
  const options = offered(input);
  const choices = choicesOf(input);
  const alone = new Set(choices.filter((choice) => choice.cell < 0).map((choice) => choice.option));
  const whole = board.cells.length === 0 || (choices.length > 0 && choices.every((choice) => choice.cell < 0));
  return { options, alone, whole, places: options.filter((one) => !alone.has(one.name)) };
}

export function useEntry(board: Board, input: Input, play: Play, made: number, say: (reason: string) => void) {
  const mine = play.turn === "you";
  const { options, alone, whole, places } = useMemo(() => kindsOf(board, input), [input]);
  // Nothing is chosen for a person, where one click would play it.
  const optionOf = (name: string) => (places.some((one) => one.name === name) ? name : places.length === 1 || input.arranged ? places[0]?.name ?? "" : "");
  const [draft, now, change] = useDraft(() => ({ wanted: "", cursor: nearestTo(board, openCells(input, optionOf(""))), corners: [], placed: [] }));
  const option = optionOf(draft.wanted);
  const open = useMemo(() => openCells(input, option), [input, option]);
  const [moved, setMoved] = useState(false); // whether somebody has pointed at a cell
  const played = useRef(-1); // the cell of the last move, until another one is pointed at
  useLayoutEffect(() => {
    change({ corners: [], placed: [] });
    setMoved(false);
  }, [play.ply, play.turn, made]);
  const lacks = places.length > 0 && option === "" && !input.most_corners; // an option has to be chosen
  const send = useSend(play, made, say, () => change({ corners: [] }));
  const aims = mine && !whole && !lacks && !input.arranged && !input.most_corners && moved && !open.has(draft.cursor) && optionAt(board, input, draft.cursor) === "";
  const why = useWhy(play, aims ? moveOfChoice(board, input, { cell: draft.cursor, option }) : "");

  const point = (cell: number) => {
    if (cell === played.current) return;
    played.current = -1;
    change({ cursor: cell });
    setMoved(true);
  };
  // When nothing is left of an option, another one comes up.
  const put = (cell: number, name: string) => {
    const placed = putOption(input, now.current.placed, cell, name);
    const next = leftOf(input, placed, name) > 0 ? undefined : options.find((one) => leftOf(input, placed, one.name) > 0);
    change({ placed, ...(next ? { wanted: next.name } : {}) });
  };
  const corner = (cell: number) => {
    const next = clickCorner(input, now.current.corners, cell);
    say("");
    if (next.done) void send(moveOfCorners(board, input, next.corners));
    else change({ corners: next.corners });
  };
  const click = (cell: number) => {
    if (!mine) return;
    change({ cursor: cell });
    if (input.most_corners) return corner(cell);
    if (whole) return;
    const there = optionAt(board, input, cell);
    if (input.arranged) put(cell, optionOf(now.current.wanted));
    else if (there) change({ wanted: there });
    else if (places.length > 0 && optionOf(now.current.wanted) === "") say("Choose first what to play, by the buttons below the board.");
    else {
      // One that is not legal, too: the program says why.
      played.current = cell;
      void send(moveOfChoice(board, input, { cell, option: optionOf(now.current.wanted) }));
    }
  };
  const choose = (name: string) => {
    say("");
    if (alone.has(name)) void send(name);
    else change({ wanted: name });
  };
  const nextOption = (by: number) => {
    const at = places.findIndex((one) => one.name === optionOf(now.current.wanted));
    if (places.length > 0) change({ wanted: places[(Math.max(at, by > 0 ? -1 : 0) + by + places.length) % places.length]!.name });
  };
  return { ...draft, now, change, mine, options, alone, whole, option, open, moved, lacks, why, send, point, put, click, choose, nextOption };
}

export type Entry = ReturnType<typeof useEntry>;

// `frame`: the board, which gets the focus when the cursor moves.
export function useEntryKeys(board: Board, input: Input, entry: Entry, frame: { current: HTMLElement | null }) {
  const { now, change } = entry;
  // The key of a piece that is set up puts it at the cursor, or where the next one is missing.
  const typed = (name: string) => {
    const free = freeCells(input, now.current.placed);
    const cell = free.find((one) => one >= now.current.cursor) ?? free[0];
    if (cell === undefined) return;
    change({ cursor: cell });
    entry.put(cell, name);
  };
  useKeys((event, target) => {
    if (!entry.mine || target.closest("dialog")) return;
    const chosen = entry.options.find((one) => one.key === event.key);
    if (chosen && input.arranged) typed(chosen.name);
    else if (chosen) entry.choose(chosen.name);
    else if ((event.key === "[" || event.key === "]") && !entry.whole) entry.nextOption(event.key === "]" ? 1 : -1);
    else if (event.key.startsWith("Arrow") && !entry.whole) {
      if (target.closest(".moves")) return;
      entry.point(neighbour(board, now.current.cursor, event.key));
      frame.current?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && !/^(BUTTON|A|SUMMARY)$/.test(target.tagName)) entry.click(now.current.cursor);
    else if (event.key === "Backspace") change({ corners: now.current.corners.slice(0, -1), placed: now.current.placed.slice(0, -1) });
    else if (event.key === "Escape") change({ corners: [], placed: [] });
    else return;
    event.preventDefault();
  });
}
