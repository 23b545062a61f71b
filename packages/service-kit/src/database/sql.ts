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
export const fragment = (strings: TemplateStringsArray, ...values: unknown[]): Fragment => new Fragment(strings, values);

/** A value for a `jsonb` column; needed for arrays, which `pg` would otherwise send as a Postgres array. */
export const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));

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
