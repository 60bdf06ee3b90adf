// The choice between light and dark colours.

import { useEffect, useState } from "preact/hooks";

export function Theme() {
  const [theme, setTheme] = useState(document.documentElement.dataset["theme"] ?? "auto");
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return (
    <label class="theme"><span>colours </span><select value={theme} onChange={(event) => setTheme((event.target as HTMLSelectElement).value)}>
      <option value="auto">as the system</option><option value="light">light</option><option value="dark">dark</option>
    </select></label>
  );
}
