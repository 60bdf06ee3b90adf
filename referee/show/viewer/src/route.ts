// The address shows after its # what is shown, so that every move has a link.
//   #/result  #/live  #/show  #/standings  #/matches?bot=greedy&sort=swing  #/openings
//   #/match/17  #/match/17/12  #/match/17/12/with/3  #/bot/greedy, which is #/matches?bot=greedy

import { useLayoutEffect, useState } from "preact/hooks";

export interface Route {
  view: "result" | "live" | "show" | "standings" | "matches" | "openings" | "match";
  match: number;
  ply: number | null; // null: where the match opens
  other: number | null;
  query: URLSearchParams;
  wrong: string; // the address, where it leads nowhere
}

const views = ["result", "live", "show", "standings", "matches", "openings", "match"] as const;

// A name as people write it in an address, "c++bot" and "R&D" too: what is not escaped there is meant as it is.
function escaped(name: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(name));
  } catch {
    return encodeURIComponent(name);
  }
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").replace(/^bot\/([^/?]+)\??/, (_, name: string) => `matches?bot=${escaped(name)}&`).split("?");
  const words = path.split("/");
  const number = (word: string | undefined) => (word !== undefined && /^\d{1,15}$/.test(word) ? Number(word) : null);
  const [match, ply, other] = [number(words[1]), number(words[2]), number(words[4])];
  const known = words[0] === "match" ? match !== null && (words[2] === undefined || ply !== null) : path === "" || views.some((one) => one === path);
  return {
    view: known ? views.find((one) => one === words[0]) ?? "result" : "result",
    match: match ?? 0, ply, other: words[3] === "with" ? other : null,
    query: new URLSearchParams(query),
    wrong: known ? "" : path,
  };
}

export function matchHash(n: number, ply: number | null, other: number | null = null, query?: URLSearchParams): string {
  const rest = query && query.size > 0 ? `?${query}` : "";
  return `#/match/${n}${ply === null ? "" : `/${ply}`}${other === null ? "" : `/with/${other}`}${rest}`;
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
