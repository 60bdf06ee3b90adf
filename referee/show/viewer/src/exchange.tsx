// What the bots read and wrote at a move, and what one did when it failed.

import { useState } from "preact/hooks";
import { seatOf } from "./data";
import type { Fault, Game, Match } from "./data";
import { readSaid } from "./said";
import { plural } from "./words";

function Said({ text }: { text: string }) {
  const { said, rest } = readSaid(text);
  return (
    <>
      {said.length > 0 && <dl class="fields">{said.map(([key, value]) => <div><dt>{key}</dt><dd>{value}</dd></div>)}</dl>}
      {rest && <pre class="stderr">{rest}</pre>}
    </>
  );
}

// Whether all moves are the lines of one answer: those of a single bot that was told nothing between them,
// on no board.
export const isAnswer = ({ bots, sent = [], moves }: Match, { board }: Game) => (
  bots.length === 1 && board.cells.length === 0 && moves.length > 0 && !sent.some(([at]) => at > 1 && at <= moves.length)
);

const fewLines = 5;

// `folded`: more than a few lines are shown only when somebody asks for them.
function Row({ bot, what, lines, folded }: { bot: string; what: string; lines: string; folded: boolean }) {
  const count = lines.trimEnd().split("\n").length;
  return (
    <tr><th>{bot}<br />{what}</th><td>{folded && (count > fewLines || lines.length > 80 * fewLines)
      ? <details><summary>{plural(count, "line")}, {plural(lines.length, "character")}</summary><pre tabIndex={0}>{lines}</pre></details> : <pre>{lines}</pre>}</td></tr>
  );
}

// `answer`: the moves are one, which is shown as a whole.
export function Lines({ match, ply, answer }: { match: Match; ply: number; answer: boolean }) {
  const sent = (at: (ply: number) => boolean) => (match.sent ?? []).filter(([one]) => at(one));
  const [read, later] = [sent((at) => at === (answer ? 1 : ply)), ply === match.moves.length ? sent((at) => at > ply) : []];
  const errors = (match.errors ?? []).filter(([at]) => answer || at === ply || (ply === match.moves.length && (at > ply || at === 0)));
  const wrote = answer ? match.moves.join("\n") : ply > 0 && !match.jury?.includes(ply) ? match.moves[ply - 1] : undefined;
  const row = (what: string) => ([, seat, lines]: [number, number, string]) => <Row bot={match.bots[seat - 1]!.name} what={what} lines={lines} folded={answer} />;
  return (
    <section class="card" aria-label={answer ? "What the bot read and wrote" : "What the bots read and wrote at this move"}>
      <h2>{answer ? "The answer" : "At this move"}</h2>
      {(match.sent || answer) && (
        <table class="lines">
          <tbody>
            {read.map(row("read"))}
            {wrote !== undefined && row("wrote")([ply, seatOf(match, ply) + 1, wrote])}
            {later.map(row("read at the end"))}
          </tbody>
        </table>
      )}
      {errors.map(([at, seat, text]) => (
        <>
          <h3>{match.bots[seat - 1]!.name} on standard error{at === 0 ? ", at some time" : at > match.moves.length ? ", after its last move" : ""}</h3>
          <Said text={text} />
        </>
      ))}
      {!errors.length && !match.sent && !answer && <p class="dim">Nothing was written to stderr.</p>}
      {!errors.length && match.sent && !read.length && !later.length && wrote === undefined && <p class="dim">Nothing was read or written.</p>}
    </section>
  );
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
  if (fault.read !== undefined) rows.push(["wrote", fault.line === undefined ? "no complete line" : fault.line || "an empty line"]);
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
