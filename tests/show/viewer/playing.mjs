// A game against a bot in the browser, for tests: docs/internals/live-protocol.md.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { bin, browser, folder, patience } from "./window.mjs";

// Serves a game and opens its page; `work` gets the page. Ends the program afterwards, whatever
// happens.
export async function playing(words, work, options = {}) {
  const program = spawn(join(bin, "referee"), ["play", ...words, "--window", "--no-browser"], {
    cwd: folder, stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((done) => program.once("exit", done));
  let told = "";
  program.stderr.on("data", (data) => (told += data));
  try {
    const url = await new Promise((found, failed) => {
      let text = "";
      program.stdout.on("data", (data) => {
        const address = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(text += data);
        if (address) found(address[0]);
      });
      ended.then((code) => failed(new Error(`the program ended with ${code}: ${told}`)));
    });
    const context = await browser.newContext({ viewport: { width: 1280, height: 1000 }, ...options });
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    const trouble = [];
    page.on("console", (message) => /favicon/.test(message.location().url) || trouble.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
    page.on("request", (request) => request.url().startsWith(new URL(url).origin) || trouble.push(`asked for ${request.url()}`));
    await page.goto(url);
    await page.locator(".greeting b").waitFor();
    await work(page, url);
    assert.deepEqual(trouble, []);
    await context.close();
  } finally {
    program.kill("SIGINT");
    const timer = setTimeout(() => program.kill("SIGKILL"), patience);
    await ended;
    clearTimeout(timer);
  }
}

export const plies = (page) => page.locator(".moves li").count();
export const moved = (page, before) => page.waitForFunction(
  (count) => document.querySelectorAll(".moves li").length > count, before);
export const mine = (page) => page.locator(".greeting b").waitFor();
