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

/** An expression that ends the transaction, so that nothing of it happens, unless `condition` is true. See `isStale`. */
export const requireUnchanged = (condition: Fragment): Fragment => fragment`require_unchanged(${condition})`;

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
  const [left, right] = [Buffer.byteLength(a), Buffer.byteLength(b)];
  if (left !== right) return left - right;
  if (left > a.length) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1; // one byte for each character: in order as they are
}

/** A LIKE pattern for text that contains `term`, whose own wildcards stand for themselves. */
export const containing = (term: string): string => `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** The text of one shape of statement: a template and the fragments inside it, in order. */
interface Shape {
  text?: string;
  /** What follows when the next value is a fragment, by that fragment's template. */
  readonly nested: WeakMap<readonly string[], Shape>;
  /** What follows when the next value is a parameter. */
  plain?: Shape;
}

const newShape = (): Shape => ({ nested: new WeakMap() });

/** Texts that were rendered before. Templates are constants of the code, so this is as large as the code has statements. */
const shapes = newShape();

const nestedShape = (shape: Shape, strings: readonly string[]): Shape => {
  let next = shape.nested.get(strings);
  if (next === undefined) shape.nested.set(strings, (next = newShape()));
  return next;
};

/** Renders a template to `$1`-style text and its values. Each shape of a statement is rendered once. */
export function render(strings: readonly string[], values: readonly unknown[]): { text: string; values: unknown[] } {
  const flat: unknown[] = [];
  let shape = nestedShape(shapes, strings);
  const collect = (inserted: readonly unknown[]): void => {
    for (const value of inserted) {
      if (value instanceof Fragment) {
        shape = nestedShape(shape, value.strings);
        collect(value.values);
      } else {
        flat.push(value);
        shape = shape.plain ??= newShape();
      }
    }
  };
  collect(values);
  shape.text ??= textOf(strings, values);
  return { text: shape.text, values: flat };
}

function textOf(strings: readonly string[], values: readonly unknown[]): string {
  let parameters = 0;
  const write = (parts: readonly string[], inserted: readonly unknown[]): string =>
    parts.reduce((all, part, i) => {
      const value = inserted[i - 1];
      const written = value instanceof Fragment ? write(value.strings, value.values) : `$${++parameters}`;
      return all + written + part;
    });
  return write(strings, values);
}
