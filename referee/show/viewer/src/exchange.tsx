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

export function Lines({ match, ply }: { match: Match; ply: number }) {
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
