import type { Reader } from './database.ts';
import { asStored, Fragment, json } from './sql.ts';

/** How a property of an entity is stored. */
interface Column {
  readonly name: string;
  /** Its type as Postgres writes it, for example `timestamptz(3)`. */
  readonly type: string;
  readonly isJson: boolean;
}

/** A row to insert: columns that are left out get their default. */
export type Insertion<Row> = { readonly [Property in keyof Row]?: Row[Property] | Fragment | undefined };
/** Properties to change; a fragment is an expression, for example `version + 1`. */
export type Changes<Row> = { readonly [Property in keyof Row]?: Row[Property] | Fragment | undefined };

/** The column that an entity's property is stored in: `createdAt` is in `created_at`. */
export const columnNameOf = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const constants = new Map<string, readonly string[]>();

/** A fragment's template that is made of names alone, always the same array for the same text, so that it renders once. */
function template(...strings: string[]): readonly string[] {
  const key = strings.join('\0');
  let known = constants.get(key);
  if (known === undefined) constants.set(key, (known = strings));
  return known;
}

/** Text as a fragment, the same template each time. */
export const constant = (text: string): Fragment => new Fragment(template(text), []);

/** A table as its entity describes it, generated beside it: the mapper costs a process some twenty megabytes. */
export class Table<Row> {
  /** The table's name, for `from`, `join`, `update` and `insert into`. */
  readonly name: string;
  /** All columns, each with the table's name before it. */
  readonly columns: Fragment;
  readonly #columns: ReadonlyMap<string, Column>;

  /** @param types by property; @see tools/docs/tables.ts, which writes them */
  constructor(name: string, types: Readonly<Record<string, string>>) {
    this.name = name;
    this.#columns = new Map(
      Object.entries(types).map(([property, type]) => [
        property,
        { name: columnNameOf(property), type, isJson: /^jsonb?$/.test(type) },
      ]),
    );
    this.columns = this.pick(...(Object.keys(types) as (keyof Row & string)[]));
  }

  /** Some columns, each with the table's name before it. */
  pick(...properties: readonly (keyof Row & string)[]): Fragment {
    return constant(properties.map((each) => `${this.name}.${this.#column(each).name}`).join(', '));
  }

  /** All columns but some. */
  omit(...properties: readonly (keyof Row & string)[]): Fragment {
    const kept = [...this.#columns.keys()].filter((each) => !(properties as readonly string[]).includes(each));
    return this.pick(...(kept as (keyof Row & string)[]));
  }

  /** Columns under the alias that a statement gives the table. */
  as(alias: string, ...properties: readonly (keyof Row & string)[]): Fragment {
    const picked = properties.length > 0 ? properties : [...this.#columns.keys()];
    return constant(picked.map((each) => `${alias}.${this.#column(each).name}`).join(', '));
  }

  /** Columns under their properties' names, for rows that Postgres puts into JSON. */
  named(...properties: readonly (keyof Row & string)[]): Fragment {
    const picked = properties.length > 0 ? properties : [...this.#columns.keys()];
    return constant(picked.map((each) => `${this.name}.${this.#column(each).name} as "${each}"`).join(', '));
  }

  /** Inserts one row, or many with the properties of the first. Properties that are undefined get the column's default. */
  insert(rows: readonly Insertion<Row>[]): Fragment {
    const [first] = rows;
    if (!first) throw new Error(`bug: nothing to insert into ${this.name}`);
    if (rows.length > 1) return this.#insertRecords(rows);
    const properties = this.#given(first);
    const strings = template(`${this.#into(properties)} values (`, ...properties.slice(1).map(() => ', '), ')');
    return new Fragment(strings, this.#valuesOf(first, properties));
  }

  /** `insert into … select … where condition`: inserts the row only if the condition holds. */
  insertWhere(condition: Fragment, row: Insertion<Row>): Fragment {
    const { strings, values } = this.#insertRecords([row]);
    return new Fragment(template(...strings.slice(0, -1), `${strings.at(-1) ?? ''} where `, ''), [
      ...values,
      condition,
    ]);
  }

  /** A row that was just written, as reading it would give it. */
  asRead<R extends Partial<Row>>(row: R): R {
    const read = Object.entries(row).map(([property, value]) => [
      property,
      this.#columns.get(property)?.isJson ? asStored(value as unknown) : value,
    ]);
    return Object.fromEntries(read) as R;
  }

  /** `insert into … (columns)`, before a `select` that has these columns in this order. */
  into(...properties: readonly (keyof Row & string)[]): Fragment {
    return constant(this.#into(properties));
  }

  /** `column = value, …` of the changes that are not undefined, for `update … set`. */
  set(changes: Changes<Row>): Fragment {
    const properties = this.#given(changes);
    if (properties.length === 0) throw new Error(`bug: nothing to set in ${this.name}`);
    const names = properties.map((each) => this.#column(each).name);
    const strings = template(`${names[0]} = `, ...names.slice(1).map((name) => `, ${name} = `), '');
    return new Fragment(strings, this.#valuesOf(changes, properties));
  }

  #insertRecords(rows: readonly Insertion<Row>[]): Fragment {
    const properties = this.#given(rows[0] ?? {});
    const written = properties.map((each) => `"${each}" ${this.#column(each).type}`).join(', ');
    const shown = properties.map((each) => `"${each}"`).join(', ');
    const into = this.#into(properties);
    const strings = template(`${into} select ${shown} from json_to_recordset(`, `::json) as row (${written})`);
    return new Fragment(strings, [JSON.stringify(rows.map((row) => this.#recordOf(row, properties)))]);
  }

  #into(properties: readonly string[]): string {
    return `insert into ${this.name} (${properties.map((each) => this.#column(each).name).join(', ')})`;
  }

  /** Properties of the row that are not undefined, in the order of the columns. */
  #given(row: Insertion<Row>): string[] {
    return [...this.#columns.keys()].filter((each) => row[each as keyof Row] !== undefined);
  }

  #column(property: string): Column {
    const column = this.#columns.get(property);
    if (!column) throw new Error(`bug: ${this.name} has no column for ${property}`);
    return column;
  }

  #valuesOf(row: Insertion<Row>, properties: readonly string[]): unknown[] {
    return properties.map((each) => {
      const value: unknown = row[each as keyof Row];
      return this.#column(each).isJson && !(value instanceof Fragment) ? json(value) : value;
    });
  }

  #recordOf(row: Insertion<Row>, properties: readonly string[]): Record<string, unknown> {
    const given = Object.entries(row).filter(([property, value]) => value !== undefined && this.#columns.has(property));
    if (given.length !== properties.length || given.some(([property]) => !properties.includes(property)))
      throw new Error(`bug: the rows for ${this.name} differ in their properties`);
    if (given.some(([, value]) => value instanceof Fragment))
      throw new Error(`bug: an expression in a row of JSON for ${this.name}`);
    return Object.fromEntries(
      given.map(([property, value]) => [property, value instanceof Uint8Array ? hexOf(value) : value]),
    );
  }
}

/** A `bytea` value as Postgres reads it from JSON. */
const hexOf = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

/** Declares a table; called by generated code alone. */
export const table = <Row>(name: string, types: Readonly<Record<string, string>>): Table<Row> =>
  new Table<Row>(name, types);

/**
 * The tenancy predicate: `merchant_id = … and livemode = …` of the caller's scope. Every statement on a tenant's table
 * has it, or {@link acrossMerchants}; lint refuses one that has neither.
 *
 * @param alias the table's name or alias where a statement reads several
 */
export function own({ scope }: Pick<Reader, 'scope'>, alias?: string): Fragment {
  const prefix = alias === undefined ? '' : `${alias}.`;
  const strings = template(`${prefix}merchant_id = `, ` and ${prefix}livemode = `, '');
  return new Fragment(strings, [scope.merchantId, scope.livemode]);
}

/** Says that a statement reads or changes rows of every merchant on purpose: a janitor's, or the operator's. */
export const acrossMerchants = new Fragment(template('true'), []);
