// The list of matches, with filters that stand in the address.

import { movesOf } from "./live";
import { useState } from "preact/hooks";
import type { Data, Facts } from "./data";
import { failed, gamesOf, winnerOf } from "./data";
import { allFacts } from "./tournament";
import { percent, plural, timeText } from "./words";

const page = 100;

export const sorts: Record<string, string> = {
  number: "number", swing: "largest swing", slowest: "slowest move", time: "most time", moves: "most moves",
};
const results: Record<string, string> = {
  "": "any result", won: "won", lost: "lost", drawn: "drawn", faults: "faults", repeated: "repeated",
};

function fits(facts: Facts, query: URLSearchParams): boolean {
  const { match } = facts;
  const game = query.get("game");
  if (game && match.game !== game) return false;
  const part = query.get("part");
  if (part && match.part !== undefined && match.part !== Number(part)) return false;
  const bot = query.get("bot");
  const against = query.get("against");
  const seat = bot ? match.bots.findIndex((one, i) => one.name === bot && (!against || match.bots[1 - i]!.name === against)) : -1;
  if (bot && seat < 0) return false;
  const winner = winnerOf(match);
  switch (query.get("result") ?? "") {
    case "won": return bot ? winner === seat : winner !== null;
    case "lost": return bot ? winner === 1 - seat : winner !== null;
    case "drawn": return winner === null;
    case "faults": return bot ? failed(match.bots[seat]!) : match.bots.some(failed);
    case "repeated": return facts.repeats !== null;
    default: return true;
  }
}

// The matches that a query asks for, in its order.
export function chosen(data: Data, query: URLSearchParams): Facts[] {
  const list = allFacts(data).filter((facts) => fits(facts, query));
  switch (query.get("sort")) {
    case "swing": return list.sort((a, b) => b.swing - a.swing);
    case "slowest": return list.sort((a, b) => b.slowest - a.slowest);
    case "time": return list.sort((a, b) => b.used - a.used);
    case "moves": return list.sort((a, b) => movesOf(b.match) - movesOf(a.match));
    default: return list;
  }
}

// Where a match of the list opens: at what it was looked for.
export function plyOf(facts: Facts, query: URLSearchParams): number {
  if (query.get("sort") === "swing") return facts.swingPly;
  if (query.get("sort") === "slowest") return facts.slowestPly;
  const fault = query.get("result") === "faults" ? facts.match.faults?.[0]?.ply : undefined;
  return fault ? Math.max(0, Math.min(fault, facts.match.scenes.length - 1)) : 0;
}

export function linkOf(facts: Facts, query: URLSearchParams): string {
  const rest = query.size > 0 ? `?${query}` : "";
  return `#/match/${facts.match.n}/${plyOf(facts, query)}${rest}`;
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
    setShown(page);
    go(`#/matches?${next}`);
  };
  const select = (key: string, label: string, options: [string, string][]) => (
    <label>{label} <select value={query.get(key) ?? ""} onChange={(event) => set(key, (event.target as HTMLSelectElement).value)}>
      {options.map(([value, text]) => <option value={value}>{text}</option>)}
    </select></label>
  );
  return (
    <section>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        {games.length > 1 && select("game", "game", [["", "all games"], ...games.map((game) => [game.name, game.title] as [string, string])])}
        {data.head.regress && select("part", "check", [["", "all checks"], ...data.head.regress.checks.map((check, i) => [`${i}`, check.name] as [string, string])])}
        {select("bot", "bot", [["", "all bots"], ...names.map((name) => [name, name] as [string, string])])}
        {query.get("bot") && select("against", "against", [["", "all bots"], ...names.map((name) => [name, name] as [string, string])])}
        {select("result", "result", Object.entries(results))}
        {select("sort", "by", Object.entries(sorts).map(([key, text]) => [key === "number" ? "" : key, text]))}
        <output>{list.length.toLocaleString("en")} of {plural(data.matches.length, "match", "matches")}</output>
      </form>
      <div class="card wide scroll" tabIndex={0}>
        <table class="matches">
          <thead>
            <tr><th class="n">match</th>{games.length > 1 && <th>game</th>}<th>first</th><th>second</th><th class="n">score</th><th>result</th>
              <th class="n">moves</th><th class="n">largest swing</th><th class="n">slowest move</th><th class="n">of budget</th><th>notes</th></tr>
          </thead>
          <tbody>
            {list.slice(0, shown).map((facts) => {
              const { match } = facts;
              const [a, b] = match.bots;
              return (
                <tr key={match.n} onClick={() => go(linkOf(facts, query))}>
                  <td class="n"><a href={linkOf(facts, query)}>{match.n}</a></td>
                  {games.length > 1 && <td>{data.head.games[match.game]!.title}</td>}
                  <td class={winnerOf(match) === 0 ? "name won" : "name"}>{a.name}</td>
                  <td class={winnerOf(match) === 1 ? "name won" : "name"}>{b.name}</td>
                  <td class="n">{a.score} – {b.score}</td>
                  <td class={failed(a) || failed(b) ? "bad" : ""}>{a.status} – {b.status}</td>
                  <td class="n">{movesOf(match)}</td>
                  <td class="n">{facts.swing > 0 ? `${facts.swing} at ${facts.swingPly}` : "–"}</td>
                  <td class="n">{facts.slowestPly ? `${timeText(facts.slowest)} at ${facts.slowestPly}` : "–"}</td>
                  <td class="n">{facts.slowestPly ? percent(facts.used) : "–"}</td>
                  <td>{(match.faults ?? []).map((fault) => `${fault.kind} of ${match.bots[fault.seat - 1]!.name} at ${fault.ply || "?"}`).join(", ")}
                    {facts.repeats !== null && `repeats match ${facts.repeats}`}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {list.length === 0 && <p>No match is like that.</p>}
      {list.length > shown && <p><button type="button" onClick={() => setShown(shown + 10 * page)}>{plural(list.length - shown, "more match", "more matches")}</button></p>}
    </section>
  );
}
