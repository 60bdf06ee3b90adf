// How a person enters a move, as the scene says it (docs/scene.schema.json): what clicks, keys and buttons
// do to it. Nothing here knows any rules.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useKeys } from "./tools";
import type { Board, Input, InputOption, Look } from "./data";
import type { Play } from "./events";
import { nearestTo, wish } from "./person";
import { cellsOf } from "./scene";

// A move by its parts; `cell` -1 where an option is the whole move, `option` "" where a cell is. Where
// cells are arranged, what has been put on a cell.
export interface Choice {
  cell: number;
  option: string;
}

export function choicesOf(input: Input): Choice[] {
  const choices: Choice[] = [];
  for (const group of input.groups ?? []) {
    const names = group.options.map((option) => input.options![option]!.name);
    const cells = cellsOf(group.cells);
    for (const cell of cells.length ? cells : [-1]) {
      for (const option of names.length ? names : [""]) {
        if (cell >= 0 || option) choices.push({ cell, option });
      }
    }
  }
  return choices;
}

export function moveOfChoice(board: Board, input: Input, { cell, option }: Choice): string {
  if (cell < 0) return option;
  const name = board.cells[cell]![0];
  if (!option) return name;
  return (input.option_first ? [option, name] : [name, option]).join(input.separator ?? "");
}

// How many more cells may get an option.
export function leftOf(input: Input, placed: Choice[], option: string): number {
  const count = input.options?.find((one) => one.name === option)?.count ?? 0;
  return count - placed.filter((one) => one.option === option).length;
}

// What putting an option on a cell does: what was there goes, and the same again only goes.
export function putOption(input: Input, placed: Choice[], cell: number, option: string): Choice[] {
  if (!cellsOf(input.arranged ?? []).includes(cell)) return placed;
  const rest = placed.filter((one) => one.cell !== cell);
  const same = placed.some((one) => one.cell === cell && one.option === option);
  return same || leftOf(input, rest, option) <= 0 ? rest : [...rest, { cell, option }];
}

export function freeCells(input: Input, placed: Choice[]): number[] {
  return cellsOf(input.arranged ?? []).filter((cell) => !placed.some((one) => one.cell === cell));
}

// The rest of the options on the rest of the cells, in their order.
export function fillUp(input: Input, placed: Choice[]): Choice[] {
  const rest = (input.options ?? []).flatMap(({ name }) => Array<string>(leftOf(input, placed, name)).fill(name));
  return [...placed, ...freeCells(input, placed).map((cell, i) => ({ cell, option: rest[i]! }))];
}

// The move, once each cell has something.
export function moveOfPlaced(input: Input, placed: Choice[]): string {
  return cellsOf(input.arranged ?? []).map((cell) => placed.find((one) => one.cell === cell)!.option).join(input.separator ?? "");
}

// The option that a click on a cell chooses, "" if none.
export function optionAt(board: Board, input: Input, cell: number): string {
  const name = board.cells[cell]![0];
  return input.option_first && input.options?.some((one) => one.name === name) ? name : "";
}

// The corners of a circuit as a move.
export function moveOfCorners(board: Board, input: Input, corners: number[]): string {
  return corners.map((cell) => board.cells[cell]![0]).join(input.separator ?? "");
}

// What a click on a cell does to the corners that are chosen: one more, or the last one taken back,
// or, on the first one again, the end of the circuit.
export function clickCorner(input: Input, corners: number[], cell: number): { corners: number[]; done: boolean } {
  if (corners.length > 0 && corners.at(-1) === cell) return { corners: corners.slice(0, -1), done: false };
  if (cell === corners[0]) return { corners, done: corners.length >= 4 };
  if (corners.includes(cell) || corners.length >= (input.most_corners ?? 0)) return { corners, done: false };
  return { corners: [...corners, cell], done: false };
}

// Which options can be chosen at all, in their order.
export function offered(input: Input): InputOption[] {
  if (input.arranged) return input.options ?? [];
  const used = new Set(choicesOf(input).map((choice) => choice.option));
  return (input.options ?? []).filter((option) => used.has(option.name));
}

// The cells where something can be done with this option; while none is chosen, with any, but nothing
// where a piece has to be chosen before.
export function openCells(input: Input, option: string): Set<number> {
  if (input.arranged) return new Set(cellsOf(input.arranged));
  const any = option === "" && !input.option_first;
  return new Set(choicesOf(input).filter((choice) => choice.cell >= 0 && (any || !choice.option || choice.option === option)).map((choice) => choice.cell));
}

// The cells that an option would cover from a cell, with what would lie there; those beyond the
// board are left out.
export function ghostsOf(board: Board, option: InputOption | undefined, cell: number): { cell: number; look: Look }[] {
  if (!option) return [];
  const [, left, top] = board.cells[cell]!;
  return option.ghosts.flatMap(([x, y, colour, sign, text]) => {
    const at = board.cells.findIndex(([, a, b]) => a === left + x && b === top + y);
    return at < 0 ? [] : [{ cell: at, look: [colour, sign, text] as Look }];
  });
}

// The cells that a move names: the corners of a circuit, or the one cell and where what goes there
// comes from.
export function cellsOfMove(board: Board, input: Input, move: string): number[] {
  const choice = choicesOf(input).find((one) => moveOfChoice(board, input, one) === move);
  if (choice) {
    const from = input.option_first ? board.cells.findIndex(([name]) => name === choice.option) : -1;
    return [from, choice.cell].filter((cell) => cell >= 0);
  }
  const found: number[] = [];
  const byLength = board.cells.map(([name], cell) => ({ name, cell })).sort((a, b) => b.name.length - a.name.length);
  for (let rest = move; rest;) {
    const next = byLength.find(({ name }) => rest.startsWith(name));
    if (!next) return [];
    found.push(next.cell);
    rest = rest.slice(next.name.length);
    if (input.separator && rest.startsWith(input.separator)) rest = rest.slice(input.separator.length);
  }
  return found;
}

const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

// The next cell in the direction of an arrow key; the same one at an edge. Straight on
// comes before near: a cell aside counts as three times as far.
export function neighbour(board: Board, cell: number, key: string): number {
  const step = steps[key];
  if (!step) return cell;
  const [, x, y] = board.cells[cell]!;
  let best = cell;
  let least = Infinity;
  board.cells.forEach(([, a, b], other) => {
    // Both in half widths of a cell.
    const [dx, dy] = [a - x, 2 * (b - y)];
    const along = dx * step[0] + dy * step[1];
    const aside = Math.abs(dx * step[1]) + Math.abs(dy * step[0]);
    if (along <= 0 || aside > 2 * along) return;
    if (along + 3 * aside < least) [best, least] = [other, along + 3 * aside];
  });
  return best;
}

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
