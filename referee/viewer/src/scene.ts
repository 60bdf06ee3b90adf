// Positions from the changes between them.

import type { Input } from "./input";
import type { Look, Match, SceneChange } from "./data";

export interface Mark {
  kind: string;
  seat: number; // 1, 2, or 0 for nobody's
  points: number;
  cells: number[];
}

export interface Position {
  looks: Look[]; // of each cell
  marks: Mark[];
  toMove: number;
  points: [number, number];
  score: [number, number];
  status: string;
  notes: string[];
  parts: [seat: number, text: string, points: number][];
  seats: [Look, Look]; // how what belongs to each seat looks
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
export function positionsOf(match: Match, cells: number): Position[] {
  const found = known.get(match);
  if (found) return found;
  const looks: Look[] = [empty];
  let now: Position = {
    looks: new Array<Look>(cells).fill(empty),
    marks: [], toMove: 0, points: [0, 0], score: [0, 0], status: "", notes: [], parts: [], seats: [empty, empty], next: [], input: {},
  };
  const positions = match.scenes.map((change) => {
    looks.push(...(change.looks ?? []));
    const next: Position = { ...now };
    const changed: number[] = [];
    if (change.cells) {
      next.looks = now.looks.slice();
      changedCells(change, (cell, look) => {
        next.looks[cell] = looks[look] ?? empty;
        changed.push(cell);
      });
    }
    if (change.gone || change.marks) {
      next.marks = now.marks
        .filter((_, i) => !change.gone?.includes(i))
        .concat((change.marks ?? []).map(([kind, seat, points, runs]) => (
          { kind, seat, points, cells: runs ? cellsOf(runs) : changed })));
    }
    next.toMove = change.to_move ?? now.toMove;
    next.points = change.points ?? now.points;
    next.score = change.score ?? now.score;
    next.status = change.status ?? now.status;
    next.notes = change.notes ?? now.notes;
    next.parts = change.parts ?? now.parts;
    next.seats = change.seats ?? now.seats;
    next.next = change.next ?? now.next;
    next.input = change.input ?? now.input;
    return (now = next);
  });
  known.set(match, positions);
  return positions;
}
