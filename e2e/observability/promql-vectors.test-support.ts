import type { Sample } from './scrape.test-support.ts';

type Labels = Readonly<Record<string, string>>;
export type Vector = readonly { readonly labels: Labels; readonly value: number }[];

export const comparisons: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

const arithmetic: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

/** Of two vectors: which of the left stay, by whether the right has one with the same labels. */
export const setOperations: Record<string, (isThere: boolean) => boolean> = {
  and: (isThere) => isThere,
  unless: (isThere) => !isThere,
};

const combine: Record<string, (values: readonly number[]) => number> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  count: (values) => values.length,
};

const keyOf = (labels: Labels): string =>
  JSON.stringify(
    Object.entries(labels)
      .filter(([name]) => name !== '__name__')
      .sort(),
  );

const without = (labels: Labels, ...names: string[]): Labels =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => !names.includes(name)));

/** `sum by (…)` and its siblings. */
export function aggregate(operation: string, by: readonly string[], vector: Vector): Vector {
  const combined = combine[operation];
  if (!combined) throw new Error(`not supported: ${operation}`);
  const groupOf = ({ labels }: Vector[number]): Labels =>
    Object.fromEntries(by.filter((name) => name in labels).map((name) => [name, labels[name] ?? '']));
  const groups = Map.groupBy(vector, (each) => keyOf(groupOf(each)));
  return [...groups.values()].map((group) => ({
    labels: groupOf(group[0] as Vector[number]),
    value: combined(group.map(({ value }) => value)),
  }));
}

/** Arithmetic, filters and set operations, matched by all labels but the name. */
export function binary(operator: string, left: Vector | number, right: Vector | number): Vector | number {
  const compares = comparisons[operator];
  const computes = arithmetic[operator];
  const keeps = setOperations[operator];
  if (typeof left === 'number' && typeof right === 'number') {
    if (!computes) throw new Error(`not supported: ${operator} of two numbers`);
    return computes(left, right);
  }
  if (typeof left === 'number') {
    if (!computes) throw new Error(`not supported: a number ${operator} a vector`);
    return (right as Vector).map(({ labels, value }) => ({
      labels: without(labels, '__name__'),
      value: computes(left, value),
    }));
  }
  return left.flatMap((each) => {
    const other =
      typeof right === 'number' ? right : right.find(({ labels }) => keyOf(labels) === keyOf(each.labels))?.value;
    if (keeps) return keeps(other !== undefined) ? [each] : [];
    if (other === undefined) return [];
    if (compares) return compares(each.value, other) ? [each] : [];
    return computes ? [{ labels: without(each.labels, '__name__'), value: computes(each.value, other) }] : [];
  });
}

/**
 * What a counter grew within the window, extrapolated to its ends as Prometheus does, and by second when `perSecond`.
 * Fewer than two samples say nothing.
 */
export function rate(series: readonly Sample[], endMs: number, rangeMs: number, perSecond: boolean): Vector {
  const [first, last] = [series[0], series.at(-1)];
  if (!first || !last || first === last) return [];
  let grown = 0;
  for (let i = 1; i < series.length; i++) {
    const [before, after] = [(series[i - 1] as Sample).value, (series[i] as Sample).value];
    grown += after < before ? after : after - before; // a restart begins at zero
  }
  const sampledMs = last.atMs - first.atMs;
  const betweenMs = sampledMs / (series.length - 1);
  const reach = (gapMs: number): number => (gapMs >= betweenMs * 1.1 ? betweenMs / 2 : gapMs);
  let beforeMs = reach(first.atMs - (endMs - rangeMs));
  // A counter never was below zero.
  if (grown > 0 && first.value >= 0) beforeMs = Math.min(beforeMs, sampledMs * (first.value / grown));
  const whole = (grown * (sampledMs + beforeMs + reach(endMs - last.atMs))) / sampledMs;
  return [{ labels: without(first.labels, '__name__'), value: perSecond ? whole / (rangeMs / 1_000) : whole }];
}

/** Interpolates linearly within the bucket where the rank falls; above the highest bound it answers that bound. */
export function histogramQuantile(quantile: number, buckets: Vector): Vector {
  const histograms = Map.groupBy(buckets, ({ labels }) => keyOf(without(labels, 'le')));
  return [...histograms.values()].flatMap((histogram) => {
    const sorted = histogram
      .map(({ labels, value }) => ({ le: labels['le'] === '+Inf' ? Infinity : Number(labels['le']), value }))
      .sort((a, b) => a.le - b.le);
    const total = sorted.at(-1)?.value ?? 0;
    if (total === 0) return [];
    const rank = quantile * total;
    const at = sorted.findIndex(({ value }) => value >= rank);
    const [below, bucket] = [sorted[at - 1] ?? { le: 0, value: 0 }, sorted[at] as (typeof sorted)[number]];
    const value =
      bucket.le === Infinity
        ? below.le
        : below.le + (bucket.le - below.le) * ((rank - below.value) / (bucket.value - below.value));
    return [{ labels: without((histogram[0] as Vector[number]).labels, '__name__', 'le'), value }];
  });
}
