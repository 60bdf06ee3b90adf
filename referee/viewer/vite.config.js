import { defineConfig } from "vite";

// One script and one style sheet; assemble.mjs puts both into one page.
export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "out", target: "es2022", cssCodeSplit: false, modulePreload: false, reportCompressedSize: false,
    rolldownOptions: {
      input: "src/main.tsx",
      output: { format: "iife", entryFileNames: "page.js", assetFileNames: "page[extname]" },
    },
  },
});
