import pg from 'pg';
import { span, SpanKind } from '../telemetry/span.ts';
import { beforeCommit, isStalePlan, mayRunAgain } from './postgres-errors.ts';
import { render } from './sql.ts';

/** Template tags that run statements. */
export interface Statements {
  /** Runs a prepared statement; `${values}` become parameters, fragments are inlined, `created_at` is the row's `createdAt`. */
  sql<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  one<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row | undefined>;
}

const namesMax = 2_000; // far above what the code holds; more means that some text is built from data
const int8Array = 1016; // the object identifier of bigint[], which pg does not name
const names = new Map<string, string>();
let generation = 0;

/** The name that Postgres keeps a text's plan under; undefined when too many are kept already. */
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < namesMax) names.set(text, (name = `m${generation}_${names.size}`));
  return name;
}

/** Prepares every text again: a migration changed the columns that the old plans return. */
function forgetPlans(): void {
  names.clear();
  generation++;
}

const camelCase = (column: string): string =>
  column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const propertyNames = new Map<string, string>();

/** A column's name as rows have it. */
function propertyOf(column: string): string {
  let property = propertyNames.get(column);
  if (property === undefined) propertyNames.set(column, (property = camelCase(column)));
  return property;
}

/** Rows under the names that entities give their properties. */
function rowsOf({ fields, rows }: pg.QueryArrayResult): Record<string, unknown>[] {
  const properties = fields.map(({ name }) => propertyOf(name));
  return rows.map((values: unknown[]) => {
    const row: Record<string, unknown> = {};
    for (let i = 0; i < properties.length; i++) row[properties[i] as string] = values[i];
    return row;
  });
}

/** What changes a row or locks one. */
const writing =
  /\b(insert\s+into|delete\s+from|merge\s+into|truncate|update\s+(only\s+)?\w+\s+(as\s+)?(\w+\s+)?set|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share)\b/i;
const readings = new Map<string, boolean>();

/** Whether the statement only reads; found out once for each text. */
function isReading(text: string): boolean {
  let reads = readings.get(text);
  if (reads === undefined) {
    reads = !writing.test(text);
    if (readings.size < namesMax) readings.set(text, reads);
  }
  return reads;
}

function exactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error('bug: an int8 came back that no number holds exactly');
  return value;
}

const textsOf = pg.types.getTypeParser(int8Array as never, 'text') as (text: string) => (string | null)[];
const exactIntegers = (text: string): (number | null)[] =>
  textsOf(text).map((each) => (each === null ? null : exactInteger(each)));

/** Column types as our code wants them: `int8` is a checked safe integer, `numeric` stays exact text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') => {
    if (oid === pg.types.builtins.INT8) return exactInteger;
    if (oid === int8Array) return exactIntegers;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** How often a statement is executed that Postgres rolls back because of others. */
const maxAttempts = 4;

/**
 * Statements on a pool or on one connection. Each is named by its text, so that Postgres parses and plans a text once
 * per connection: about three times the throughput of unprepared selects.
 *
 * @param options.retries whether a statement is retried that a deadlock or a stale plan ended; inside a
 *   transaction it cannot, since the error has ended that
 * @param options.readsOnly refuses statements that write or lock
 */
export function statements(
  on: Pick<pg.ClientBase, 'query'>,
  { retries = false, readsOnly = false }: { retries?: boolean; readsOnly?: boolean } = {},
): Statements {
  const query = async (text: string, values: unknown[]): Promise<unknown[]> =>
    rowsOf(await on.query({ name: nameOf(text), text, values, types, rowMode: 'array' }));
  const execute = async (text: string, values: unknown[]): Promise<unknown[]> => {
    if (readsOnly && !isReading(text)) throw new Error(`bug: a query writes: ${text}`);
    for (let attempt = 1; ; attempt++)
      try {
        return await query(text, values);
      } catch (thrown) {
        if (isStalePlan(thrown)) forgetPlans();
        const isLast = !retries || attempt === maxAttempts || !mayRunAgain(thrown);
        if (isLast) throw readsOnly ? beforeCommit(thrown) : thrown;
      }
  };
  const run = async <Row>(strings: TemplateStringsArray, values: unknown[]): Promise<Row[]> => {
    const query = render(strings, values);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': query.text };
    const rows = await span({ name: 'db.query', kind: SpanKind.CLIENT, attributes }, () =>
      execute(query.text, query.values),
    );
    return rows as Row[];
  };
  return {
    sql: (strings, ...values) => run(strings, values),
    one: async <Row>(strings: TemplateStringsArray, ...values: unknown[]) => (await run<Row>(strings, values))[0],
  };
}
