// The frame: title, views, keys that work everywhere.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Tools, useKeys } from "./tools";
import type { Key } from "./tools";
import type { Data, Facts, Head, Match } from "./data";
import { failed, lost, openingPly, playersOf } from "./data";
import { ComparisonView, RegressView } from "./evidence";
import { GameView } from "./game";
import { titleOf } from "./words";
import { chosen, faultPly, linkOf, MatchesView } from "./matches";
import { isRow, useLive } from "./live";
import type { Live } from "./live";
import { matchHash, parseRoute, useRoute } from "./route";
import type { Route } from "./route";
import { ShowView } from "./show";
import { TuneView } from "./tune";
import { OpeningsView, TournamentView } from "./tournament";
import { runText, WallView } from "./wall";

// The title that the program has written.
const given = document.title;

const keys: Key[] = [
  ["← →", "one move back or on; with Shift ten"],
  ["space", "play and pause"],
  ["Home, End", "beginning and end"],
  ["f", "next fault of this match"],
  ["w", "next large swing of this match"],
  ["n, p", "next and previous match of the list"],
  ["F", "next match with a fault, at the fault"],
  ["l", "next match that this bot lost (the bot of the list, else the first)"],
  ["t, m, o", "result, matches, openings"],
  ["g", "running games, on a page that follows some"],
  ["s", "matches by their largest swing"],
  ["v", "a show for a large screen"],
  ["Enter", "in the list: open its first match"],
  ["?", "this help"],
];

// Keys that lead to other views and matches.
function useShortcuts(data: Data, live: Live | undefined, go: (hash: string) => void) {
  useKeys((event, target) => {
    if (event.key === "v" && parseRoute(location.hash).view !== "show") return go("#/show");
    if (data.head.kind === "match") return;
    // Of the address as it is now: keys may come faster than pages are drawn.
    const now = parseRoute(location.hash);
    const { query } = now;
    const list = chosen(data, query);
    const at = now.view === "match" ? list.findIndex((facts) => facts.match.n === now.match) : -1;
    const open = (facts: Facts | undefined, ply?: number) => facts && go(linkOf(facts, query, ply));
    const after = (good: (facts: Facts) => boolean, ply?: (facts: Facts) => number) => {
      const found = [...list.slice(at + 1), ...list.slice(0, at + 1)].find(good);
      open(found, found && ply?.(found));
    };
    const bot = query.get("bot") ?? list[at]?.match.bots[0]?.name;
    switch (event.key) {
      case "t": go(live && data.head.kind === "tournament" ? "#/standings" : "#/result"); break;
      case "g": if (live) go("#/live"); break;
      case "m": go(`#/matches${query.size ? `?${query}` : ""}`); break;
      case "o": if (!live) go("#/openings"); break;
      case "s": go(`#/matches?${new URLSearchParams({ ...Object.fromEntries(query), sort: "swing" })}`); break;
      case "Enter": {
        // The link to this very view has the focus after a click on it.
        const link = target.closest("a, button");
        if (now.view !== "matches" || (link && link.getAttribute("aria-current") !== "page")) return;
        event.preventDefault();
        open(list[0]);
        break;
      }
      case "n": open(list[at + 1]); break;
      case "p": if (at > 0) open(list[at - 1]); break;
      case "F": after((facts) => facts.match.bots.some(failed), (facts) => faultPly(facts, query)); break;
      case "l": after(({ match: one }) => {
        const seat = one.bots.findIndex((own) => own.name === bot);
        return seat >= 0 && (lost(one, seat) || failed(one.bots[seat]!));
      }); break;
    }
  }, [data]);
}

function Views({ kind, live, view, route, match }: { kind: Head["kind"]; live: boolean; view: string; route: Route; match: Match | undefined }) {
  const judged = kind !== "match" && kind !== "tournament";
  const tab = (name: string, text: string, hash = `#/${name}`) => <a href={hash} aria-current={view === name ? "page" : undefined}>{text}</a>;
  return (
    <nav aria-label="Views">
      {judged && tab("result", kind === "regress" ? "Checks" : kind === "tune" ? "Tuning" : "Comparison")}
      {live && tab("live", "Live")}
      {kind !== "regress" && tab("standings", "Standings")}
      {tab("matches", "Matches")}
      {!live && tab("openings", "Openings")}
      {match && tab("match", `Match ${match.n}`, matchHash(match.n, route.ply, route.other, route.query))}
    </nav>
  );
}

export function App({ data, live }: { data: Data; live?: Live }) {
  const [route, go] = useRoute();
  const { kind } = data.head;
  const several = kind !== "match";
  const judged = kind !== "match" && kind !== "tournament";
  const first = live ? "live" : "standings";
  const view = route.view === "show" ? "show" : !several ? "match" : (route.view === "result" && !judged) || (route.view === "live" && !live) ? first : route.view;
  const match = view !== "match" ? undefined : live ? live.find(route.match)
    : data.matches.find((one) => one.n === route.match && route.view === "match") ?? (several ? undefined : data.matches[0]);
  const other = route.other === null ? undefined : data.matches.find((one) => one.n === route.other && one.game === match?.game);
  // A running match is shown at its last move, unless somebody has gone back in it.
  const [behind, setBehind] = useState<number | null>(null);
  const running = match?.running === true;
  const follows = running && behind !== match?.n;
  const wasFollowed = useRef(false);
  const opened = useMemo(() => (match && !isRow(match) ? openingPly(match) : 0), [match]);
  const last = match ? match.scenes.length - 1 : 0;
  const ply = follows && match ? match.moves.length : Math.max(0, Math.min(last, (route.view === "match" ? route.ply : null) ?? opened));
  useEffect(() => {
    if (view === "match") live?.want(route.match);
  });
  useEffect(() => {
    // It has ended: the last move stays.
    if (wasFollowed.current && match && !running && !isRow(match)) go(matchHash(match.n, match.moves.length), true);
    wasFollowed.current = follows;
  }, [running, follows, match?.n]);
  const title = match && several ? playersOf(match) : live ? titleOf(data) : given;

  useEffect(() => {
    document.title = match && route.view === "match" && route.ply !== null ? `${title}, move ${ply}` : title;
  }, [title, route.ply, ply]);

  useShortcuts(data, live, go);

  if (view === "show") return <ShowView data={data} live={live} leave={() => go(several ? `#/${first}` : "#/")} />;
  return (
    <>
      <header>
        <h1>{data.head.title}</h1>
        {several && <Views kind={kind} live={live !== undefined} view={view} route={route} match={match} />}
        <Tools keys={keys} />
      </header>
      <main>
        {route.wrong && <p class="card bad">There is no page "{route.wrong}" here.</p>}
        {match && !isRow(match) && !follows && route.view === "match" && (route.ply ?? 0) > last && (
          <p class="card bad">Match {match.n} has no move {route.ply}: it ended with move {last}, which is shown.</p>
        )}
        {view === "result" && (kind === "regress" ? <RegressView data={data} /> : kind === "tune" ? <TuneView data={data} /> : <ComparisonView data={data} />)}
        {live && (
          <div class="progress">
            {live.following.run && <progress aria-label="Matches played" max={Math.max(1, live.following.run.total)} value={live.following.run.done} />}
            <p class="run dim" role="status">{runText(live.following, live.away, live.left)}</p>
          </div>
        )}
        {view === "live" && live && <WallView data={data} live={live} />}
        {view === "standings" && <TournamentView data={data} />}
        {view === "matches" && <MatchesView data={data} query={route.query} go={go} />}
        {view === "openings" && !live && <OpeningsView data={data} />}
        {view === "match" && match && isRow(match) && <p class="card">Loading match {match.n}.</p>}
        {view === "match" && match && !isRow(match) && (
          <GameView key={match.n} data={data} match={match} ply={ply} {...(other ? { other } : {})}
            go={(to) => {
              if (running) setBehind(to < match.moves.length ? match.n : null);
              go(matchHash(match.n, to, route.other, route.query), true);
            }}
            compare={(n) => go(matchHash(match.n, ply, n, route.query), true)} />
        )}
        {view === "match" && !match && <p class="card bad">There is no match {route.match} here. <a href="#/matches">All matches</a></p>}
      </main>
      <footer>
        Written by {data.head.program}.
        {data.head.detail === "brief" && " The tournament is large, so this page leaves out the lines that bots read; referee show prints them."}
      </footer>
    </>
  );
}

export function LiveApp({ head }: { head: Head }) {
  return <App {...useLive(head)} />;
}
