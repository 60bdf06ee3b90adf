// The colours of the two seats: those that the game gives them, else two that mean nothing.

import type { Look, Match } from "./data";

const none: Look = ["empty", ".", ""];

export function seatsOf(match: Match | undefined): [Look, Look] {
  return match?.scenes[0]?.seats ?? [none, none];
}

// What a part of the page has as its style, so that --seat-1 and --seat-2 are these colours.
export function seatStyle(looks: [Look, Look]): Record<string, string> {
  const style: Record<string, string> = {};
  looks.forEach(([colour], i) => {
    if (colour !== "empty") style[`--seat-${i + 1}`] = `var(--ink-${colour})`;
  });
  return style;
}

// The sign of a seat beside its name: its piece, or a dot and a square.
export function SeatKey({ seat, look, title }: { seat: number; look?: Look | undefined; title?: string }) {
  const [colour, sign] = look ?? none;
  if (colour === "empty") return <span class={`key seat-${seat}`} title={title} />;
  return <span class={`key c-key k-${colour}`} title={title}>{colour.startsWith("tile") ? sign : ""}</span>;
}
