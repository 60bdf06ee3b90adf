// At the top right of every page: its keys, in a dialog, and the choice between light and dark
// colours.

import { useEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "./browser";

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
