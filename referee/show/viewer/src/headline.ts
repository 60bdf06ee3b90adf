// The results of a page in one sentence.

import type { Data, Game, Match, Table } from "./data";
import { failed, gamesOf, winnerOf } from "./data";
import type { Line } from "./lines";
import { eventOf, linesOf, pairingsOf, plainOf, resultOf, tableOf, textOf, unitOf } from "./lines";
import { fixed, listOf, meanOf, plural } from "./words";

const quantiles = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23];

// By how much one bot is ahead of another a game, with the half width of its 95 % interval, in the
// rounds after one. Rounds are what is independent: their games share deals. Nothing if they have
// not both played in two.
export function aheadOf(a: Line, b: Line, after = 0): { ahead: number; error: number } | null {
  const apart: number[] = [];
  for (const [round, own] of a.rounds) {
    const theirs = b.rounds.get(round);
    if (theirs && round > after) apart.push(meanOf(own).mean - meanOf(theirs).mean);
  }
  if (apart.length < 2) return null;
  const { mean, error } = meanOf(apart);
  return { ahead: mean, error: (error / 1.96) * (quantiles[apart.length - 2] ?? 1.96 + 2.7 / apart.length) };
}

export interface Outcome {
  winners: string[]; // on the first place
  verb: string; // "won", "leads", "share first place"
  by: string; // by how much, and how surely
}

// What decided: the first column of the ranking in which the two differ.
function decided(table: Table, other: number): string {
  const at = table.columns.findIndex((column, i) => column.ranks && plainOf(table.rows[0]![i]!) !== plainOf(table.rows[other]![i]!));
  if (at < 0) return "";
  const [own, theirs] = [textOf(table.rows[0]![at]!), textOf(table.rows[other]![at]!)];
  const { key, head } = table.columns[at]!;
  return `by ${key === "rounds_survived" ? "rounds survived" : head} (${own} to ${theirs})`;
}

function surely(a: Line, b: Line, after: number): string {
  const found = aheadOf(a, b, after);
  if (!found) return "one round does not show how sure that is";
  const { ahead, error } = found;
  const words = `${fixed(ahead)} points a game more, ± ${fixed(error)} (95 %)`;
  if (error === 0) return `${words}: every round went the same`;
  return Math.abs(ahead) > error ? words : `${words}, so it may be chance`;
}

// The last pairing of a knockout that is over.
function finalText(matches: Match[], winner: string): string {
  const final = pairingsOf(matches).pop();
  const seat = final?.bots.indexOf(winner) ?? -1;
  if (!final || seat < 0) return "";
  const [own, theirs] = [resultOf(final)[seat], resultOf(final)[1 - seat]];
  const games = plural(final.matches.length, "game");
  const other = final.bots[1 - seat];
  const how = `${own} to ${theirs} ${unitOf(final)} in ${games}`;
  return final.winner === null ? `as the better seed: the final against ${other} was even, ${how}` : `beating ${other} in the final, ${how}`;
}

export function outcomeOf(data: Data, game: Game, lines = linesOf(data, game.name)): Outcome | null {
  if (lines.length < 2 || data.matches.length === 0) return null;
  const event = eventOf(data, game.name);
  const table = tableOf(data, game, lines);
  const winners = lines.filter((line) => line.place === lines[0]!.place).map((line) => line.name);
  // A ladder never ends.
  const running = event !== undefined && (event.played < event.planned || event.format === "ladder");
  if (winners.length > 1) return { winners, verb: running ? "share the lead" : "share first place", by: "" };
  const [first, second] = lines as [Line, Line];
  const by = [`ahead of ${second.name}`, decided(table, 1)].filter(Boolean).join(" ");
  switch (event?.format) {
    case "knockout": return { winners, verb: running ? "leads" : "won", by: running ? by : finalText(data.matches.filter((match) => match.game === game.name), first.name) };
    case "gauntlet": {
      const role = table.columns.findIndex((column) => column.key === "group");
      // A single challenger is not ahead of anyone: the others are always ranked behind it.
      if (role >= 0 && textOf(table.rows[0]![role]!) !== textOf(table.rows[1]![role]!)) {
        return { winners, verb: running ? "is the challenger" : "was the challenger", by: `with ${plural(first.wins, "game")} won, ${first.draws} drawn and ${first.losses} lost against the others` };
      }
      break;
    }
    // Rounds pair those who have done equally well: their means say little of who is stronger.
    // The table has the errors of a ladder's ratings.
    case "swiss":
    case "ladder": return { winners, verb: running ? "leads" : "won", by };
    // No standings: all games that there are.
    case undefined: return { winners, verb: "won", by };
  }
  return { winners, verb: running ? "leads" : "won", by: `${by}: ${surely(first, second, event!.format === "official" ? table.swiss_rounds ?? 0 : 0)}` };
}

// How one match ended; empty while it runs.
export function endText(match: Match, game: Game): string {
  const [a, b] = match.bots;
  if (a.status === "" || b.status === "") return "";
  const faults = match.bots.filter(failed).map((bot) => `${bot.name} failed (${bot.status.toLowerCase()})`);
  if (game.cooperative) return [`${Math.max(a.score, b.score)} points together`, ...faults].join("; ");
  const seat = winnerOf(match);
  if (seat === null) return [`Drawn, ${a.score} to ${b.score}`, ...faults].join("; ");
  const [won, lost] = seat === 0 ? [a, b] : [b, a];
  return [`${won.name} won against ${lost.name}, ${won.score} to ${lost.score}`, ...faults].join("; ");
}

const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

// "26 November 2026, 20:15 to 20:21 UTC", of two times as ISO 8601 has them.
export function whenText(begun = "", ended = ""): string {
  const read = (text: string) => /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(text);
  const [a, b] = [read(begun), read(ended) ?? read(begun)];
  if (!a || !b) return "";
  const day = (one: RegExpExecArray) => `${Number(one[3])} ${months[Number(one[2]) - 1] ?? one[2]} ${one[1]}`;
  if (day(a) !== day(b)) return `${day(a)}, ${a[4]}, to ${day(b)}, ${b[4]} UTC`;
  return `${day(a)}, ${a[4]}${a[4] === b[4] ? "" : ` to ${b[4]}`} UTC`;
}

// "36 matches, 5 faults (4 crash, 1 illegal), 26 November 2026, Linux, 2 processors"
export function factsText(data: Data): string {
  const kinds = new Map<string, number>();
  for (const match of data.matches) for (const fault of match.faults ?? []) kinds.set(fault.kind, (kinds.get(fault.kind) ?? 0) + 1);
  const faults = [...kinds.values()].reduce((a, b) => a + b, 0);
  return [
    plural(data.matches.length, "match", "matches"),
    faults === 0 ? "no faults" : `${plural(faults, "fault")} (${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(", ")})`,
    whenText(data.head.begun, data.head.ended), data.head.machine ?? "",
  ].filter(Boolean).join("; ");
}

// For the title of the window: who won what.
export function titleOf(data: Data): string {
  const most = 3;
  const found = gamesOf(data.head).flatMap((game) => {
    const outcome = outcomeOf(data, game);
    return outcome ? [`${listOf(outcome.winners.slice(0, 3))} ${outcome.verb} ${outcome.verb === "won" ? "" : "in "}${game.title}`] : [];
  });
  if (found.length === 0) return data.head.title;
  return `${found.slice(0, most).join(", ")}${found.length > most ? ", ..." : ""} – ${data.head.title}`;
}
