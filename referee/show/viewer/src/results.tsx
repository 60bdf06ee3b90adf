// The index of a folder: a line for each result, the newest first.

import { Tools, useEvents } from "./tools";
import type { Head } from "./data";
import { plural, whenText } from "./words";

interface Result {
  n: number;
  name: string;
  changed: string;
  kind?: string; // like all that follows, not known until the server has read the result
  games?: string;
  said?: string;
  decision?: string;
}

const moods: Record<string, string> = { H1: "good", H0: "bad" };

export function IndexApp({ head }: { head: Head }) {
  const [results, away] = useEvents<Result[]>(["state", "index", "bye"], () => head.results as Result[],
    (before, name, data) => (name === "bye" ? before : (data.results as Result[])));
  return (
    <>
      <header><h1>{head.title}</h1><Tools keys={[["?", "this help"]]} /></header>
      <main>
        <p class="dim" role="status">{away ? "No connection; this is how it was last." : plural(results.length, "result") + "."}</p>
        {results.length > 0 && (
          <div class="card wide scroll" tabIndex={0} role="region" aria-label="Results">
            <table class="results">
              <thead><tr><th>result</th><th>what it says</th><th>game</th><th>changed</th></tr></thead>
              <tbody>{results.map((one) => (
                <tr key={one.n}>
                  <th scope="row"><a href={`/result/${one.n}`}>{one.name}</a> <small class="dim">{one.kind}</small></th>
                  <td class={moods[one.decision ?? ""]}>{one.said ?? "being read"}</td><td>{one.games ?? ""}</td><td>{whenText(one.changed)}</td>
                </tr>
              ))}</tbody>
            </table>
          </div>
        )}
      </main>
      <footer>Written by {head.program}.</footer>
    </>
  );
}
