'use strict';
// What V8's shell d8 gives a program, for Node. Made by referee.
(() => {
  const fs = require('fs');
  const vm = require('vm');
  const node = process;
  const Bytes = Buffer;

  // One line of input at a time; read as it comes, so that nothing waits for more than a line.
  let pending = Bytes.alloc(0);
  let ended = false;
  const block = Bytes.alloc(65536);
  function fill() {
    for (;;) {
      try {
        const length = fs.readSync(0, block, 0, block.length, null);
        if (length === 0) ended = true;
        pending = Bytes.concat([pending, block.subarray(0, length)]);
        return;
      } catch (error) {
        if (error.code === 'EOF') { ended = true; return; }
        if (error.code !== 'EAGAIN' && error.code !== 'EINTR') throw error;
      }
    }
  }
  function readline() {
    let from = 0;
    for (;;) {
      const end = pending.indexOf(10, from);
      if (end >= 0) {
        const line = pending.toString('utf8', 0, end);
        pending = pending.subarray(end + 1);
        return line;
      }
      if (ended) break;
      from = pending.length;
      fill();
    }
    if (pending.length === 0) return undefined;
    const rest = pending.toString('utf8');
    pending = Bytes.alloc(0);
    return rest;
  }

  function send(descriptor, text) {
    const bytes = Bytes.from(text, 'utf8');
    for (let sent = 0; sent < bytes.length;) {
      try {
        sent += fs.writeSync(descriptor, bytes, sent);
      } catch (error) {
        if (error.code !== 'EAGAIN' && error.code !== 'EINTR') node.exit(1);
      }
    }
  }
  // As C's standard output does into a pipe: kept until it is flushed, or too much.
  let kept = '';
  function flush() {
    const text = kept;
    kept = '';
    send(1, text);
  }
  const joined = (values) => values.map(String).join(' ');
  function write(...values) {
    kept += joined(values);
    if (kept.length >= 4096) flush();
  }
  function print(...values) {
    kept += joined(values) + '\n';
    flush();
  }
  function printErr(...values) { send(2, joined(values) + '\n'); }
  function quit(code) {
    flush();
    node.exit(code === undefined ? 0 : code);
  }

  const name = node.argv[2];
  const source = fs.readFileSync(name, 'utf8');
  node.on('exit', flush);
  const given = {readline, print, write, printErr, quit, arguments: node.argv.slice(3)};
  for (const key of Object.keys(given)) {
    Object.defineProperty(globalThis, key,
                          {value: given[key], writable: true, configurable: true, enumerable: false});
  }
  globalThis.console = {log: print, info: print, debug: print, warn: print, error: printErr};
  for (const key of ['process', 'Buffer', 'global', 'require', 'module', 'exports', 'setImmediate',
                     'clearImmediate', 'fetch', 'navigator']) {
    delete globalThis[key];
  }
  vm.runInThisContext(source, {filename: name});
})();
