import { findRemovals } from './migration-removals.ts';
import { alters, creates, splitStatements, withoutDetails } from './migration-sql.ts';

/** The parts of a migration that decide which locks it takes, which rows it refuses, and what it takes from running code. */
export interface MigrationStatements {
  readonly statements: readonly string[];
  readonly isTransactional: boolean;
  /** Versions that were released: `0.2.0`. */
  readonly releases: readonly string[];
}

/** Migrations from this date on are checked. */
const firstChecked = '20261122';

/** Migrations of the kit are numbered instead; the first of them made its tables. */
const kitNumber = /^0{4}\d{10}/;

/** Whether a migration is checked: it was written after the first release, or is a later one of the kit. */
export const isChecked = (name: string): boolean => {
  const [stamp = ''] = /\d{14}/.exec(name) ?? [];
  return stamp >= firstChecked || (kitNumber.test(stamp) && Number(stamp) > 0);
};

/** What is missing of a migration's form: its time, by which migrations are ordered, and how it is undone, if it is not the first. */
export function findProblemsOfForm({
  name,
  canBeUndone,
}: {
  readonly name: string;
  readonly canBeUndone: boolean;
}): string[] {
  return [
    ...(/^\d{14}_\w+$/.test(name) ? [] : ['name the file after its time, such as 20261201120000_order_notes.ts']),
    ...(canBeUndone || name.endsWith('_initial') ? [] : ['add a `down()` that undoes it']),
  ];
}

const indexes = new RegExp(
  String.raw`^create (?:unique )?index (concurrently )?(?:if not exists )?(?:"?\w+"? )?on (?:only )?"?(\w+)"?`,
);
const validates = /\bvalidate constraint\b/;
const onlyValidates = new RegExp(String.raw`${alters.source}(?:,? validate constraint "?\w+"?)+$`);
const constrains = /\badd (constraint|unique|primary key|check|foreign key)\b/;

const requires =
  /^(?:column )?(?:if not exists )?"?\w+"? (?![^,]*\bdefault\b)(?![^,]*\bgenerated\b)[^,]*\b(?:not null|primary key)\b/;

/** Whether a statement adds a column that must have a value and has no default. */
const addsRequiredColumn = (sql: string): boolean =>
  withoutDetails(sql)
    .split(/\badd /)
    .slice(1)
    .some((added) => !constrains.test(`add ${added}`) && requires.test(added));

/** What is said of a column that reads or writes the whole table: a constraint, or a default that differs by row. */
const readsTable = /\b(?:unique|primary key|check|references)\b/;
const differsByRow =
  /\bdefault (?!now\(\))(?:\w+\.)?(?:gen_random_uuid|uuidv[47]|random|clock_timestamp|nextval|timeofday)\(/;

/** Whether a statement adds a column that reads or writes every row. */
const addsBlockingColumn = (sql: string): boolean =>
  /\badd (?!constraint\b)/.test(sql) &&
  !constrains.test(sql) &&
  (readsTable.test(withoutDetails(sql).replaceAll(/''/g, '')) || differsByRow.test(sql));

/**
 * Finds what in a migration would block writers of a long table, an index or a constraint that reads the whole table under its
 * lock, a column for which rows and running code have no value, and what running code uses and would lose. Tables that the migration itself creates are empty. The lock
 * of a change lasts until the transaction ends, so a constraint is validated in another one.
 */
export function findProblems({ statements, isTransactional, releases }: MigrationStatements): string[] {
  const plain = splitStatements(statements);
  const created = new Set(plain.flatMap((sql) => creates.exec(sql)?.[1] ?? []));
  const locked = new Set(
    plain.flatMap((sql) => (isTransactional && !onlyValidates.test(sql) && alters.exec(sql)?.[1]) || []),
  );
  const blocking = plain.flatMap((sql) => {
    const [isIndex, concurrently, indexed = ''] = indexes.exec(sql) ?? [];
    if (isIndex && !concurrently && !created.has(indexed))
      return [`builds an index under a lock on ${indexed}; extend IndexMigration instead: ${sql}`];
    if (isIndex && concurrently && isTransactional)
      return [`builds an index concurrently inside a transaction; extend IndexMigration: ${sql}`];
    const altered = alters.exec(sql)?.[1];
    if (altered && constrains.test(sql) && !created.has(altered) && !/\bnot valid\b|\busing index\b/.test(sql))
      return [`checks every row of ${altered} under a lock; add it \`not valid\` and validate it later: ${sql}`];
    if (altered && validates.test(sql) && locked.has(altered) && !created.has(altered))
      return [`checks every row of ${altered} under the lock of its other changes; do it in a later migration: ${sql}`];
    if (altered && addsBlockingColumn(sql) && !addsRequiredColumn(sql) && !created.has(altered))
      return [
        `reads or writes every row of ${altered} under a lock; add the column alone, its constraint \`not valid\` or with an index, and fill it later: ${sql}`,
      ];
    if (altered && addsRequiredColumn(sql) && !created.has(altered))
      return [
        `adds a column to ${altered} for which its rows have no value; give it a default, or let it be null: ${sql}`,
      ];
    return [];
  });
  return [...findRemovals({ statements, releases }), ...blocking];
}
