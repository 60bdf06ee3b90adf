// Numbers, times and lists, for people and of the page.

export function timeText(us: number): string {
  if (us < 1000) return `${us} µs`;
  if (us < 1e6) return `${(us / 1e3).toPrecision(3)} ms`;
  return `${(us / 1e6).toPrecision(3)} s`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

export function fixed(value: number, digits = 2): string {
  return Number.isFinite(value) ? value.toFixed(digits) : "–";
}

export function percent(share: number): string {
  const value = 100 * share;
  if (value > 0 && value < 0.05) return "< 0.1 %";
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} %`;
}

export function memoryText(bytes: number): string {
  return bytes > 0 ? `${(bytes / 2 ** 20).toPrecision(3)} MiB` : "–";
}

// The mean and the half width of its interval of 95 %.
export function meanOf(values: number[]): { mean: number; error: number } {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n < 2) return { mean, error: NaN };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return { mean, error: 1.96 * Math.sqrt(variance / n) };
}

// The value of a key, made if there is none yet.
export function entryOf<Key, Value>(map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown }, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
