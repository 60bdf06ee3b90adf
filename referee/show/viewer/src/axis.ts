// Axes on which many bots lie, and their names.

// The ends of an axis for these intervals. One that is far from all others is left out, at most each
// fourth: with it they would lie in less than half of the axis.
export function rangeOf(spans: [low: number, high: number][]): [low: number, high: number] {
  const ends = (list: typeof spans): [number, number] => [Math.min(...list.map(([low]) => low)), Math.max(...list.map(([, high]) => high))];
  const width = ([low, high]: [number, number]) => high - low;
  for (let list = spans; ;) {
    const all = ends(list);
    const rests = list.length < 3 || spans.length - list.length >= Math.max(1, Math.floor(spans.length / 4)) ? [] : [0, 1].map((side) => list.filter((one) => one !== list.find((other) => other[side] === all[side])));
    const best = rests.sort((a, b) => width(ends(a)) - width(ends(b)))[0];
    if (!best || width(ends(best)) === 0 || 2 * width(ends(best)) >= width(all)) return all;
    list = best;
  }
}

// Round numbers from one end to the other.
export function ticksOf(low: number, high: number, most = 6): number[] {
  const rough = (high - low) / most;
  if (!(rough > 0) || !Number.isFinite(rough)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough * (1 - 1e-9))!;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

export const within = (value: number, [low, high]: [number, number]) => Math.min(high, Math.max(low, value));

export const cut = (name: string, most: number) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

// The room beside a chart for the names of its lines, and how many letters of each fit there.
export function nameRoom(names: string[], width: number): [room: number, letters: number] {
  const letters = Math.min(Math.max(8, Math.floor(width / 40)), Math.max(...names.map((name) => name.length)));
  return [7.4 * letters + 20, letters];
}
