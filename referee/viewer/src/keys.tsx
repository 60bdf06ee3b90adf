// The keys of a page, in a dialog of their own.

import type { RefObject } from "preact";

export type Key = [name: string, what: string];

export function KeysHelp({ keys, dialog }: { keys: Key[]; dialog: RefObject<HTMLDialogElement> }) {
  return (
    <dialog ref={dialog} aria-label="Keys">
      <h2>Keys</h2>
      <dl>{keys.map(([name, what]) => <><dt><kbd>{name}</kbd></dt><dd>{what}</dd></>)}</dl>
      <form method="dialog"><button>close</button></form>
    </dialog>
  );
}
