// A game of one's own against a bot: the board takes clicks and keys as the scene says, the program
// knows the rules.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { BoardPicture, BoardTouch } from "./board";
import { useEvents, useKeys } from "./browser";
import type { Game, Head, Match } from "./data";
import { FaultCard } from "./fault";
import { MoveList } from "./movelist";
import { spoken } from "./moves";
import { Seats, Worth } from "./scoreboard";
import { cellsOfMove, choicesOf, clickCorner, fillUp, freeCells, ghostsOf, leftOf, moveOfChoice, moveOfCorners, moveOfPlaced, neighbour, offered, openCells, optionAt, putOption } from "./input";
import type { Choice, Input } from "./input";
import { Greeting, howTo, nearestTo, Stepping, wish } from "./person";
import { afterEvent, nothingPlayed } from "./played";
import type { Play, Played } from "./played";
import type { Position } from "./scene";
import { positionsOf } from "./scene";
import { seatStyle } from "./seats";
import { Tools } from "./tools";
import type { Key } from "./tools";

const keys: Key[] = [
  ["← ↑ ↓ →", "to another cell; where the board slides, slide it"],
  ["Enter, space", "play at this cell, or choose the piece on it; in a circuit, add a corner, and at the end the first one again"],
  ["[ ]", "the option before and after, where there are several; some have keys of their own, which put pieces where they are set up"],
  ["Backspace, Escape", "take back a corner or a piece that was put, or all"],
  ["U", "take back your last move"],
  ["← → Home End", "step through the game, when it is over"],
  ["H", "ask for a hint"],
];

// State whose value is known at once: keys may come faster than pages are drawn.
function useNow<T>(first: T): [T, { current: T }, (value: T) => void] {
  const [value, setValue] = useState(first);
  const now = useRef(first);
  return [value, now, (next) => {
    now.current = next;
    setValue(next);
  }];
}

function Controls({ play, say }: { play: Play; say: (reason: string) => void }) {
  const [sure, setSure] = useState(false);
  useEffect(() => setSure(false), [play.ply, play.turn]);
  const ask = async (what: Record<string, unknown>) => say(await wish(what));
  const over = play.turn === "over";
  return (
    <div class="controls">
      <button type="button" disabled={!play.undo} onClick={() => ask({ do: "undo", ply: play.ply })}>undo <kbd>U</kbd></button>
      {play.hint !== null && (
        <button type="button" disabled={play.turn !== "you"} onClick={() => ask({ do: "hint", ply: play.ply })}>hint <kbd>H</kbd></button>
      )}
      {!over && !sure && <button type="button" disabled={play.turn !== "you"} onClick={() => setSure(true)}>resign</button>}
      {!over && sure && (
        <span role="group" aria-label="Resign?">
          resign? <button type="button" onClick={() => ask({ do: "resign", ply: play.ply })}>yes</button>{" "}
          <button type="button" onClick={() => setSure(false)}>no</button>
        </span>
      )}
      {over && <button type="button" onClick={() => ask({ do: "again" })}>new game</button>}
      {over && <a href="/record" download="game.json">save the record</a>}
    </div>
  );
}

// The board, what can be done with it, and the move that is being entered.
function Entering({ game, match, position, play, words, hinted, say }: {
  game: Game; match: Match; position: Position; play: Play; words: string; hinted: string | undefined; say: (reason: string) => void;
}) {
  const { board } = game;
  const input: Input = position.input;
  const mine = play.turn === "you";
  const options = useMemo(() => offered(input), [input]);
  const choices = useMemo(() => choicesOf(input), [input]);
  const alone = new Set(choices.filter((choice) => choice.cell < 0).map((choice) => choice.option)); // options that need no cell
  const whole = board.cells.length === 0 || (choices.length > 0 && choices.every((choice) => choice.cell < 0)); // nothing else
  const places = useMemo(() => options.filter((one) => !alone.has(one.name)), [input]);
  const [wanted, wantedNow, setWanted] = useNow("");
  const optionOf = (name: string) => (places.some((one) => one.name === name) ? name : places[0]?.name ?? "");
  const option = optionOf(wanted);
  const open = useMemo(() => openCells(input, option), [input, option]);
  const [cursor, cursorNow, setCursor] = useNow(useMemo(() => nearestTo(board, open), []));
  const [moved, setMoved] = useState(false); // whether somebody has pointed at a cell
  const [why, setWhy] = useState("");
  const [corners, cornersNow, setCorners] = useNow<number[]>([]);
  const [placed, placedNow, setPlaced] = useNow<Choice[]>([]);
  const [marks, setMarks] = useState(true);
  const frame = useRef<HTMLDivElement>(null);
  const sent = useRef(-1); // after how many moves a move is on its way
  useLayoutEffect(() => {
    setCorners([]);
    setPlaced([]);
    sent.current = -1;
  }, [play.ply, play.turn, match.moves.length]);
  // Why one may not play where the cursor rests: the program knows.
  const aim = mine && !whole && !input.arranged && !input.most_corners && moved && !open.has(cursor) && optionAt(board, input, cursor) === ""
    ? moveOfChoice(board, input, { cell: cursor, option }) : "";
  useEffect(() => {
    setWhy("");
    if (!aim) return;
    let gone = false;
    const timer = setTimeout(async () => {
      const reason = await wish({ do: "why", ply: play.ply, move: aim });
      if (!gone) setWhy(reason);
    }, 200);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [aim, play.ply]);

  const send = async (move: string) => {
    if (sent.current === play.ply || !mine) return;
    sent.current = play.ply;
    say("");
    const reason = await wish({ do: "move", ply: play.ply, move });
    say(reason);
    if (!reason) return;
    sent.current = -1;
    setCorners([]);
  };
  const click = (cell: number) => {
    if (!mine) return;
    setCursor(cell);
    if (input.most_corners) {
      const next = clickCorner(input, cornersNow.current, cell);
      say("");
      if (next.done) void send(moveOfCorners(board, input, next.corners));
      else setCorners(next.corners);
      return;
    }
    if (whole) return;
    const standing = optionAt(board, input, cell);
    if (input.arranged) put(cell, optionOf(wantedNow.current));
    else if (standing) setWanted(standing);
    // One that is not legal, too: the program says why.
    else void send(moveOfChoice(board, input, { cell, option: optionOf(wantedNow.current) }));
  };
  // When nothing is left of an option, another one comes up.
  const put = (cell: number, name: string) => {
    setPlaced(putOption(input, placedNow.current, cell, name));
    if (leftOf(input, placedNow.current, name) > 0) return;
    const next = options.find((one) => leftOf(input, placedNow.current, one.name) > 0);
    if (next) setWanted(next.name);
  };
  const choose = (name: string) => {
    if (alone.has(name)) void send(name);
    else setWanted(name);
  };
  // The key of a piece that is set up puts it at the cursor, or where the next one is missing.
  const typed = (name: string) => {
    const free = freeCells(input, placedNow.current);
    const cell = free.find((one) => one >= cursorNow.current) ?? free[0];
    if (cell === undefined) return;
    setCursor(cell);
    put(cell, name);
  };

  useKeys((event, target) => {
    if (!mine || target.closest("dialog")) return;
    const chosen = options.find((one) => one.key === event.key);
    const at = places.findIndex((one) => one.name === optionOf(wantedNow.current));
    if (chosen && input.arranged) typed(chosen.name);
    else if (chosen) choose(chosen.name);
    else if ((event.key === "[" || event.key === "]") && !whole && at >= 0) {
      setWanted(places[(at + (event.key === "]" ? 1 : places.length - 1)) % places.length]!.name);
    } else if (event.key.startsWith("Arrow") && !whole) {
      if (target.closest(".moves")) return;
      setCursor(neighbour(board, cursorNow.current, event.key));
      setMoved(true);
      frame.current?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && !/^(BUTTON|A|SUMMARY)$/.test(target.tagName)) click(cursorNow.current);
    else if (event.key === "Backspace") {
      setCorners(cornersNow.current.slice(0, -1));
      setPlaced(placedNow.current.slice(0, -1));
    } else if (event.key === "Escape") {
      setCorners([]);
      setPlaced([]);
    } else return;
    event.preventDefault();
  });

  const ghostOf = (name: string, cell: number) => ghostsOf(board, options.find((one) => one.name === name), cell);
  const shown = moved || (input.arranged?.length ?? 0) > 0;
  const ghosts = !mine || whole || !shown ? [] : input.arranged ? placed.flatMap((one) => ghostOf(one.option, one.cell)) : ghostOf(option, cursor);
  const name = board.cells[cursor]?.[0] ?? "";
  const missing = freeCells(input, placed).length;
  const told = !mine ? "" : input.arranged ? `${name}: ${placed.find((one) => one.cell === cursor)?.option ?? (open.has(cursor) ? "free" : "not to be set up")}; ${missing} missing`
    : input.most_corners ? `${name}${corners.length ? `; corners: ${moveOfCorners(board, input, corners)}` : ""}`
    : whole ? "" : `${name}${option ? `, ${options.find((one) => one.name === option)?.text}` : ""}: ${open.has(cursor) ? "legal" : `not legal${why ? `: ${why}` : ""}`}`;
  return (
    <>
      <div class={corners.length ? "play-board drawing" : "play-board"} ref={frame} tabIndex={0} role="application" aria-label="Board: arrow keys and Enter" aria-describedby="at-cursor">
        <BoardPicture board={board} position={position} label={words} marks={marks}>
          {mine && !whole && board.cells.length > 0 && (
            <BoardTouch board={board} open={open} everywhere={(input.most_corners ?? 0) > 0} choosing={(cell) => optionAt(board, input, cell) !== ""} cursor={cursor} corners={corners} ghosts={ghosts}
              hinted={hinted ? cellsOfMove(board, input, hinted) : []} click={click} over={(cell) => {
                setCursor(cell);
                setMoved(true);
              }} />
          )}
        </BoardPicture>
      </div>
      <p id="at-cursor" class="dim cursor-text" aria-live="polite">{shown || !mine || whole ? told : howTo(board, input)}</p>
      {mine && options.length > 0 && (
        <div class="options" role="group" aria-label={whole ? "Moves" : "Options"}>
          {options.map((one) => (
            <button type="button" aria-pressed={alone.has(one.name) ? undefined : one.name === option} onClick={() => choose(one.name)}>
              {one.text}{one.count ? ` × ${leftOf(input, placed, one.name)}` : ""}{one.key && <> <kbd>{keyName(one.key)}</kbd></>}
            </button>
          ))}
        </div>
      )}
      {mine && input.arranged && (
        <p class="options">
          <button type="button" disabled={missing > 0} onClick={() => send(moveOfPlaced(input, placed))}>set up so</button>{" "}
          <button type="button" disabled={missing === 0} onClick={() => setPlaced(fillUp(input, placed))}>fill up</button>{" "}
          <button type="button" disabled={placed.length === 0} onClick={() => setPlaced([])}>clear</button>
        </p>
      )}
      {mine && (input.most_corners ?? 0) > 0 && (
        <p class="options">
          <span class="dim">Click 4 to {input.most_corners} corners, clockwise, then the first one again.</span>{" "}
          <button type="button" disabled={corners.length < 4} onClick={() => send(moveOfCorners(board, input, corners))}>move along this circuit</button>{" "}
          <button type="button" disabled={corners.length === 0} onClick={() => setCorners([])}>clear</button>
        </p>
      )}
      <div class="options">
        {mine && (
          <form onSubmit={(event) => {
            event.preventDefault();
            const field = (event.currentTarget as HTMLFormElement).elements.namedItem("move") as HTMLInputElement;
            if (field.value.trim()) void send(field.value.trim());
            field.value = "";
          }}>
            <label>or type it: <input name="move" size={10} autoComplete="off" spellcheck={false} /></label> <button type="submit">make this move</button>
          </form>
        )}
        <label><input type="checkbox" checked={marks} onChange={() => setMarks(!marks)} /> points</label>
      </div>
    </>
  );
}

function keyName(key: string): string {
  return { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", " ": "space" }[key] ?? key;
}

function PlayView({ head, played }: { head: Head; played: Played }) {
  const { play, match } = played;
  const [reason, setReason] = useState("");
  const [chosen, setShown] = useState<number | null>(null);
  const shownNow = useRef({ at: 0, last: 0 });
  const made = match?.moves.length ?? 0;
  useEffect(() => {
    setReason("");
    setShown(null);
  }, [made, play?.turn]);
  useKeys((event) => {
    if (!play) return;
    if (event.key === "U" && play.undo) void wish({ do: "undo", ply: play.ply }).then(setReason);
    const steps: Record<string, number> = { ArrowLeft: shownNow.current.at - 1, ArrowRight: shownNow.current.at + 1, Home: 0, End: Infinity };
    if (play.turn === "over" && steps[event.key] !== undefined) {
      const to = Math.max(0, steps[event.key]!);
      setShown(to >= shownNow.current.last ? null : to);
      event.preventDefault();
    }
    if (event.key === "H" && play.hint !== null && play.turn === "you") void wish({ do: "hint", ply: play.ply }).then(setReason);
  }, [play]);
  if (!match || !play) return <p>Waiting for the game ...</p>;
  const game = head.games[match.game]!;
  const positions = positionsOf(match, game.board.cells.length);
  const last = positions.length - 1;
  const at = Math.min(chosen ?? last, last);
  const position = positions[at];
  shownNow.current = { at, last };
  if (!position) return <p>Waiting for the game ...</p>;
  const words = spoken(match, game, at);
  const show = (ply: number) => setShown(ply >= last ? null : ply);
  const { hint } = played;
  const current = hint && hint.ply === play.ply ? hint : null;
  // Persons who resign need no card about it.
  const faults = play.turn === "over" ? (match.faults ?? []).filter((fault) => fault.reason !== "resigned") : [];
  return (
    <div class="game seated" style={seatStyle(position.seats)}>
      <div class="stage">
        <Greeting play={play} position={positions[last]!} game={game} />
        {at === last ? (
          <Entering game={game} match={match} position={position} play={play} words={words} hinted={current?.move} say={setReason} />
        ) : (
          <BoardPicture board={game.board} position={position} label={words} marks />
        )}
        <Controls play={play} say={setReason} />
        {reason && <p class="card bad" role="alert">{reason}</p>}
        {current && (
          <p class="card" role="status">
            {current.move !== undefined ? <>{current.by} would play <code>{current.move}</code>.{" "}
              <button type="button" onClick={async () => setReason(await wish({ do: "move", ply: play.ply, move: current.move }))}>play it</button></> : <>{current.by} has no hint: {current.reason}. Bots read only what others play, so it goes by its own moves, not by yours.</>}
          </p>
        )}
        {play.trouble && <p class="card bad" role="alert">{play.trouble}</p>}
        {last > 0 && <Stepping play={play} at={at} last={last} show={show} say={setReason} />}
        <p class="status" aria-live="polite">{words}</p>
      </div>
      <div class="side">
        <Seats match={match} game={game} position={position} />
        <Worth position={position} game={game} />
        {faults.map((fault) => <FaultCard fault={fault} />)}
        <MoveList match={match} game={game} ply={at} go={show} />
      </div>
    </div>
  );
}

export function PlayApp({ head }: { head: Head }) {
  const [played, away] = useEvents(["state", "begun", "moves", "play", "hint", "bye"], () => nothingPlayed, afterEvent);
  useEffect(() => {
    const turn = played.play?.turn;
    document.title = `${turn === "you" ? "Your move – " : turn === "over" ? "Over – " : ""}${head.title}`;
  }, [played.play?.turn]);
  return (
    <>
      <header>
        <h1>{head.title}</h1>
        <Tools keys={keys} />
      </header>
      <main>
        {played.gone ? <p class="card bad" role="alert">The referee has ended, and with it this game.</p>
          : away && <p class="card bad" role="alert">The referee does not answer; trying again ...</p>}
        <PlayView head={head} played={played} />
      </main>
      <footer>{head.program}</footer>
    </>
  );
}
