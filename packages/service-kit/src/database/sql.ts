/** A piece of SQL with its values; pieces nest, values always travel as parameters. */
export class Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

/** A composable piece of SQL: fragment`and active = ${true}`. Interpolated values become parameters. */
export const fragment = (strings: TemplateStringsArray, ...values: unknown[]): Fragment =>
  new Fragment(strings, values);

/** A value for a `jsonb` column; needed for arrays, which `pg` would otherwise send as a Postgres array. */
export const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/**
 * A JSON value with its keys in the order in which a `jsonb` column gives them back (shorter ones first, then by bytes),
 * so that what is answered before it was stored reads byte for byte like what is answered afterwards.
 */
export function asStored<T>(value: T): T {
  if (Array.isArray(value)) return value.map(asStored) as T;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => compareKeys(a, b)).map(([key, inner]) => [key, asStored(inner)]),
  ) as T;
}

function compareKeys(a: string, b: string): number {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length - right.length || left.compare(right);
}

/** A LIKE pattern for text that contains `term`, whose own wildcards stand for themselves. */
export const containing = (term: string): string => `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;

const plainTexts = new WeakMap<readonly string[], string>();

/** Renders a template to `$1`-style text and its values. A template without nested fragments is rendered once. */
export function render(strings: readonly string[], values: readonly unknown[]): { text: string; values: unknown[] } {
  if (!values.some((value) => value instanceof Fragment)) {
    let text = plainTexts.get(strings);
    if (text === undefined) {
      text = strings.reduce((all, part, i) => `${all}$${i}${part}`);
      plainTexts.set(strings, text);
    }
    return { text, values: values as unknown[] };
  }
  const flat: unknown[] = [];
  const write = (parts: readonly string[], inserted: readonly unknown[]): string =>
    parts.reduce((all, part, i) => {
      const value = inserted[i - 1];
      if (value instanceof Fragment) return all + write(value.strings, value.values) + part;
      flat.push(value);
      return `${all}$${flat.length}${part}`;
    });
  return { text: write(strings, values), values: flat };
}
