// The address shows after its # what is shown, so that every move has a link.
//   #/result  #/live  #/standings  #/matches?bot=greedy&sort=swing  #/openings  #/match/17/12  #/match/17/12/with/3

import { useLayoutEffect, useState } from "preact/hooks";

export interface Route {
  view: "result" | "live" | "standings" | "matches" | "openings" | "match";
  match: number;
  ply: number;
  other: number | null;
  query: URLSearchParams;
}

const views = ["result", "live", "standings", "matches", "openings", "match"] as const;

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const words = path.split("/");
  const number = (word: string | undefined) => (word !== undefined && /^\d{1,15}$/.test(word) ? Number(word) : 0);
  const view = views.find((one) => one === words[0]) ?? "result";
  return {
    view,
    match: number(words[1]),
    ply: number(words[2]),
    other: words[3] === "with" ? number(words[4]) : null,
    query: new URLSearchParams(query),
  };
}

export function matchHash(n: number, ply: number, other: number | null = null, query?: URLSearchParams): string {
  const rest = query && query.size > 0 ? `?${query}` : "";
  return `#/match/${n}/${ply}${other === null ? "" : `/with/${other}`}${rest}`;
}

export function useRoute(): [Route, (hash: string, replace?: boolean) => void] {
  const [hash, setHash] = useState(location.hash);
  // As early as keys are heard: one that comes with the page changes the address.
  useLayoutEffect(() => {
    const changed = () => setHash(location.hash);
    addEventListener("hashchange", changed);
    changed();
    return () => removeEventListener("hashchange", changed);
  }, []);
  const go = (to: string, replace = false) => {
    if (replace) {
      history.replaceState(null, "", to);
      setHash(to);
    } else {
      location.hash = to;
    }
  };
  return [parseRoute(hash), go];
}
