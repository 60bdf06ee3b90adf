// Axes on which many bots lie, and their names.

// The ends of an axis for these intervals. The lowest ones are left out, at most each fourth, where
// with them the others would lie in less than half of the axis: a bad bot does not hide how good ones
// differ.
export function rangeOf(spans: [low: number, high: number][]): [low: number, high: number] {
  const lowest = [...spans].sort((a, b) => a[0] - b[0]);
  const high = Math.max(...spans.map((one) => one[1]));
  const width = (from: number) => high - lowest[from]![0];
  let first = spans.length > 2 ? Math.max(1, Math.floor(spans.length / 4)) : 0;
  while (first > 0 && (width(first) === 0 || 2 * width(first) >= width(first - 1))) first--;
  return [lowest[first]?.[0] ?? 0, high];
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
