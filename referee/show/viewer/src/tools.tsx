// What all pages share: keys, the events of the server, widths; at the top right the dialog of keys, and
// the choice between light and dark colours.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export type Key = [name: string, what: string];

function Theme() {
  const [theme, setTheme] = useState(document.documentElement.dataset["theme"] ?? "auto");
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return (
    <label class="theme"><span>colours </span><select value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
      <option value="auto">as the system</option><option value="light">light</option><option value="dark">dark</option>
    </select></label>
  );
}

export function Tools({ keys }: { keys: Key[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => dialog.current?.showModal();
  useKeys((event) => event.key === "?" && open(), []);
  return (
    <span class="tools">
      <button type="button" onClick={open}>keys <kbd>?</kbd></button> <Theme />
      <dialog ref={dialog} aria-label="Keys">
        <h2>Keys</h2>
        <dl>{keys.map(([name, what]) => <><dt><kbd>{name}</kbd></dt><dd>{what}</dd></>)}</dl>
        <form method="dialog"><button>close</button></form>
      </dialog>
    </span>
  );
}

// Calls `onKey` for each key without Ctrl, Meta or Alt, except while typing in a field. Fields of
// the class `except` do not count. Listens from the layout effect on: a key may arrive with its page.
export function useKeys(onKey: (event: KeyboardEvent, target: HTMLElement) => void, inputs?: unknown[], except = "") {
  useLayoutEffect(() => {
    const heard = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && !(except && target.classList.contains(except))) return;
      onKey(event, target);
    };
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  }, inputs);
}

// The state that follows from the events of the server, and whether the connection is lost.
export function useEvents<State>(names: string[], first: () => State, after: (before: State, name: string, data: any) => State): [State, boolean] {
  const [state, setState] = useState(first);
  const [away, setAway] = useState(false);
  useEffect(() => {
    const events = new EventSource("/events");
    for (const name of names) {
      events.addEventListener(name, (event) => {
        setState((before) => after(before, name, JSON.parse((event as MessageEvent<string>).data || "null")));
        if (name === "bye") events.close();
      });
    }
    // The browser connects again by itself, and says what it had last. There may be nothing new.
    events.onopen = () => setAway(false);
    events.onerror = () => setAway(true);
    return () => events.close();
  }, []);
  return [state, away];
}

// The width of an element that this is the `ref` of, at least 240.
export function useWidth(): [{ current: HTMLDivElement | null }, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.max(240, element.clientWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
