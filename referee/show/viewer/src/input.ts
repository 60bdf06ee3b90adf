// How a person enters a move, as the scene says it: docs/scene.schema.json. Nothing here knows any
// rules.

import type { Board, Input, InputOption, Look } from "./data";
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
