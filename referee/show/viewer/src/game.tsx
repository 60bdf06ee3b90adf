// One match: the board, the moves, the course, what the bots wrote, and faults.

import { useMemo, useState } from "preact/hooks";
import { BoardPicture, NextPieces } from "./board";
import { CourseChart } from "./chart";
import { playersOf } from "./data";
import type { Data, Game, Match } from "./data";
import { FaultCard, isAnswer, Lines } from "./exchange";
import { plural, whenText } from "./words";
import { budgetText, firstDifference, MoveList, moveText, spoken } from "./moves";
import { PositionPicture } from "./picture";
import type { Position } from "./scene";
import { positionsOf } from "./scene";
import { Seats, seatStyle, Worth } from "./scoreboard";
import { Stepper } from "./stepper";

// All that is known of a match and shown nowhere else.
function About({ data, match, game, position }: { data: Data; match: Match; game: Game; position: Position }) {
  const facts = [`${game.title}, ${game.contest}`,
    match.part !== undefined && data.head.regress ? `check ${data.head.regress.checks[match.part]?.name}, match ${match.own} there` : "",
    match.official !== undefined ? `official game ${match.official}` : "",
    match.round ? `round ${match.round}` : "", match.seed !== undefined ? `seed ${match.seed}` : "",
    `budget ${budgetText(match)}`, match.given ? `the first ${plural(match.given, "move")} ${match.given === 1 ? "was" : "were"} given` : "",
    whenText(match.started), data.head.machine ?? ""];
  return (
    <details class="card">
      <summary>About this match</summary>
      <p>{facts.filter(Boolean).join(" · ")}</p>
      {match.deal && <p>deal <code>{match.deal}</code></p>}
      {match.bots.map((bot, i) => bot.command && <p>{game.seats[i]}: {bot.name}, <code>{bot.command}</code></p>)}
      {game.board.cells.length > 0 && <h3>The board in words</h3>}
      <p>{game.board.cells.length > 0 && (game.board.cells.map(([name], i) => {
        const [colour, , text] = position.looks[i]!;
        return colour === "empty" ? "" : `${name} ${colour}${text ? ` ${text}` : ""}`;
      }).filter(Boolean).join(", ") || "empty")}</p>
    </details>
  );
}

// The choice of a second match of the same game.
function Beside({ data, match, other, last, go, compare }: {
  data: Data; match: Match; other: Match | undefined; last: number; go: (ply: number) => void; compare: (n: number | null) => void;
}) {
  const differs = other ? firstDifference(match, other) : null;
  return (
    <p class="compare">
      <label>compare with <select value={other?.n ?? ""} onChange={({ currentTarget: { value } }) => compare(value === "" ? null : Number(value))}>
        <option value="">no other match</option>
        {data.matches.filter((one) => one.game === match.game && one !== match).slice(0, 300).map((one) => (
          <option value={one.n}>match {one.n}: {playersOf(one)}</option>
        ))}
      </select></label>
      {other && (differs === null ? " The moves are the same." : (
        <button type="button" onClick={() => go(Math.min(last, differs))}>first different move: {differs}</button>
      ))}
    </p>
  );
}

// With `other` beside it, if there is one.
export function GameView({ data, match, other, ply, go, compare }: {
  data: Data; match: Match; other?: Match; ply: number; go: (ply: number) => void; compare: (n: number | null) => void;
}) {
  const game = data.head.games[match.game]!;
  const positions = useMemo(() => positionsOf(match, game.board.cells.length), [match]);
  const last = positions.length - 1;
  const at = Math.max(0, Math.min(ply, last));
  const position = positions[at];
  const [marks, setMarks] = useState(true);
  if (!position) return <p class="card bad">{match.misfit ?? "This match has no positions."}</p>;
  const answer = isAnswer(match, game);
  const words = spoken(match, game, at);
  const faults = (match.faults ?? []).filter((fault) => fault.ply === at || (fault.ply === 0 && at === last) ||
    (fault.ply > last && at === last) || fault.ply === at + 1 || answer);
  const others = other && positionsOf(other, game.board.cells.length);
  return (
    <div class={game.board.cells.length > 0 && match.bots.length < 3 ? "game seated" : "game bare seated"} style={seatStyle(position.seats)}>
      <div class="stage">
        {answer && <Lines match={match} ply={last} answer />}
        {!answer && <><div class={other ? "boards two" : "boards"}>
          <figure>
            <BoardPicture board={game.board} position={position} label={words} marks={marks} />
            {other && <figcaption>match {match.n}: {playersOf(match)}</figcaption>}
          </figure>
          {other && others && (
            <figure>
              <BoardPicture board={game.board} position={others[Math.min(at, others.length - 1)]!} marks={marks}
                label={spoken(other, game, Math.min(at, others.length - 1))} />
              <figcaption>match {other.n}: {playersOf(other)}; move {moveText(other, at) || "none"}</figcaption>
            </figure>
          )}
        </div>
        <Stepper match={match} at={at} last={last} words={words} marks={marks} setMarks={setMarks} go={go} />
        <div class="told">
          <p class={faults.some((fault) => fault.ply === at) ? "status bad" : "status"} aria-live="polite">{words}</p>
          <NextPieces board={game.board} position={position} />
        </div></>}
        {game.board.cells.length > 0 && <PositionPicture title={`match-${match.n}-move-${at}`} said={[
          match.end && at === last ? `${match.end}.` : words,
          match.bots.map((bot, i) => `${bot.name} (${game.seats[i]})`).join(" – "), `${game.title}, ${game.contest}`, match.end && at === last ? words : "",
        ].filter(Boolean)} />}
      </div>
      <div class="side">
        {match.end && <p class="outcome">{match.end}.</p>}
        <Seats match={match} game={game} position={position} />
        {!answer && <MoveList match={match} game={game} ply={at} go={go} />}
        {(position.parts.length > 0 || (position.notes.length > 0 && game.board.cells.length > 0)) && (
          <div class="worth" tabIndex={0} role="region" aria-label="Points and notes">
            <Worth position={position} game={game} />
          </div>
        )}
        {data.matches.length > 1 && !answer && <Beside data={data} match={match} other={other} last={last} go={go} compare={compare} />}
      </div>
      {!answer && <div class="course"><CourseChart match={match} ply={at} cooperative={game.cooperative} go={(to) => go(Math.min(last, to))} /></div>}
      <div class="words">
        {faults.map((fault) => <FaultCard fault={fault} />)}
        {match.misfit && at === last && <p class="card bad">The record does not fit the rules from here on: {match.misfit}</p>}
        {!answer && <Lines match={match} ply={at} answer={false} />}
        <About data={data} match={match} game={game} position={position} />
      </div>
    </div>
  );
}
