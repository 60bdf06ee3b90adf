// One match: the board, the moves, the course, what the bots wrote, and faults.

import { Component } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { BoardPicture, NextPieces } from "./board";
import { CourseChart } from "./chart";
import type { BotOfMatch, Data, Fault, Game, Look, Match } from "./data";
import { failed, seatOf, swingsOf } from "./data";
import { endText, whenText } from "./headline";
import { readSaid } from "./said";
import type { Position } from "./scene";
import { positionsOf } from "./scene";
import { SeatKey, seatStyle, seatsOf } from "./seats";
import { memoryText, plural, timeText } from "./words";

const speeds = [0.5, 1, 2, 5, 10, 30];

export function moveOf(match: Match, ply: number): string {
  return match.relayed?.[ply - 1] ?? match.moves[ply - 1] ?? "";
}

// With a word on whose it was, unless that is the bot.
export function moveText(match: Match, ply: number): string {
  const move = moveOf(match, ply);
  if (ply <= (match.given ?? 0)) return `${move} (given)`;
  return match.jury?.includes(ply) ? `${move} (jury)` : move;
}

// "10 s on the CPU clock, 30 s of the official machine (speed 3)"
export function budgetText(match: Match): string {
  const text = `${Number((match.budget_us / 1e6).toPrecision(6))} s on the ${match.clock === "cpu" ? "CPU" : "wall"} clock`;
  return match.speed === undefined ? text
    : `${text}, ${Number(((match.budget_us * match.speed) / 1e6).toPrecision(6))} s of the official machine (speed ${match.speed})`;
}

// What has just happened, for those who hear the page.
export function spoken(match: Match, game: Game, ply: number): string {
  const positions = positionsOf(match, game.board.cells.length);
  const position = positions[ply];
  if (!position) return "";
  const [a, b] = position.points;
  const points = game.cooperative ? `${a} points` : `${a} to ${b} points`;
  if (ply === 0) return `Before the first move. ${points}. ${position.status}`;
  const seat = seatOf(match, ply);
  const time = match.cpu?.[ply - 1];
  const took = time === undefined ? "" : ` in ${timeText(time)}`;
  const fault = match.faults?.find((one) => one.ply === ply);
  return `Move ${ply} of ${match.moves.length}: ${game.seats[seat]}, ${match.bots[seat].name}, ` +
    `${moveText(match, ply)}${took}. ${points}. ${fault ? `Fault: ${fault.text}. ` : ""}${position.status}`;
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // From a file there may be no clipboard: select it the old way.
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return <button type="button" onClick={copy}>{copied ? "copied" : "copy"}</button>;
}

export function FaultCard({ fault }: { fault: Fault }) {
  const rows: [string, string][] = [];
  if (fault.read) rows.push(["read", fault.read]);
  if (fault.read !== undefined) rows.push(["wrote", fault.wrote === undefined ? "no complete line" : fault.wrote || "an empty line"]);
  if (fault.legal_count !== undefined) {
    const more = fault.legal!.length < fault.legal_count ? " ..." : "";
    rows.push(["legal", `${plural(fault.legal_count, "move")}: ${fault.legal!.join(" ")}${more}`]);
  }
  if (fault.time) rows.push(["time", fault.time]);
  if (fault.stderr) rows.push(["stderr", fault.stderr]);
  return (
    <section class="card fault" aria-label="Fault">
      <h2><span class="sign">!</span> {fault.text}</h2>
      <dl>
        {rows.map(([name, text]) => <><dt>{name}</dt><dd><pre>{text}</pre></dd></>)}
        {fault.again && <><dt>again</dt><dd><code>{fault.again}</code> <CopyButton text={fault.again} /></dd></>}
      </dl>
    </section>
  );
}

// The time on the clock that counts as the official machine takes it.
function official(match: Match, bot: BotOfMatch): number | undefined {
  const time = match.clock === "cpu" ? bot.cpu : bot.wall;
  return time === undefined ? undefined : time * (match.speed ?? 1);
}

export function Seats({ match, game, position }: { match: Match; game: Game; position: Position }) {
  const { points, toMove } = position;
  const over = toMove === 0 && match.bots.some((bot) => bot.status !== "");
  const best = Math.max(match.bots[0].score, match.bots[1].score);
  return (
    <table class="seats">
      <thead><tr><th>bot</th><th class="n">points</th><th class="n">score</th><th>result</th><th class="n">CPU<br /><small>wall</small></th>{match.speed !== undefined && <th class="n spare">official</th>}<th class="n spare memory">memory</th></tr></thead>
      <tbody>
        {match.bots.map((bot, i) => (
          <tr class={`${toMove === i + 1 ? "to-move" : ""} ${over && !game.cooperative && bot.score === best && match.bots[0].score !== match.bots[1].score ? "winner" : ""}`}>
            <td class="who" title={bot.command}>
              <div class="name"><SeatKey seat={i + 1} look={position.seats[i]} /> {bot.name}</div>
              <small>{game.seats[i]}{toMove === i + 1 ? ", to move" : ""}</small>
            </td>
            <td class="n big">{points[i]}</td>
            <td class="n">{bot.status === "" ? "–" : bot.score}</td>
            <td class={failed(bot) ? "bad" : ""}>{bot.status}</td>
            <td class="n">{bot.cpu === undefined ? "–" : timeText(bot.cpu)}<br /><small class="dim">{bot.wall === undefined ? "–" : timeText(bot.wall)}</small></td>
            {match.speed !== undefined && <td class="n spare">{official(match, bot) === undefined ? "–" : timeText(official(match, bot)!)}</td>}
            <td class="n spare memory">{memoryText(bot.memory ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  at: number;
  now: boolean;
  seat: number;
  name: string;
  text: string;
  look: Look | undefined;
  said: string; // what the bot said of the position
  time: string;
  wrote: boolean; // to stderr
  failed: boolean;
  go: (ply: number) => void;
}

// Redrawn only if it changes: a game may have 1,000 of them, and go on.
class MoveRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps) {
    return (Object.keys(next) as (keyof RowProps)[]).some((key) => next[key] !== this.props[key]);
  }
  render({ at, now, seat, name, text, look, said, time, wrote, failed: bad, go }: RowProps) {
    return (
      <li aria-current={now ? "step" : undefined} onClick={() => go(at)} class={bad ? "failed" : ""}>
        <span class="number">{at}</span>
        <SeatKey seat={seat} look={look} title={name} />
        <span class="move">{text}</span>
        {said && <span class="said" title="eval, as the bot says">{said}</span>}
        {wrote && <span class="flag" title="wrote to stderr">e</span>}
        {bad && <span class="flag bad" title="fault">!</span>}
        <span class="time">{time}</span>
      </li>
    );
  }
}

export function MoveList({ match, game, ply, go }: { match: Match; game: Game; ply: number; go: (ply: number) => void }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const frame = list.current;
    const row = frame?.querySelector<HTMLElement>("[aria-current]");
    if (!frame || !row) return;
    const above = row.offsetTop;
    if (above < frame.scrollTop) frame.scrollTop = above;
    else if (above + row.offsetHeight > frame.scrollTop + frame.clientHeight) frame.scrollTop = above + row.offsetHeight - frame.clientHeight;
  }, [ply]);
  const latest = useRef(go);
  latest.current = go;
  const steady = useRef((at: number) => latest.current(at)).current;
  const faults = new Set((match.faults ?? []).map((fault) => fault.ply));
  const errors = new Set((match.errors ?? []).map(([at]) => at));
  const evals = useMemo(() => new Map((match.errors ?? []).flatMap(([at, , text]) => {
    const found = readSaid(text).said.find(([key]) => key === "eval");
    return found ? [[at, found[1]] as const] : [];
  })), [match.errors]);
  const looks = seatsOf(match);
  return (
    <ol class="moves" ref={list} tabIndex={0} aria-label="Moves">
      {match.moves.map((_, i) => {
        const at = i + 1;
        const seat = seatOf(match, at);
        const time = match.jury?.includes(at) ? undefined : match.cpu?.[i];
        return (
          <MoveRow key={at} at={at} now={at === ply} seat={seat + 1} name={game.seats[seat]} text={moveText(match, at)} look={looks[seat]} said={evals.get(at) ?? ""}
            time={time === undefined ? "" : timeText(time)} wrote={errors.has(at)} failed={faults.has(at)} go={steady} />
        );
      })}
    </ol>
  );
}

function Said({ text }: { text: string }) {
  const { said, rest } = readSaid(text);
  return (
    <>
      {said.length > 0 && <dl class="fields">{said.map(([key, value]) => <div><dt>{key}</dt><dd>{value}</dd></div>)}</dl>}
      {rest && <pre class="stderr">{rest}</pre>}
    </>
  );
}

function Lines({ match, ply }: { match: Match; ply: number }) {
  const sent = (match.sent ?? []).filter(([at]) => at === ply || (ply === match.moves.length && at > ply));
  const errors = (match.errors ?? []).filter(([at]) => at === ply || (ply === match.moves.length && (at > ply || at === 0)));
  const wrote = ply > 0 && !match.jury?.includes(ply) ? match.moves[ply - 1] : undefined;
  return (
    <section class="card" aria-label="What the bots read and wrote at this move">
      <h2>At this move</h2>
      {match.sent && (
        <table class="lines">
          <tbody>
            {sent.map(([at, seat, lines]) => (
              <tr><th>{match.bots[seat - 1]!.name}<br />{at > match.moves.length ? "at the end" : "read"}</th><td><pre>{lines}</pre></td></tr>
            ))}
            {wrote !== undefined && (
              <tr><th>{match.bots[seatOf(match, ply)].name}<br />wrote</th><td><pre>{wrote}</pre></td></tr>
            )}
          </tbody>
        </table>
      )}
      {errors.map(([at, seat, text]) => (
        <>
          <h3>{match.bots[seat - 1]!.name} on standard error{at === 0 ? ", at some time" : at > match.moves.length ? ", after its last move" : ""}</h3>
          <Said text={text} />
        </>
      ))}
      {!errors.length && !match.sent && <p class="dim">Nothing was written to stderr.</p>}
      {!errors.length && match.sent && !sent.length && wrote === undefined && <p class="dim">Nothing was read or written.</p>}
    </section>
  );
}

export interface GameProps {
  data: Data;
  match: Match;
  other?: Match; // to be shown beside it
  ply: number;
  go: (ply: number) => void;
  compare: (n: number | null) => void;
}

// The first move that differs, or null.
export function firstDifference(a: Match, b: Match): number | null {
  const length = Math.max(a.moves.length, b.moves.length);
  for (let ply = 1; ply <= length; ply++) {
    if (moveOf(a, ply) !== moveOf(b, ply)) return ply;
  }
  return null;
}

// Where the lead changes by at least half of the largest change.
export function swingPlies(match: Match, game: Game): number[] {
  const swings = swingsOf(match, game.cooperative);
  const most = Math.max(0, ...swings);
  return swings.flatMap((swing, ply) => (swing > 0 && 2 * swing >= most ? [ply] : []));
}

export function GameView({ data, match, other, ply, go, compare }: GameProps) {
  const game = data.head.games[match.game]!;
  const positions = useMemo(() => positionsOf(match, game.board.cells.length), [match]);
  const last = positions.length - 1;
  const at = Math.max(0, Math.min(ply, last));
  const position = positions[at];
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const [marks, setMarks] = useState(true);
  const now = useRef(at);
  now.current = at;

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      if (now.current >= last) setPlaying(false);
      else go(now.current + 1);
    }, 1000 / speed);
    return () => clearInterval(timer);
  }, [playing, speed, last, match]);
  useEffect(() => setPlaying(false), [match]);

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
      if (typing && !(target as HTMLInputElement).classList.contains("scrub")) return;
      const step = event.shiftKey ? 10 : 1;
      const next = (plies: number[]) => plies.find((one) => one > now.current) ?? plies[0];
      let to: number | undefined;
      switch (event.key) {
        case "ArrowLeft": to = now.current - step; break;
        case "ArrowRight": to = now.current + step; break;
        case "Home": to = 0; break;
        case "End": to = last; break;
        case "f": to = next((match.faults ?? []).map((fault) => Math.min(fault.ply, last))); break;
        case "w": to = next(swingPlies(match, game)); break;
        case " ":
          if (target.tagName === "BUTTON" || target.tagName === "SUMMARY") return;
          setPlaying((is) => !is);
          event.preventDefault();
          return;
        default: return;
      }
      event.preventDefault();
      // At once: keys may come faster than pages are drawn.
      if (to !== undefined) go((now.current = Math.max(0, Math.min(last, to))));
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [match, last]);

  if (!position) return <p class="card bad">{match.misfit ?? "This match has no positions."}</p>;
  const words = spoken(match, game, at);
  const ending = endText(match, game);
  const faults = (match.faults ?? []).filter((fault) => fault.ply === at || (fault.ply === 0 && at === last) ||
    (fault.ply > last && at === last) || fault.ply === at + 1);
  const differs = other ? firstDifference(match, other) : null;
  const others = other && positionsOf(other, game.board.cells.length);
  const facts = [`${game.title}, ${game.contest}`,
    match.part !== undefined && data.head.regress ? `check ${data.head.regress.checks[match.part]?.name}, match ${match.own} there` : "",
    match.official !== undefined ? `official game ${match.official}` : "",
    match.round ? `round ${match.round}` : "", match.seed !== undefined ? `seed ${match.seed}` : "",
    `budget ${budgetText(match)}`, match.given ? `the first ${plural(match.given, "move")} ${match.given === 1 ? "was" : "were"} given` : "",
    whenText(match.started), data.head.machine ?? ""];
  return (
    <div class="game seated" style={seatStyle(position.seats)}>
      <div class="stage">
        <div class={other ? "boards two" : "boards"}>
          <figure>
            <BoardPicture board={game.board} position={position} label={words} marks={marks} />
            {other && <figcaption>match {match.n}: {match.bots[0].name} – {match.bots[1].name}</figcaption>}
          </figure>
          {other && others && (
            <figure>
              <BoardPicture board={game.board} position={others[Math.min(at, others.length - 1)]!} marks={marks}
                label={spoken(other, game, Math.min(at, others.length - 1))} />
              <figcaption>match {other.n}: {other.bots[0].name} – {other.bots[1].name}; move {moveText(other, at) || "none"}</figcaption>
            </figure>
          )}
        </div>
        <div class="controls">
          <button type="button" onClick={() => go(0)} aria-label="To the beginning" title="Home">|◀</button>
          <button type="button" onClick={() => go(Math.max(0, at - 1))} aria-label="One move back" title="←">◀</button>
          <button type="button" onClick={() => setPlaying(!playing)} aria-label={playing ? "Pause" : "Play"} title="space" class="play">{playing ? "❚❚" : "▶"}</button>
          <button type="button" onClick={() => go(Math.min(last, at + 1))} aria-label="One move on" title="→">▶</button>
          <button type="button" onClick={() => go(last)} aria-label="To the end" title="End">▶|</button>
          <input class="scrub" type="range" min={0} max={last} value={at} aria-label="Move" aria-valuetext={words}
            onInput={(event) => go(Number((event.target as HTMLInputElement).value))} />
          <output class="ply">{at} / {last}</output>
          <label>speed <select value={speed} onChange={(event) => setSpeed(Number((event.target as HTMLSelectElement).value))}>
            {speeds.map((one) => <option value={one}>{one} / s</option>)}
          </select></label>
          <label><input type="checkbox" checked={marks} onChange={() => setMarks(!marks)} /> points</label>
        </div>
        <div class="told">
          <p class={faults.some((fault) => fault.ply === at) ? "status bad" : "status"} aria-live="polite">{words}</p>
          <NextPieces board={game.board} position={position} />
        </div>
      </div>
      <div class="side">
        {ending && <p class="outcome">{ending}.</p>}
        <Seats match={match} game={game} position={position} />
        <MoveList match={match} game={game} ply={at} go={go} />
        {(position.parts.length > 0 || (position.notes.length > 0 && game.board.cells.length > 0)) && (
          <div class="worth" tabIndex={0} role="region" aria-label="Points and notes">
            {position.parts.length > 0 && (
              <ul class="parts">
                {position.parts.map(([seat, text, points]) => (
                  <li><SeatKey seat={seat} look={position.seats[seat - 1]} /> {points}: {text}</li>
                ))}
              </ul>
            )}
            {position.notes.length > 0 && game.board.cells.length > 0 && <ul class="notes">{position.notes.map((note) => <li>{note}</li>)}</ul>}
          </div>
        )}
        {data.matches.length > 1 && (
          <p class="compare">
            <label>beside it: <select value={other?.n ?? ""} onChange={(event) => {
              const value = (event.target as HTMLSelectElement).value;
              compare(value === "" ? null : Number(value));
            }}>
              <option value="">nothing</option>
              {data.matches.filter((one) => one.game === match.game && one !== match).slice(0, 300).map((one) => (
                <option value={one.n}>match {one.n}: {one.bots[0].name} – {one.bots[1].name}</option>
              ))}
            </select></label>
            {other && (differs === null ? " The moves are the same." : (
              <button type="button" onClick={() => go(Math.min(last, differs))}>first different move: {differs}</button>
            ))}
          </p>
        )}
      </div>
      <div class="course"><CourseChart match={match} ply={at} cooperative={game.cooperative} go={(to) => go(Math.min(last, to))} /></div>
      <div class="words">
        {faults.map((fault) => <FaultCard fault={fault} />)}
        {match.misfit && at === last && <p class="card bad">The record does not fit the rules from here on: {match.misfit}</p>}
        <Lines match={match} ply={at} />
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
      </div>
    </div>
  );
}
