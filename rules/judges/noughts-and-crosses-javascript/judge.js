// Noughts and Crosses: a judge for Referee, with the protocol of docs/reference/judge.md.
//
// It runs as a bot's source does: readline() and print() as in V8's shell, nothing of Node.
'use strict';

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const SQUARES = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'];

// ---- the rules ----

let marks, seat, last, forfeited;  // the seat to move, 0: the game is over

function start() {
  marks = Array(9).fill('.');
  seat = 1;
  last = -1;
  forfeited = [];
}

const free = () => SQUARES.filter((name, square) => marks[square] === '.');

// Why a line is not a legal move; nothing if it is one.
function whyNot(line) {
  const quoted = line.length > 40 ? `"${line.slice(0, 40)}..."` : `"${line}"`;
  if (!SQUARES.includes(line)) return `${quoted} is not a square, a1 to c3`;
  return free().includes(line) ? undefined : `${quoted} is taken`;
}

const won = () => LINES.find(([a, b, c]) => marks[a] !== '.' && marks[a] === marks[b] && marks[a] === marks[c]);

function play(move) {
  last = SQUARES.indexOf(move);
  marks[last] = '.xo'[seat];
  seat = won() || free().length === 0 ? 0 : 3 - seat;
}

// ---- the protocol ----

// For a win, a draw, a loss: scores 2, 1, 0 and game points 3, 1, 0. A seat that failed has 0.
function resultLines() {
  const line = won();
  const lines = [];
  for (const own of [1, 2]) {
    const failed = forfeited.includes(own);
    const taken = marks.filter((mark) => mark === '.xo'[own]).length;
    let way = !line || forfeited.length === 2 ? 1 : marks[line[0]] === '.xo'[own] ? 2 : 0;
    if (ended) way = failed ? 0 : 2;
    lines.push(`outcome ${own} ${['lose', 'draw', 'win'][way]}`, `points ${own} ${taken}`,
               `score ${own} ${failed ? 0 : way}`, `game-points ${own} ${failed ? 0 : [0, 1, 3][way]}`);
  }
  return lines;
}

let ended = false;  // by a fault

function state() {
  if (seat !== 0) return [`turn ${seat}`];
  const readers = [1, 2].filter((own) => ended || !forfeited.includes(own));
  return [...readers.map((own) => `tell ${own} Quit`), ...resultLines(), 'over'];
}

function forfeit(failed, then) {
  forfeited.push(failed);
  ended = then === 'end';
  if (ended || forfeited.length === 2) seat = 0;
  return ended ? state() : [`tell ${failed} Quit`, ...state()];
}

function scene() {
  const looks = {x: ['black', 'x', 'x'], o: ['white', 'o', 'o']};
  const cells = {};
  SQUARES.forEach((name, square) => { if (marks[square] !== '.') cells[name] = looks[marks[square]]; });
  return {cells, marks: last < 0 ? [] : [['last', 0, 0, [SQUARES[last]]]],
          seats: [looks.x, looks.o], status: seat !== 0 ? 'take a square' : 'over'};
}

function layout() {
  return {shape: 'square', cells: SQUARES.map((name, i) => [name, 2 * (i % 3), 2 - Math.floor(i / 3)])};
}

function draw() {
  const row = (y) => `line ${y + 1} ${marks.slice(3 * y, 3 * y + 3).join(' ')}`;
  return [row(2), row(1), row(0), 'line   a b c'];
}

function answer(request) {
  const [word, ...words] = request.split(' ');
  const rest = words.join(' ');
  switch (word) {
    case 'referee-judge': return ['judge 1', 'can test count result draw scene'];
    case 'deal': return ['deal'];
    case 'start':
      if (rest !== '') return [`illegal the deal must be empty, not "${rest}"`];
      start();
      ended = false;
      return ['tell 1 Start', ...state()];
    case 'play': case 'test': {
      const reason = whyNot(rest);
      if (reason) return [`illegal ${reason}`];
      if (word === 'test') return ['legal'];
      play(rest);
      return seat !== 0 ? ['legal', `tell ${seat} ${rest}`, ...state()] : ['legal', ...state()];
    }
    case 'forfeit': return forfeit(Number(words[0]), words[2]);
    case 'count': return [`count ${free().length}`];
    case 'move': return [`move ${free()[Number(rest)]}`];
    case 'result': return resultLines();
    case 'draw': return draw();
    case 'layout': return ['layout ' + JSON.stringify(layout())];
    case 'scene': return ['scene ' + JSON.stringify(scene())];
    default: throw new Error('not a request of referee-judge 1: ' + request);
  }
}

for (let request = readline(); request !== undefined && request !== 'quit'; request = readline()) {
  print([...answer(request), '.'].join('\n'));
}
