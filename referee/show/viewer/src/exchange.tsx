// What the bots read and wrote at a move, and what one did when it failed.

import { useState } from "preact/hooks";
import { seatOf } from "./data";
import type { Fault, Match } from "./data";
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

const Row = ({ bot, what, lines }: { bot: string; what: string; lines: string }) => <tr><th>{bot}<br />{what}</th><td><pre>{lines}</pre></td></tr>;

export function Lines({ match, ply }: { match: Match; ply: number }) {
  const sent = (at: (ply: number) => boolean) => (match.sent ?? []).filter(([one]) => at(one));
  const [read, later] = [sent((at) => at === ply), ply === match.moves.length ? sent((at) => at > ply) : []];
  const errors = (match.errors ?? []).filter(([at]) => at === ply || (ply === match.moves.length && (at > ply || at === 0)));
  const wrote = ply > 0 && !match.jury?.includes(ply) ? match.moves[ply - 1] : undefined;
  return (
    <section class="card" aria-label="What the bots read and wrote at this move">
      <h2>At this move</h2>
      {match.sent && (
        <table class="lines">
          <tbody>
            {read.map(([, seat, lines]) => <Row bot={match.bots[seat - 1]!.name} what="read" lines={lines} />)}
            {wrote !== undefined && <Row bot={match.bots[seatOf(match, ply)].name} what="wrote" lines={wrote} />}
            {later.map(([, seat, lines]) => <Row bot={match.bots[seat - 1]!.name} what="read at the end" lines={lines} />)}
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
