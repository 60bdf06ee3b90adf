// The frame: title, views, keys that work everywhere.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Data, Facts } from "./data";
import { failed, winnerOf } from "./data";
import { GameView } from "./game";
import { chosen, linkOf, MatchesView } from "./matches";
import { matchHash, parseRoute, useRoute } from "./route";
import { OpeningsView, TournamentView } from "./tournament";

const keys: [string, string][] = [
  ["← →", "one move back or on; with Shift ten"],
  ["space", "play and pause"],
  ["Home, End", "beginning and end"],
  ["f", "next fault of this match"],
  ["w", "next large swing of this match"],
  ["n, p", "next and previous match of the list"],
  ["F", "next match with a fault"],
  ["l", "next match that this bot lost (the bot of the list, else the first)"],
  ["t, m, o", "tournament, matches, openings"],
  ["s", "matches by their largest swing"],
  ["Enter", "in the list: open its first match"],
  ["?", "this help"],
];

function Theme() {
  const [theme, setTheme] = useState(document.documentElement.dataset["theme"] ?? "auto");
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return (
    <label class="theme">colours <select value={theme} onChange={(event) => setTheme((event.target as HTMLSelectElement).value)}>
      <option value="auto">as the system</option><option value="light">light</option><option value="dark">dark</option>
    </select></label>
  );
}

export function App({ data }: { data: Data }) {
  const [route, go] = useRoute();
  const help = useRef<HTMLDialogElement>(null);
  const several = data.head.kind === "tournament";
  const view = several ? route.view : "match";
  const match = view !== "match" ? undefined
    : data.matches.find((one) => one.n === route.match && route.view === "match") ?? (several ? undefined : data.matches[0]);
  const other = route.other === null ? undefined : data.matches.find((one) => one.n === route.other && one.game === match?.game);
  const title = match ? `${match.bots[0].name} – ${match.bots[1].name}` : data.head.title;

  useEffect(() => {
    document.title = match ? `${title}, move ${route.ply}` : title;
  }, [title, route.ply]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)) return;
      // Of the address as it is now: keys may come faster than pages are drawn.
      const now = parseRoute(location.hash);
      const { query } = now;
      const list = chosen(data, query);
      const at = now.view === "match" ? list.findIndex((facts) => facts.match.n === now.match) : -1;
      const open = (facts: Facts | undefined) => facts && go(linkOf(facts, query));
      const after = (good: (facts: Facts) => boolean) => {
        const rest = [...list.slice(at + 1), ...list.slice(0, at + 1)];
        open(rest.find(good));
      };
      if (event.key === "?") help.current?.showModal();
      if (!several) return;
      const bot = query.get("bot") ?? list[at]?.match.bots[0].name;
      switch (event.key) {
        case "t": go("#/standings"); break;
        case "m": go(`#/matches${query.size ? `?${query}` : ""}`); break;
        case "o": go("#/openings"); break;
        case "s": {
          const sorted = new URLSearchParams(query);
          sorted.set("sort", "swing");
          go(`#/matches?${sorted}`);
          break;
        }
        case "Enter": if (now.view === "matches" && (event.target as HTMLElement).tagName !== "A") open(list[0]); break;
        case "n": open(list[at + 1]); break;
        case "p": if (at > 0) open(list[at - 1]); break;
        case "F": after((facts) => facts.match.bots.some(failed)); break;
        case "l": after(({ match: one }) => {
          const seat = one.bots.findIndex((own) => own.name === bot);
          return seat >= 0 && (winnerOf(one) === 1 - seat || failed(one.bots[seat]!));
        }); break;
        default:
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [data]);

  const tab = (name: string, text: string, hash: string) => (
    <a href={hash} aria-current={view === name ? "page" : undefined}>{text}</a>
  );
  return (
    <>
      <header>
        <h1>{data.head.title}</h1>
        {several && (
          <nav aria-label="Views">
            {tab("standings", "Standings", "#/standings")}
            {tab("matches", "Matches", "#/matches")}
            {tab("openings", "Openings", "#/openings")}
            {match && <a aria-current="page" href={matchHash(match.n, route.ply, route.other, route.query)}>Match {match.n}</a>}
          </nav>
        )}
        <span class="tools"><button type="button" onClick={() => help.current?.showModal()}>keys <kbd>?</kbd></button> <Theme /></span>
      </header>
      <main>
        {view === "standings" && <TournamentView data={data} />}
        {view === "matches" && <MatchesView data={data} query={route.query} go={go} />}
        {view === "openings" && <OpeningsView data={data} />}
        {view === "match" && match && (
          <GameView key={match.n} data={data} match={match} ply={route.view === "match" ? route.ply : 0} {...(other ? { other } : {})}
            go={(ply) => go(matchHash(match.n, ply, route.other, route.query), true)}
            compare={(n) => go(matchHash(match.n, route.ply, n, route.query), true)} />
        )}
        {view === "match" && !match && <p class="card bad">There is no match {route.match} here. <a href="#/matches">All matches</a></p>}
      </main>
      <footer>
        Written by {data.head.program}.
        {data.head.detail === "brief" && " Of so many matches this page leaves out the lines that bots read; referee show has them."}
      </footer>
      <dialog ref={help} aria-label="Keys">
        <h2>Keys</h2>
        <dl>{keys.map(([key, text]) => <><dt><kbd>{key}</kbd></dt><dd>{text}</dd></>)}</dl>
        <form method="dialog"><button>close</button></form>
      </dialog>
    </>
  );
}
