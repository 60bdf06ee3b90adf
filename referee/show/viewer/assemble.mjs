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
  "img-src data: blob:; base-uri 'none'; form-action 'none'";
const icon = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b5c94"/>' +
  '<circle cx="5.5" cy="8" r="3" fill="#fff"/><rect x="9" y="5.5" width="5" height="5" rx="1" fill="#f0c419"/></svg>');
writeFileSync(
  page,
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:image/svg+xml,${icon}">
<!--title-->
<style>${style}</style>
</head>
<body>
<div id="app"><!--front--></div>
<noscript>With JavaScript this page also shows the games move by move; it loads nothing and runs from the disk.</noscript>
<!--data--><script>${script}</script>
</body>
</html>
`,
);
