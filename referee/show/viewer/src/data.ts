// What the program has put into the page: match_data.cpp, result_page.cpp and tournament_data.cpp
// write it.

export type Look = [colour: string, sign: string, text: string];

export interface Board {
  shape: "square" | "hexagon";
  cells: [name: string, x: number, y: number][];
  labels: [text: string, x: number, y: number][];
}

export interface Game {
  name: string;
  title: string;
  contest: string;
  summary: string;
  seats: string[];
  cooperative: boolean;
  board: Board;
}

// What a person can enter: docs/scene.schema.json.
export interface InputOption {
  name: string;
  text: string;
  key: string;
  ghosts: [x: number, y: number, ...look: Look][];
  count?: number;
}

export interface Input {
  options?: InputOption[];
  groups?: { options: number[]; cells: number[] }[];
  separator?: string;
  option_first?: boolean;
  arranged?: number[];
  most_corners?: number;
}

// The changes from one position to the next: docs/scene.schema.json.
export interface SceneChange {
  looks?: Look[];
  cells?: (number | number[])[];
  gone?: number[];
  marks?: [kind: string, seat: number, points: number, runs?: number[]][]; // without runs: what changed
  to_move?: number;
  points?: number[] | null;
  score?: number[];
  status?: string;
  notes?: string[];
  parts?: [seat: number, text: string, points: number][];
  seats?: Look[];
  next?: [x: number, y: number, colour: string, sign: string, text: string][];
  input?: Input;
}

export interface Fault {
  seat: number;
  ply: number;
  kind: string;
  text: string;
  reason: string;
  line?: string; // what the bot wrote
  read?: string;
  legal_count?: number;
  legal?: string[];
  time?: string;
  stderr?: string;
  again?: string;
  cpu?: number;
  wall?: number;
}

export interface BotOfMatch {
  name: string;
  score: number;
  status: string;
  place?: number; // where more than two play
  points?: number;
  game_points?: number;
  command?: string;
  cpu?: number;
  wall?: number;
  budget_us?: number; // its own, if it differs from that of the match
  memory?: number;
  waited?: number; // for a processor, of a bot that ran out of wall time
}

export interface Match {
  n: number;
  official?: number;
  part?: number; // the check that it was played for
  own?: number; // the number it has there
  game: string;
  round?: number;
  seed?: number;
  deal?: string;
  clock: "cpu" | "wall";
  budget_us: number;
  speed?: number; // how many times as fast as the official machine
  given?: number; // how many moves at the beginning were given
  started?: string;
  bots: BotOfMatch[]; // by seat
  moves: string[];
  relayed?: string[];
  seats?: string;
  jury?: number[];
  cpu?: number[];
  wall?: number[];
  early?: number[];
  faults?: Fault[];
  errors?: [ply: number, seat: number, text: string][];
  sent?: [ply: number, seat: number, lines: string][];
  scenes: SceneChange[];
  lead?: Lead;
  misfit?: string;
  winner?: number; // the seat that won, from 1
  end?: string; // how it ended, in words
  plies?: number; // how many moves, of a match without them: docs/internals/live-protocol.md
  running?: boolean;
}

// Value and ends of its 95 % interval, as far as they are known.
export type Interval = [value: number, low: number | null, high: number | null] | null;

// The evidence of a comparison after that many pairs.
export interface Course {
  by: "wins" | "points";
  h0: string;
  h1: string;
  lower?: number;
  upper?: number;
  needed_for_h1?: number;
  needed_for_h0?: number;
  pairs: number[];
  evidence: (number | [h1: number, h0: number])[];
  points: Interval[];
  elo: Interval[];
}

export interface Comparison {
  game: string;
  commands: [name: string, command: string, hash: string, limits: string][];
  conditions: string; // seed, clock and protection
  counts: string;
  figures: [name: string, value: string, meaning: string][];
  reservations: string[];
  decision: string;
  verdict: string;
  course: Course;
}

export interface Check {
  name: string;
  kind: string;
  game: string;
  verdict: string;
  reason: string;
  details: string[];
  seconds?: number;
  comparison?: Comparison;
}

export interface Regress {
  bot: [name: string, command: string];
  verdict: string;
  summary: string;
  checks: Check[];
}

export interface Tune {
  game: string;
  verdict: string;
  command: string;
  counts: string;
  unit: string;
  best?: string; // command
  parameters: {
    name: string;
    start: string;
    best: string;
    interval: string; // of 95 %, or why there is none
    range: [low: string, high: string];
    at: number; // the best, 0 to 1 of the range
    course: [low: number, best: number, high: number][]; // round by round, 0 to 1 of the range
    slice: [at: number, low: number, value: number, high: number][];
  }[];
}

// "alpha" "won, ahead of beta by score (862 to 858)"
export interface Headline {
  who: string;
  rest: string;
}

export interface Headlines {
  title: string;
  games: Record<string, Headline>;
}

export interface Head {
  version: number;
  kind: "match" | "tournament" | "comparison" | "regress" | "tune";
  live?: "tournament" | "play" | "index"; // whether a server tells more: docs/internals/live-protocol.md
  title: string;
  program: string;
  rules?: string; // of the game that is played here
  detail?: "full" | "brief";
  begun?: string; // when the first match and the last one began
  ended?: string;
  machine?: string;
  games: Record<string, Game>;
  standings?: { events: StandingsEvent[]; headlines?: Headlines; comparison?: Comparison };
  comparison?: Comparison;
  regress?: Regress;
  tune?: Tune;
  results?: unknown[]; // of an index
}

export interface TableColumn {
  key: string; // as in spreadsheets
  head: string;
  meaning?: string;
  right?: boolean;
  ranks?: boolean; // whether places depend on it
}

// A text, and what to sort by where that is another one.
export type TableCell = string | [text: string, plain: string];

// The standings of an event as report/standings/standings_tables.hpp describes them.
export interface Table {
  extent: string;
  ranking: string;
  warnings: string[];
  columns: TableColumn[];
  rows: TableCell[][];
}

// A value of each bot after some of the rounds; null: before its first game.
export interface RoundsCourse {
  title: string;
  digits: number; // after the point
  rounds: number[];
  values: (number | null)[][];
}

export interface CrossTable {
  title: string;
  rows: number[]; // of the table
  cells: ([games: number, mean: number, error: number | null] | null)[][];
}

// All games of a round between two bots, which are rows of the table.
export interface Pairing {
  bots: [number, number];
  figures: [string, string];
  result: [number, number];
  winner: 0 | 1 | null; // by its games alone
}

// A pairing of a knockout, with those that its bots came from; null: one that had none.
export interface Bracket extends Pairing {
  round: number;
  through: 0 | 1 | null; // who went on
  from: (Bracket | null)[];
}

export interface SwissRound {
  pairings: Pairing[];
  bye?: number;
}

// What is drawn beside the table of an event.
export interface Drawn {
  bots: string[]; // in the order of the table
  means: ([mean: number, error: number | null] | null)[];
  course?: RoundsCourse;
  cross?: CrossTable;
  swiss?: SwissRound[];
  brackets?: Bracket[]; // the last round first; those that no later one holds
  bracket_note?: string;
}

export interface StandingsEvent {
  table: Table;
  drawn: Drawn;
  game: string;
  title: string;
  played: number;
  planned: number; // 0: nobody has, the matches belong to no tournament
  rounds: number;
  format: string;
  bots: { // best first
    place: number;
    name: string;
    faults: Record<string, number>;
    // Of a version in a ladder.
    elo?: number | null;
    error?: number | null;
    reach?: "two_sided" | "at_least" | "at_most" | "nothing"; // "at_most": the Elo is a bound
    since?: number;
    plays?: boolean;
    note?: string;
  }[];
}

// In the order of the standings; the keys of an object may come in another one.
export function gamesOf(head: Head): Game[] {
  const order = head.standings?.events.map((event) => event.game) ?? [];
  return Object.values(head.games).sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

export interface Data {
  head: Head;
  matches: Match[];
}

const version = 1;

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}

async function unpacked(base64: string): Promise<string> {
  const binary = atob(base64.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

// The positions of a match, most of its text, are parsed on first use. They are at its end; no
// text in it can look like the key, because quotation marks have a backslash there.
export function matchOf(line: string): Match {
  const at = line.indexOf(',"scenes":[');
  if (at < 0) return JSON.parse(line) as Match;
  const match = JSON.parse(`${line.slice(0, at)}}`) as Match;
  // Matches of checks say behind their positions which check they belong to.
  const check = /,"part":(\d+),"own":(\d+)\}$/.exec(line);
  if (check) Object.assign(match, { part: Number(check[1]), own: Number(check[2]) });
  let rest: Pick<Match, "scenes" | "misfit"> | undefined;
  const read = () => (rest ??= JSON.parse(`{${line.slice(at + 1)}`) as Pick<Match, "scenes" | "misfit">);
  return Object.defineProperties(match, {
    scenes: { get: () => read().scenes, enumerable: true },
    misfit: { get: () => read().misfit, enumerable: true },
  });
}

export async function loadData(): Promise<Data> {
  const head = JSON.parse(textOf("head") || "null") as Head | null;
  if (!head) throw new Error("This page has no data in it.");
  if (head.version !== version) {
    throw new Error(`The data has version ${head.version}, but this page reads ${version}.`);
  }
  const element = document.getElementById("matches");
  const raw = element?.textContent ?? "";
  const lines = element?.getAttribute("type") === "application/gzip" ? await unpacked(raw) : raw;
  element?.remove();
  return { head, matches: lines.split("\n").filter(Boolean).map(matchOf) };
}

export const budgetOf = (match: Match, seat: number) => match.bots[seat]!.budget_us ?? match.budget_us;

export const seatOf = ({ seats, bots }: Match, ply: number) => (seats ? Number(seats[ply - 1]) - 1 : (ply - 1) % bots.length);

export const playersOf = ({ bots }: Match) => bots.map((bot) => bot.name).join(" – ");

// The seat that won a match; null if neither did.
export const winnerOf = ({ winner }: Match) => (winner ? winner - 1 : null);

// Whether a seat did worse than the one that won, or where several share the first place than they.
export const lost = (match: Match, seat: number) => (winnerOf(match) === null ? (match.bots[seat]!.place ?? 1) > 1 : winnerOf(match) !== seat);

export function failed(bot: BotOfMatch): boolean {
  return !["WIN", "LOSE", "DRAW", ""].includes(bot.status);
}

// How a match ended for a seat: a bot that failed by the word for its fault, and who won as
// winnerOf() has it, whatever the board says; among more than two its place, and nothing of one alone.
export function resultText(match: Match, seat: number): string {
  const bot = match.bots[seat]!;
  const word = !failed(bot) ? "" : match.faults?.find((one) => one.seat === seat + 1)?.kind ?? bot.status.toLowerCase();
  if (match.bots.length !== 2) return [bot.place, word].filter(Boolean).join(", ");
  return word || (winnerOf(match) === seat ? "WIN" : bot.status);
}

// Where a match opens: at its first fault, of this seat if that has one; else at its end.
export function openingPly({ faults = [], scenes }: Match, seat = -1): number {
  const fault = faults.find((one) => one.seat === seat + 1) ?? faults[0];
  return Math.max(0, Math.min(fault?.ply || Infinity, scenes.length - 1));
}

// The points of all seats after each move, those before the first move first; null: nobody has said them.
export function pointsOf(match: Match): (number[] | null)[] {
  let now: number[] | null = null;
  return match.scenes.map((scene) => (now = scene.points === undefined ? now : scene.points));
}

// So many points, at a move.
export type AtPly = [points: number, ply: number];

// How the lead went, up to the first fault.
export interface Lead {
  swing: AtPly; // the most that one move changed it
  turns?: number[]; // the moves that changed it by at least half of that; in brief only the largest is known
  lost?: AtPly[]; // of each seat: what it was ahead by at its best more than at the end, and since when
}

export interface Slow {
  time: number; // of the slowest move, microseconds
  ply: number; // 0: not known
  used: number; // share of the budget, over the whole game
}

function slowOf(match: Match): Slow[] {
  const times = (match.clock === "cpu" ? match.cpu : match.wall) ?? [];
  const slow = match.bots.map((bot, seat) => ({ time: 0, ply: 0, used: ((match.clock === "cpu" ? bot.cpu : bot.wall) ?? 0) / budgetOf(match, seat) }));
  times.forEach((time, i) => {
    const own = slow[seatOf(match, i + 1)]!;
    if (own.ply === 0 || time > own.time) Object.assign(own, { time, ply: i + 1 });
  });
  return slow;
}

// What a list shows of a match. Worked out when it is asked for: a list shows some of thousands.
export class Facts {
  #slow: Slow[] | undefined;
  constructor(readonly match: Match, readonly repeated: () => Map<Match, number>) {}
  get swing(): AtPly { // the largest
    return this.match.lead?.swing ?? [0, 0];
  }
  get slow(): Slow[] { // of each seat, on the clock that counts
    return (this.#slow ??= slowOf(this.match));
  }
  get thrown(): AtPly[] {
    return this.match.lead?.lost ?? this.match.bots.map(() => [0, 0]);
  }
  get repeats(): number | null { // the number of the match that this one repeats
    return this.repeated().get(this.match) ?? null;
  }
}

function repeatsOf(matches: Match[]): Map<Match, number> {
  const seen = new Map<string, number>();
  const repeats = new Map<Match, number>();
  for (const match of matches) {
    if (match.moves.length === 0) continue;
    const key = JSON.stringify([match.game, match.bots.map((bot) => bot.name), match.deal, match.relayed ?? match.moves]);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, match.n);
    else repeats.set(match, first);
  }
  return repeats;
}

export function factsOf(data: Data): Facts[] {
  let repeats: Map<Match, number> | undefined;
  const repeated = () => (repeats ??= repeatsOf(data.matches));
  return data.matches.map((match) => new Facts(match, repeated));
}
