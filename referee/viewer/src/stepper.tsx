// Going through a match: buttons, keys, the slider, and playing it by itself.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Game, Match } from "./data";
import { swingPlies } from "./moves";

const speeds = [0.5, 1, 2, 5, 10, 30];
const longest = 60; // seconds that a match takes to play, where the fastest speed allows it

interface StepperProps {
  match: Match;
  game: Game;
  at: number;
  last: number;
  words: string;
  marks: boolean;
  setMarks: (marks: boolean) => void;
  go: (ply: number) => void;
}

// Moves a second.
export function speedFor(moves: number): number {
  return speeds.find((one) => one >= 2 && moves / one <= longest) ?? speeds[speeds.length - 1]!;
}

export function Stepper({ match, game, at, last, words, marks, setMarks, go }: StepperProps) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(() => speedFor(last));
  const now = useRef(at);
  now.current = at;

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      if (now.current >= last) setPlaying(false);
      else go(now.current + 1);
    }, 1000 / speed);
    return () => clearInterval(timer);
  }, [playing, speed, last, match]);
  useEffect(() => setPlaying(false), [match]);

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
      if (typing && !(target as HTMLInputElement).classList.contains("scrub")) return;
      const step = event.shiftKey ? 10 : 1;
      const next = (plies: number[]) => plies.find((one) => one > now.current) ?? plies[0];
      let to: number | undefined;
      switch (event.key) {
        case "ArrowLeft": to = now.current - step; break;
        case "ArrowRight": to = now.current + step; break;
        case "Home": to = 0; break;
        case "End": to = last; break;
        case "f": to = next((match.faults ?? []).map((fault) => Math.min(fault.ply, last))); break;
        case "w": to = next(swingPlies(match, game)); break;
        case " ":
          if (target.tagName === "BUTTON" || target.tagName === "SUMMARY") return;
          setPlaying((is) => !is);
          event.preventDefault();
          return;
        default: return;
      }
      event.preventDefault();
      // At once: keys may come faster than pages are drawn.
      if (to !== undefined) go((now.current = Math.max(0, Math.min(last, to))));
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [match, last]);

  return (
    <div class="controls">
      <button type="button" onClick={() => go(0)} aria-label="To the beginning" title="Home">|◀</button>
      <button type="button" onClick={() => go(Math.max(0, at - 1))} aria-label="One move back" title="←">◀</button>
      <button type="button" onClick={() => setPlaying(!playing)} aria-label={playing ? "Pause" : "Play"} title="space" class="play">{playing ? "❚❚" : "▶"}</button>
      <button type="button" onClick={() => go(Math.min(last, at + 1))} aria-label="One move on" title="→">▶</button>
      <button type="button" onClick={() => go(last)} aria-label="To the end" title="End">▶|</button>
      <input class="scrub" type="range" min={0} max={last} value={at} aria-label="Move" aria-valuetext={words}
        onInput={(event) => go(Number((event.target as HTMLInputElement).value))} />
      <output class="ply">{at} / {last}</output>
      <label>speed <select value={speed} onChange={(event) => setSpeed(Number((event.target as HTMLSelectElement).value))}>
        {speeds.map((one) => <option value={one}>{one} / s</option>)}
      </select></label>
      <label><input type="checkbox" checked={marks} onChange={() => setMarks(!marks)} /> points</label>
    </div>
  );
}
