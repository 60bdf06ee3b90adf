// Going through a match: buttons, keys, the slider, and playing it by itself.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "./tools";
import type { Match } from "./data";

const speeds = [0.5, 1, 2, 5, 10, 30];
const longest = 60; // seconds that a match takes to play, where the fastest speed allows it

// Moves a second.
export function speedFor(moves: number): number {
  return speeds.find((one) => one >= 2 && moves / one <= longest) ?? speeds[speeds.length - 1]!;
}

// To the ends and by one move; `children` are in the middle.
export function StepButtons({ at, last, go, children }: { at: number; last: number; go: (ply: number) => void; children?: ComponentChildren }) {
  const step = (name: string, key: string, sign: string, to: number) => (
    <button type="button" aria-label={name} title={key} onClick={() => go(Math.max(0, Math.min(last, to)))}>{sign}</button>
  );
  return (
    <>
      {step("To the beginning", "Home", "|◀", 0)}{step("One move back", "←", "◀", at - 1)}
      {children}
      {step("One move on", "→", "▶", at + 1)}{step("To the end", "End", "▶|", last)}
    </>
  );
}

export function Stepper({ match, at, last, words, marks, setMarks, go }: {
  match: Match; at: number; last: number; words: string; marks: boolean; setMarks: (marks: boolean) => void; go: (ply: number) => void;
}) {
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
  const toggle = () => {
    if (!playing && now.current >= last) go((now.current = 0));
    setPlaying(!playing);
  };

  useKeys((event, target) => {
    const step = event.shiftKey ? 10 : 1;
    const next = (plies: number[]) => plies.find((one) => one > now.current) ?? plies[0];
    let to: number | undefined;
    switch (event.key) {
      case "ArrowLeft": to = now.current - step; break;
      case "ArrowRight": to = now.current + step; break;
      case "Home": to = 0; break;
      case "End": to = last; break;
      case "f": to = next((match.faults ?? []).map((fault) => Math.min(fault.ply, last))); break;
      case "w": to = next(match.lead?.turns ?? (match.lead ? [match.lead.swing[1]] : [])); break;
      case " ":
        if (target.tagName === "BUTTON" || target.tagName === "SUMMARY") return;
        toggle();
        event.preventDefault();
        return;
      default: return;
    }
    event.preventDefault();
    // At once: keys may come faster than pages are drawn.
    if (to !== undefined) go((now.current = Math.max(0, Math.min(last, to))));
  }, [match, last, playing], "scrub");

  return (
    <div class="controls">
      <StepButtons at={at} last={last} go={go}>
        <button type="button" onClick={toggle} aria-label={playing ? "Pause" : "Play"} title="space" class="play">{playing ? "❚❚" : "▶"}</button>
      </StepButtons>
      <input class="scrub" type="range" min={0} max={last} value={at} aria-label="Move" aria-valuetext={words}
        onInput={(event) => go(Number(event.currentTarget.value))} />
      <output class="ply">{at} / {last}</output>
      <label>speed <select value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
        {speeds.map((one) => <option value={one}>{one} / s</option>)}
      </select></label>
      <label><input type="checkbox" checked={marks} onChange={() => setMarks(!marks)} /> points</label>
    </div>
  );
}
