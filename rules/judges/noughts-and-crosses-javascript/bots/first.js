// Noughts and Crosses: the first free square.
'use strict';

const free = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'];
for (let heard = readline(); heard !== undefined && heard !== 'Quit'; heard = readline()) {
  if (heard !== 'Start') free.splice(free.indexOf(heard), 1);
  print(free.shift());
}
