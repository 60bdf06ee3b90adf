// A game against a bot in the browser, for tests: docs/internals/live-protocol.md.
import assert from "node:assert/strict";
import { address, beside, browser, patience } from "./window.mjs";

// Serves a game and opens its page; `work` gets the page. Ends the program afterwards, whatever
// happens.
export const playing = (words, work, options = {}) => beside(["play", ...words, "--window", "--no-browser"], address, async (url) => {
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
}, "SIGINT");

export const plies = (page) => page.locator(".moves li").count();
export const moved = (page, before) => page.waitForFunction(
  (count) => document.querySelectorAll(".moves li").length > count, before);
export const mine = (page) => page.locator(".greeting b").waitFor();
