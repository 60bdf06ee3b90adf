// Noughts and Crosses: wins if it can, else prevents that its opponent wins.
'use strict';

const BEST_FIRST = ['b2', 'a1', 'c1', 'a3', 'c3', 'b1', 'a2', 'c2', 'b3'];
const ROWS = ['a1 b1 c1', 'a2 b2 c2', 'a3 b3 c3', 'a1 a2 a3', 'b1 b2 b3', 'c1 c2 c3', 'a1 b2 c3', 'a3 b2 c1']
    .map((row) => row.split(' '));
const owner = {};

// The square that gives this player three in a row, or nothing.
function thirdOf(who) {
  const row = ROWS.find((squares) => squares.filter((square) => owner[square] === who).length === 2 &&
                                     squares.some((square) => !owner[square]));
  return row && row.find((square) => !owner[square]);
}

for (let heard = readline(); heard !== undefined && heard !== 'Quit'; heard = readline()) {
  if (heard !== 'Start') owner[heard] = 'other';
  const move = thirdOf('own') || thirdOf('other') || BEST_FIRST.find((square) => !owner[square]);
  owner[move] = 'own';
  print(move);
}
