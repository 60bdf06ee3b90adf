// The seats of a match: their colours, who plays, the points now and how they come about, the end.

import { failed, resultText } from "./data";
import type { BotOfMatch, Game, Look, Match } from "./data";
import type { Position } from "./scene";
import { memoryText, timeText } from "./words";

// The time on the clock that counts as the official machine takes it.
function official(match: Match, bot: BotOfMatch): number | undefined {
  const time = match.clock === "cpu" ? bot.cpu : bot.wall;
  return time === undefined ? undefined : time * (match.speed ?? 1);
}

// What the points are made of, and what else there is to know of a position.
export function Worth({ position, game }: { position: Position; game: Game }) {
  return (
    <>
      {position.parts.length > 0 && (
        <ul class="parts">{position.parts.map(([seat, text, points]) => <li><SeatKey seat={seat} look={position.seats[seat - 1]} /> {points}: {text}</li>)}</ul>
      )}
      {position.notes.length > 0 && game.board.cells.length > 0 && <ul class="notes">{position.notes.map((note) => <li>{note}</li>)}</ul>}
    </>
  );
}

export function Seats({ match, game, position }: { match: Match; game: Game; position: Position }) {
  const { points, to_move: toMove } = position;
  const over = toMove === 0 && match.bots.some((bot) => bot.status !== "");
  const timed = match.bots.some((bot) => bot.cpu !== undefined || bot.memory !== undefined);
  const best = Math.max(...match.bots.map((bot) => bot.score));
  const level = match.bots.every((bot) => bot.score === best);
  const result = match.bots.length > 1 || match.bots.some(failed);
  return (
    <table class="seats">
      <thead><tr><th>bot</th><th class="n">points<br /><small>now</small></th><th class="n">score<br /><small>at the end</small></th>{result && <th>{match.bots.length > 2 ? "place" : "result"}</th>}{timed && <th class="n">CPU<br /><small>wall</small></th>}{timed && match.speed !== undefined && <th class="n spare">official</th>}{timed && <th class="n spare memory">memory</th>}</tr></thead>
      <tbody>
        {match.bots.map((bot, i) => (
          <tr class={`${toMove === i + 1 ? "to-move" : ""} ${over && !game.cooperative && !level && (bot.place ? bot.place === 1 : bot.score === best) ? "winner" : ""}`}>
            <td class="who" title={bot.command ?? bot.name}>
              <div class="name"><SeatKey seat={i + 1} look={position.seats[i]} /> {bot.name}</div>
              <small>{game.seats[i]}{toMove === i + 1 ? ", to move" : ""}</small>
            </td>
            <td class="n big">{points ? points[i] : "–"}</td>
            <td class={over ? "n" : "n dim"}>{bot.status === "" ? "–" : bot.score}</td>
            {result && <td class={failed(bot) ? "bad" : over ? "" : "dim"}>{resultText(match, i)}</td>}
            {timed && <td class="n">{bot.cpu === undefined ? "–" : timeText(bot.cpu)}<br /><small class="dim">{bot.wall === undefined ? "–" : timeText(bot.wall)}</small></td>}
            {timed && match.speed !== undefined && <td class="n spare">{official(match, bot) === undefined ? "–" : timeText(official(match, bot)!)}</td>}
            {timed && <td class="n spare memory">{memoryText(bot.memory ?? 0)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const none: Look = ["empty", ".", ""];

export function seatsOf(match: Match | undefined): Look[] {
  return match?.scenes[0]?.seats ?? [];
}

// What a part of the page has as its style, so that --seat-1, --seat-2 and so on are these colours.
export function seatStyle(looks: Look[]): Record<string, string> {
  const style: Record<string, string> = {};
  looks.forEach(([colour], i) => {
    if (colour !== "empty") style[`--seat-${i + 1}`] = `var(--ink-${colour})`;
  });
  return style;
}

// The sign of a seat beside its name: its piece, or a shape of its own.
export function SeatKey({ seat, look, title }: { seat: number; look?: Look | undefined; title?: string }) {
  const [colour, sign] = look ?? none;
  if (colour === "empty") return <span class={`key seat-${seat}`} title={title} />;
  return <span class={`key c-key k-${colour}`} title={title}>{colour.startsWith("tile") ? sign : ""}</span>;
}
