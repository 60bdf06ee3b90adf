// The list of matches, with filters that are in the address.

import { movesOf } from "./live";
import { useState } from "preact/hooks";
import type { Data, Facts, Match } from "./data";
import { failed, gamesOf, lost, openingPly, resultText, winnerOf } from "./data";
import { eventOf, textOf } from "./lines";
import { matchHash } from "./route";
import { SeatKey, seatsOf } from "./scoreboard";
import { allFacts } from "./tournament";
import { percent, plural, timeText } from "./words";

const page = 100;

export const sorts: Record<string, string> = {
  number: "number", margin: "margin", thrown: "lead lost", swing: "largest swing", slowest: "slowest move", time: "time used", moves: "most moves",
};
const results: Record<string, string> = {
  "": "any result", won: "won", lost: "lost", drawn: "drawn", faults: "faults", repeated: "repeated",
};

// The seat of the bot that a query is about; -1: it is about all.
function seatIn({ match }: Facts, query: URLSearchParams): number {
  const bot = query.get("bot");
  const against = query.get("against");
  return bot ? match.bots.findIndex((one, i) => one.name === bot && (!against || match.bots.some((other, k) => k !== i && other.name === against))) : -1;
}

function fits(facts: Facts, query: URLSearchParams): boolean {
  const { match } = facts;
  const game = query.get("game");
  if (game && match.game !== game) return false;
  const part = query.get("part");
  if (part && match.part !== undefined && match.part !== Number(part)) return false;
  const round = query.get("round");
  if (round && match.round !== Number(round)) return false;
  const bot = query.get("bot");
  const seat = seatIn(facts, query);
  if (bot && seat < 0) return false;
  const winner = winnerOf(match);
  switch (query.get("result") ?? "") {
    case "won": return bot ? winner === seat : winner !== null;
    case "lost": return bot ? lost(match, seat) : winner !== null;
    case "drawn": return winner === null && !(bot && lost(match, seat));
    case "faults": return bot ? failed(match.bots[seat]!) : match.bots.some(failed);
    case "repeated": return facts.repeats !== null;
    default: return true;
  }
}

// By how much the bot of the query was ahead at the end, below 0 if it was behind; or anybody.
export function marginOf(facts: Facts, query: URLSearchParams): number {
  const scores = facts.match.bots.map((bot) => bot.score);
  const seat = seatIn(facts, query);
  const own = scores.splice(seat < 0 ? scores.indexOf(Math.max(...scores)) : seat, 1)[0]!;
  return scores.length ? own - Math.max(...scores) : 0;
}

// Of the bot of the query, or of the one that has more of it.
function ofSeat<T>(all: T[], seat: number, value: (one: T) => number): T {
  return all[seat] ?? all.reduce((best, one) => (value(one) > value(best) ? one : best));
}
export const slowIn = (facts: Facts, query: URLSearchParams) => ofSeat(facts.slow, seatIn(facts, query), (one) => one.time);
const usedIn = (facts: Facts, query: URLSearchParams) => ofSeat(facts.slow, seatIn(facts, query), (one) => one.used).used;
export const thrownIn = (facts: Facts, query: URLSearchParams) => ofSeat(facts.thrown, seatIn(facts, query), (one) => one[0]);

// The matches that a query asks for, in its order.
export function chosen(data: Data, query: URLSearchParams): Facts[] {
  const list = allFacts(data).filter((facts) => fits(facts, query));
  const value: Record<string, (facts: Facts) => number> = {
    margin: (one) => (query.get("bot") ? -marginOf(one, query) : marginOf(one, query)), thrown: (one) => thrownIn(one, query)[0], swing: (one) => one.swing[0],
    slowest: (one) => slowIn(one, query).time, time: (one) => usedIn(one, query), moves: (one) => movesOf(one.match),
  };
  const by = value[query.get("sort") ?? ""] ?? ((one: Facts) => -one.match.n);
  return list.map((one) => [by(one), one] as const).sort((a, b) => b[0] - a[0] || a[1].match.n - b[1].match.n).map(([, one]) => one);
}

// Where a match of the list opens: at what it was looked for; null: as any match does.
export function plyOf(facts: Facts, query: URLSearchParams): number | null {
  switch (query.get("sort")) {
    case "swing": return facts.swing[1];
    case "slowest": return slowIn(facts, query).ply;
    case "thrown": return thrownIn(facts, query)[1];
    default: return query.get("result") === "faults" ? faultPly(facts, query) : null;
  }
}

// The move at which the match has a fault, of the bot of the query if it is about one.
export const faultPly = (facts: Facts, query: URLSearchParams) => openingPly(facts.match, seatIn(facts, query));

export const linkOf = (facts: Facts, query: URLSearchParams, ply = plyOf(facts, query)) => matchHash(facts.match.n, ply, null, query);

const key = (match: Match, seat: number) => {
  const look = seatsOf(match)[seat];
  return !look || look[0] === "empty" ? null : <><SeatKey seat={seat + 1} look={look} /> </>;
};

// "WIN", "crash at 2"
function endText(match: Match, seat: number): string {
  const ply = match.faults?.find((one) => one.seat === seat + 1)?.ply;
  return `${resultText(match, seat)}${ply ? ` at ${ply}` : ""}`;
}

// A match of the list, with a link to where the list opens it.
function MatchRow({ data, facts, query, columns, go }: { data: Data; facts: Facts; query: URLSearchParams; columns: boolean; go: (hash: string) => void }) {
  const { match } = facts;
  const slow = slowIn(facts, query);
  const thrown = thrownIn(facts, query);
  return (
    <tr onClick={() => go(linkOf(facts, query))}>
      <td class="n"><a href={linkOf(facts, query)}>{match.n}</a></td>
      {gamesOf(data.head).length > 1 && <td>{data.head.games[match.game]!.title}</td>}
      {columns ? match.bots.map((bot, seat) => <td class={winnerOf(match) === seat ? "name won" : "name"} title={bot.name}>{key(match, seat)}{bot.name}</td>)
        : <td class="players">{match.bots.map((bot, seat) => <>{seat > 0 && " – "}<span class={winnerOf(match) === seat ? "won" : ""}>{key(match, seat)}{bot.name}</span></>)}</td>}
      <td class="n">{match.bots.map((bot) => bot.score).join(" – ")}</td>
      <td class={match.bots.some(failed) ? "bad" : ""}>{match.bots.map((_, seat) => endText(match, seat)).join(" – ")}{facts.repeats !== null && <span class="dim">, repeats match {facts.repeats}</span>}</td>
      <td class="n">{query.get("bot") && marginOf(facts, query) > 0 && "+"}{marginOf(facts, query)}</td>
      <td class="n">{thrown[0] > 0 ? `${thrown[0]} since ${thrown[1]}` : "–"}</td>
      <td class="n">{facts.swing[0] > 0 ? `${facts.swing[0]} at ${facts.swing[1]}` : "–"}</td>
      <td class="n">{movesOf(match)}</td>
      <td class="n">{slow.ply ? `${timeText(slow.time)} at ${slow.ply}` : "–"}</td>
      <td class="n">{match.bots.some((bot) => bot.cpu !== undefined) ? percent(usedIn(facts, query)) : "–"}</td>
    </tr>
  );
}

// How the bot that the list is about stands: its row of the standings.
function Player({ data, query }: { data: Data; query: URLSearchParams }) {
  const bot = query.get("bot");
  if (!bot || query.get("against") || query.get("round")) return null;
  const stands = gamesOf(data.head).filter((game) => (query.get("game") ?? game.name) === game.name).flatMap((game) => {
    const event = eventOf(data, game.name);
    if (!event) return [];
    const { table } = event;
    const place = table.columns.findIndex((column) => column.key === "place");
    const row = table.rows[event.drawn.bots.indexOf(bot)];
    const told = table.columns.flatMap(({ key, head }, i) => {
      const text = row ? textOf(row[i]!) : "";
      if (!text || !head || key === "bot" || /us_/.test(key)) return [];
      return [key === "elo_error" ? (/^\d/.test(text) ? ` ± ${text}` : ` ${text}`) : `, ${head} ${text}`];
    });
    return row ? [`${game.title}: place ${textOf(row[place]!)} of ${table.rows.length}${told.join("")}.`] : [];
  });
  return <><h2>{bot}</h2>{stands.map((text) => <p class="dim">{text}</p>)}</>;
}

export function MatchesView({ data, query, go }: { data: Data; query: URLSearchParams; go: (hash: string) => void }) {
  const [shown, setShown] = useState(page);
  const list = chosen(data, query);
  const names = [...new Set(data.matches.flatMap((match) => match.bots.map((bot) => bot.name)))].sort();
  const games = gamesOf(data.head);
  const set = (key: string, value: string) => {
    const next = new URLSearchParams(query);
    if (value === "") next.delete(key);
    else next.set(key, value);
    if (key === "bot") next.delete("against");
    if (key === "bot" || key === "game") next.delete("round");
    setShown(page);
    go(`#/matches?${next}`);
  };
  const all = allFacts(data);
  const columns = data.matches.every((match) => match.bots.length === 2); // one for each seat
  const count = (result: string) => {
    const one = new URLSearchParams(query);
    one.set("result", result);
    return all.reduce((sum, facts) => sum + (fits(facts, one) ? 1 : 0), 0);
  };
  const sort = query.get("sort") ?? "";
  const rises = (key: string) => key === "number" || (key === "margin" && query.get("bot") !== null);
  const head = (key: string, text: string) => (
    <th class="n" aria-sort={(sort || "number") === key ? (rises(key) ? "ascending" : "descending") : undefined}>
      <button type="button" onClick={() => set("sort", key === "number" ? "" : key)}>{text}{(sort || "number") === key && (rises(key) ? " ▴" : " ▾")}</button>
    </th>
  );
  const select = (key: string, label: string, options: [string, string][]) => (
    <label>{label} <select value={query.get(key) ?? ""} onChange={(event) => set(key, event.currentTarget.value)}>
      {options.map(([value, text]) => <option value={value}>{text}</option>)}
    </select></label>
  );
  return (
    <section>
      <Player data={data} query={query} />
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        {games.length > 1 && select("game", "game", [["", "all games"], ...games.map((game) => [game.name, game.title] as [string, string])])}
        {data.head.regress && select("part", "check", [["", "all checks"], ...data.head.regress.checks.map((check, i) => [`${i}`, check.name] as [string, string])])}
        {select("bot", "bot", [["", "all bots"], ...names.map((name) => [name, name] as [string, string])])}
        {query.get("bot") && select("against", "against", [["", "all bots"], ...names.map((name) => [name, name] as [string, string])])}
        {query.get("round") && <button type="button" onClick={() => set("round", "")}>round {query.get("round")} ×</button>}
        {select("result", "result", Object.entries(results).map(([value, text]) => [value, value ? `${text} (${count(value)})` : text]))}
        {select("sort", "by", Object.entries(sorts).map(([key, text]) => [key === "number" ? "" : key, text]))}
        <output>{list.length.toLocaleString("en")} of {plural(data.matches.length, "match", "matches")}</output>
      </form>
      <div class="card wide scroll" tabIndex={0} role="region" aria-label="Matches">
        <table class="matches">
          <thead>
            <tr>{head("number", "match")}{games.length > 1 && <th>game</th>}{columns ? <><th>first</th><th>second</th></> : <th>bots</th>}<th class="n">score</th><th>result</th>
              {head("margin", "margin")}{head("thrown", "lead lost")}{head("swing", "largest swing")}
              {head("moves", "moves")}{head("slowest", "slowest move")}{head("time", "time used")}</tr>
          </thead>
          <tbody>
            {list.slice(0, shown).map((facts) => <MatchRow key={facts.match.n} data={data} facts={facts} query={query} columns={columns} go={go} />)}
          </tbody>
        </table>
      </div>
      {list.length > 0 && (
        <p class="dim">Lead lost: by how many points a bot was ahead at its best, less those at the end, and since which move. Largest swing: the most that one move changed the lead. Both up to the first fault. Time used: the share of the time that a bot has for the game.</p>
      )}
      {list.length === 0 && <p>No match is like that.</p>}
      {list.length > shown && <p><button type="button" onClick={() => setShown(shown + 10 * page)}>{plural(list.length - shown, "more match", "more matches")}</button></p>}
    </section>
  );
}
