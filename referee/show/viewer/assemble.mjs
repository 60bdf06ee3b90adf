// Puts the built script and style into one page that may load nothing from anywhere: what may run
// is named by its hash.
//   node assemble.mjs OUT_FOLDER PAGE
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const [folder, page] = process.argv.slice(2);
const script = readFileSync(`${folder}/page.js`, "utf8").trim();
const style = readFileSync(`${folder}/page.css`, "utf8").trim();
if (/<\/(script|style)/i.test(script + style) || script.includes("<!--")) {
  throw new Error("the script or style would end its own element");
}
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy =
  `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; ` +
  "base-uri 'none'; form-action 'none'";
writeFileSync(
  page,
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Referee</title>
<style>${style}</style>
</head>
<body>
<div id="app">Loading ...</div>
<noscript>This page needs JavaScript; it loads nothing and runs from the disk.</noscript>
<!--data--><script>${script}</script>
</body>
</html>
`,
);
