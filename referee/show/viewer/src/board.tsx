// The board as SVG, drawn from a position alone.

import type { ComponentChildren } from "preact";
import type { Board, Look } from "./data";
import type { Mark, Position } from "./scene";

const size = 36; // of a cell
const hexPitch = Math.sqrt(3) / 2;

interface Point {
  x: number;
  y: number;
}

function place(board: Board, x: number, y: number): Point {
  return { x: (x * size) / 2, y: y * size * (board.shape === "hexagon" ? hexPitch : 1) };
}

function middle(board: Board, cell: number): Point {
  const [, x, y] = board.cells[cell]!;
  return place(board, x, y);
}

function cornersOf(board: Board, cell: number): Point[] {
  const { x, y } = middle(board, cell);
  if (board.shape === "square") {
    const h = size / 2;
    return [[-h, -h], [h, -h], [h, h], [-h, h]].map(([dx, dy]) => ({ x: x + dx!, y: y + dy! }));
  }
  const r = size / Math.sqrt(3);
  return [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = ((60 * i - 90) * Math.PI) / 180;
    return { x: x + r * Math.cos(angle), y: y + r * Math.sin(angle) };
  });
}

const list = (points: Point[]) => points.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(" ");

// Around several cells together: the edges that only one of them has.
function outline(board: Board, cells: number[]): string {
  const edges = new Map<string, { path: string; count: number }>();
  for (const cell of cells) {
    const points = cornersOf(board, cell);
    points.forEach((a, i) => {
      const b = points[(i + 1) % points.length]!;
      const key = `${Math.round(4 * (a.x + b.x))},${Math.round(4 * (a.y + b.y))}`;
      const path = `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`;
      edges.set(key, { path, count: (edges.get(key)?.count ?? 0) + 1 });
    });
  }
  return [...edges.values()].filter((edge) => edge.count === 1).map((edge) => edge.path).join("");
}

// The edges of the board on which all these cells lie.
function sideOf(board: Board, cells: number[]): string {
  const edgesOf = (cell: number) => cornersOf(board, cell).map((a, i, all) => ({ a, b: all[(i + 1) % all.length]! }));
  const key = ({ a, b }: { a: Point; b: Point }) => `${Math.round(4 * (a.x + b.x))},${Math.round(4 * (a.y + b.y))}`;
  const count = new Map<string, number>();
  board.cells.forEach((_, cell) => edgesOf(cell).forEach((edge) => count.set(key(edge), (count.get(key(edge)) ?? 0) + 1)));
  const edges = cells.map(edgesOf);
  return (edges[0] ?? []).flatMap((_, i) => (edges.every((one) => count.get(key(one[i]!)) === 1) ? edges.map((one) => one[i]!) : []))
    .map(({ a, b }) => `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`).join("");
}

function Piece({ board, cell, look }: { board: Board; cell: number; look: Look }) {
  const [colour] = look;
  const { x, y } = middle(board, cell);
  const whole = /^(tile|brown$|hole$|empty$)/.test(colour); // the colour fills the cell
  const polygon = <polygon points={list(cornersOf(board, cell))} class={`cell c-${whole ? colour : "empty"}`} />;
  if (colour === "empty") return <>{polygon}{board.labels.length === 0 && <text x={x} y={y + 4} class="cell-name">{board.cells[cell]![0]}</text>}</>;
  const words = writtenOn(look);
  const letters = words && (
    <text x={x} y={y} class={`t-${colour}`} font-size={words.length > 3 ? 11 : words.length > 2 ? 13 : 16}
      dy="0.36em">{words}</text>
  );
  if (whole) return <>{polygon}{letters}</>;
  const half = 0.37 * size;
  // Red and blue pieces differ in form, too.
  const form = colour === "blue" || colour === "gray" ? (
    <rect x={x - half} y={y - half} width={2 * half} height={2 * half} rx={colour === "blue" ? 7 : 1}
      class={`piece p-${colour}`} />
  ) : (
    <circle cx={x} cy={y} r={0.41 * size} class={`piece p-${colour}`} />
  );
  return <>{polygon}{form}{letters}</>;
}

// A step of this length from one point towards another.
function towards(a: Point, b: Point, length: number): [x: number, y: number] {
  const share = length / (Math.hypot(b.x - a.x, b.y - a.y) || 1);
  return [(b.x - a.x) * share, (b.y - a.y) * share];
}

function PathMark({ points }: { points: Point[] }) {
  const arrows = points.map((a, i) => {
    const b = points[(i + 1) % points.length]!;
    const [sx, sy] = towards(a, b, 6);
    const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    return list([
      { x: mx + sx, y: my + sy },
      { x: mx - sx - sy * 0.8, y: my - sy + sx * 0.8 },
      { x: mx - sx + sy * 0.8, y: my - sy - sx * 0.8 },
    ]);
  });
  return (
    <g>
      <polygon points={list(points)} class="halo" />
      <polygon points={list(points)} class="path" />
      {arrows.map((arrow) => <polygon points={arrow} class="arrow" />)}
    </g>
  );
}

// An arrow from the first cell to the edge of the last one.
function SlideMark({ points }: { points: Point[] }) {
  const from = points[0]!;
  const last = points[points.length - 1]!;
  const [sx, sy] = towards(from, last, 1);
  const tip = { x: last.x - (sx * size) / 2, y: last.y - (sy * size) / 2 };
  const foot = { x: tip.x - 9 * sx, y: tip.y - 9 * sy };
  return (
    <g class="slide">
      <path d={`M${from.x} ${from.y}L${foot.x} ${foot.y}`} class="path" />
      <polygon points={list([tip, { x: foot.x - 5 * sy, y: foot.y + 5 * sx }, { x: foot.x + 5 * sy, y: foot.y - 5 * sx }])} class="arrow" />
    </g>
  );
}

export const writtenOn = ([colour, sign, text]: Look) => (colour === "empty" ? "" : colour.startsWith("tile") ? sign : text);

// Beside what is written on the cells, if anything is.
function aside(points: Point[], written: boolean): Point[] {
  if (!written) return points;
  const centre = { x: points.reduce((sum, p) => sum + p.x, 0) / points.length, y: points.reduce((sum, p) => sum + p.y, 0) / points.length };
  const by = (apart: number) => Math.max(-0.34 * size, Math.min(0.34 * size, apart));
  return points.map((p) => ({ x: p.x + by(centre.x - p.x), y: p.y + by(centre.y - p.y) }));
}

function MarkShape({ board, position, mark }: { board: Board; position: Position; mark: Mark }) {
  const points = mark.cells.map((cell) => middle(board, cell));
  if (mark.kind === "path") return <PathMark points={points} />;
  if (mark.kind === "slide") return <SlideMark points={points} />;
  if (mark.kind === "side") return <path d={sideOf(board, mark.cells)} class={`m-side seat-${mark.seat}`} />;
  if (mark.kind !== "scoring") return <path d={outline(board, mark.cells)} class={`m-${mark.kind}`} />;
  const frame = aside(points, mark.cells.some((cell) => writtenOn(position.looks[cell]!) !== ""));
  return (
    <g class={`scoring seat-${mark.seat} f-${position.seats[mark.seat - 1]?.[0] ?? "empty"}`}>
      <polygon points={list(frame)} class="halo" />
      <polygon points={list(frame)} class="line" />
    </g>
  );
}

// Which marks are drawn over which.
const above = ["side", "scoring", "near", "path", "slide", "last"];

function boundsOf(points: Point[], pad: number) {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const left = Math.min(...xs) - pad;
  const top = Math.min(...ys) - pad;
  return { left, top, width: Math.max(...xs) + pad - left, height: Math.max(...ys) + pad - top };
}

// What a board with few cells has as its style: they are drawn larger, lines and letters are not.
// 1 where letters and lines have the size they are written with.
function fineness({ width, height }: { width: number; height: number }): number {
  return Math.max(0.25, Math.min(1, Math.max(width, height) / 600));
}

// The part of the plane that a board fills. Letters beside a square board are close to its edge.
function frameOf(board: Board) {
  const corners = board.cells.flatMap((_, i) => cornersOf(board, i));
  const cells = boundsOf(corners, 0);
  const fine = fineness(cells);
  const apart = 3 + 11 * fine;
  const within = (value: number, low: number, length: number) =>
    (board.shape === "square" ? Math.max(low - apart, Math.min(low + length + apart, value)) : value);
  const labels = board.labels.map(([text, x, y]) => {
    const p = place(board, x, y);
    return { text, x: within(p.x, cells.left, cells.width), y: within(p.y, cells.top, cells.height) };
  });
  const { left, top, width, height } = boundsOf([...corners, ...labels], 8 * fine);
  return { viewBox: `${left} ${top} ${width} ${height}`, style: { "--fine": fine.toFixed(3) }, labels };
}

function BoardFrame({ board, label, children }: { board: Board; label: string; children: ComponentChildren }) {
  const { viewBox, style, labels } = frameOf(board);
  return (
    <svg class="board" viewBox={viewBox} style={style} role="img" aria-label={label}>
      {labels.map(({ text, x, y }) => <text x={x} y={y} dy="0.36em" class="label">{text}</text>)}
      {children}
    </svg>
  );
}

export function BoardPicture(props: {
  board: Board; position: Position; label: string; marks: boolean; children?: ComponentChildren;
}) {
  const { board, position } = props;
  // Where nothing says how the board looks, notes do.
  if (board.cells.length === 0) return position.notes.length > 0 ? <pre class="board-text" aria-label={props.label}>{position.notes.join("\n")}</pre> : null;
  return (
    <BoardFrame board={board} label={props.label}>
      {board.cells.map((_, cell) => <Piece board={board} cell={cell} look={position.looks[cell]!} />)}
      {[...position.marks]
        .filter((mark) => props.marks || mark.kind !== "scoring")
        .sort((a, b) => above.indexOf(a.kind) - above.indexOf(b.kind))
        .map((mark) => <MarkShape board={board} position={position} mark={mark} />)}
      {props.children}
    </BoardFrame>
  );
}

// What lies over a board that takes clicks: where one may play, what would lie there, the corners
// of a circuit, and what a hint says.
export function BoardTouch({ board, open, everywhere, choosing, cursor, corners, ghosts, hinted, click, over }: {
  board: Board; open: Set<number>; everywhere: boolean; choosing: (cell: number) => boolean; cursor: number; corners: number[]; hinted: number[];
  ghosts: { cell: number; look: Look }[]; click: (cell: number) => void; over: (cell: number) => void;
}) {
  const points = corners.map((cell) => middle(board, cell));
  return (
    <g class="touch">
      <g class={open.has(cursor) ? "ghosts" : "ghosts wrong"}>
        {ghosts.map(({ cell, look }) => <Piece board={board} cell={cell} look={look} />)}
      </g>
      {[...open].map((cell) => {
        const { x, y } = middle(board, cell);
        return <circle cx={x} cy={y + 0.34 * size} class="open" />;
      })}
      {points.length > 0 && <polyline points={list([points[points.length - 1]!, middle(board, cursor)])} class="drawn next" />}
      {points.length > 1 && <polyline points={list(points)} class="drawn" />}
      {points.map((p, i) => <circle cx={p.x} cy={p.y} r={i === 0 ? 8 : 5} class="corner" />)}
      {hinted.map((cell) => <polygon points={list(cornersOf(board, cell))} class="hinted" />)}
      <polygon points={list(cornersOf(board, cursor))} class="at-cursor" />
      {board.cells.map(([name], cell) => (
        <polygon points={list(cornersOf(board, cell))} class={everywhere || open.has(cell) ? "hit legal" : choosing(cell) ? "hit choice" : "hit"} data-cell={name}
          onClick={() => click(cell)} onPointerEnter={() => over(cell)} />
      ))}
    </g>
  );
}

// What has to be put on the board next.
export function NextPieces({ board, position }: { board: Board; position: Position }) {
  if (position.next.length === 0) return null;
  const part: Board = { shape: board.shape, cells: position.next.map(([x, y]) => ["", x, y]), labels: [["", position.next[0]![0], position.next[0]![1]]] };
  const view = boundsOf(part.cells.flatMap((_, i) => cornersOf(part, i)), 8);
  return (
    <svg class="next" viewBox={`${view.left} ${view.top} ${view.width} ${view.height}`} width={0.62 * view.width} height={0.62 * view.height} role="img"
      aria-label={`Next: ${position.next.map(([, , , sign]) => sign).join("")}`}>
      {position.next.map(([, , colour, sign, text], cell) => <Piece board={part} cell={cell} look={[colour, sign, text]} />)}
    </svg>
  );
}
