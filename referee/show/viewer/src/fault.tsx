// What a bot did when it failed: what it read and wrote, what was legal, and how to try it again.

import { useState } from "preact/hooks";
import type { Fault } from "./data";
import { plural } from "./words";

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // From a file there may be no clipboard: select it the old way.
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return <button type="button" onClick={copy}>{copied ? "copied" : "copy"}</button>;
}

export function FaultCard({ fault }: { fault: Fault }) {
  const rows: [string, string][] = [];
  if (fault.read) rows.push(["read", fault.read]);
  if (fault.read !== undefined) rows.push(["wrote", fault.line === undefined ? "no complete line" : fault.line || "an empty line"]);
  if (fault.legal_count !== undefined) {
    const more = fault.legal!.length < fault.legal_count ? " ..." : "";
    rows.push(["legal", `${plural(fault.legal_count, "move")}: ${fault.legal!.join(" ")}${more}`]);
  }
  if (fault.time) rows.push(["time", fault.time]);
  if (fault.stderr) rows.push(["stderr", fault.stderr]);
  return (
    <section class="card fault" aria-label="Fault">
      <h2><span class="sign">!</span> {fault.text}</h2>
      <dl>
        {rows.map(([name, text]) => <><dt>{name}</dt><dd><pre>{text}</pre></dd></>)}
        {fault.again && <><dt>again</dt><dd><code>{fault.again}</code> <CopyButton text={fault.again} /></dd></>}
      </dl>
    </section>
  );
}
