/** The statements of a migration, one each, in lower case, without comments and on one line. */
export const splitStatements = (statements: readonly string[]): string[] =>
  statements
    .flatMap((each) => (each.includes('$$') ? each : each.split(';')))
    .map((sql) => sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().toLowerCase());

const table = String.raw`(?:only )?(?:"?\w+"?\.)?"?(\w+)"?`;

/** A statement that creates a table, and the table's name. */
export const creates = new RegExp(String.raw`^create (?:unlogged |temp |temporary )?table (?:if not exists )?${table}`);

/** A statement that alters a table, and the table's name. */
export const alters = new RegExp(String.raw`^alter table (?:if exists )?${table}`);

/** A statement without its texts and what is in parentheses: `numeric(20,6)`, `check (kind in ('a', 'b'))`. */
export function withoutDetails(sql: string): string {
  const outer = sql.replaceAll(/'[^']*'/g, "''").replaceAll(/\([^()]*\)/g, ' ');
  return outer === sql ? sql : withoutDetails(outer);
}
