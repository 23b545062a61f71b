/** The statements of a migration, one each, in lower case, without comments and on one line. */
export const splitStatements = (statements: readonly string[]): string[] =>
  statements.flatMap((each) => splitOutside(each, ';')).map(simplify);

/** A statement in lower case and on one line. */
export const simplify = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** Comments, texts, quoted names, and all between dollar quotes, each as one token; any other character is one of its own. */
const tokens =
  /--.*|\/\*[\s\S]*?\*\/|(?<!\w)e'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*'|"[^"]*"|(?<![\w$])(\$(?:[a-z_]\w*)?\$)[\s\S]*?\1|[\s\S]/gi;

/** The parts between separators that are not in parentheses, texts, quoted names or dollar quotes; without comments. */
export function splitOutside(sql: string, separator: ';' | ','): string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of sql.matchAll(tokens)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === separator && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${/^(?:--|\/\*)/.test(token) ? ' ' : token}`);
  }
  return parts;
}

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
