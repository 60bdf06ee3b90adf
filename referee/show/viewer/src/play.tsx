// A game of one's own against a bot: the board takes clicks and keys as the scene says, the program
// knows the rules.

import { useEffect, useRef, useState } from "preact/hooks";
import { BoardPicture } from "./board";
import { Tools, useEvents, useKeys } from "./tools";
import type { Key } from "./tools";
import type { Head } from "./data";
import { Entering } from "./entering";
import { FaultCard } from "./exchange";
import { MoveList, spoken } from "./moves";
import { Seats, seatStyle, Worth } from "./scoreboard";
import { Greeting, Rules, Stepping, wish } from "./person";
import { afterEvent, nothingPlayed } from "./events";
import type { Hint, Play, Played } from "./events";
import { positionsOf } from "./scene";

const keys: Key[] = [
  ["← ↑ ↓ →", "to another cell; where the board slides, slide it"],
  ["Enter, space", "play at this cell, or choose the piece on it; in a circuit, add a corner, and at the end the first one again"],
  ["[ ]", "the option before and after, where there are several; some have keys of their own, which put pieces where they are set up"],
  ["Backspace, Escape", "take back a corner or a piece that was put, or all"],
  ["U", "take back your last move"],
  ["← → Home End", "step through the game, when it is over"],
  ["H", "ask for a hint"],
];

function Controls({ play, rules, say }: { play: Play; rules: string | undefined; say: (reason: string) => void }) {
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
      {rules && <Rules text={rules} />}
      {over && <button type="button" onClick={() => ask({ do: "again" })}>new game</button>}
      {over && <a href="/record" download="game.json">save the record</a>}
    </div>
  );
}

// What the bot would play, when it was asked.
function HintCard({ hint, play, say }: { hint: Hint; play: Play; say: (reason: string) => void }) {
  return (
    <p class="card" role="status">
      {hint.move === undefined ? `${hint.by} has no hint: ${hint.reason}. Bots read only what others play, so it goes by its own moves, not by yours.`
        : <>{hint.by} would play <code>{hint.move}</code>. <button type="button" onClick={async () => say(await wish({ do: "move", ply: play.ply, move: hint.move }))}>play it</button></>}
    </p>
  );
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
        <Controls play={play} rules={head.rules} say={setReason} />
        {at === last ? (
          <Entering game={game} position={position} play={play} made={made} words={words} hinted={current?.move} say={setReason} />
        ) : (
          <BoardPicture board={game.board} position={position} label={words} marks />
        )}
        {reason && <p class="card bad" role="alert">{reason}</p>}
        {current && <HintCard hint={current} play={play} say={setReason} />}
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
  const [played, away] = useEvents(["state", "events", "play", "hint", "bye"], () => nothingPlayed, afterEvent);
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
