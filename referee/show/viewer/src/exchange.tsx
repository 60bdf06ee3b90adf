// What the bots read and wrote at a move.

import type { Match } from "./data";
import { seatOf } from "./data";
import { readSaid } from "./said";

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
