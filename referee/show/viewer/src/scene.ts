// Positions from the changes between them.

import type { Input, Look, Match, SceneChange } from "./data";
import { entryOf } from "./words";

export interface Mark {
  kind: string;
  seat: number; // from 1, or 0 for nobody's
  points: number;
  cells: number[];
}

export interface Position {
  looks: Look[]; // of each cell
  marks: Mark[];
  to_move: number;
  points: number[] | null; // null: nobody has said them
  score: number[] | null;
  status: string;
  notes: string[];
  parts: [seat: number, text: string, points: number][];
  seats: Look[]; // how what belongs to each seat looks
  next: NonNullable<SceneChange["next"]>; // what has to be put on the board
  input: Input;
}

export function cellsOf(runs: number[]): number[] {
  const cells: number[] = [];
  for (let i = 0; i + 2 < runs.length; i += 3) {
    for (let k = 0; k < runs[i + 2]!; k++) cells.push(runs[i]! + k * runs[i + 1]!);
  }
  return cells;
}

// Calls visit(cell, look) for each cell that looks different now.
export function changedCells(change: SceneChange, visit: (cell: number, look: number) => void) {
  const cells = change.cells ?? [];
  for (let i = 0; i + 2 < cells.length; i += 3) {
    const first = cells[i] as number;
    const step = cells[i + 1] as number;
    (cells[i + 2] as number[]).forEach((look, k) => visit(first + k * step, look));
  }
}

const empty: Look = ["empty", ".", ""];
const known = new WeakMap<Match, Position[]>();

// All positions of a match, the one before the first move first.
export const positionsOf = (match: Match, cells: number) => entryOf(known, match, () => replayed(match, cells));

function replayed(match: Match, cells: number): Position[] {
  const looks: Look[] = [empty];
  let now: Position = {
    looks: new Array<Look>(cells).fill(empty),
    marks: [], to_move: 0, points: null, score: null, status: "", notes: [], parts: [], seats: [], next: [], input: {},
  };
  return match.scenes.map(({ looks: more, cells: changes, gone, marks, ...rest }) => {
    looks.push(...(more ?? []));
    const next: Position = { ...now, ...rest };
    const changed: number[] = [];
    if (changes) {
      next.looks = now.looks.slice();
      changedCells({ cells: changes }, (cell, look) => {
        next.looks[cell] = looks[look] ?? empty;
        changed.push(cell);
      });
    }
    if (gone || marks) {
      next.marks = now.marks
        .filter((_, i) => !gone?.includes(i))
        .concat((marks ?? []).map(([kind, seat, points, runs]) => (
          { kind, seat, points, cells: runs ? cellsOf(runs) : changed })));
    }
    return (now = next);
  });
}
