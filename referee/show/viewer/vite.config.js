import { defineConfig } from "vite";

// One script and one style sheet; assemble.mjs puts both into one page. With --ssr FILE, that file
// for Node, for tests.
export default defineConfig(({ isSsrBuild }) => ({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: isSsrBuild ? "unit" : "out", target: "es2022", cssCodeSplit: false, modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild ? {} : {
      input: "src/main.tsx",
      output: { format: "iife", entryFileNames: "page.js", assetFileNames: "page[extname]" },
    },
  },
}));
