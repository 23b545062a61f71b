import { alters, creates, simplify, splitOutside, splitStatements } from './migration-sql.ts';

/** What a migration's statements are checked against. */
interface Migrated {
  /** As they are written in the migration, with their comments. */
  readonly statements: readonly string[];
  /** Versions that were released: `0.2.0`. */
  readonly releases: readonly string[];
}

/**
 * Finds what in a migration takes from running code of the release before what it uses: a table or a column that is renamed
 * or dropped, that accepts other values, or that has no default any more. A migration may drop what no release uses any more, and says so behind the
 * statement: `alter table orders drop column note -- unused since 0.2.0: orders.note`. Tables that it creates are its own.
 */
export function findRemovals({ statements, releases }: Migrated): string[] {
  const plain = splitStatements(statements);
  const created = plain.map((sql) => creates.exec(sql)?.[1]);
  const claims = claimsIn(statements);
  const isClaimed = ({ kind, name }: Change): boolean =>
    claims.some(({ of, since, names }) => of === claimFor[kind] && names.includes(name) && releases.includes(since));
  const isOwn = ({ kind, name }: Change, index: number): boolean =>
    // A renamed table whose name is given to another one in the same transaction is there for all who use it.
    (kind === 'rename table' ? created : created.slice(0, index)).includes(name.split('.')[0]);
  return [
    ...claims.flatMap(({ since }) =>
      releases.includes(since)
        ? []
        : [`names ${since}, which is not released; name the first release of which it is true`],
    ),
    ...plain.flatMap((sql, index) =>
      changesOf(sql)
        .filter((change) => !isOwn(change, index) && !isClaimed(change))
        .map((change) => `${remedies[change.kind](change)}: ${sql}`),
    ),
  ];
}

/**
 * Replaces, in the statements by which entities and migrated tables differ, what a migration may not contain by what to do
 * instead, and keeps what else a statement does.
 */
export const explainRemovals = (pending: string): string =>
  pending
    .split('\n')
    .flatMap((line) => {
      const statements = splitOutside(line, ';').filter((sql) => sql.trim() !== '');
      return statements.some((sql) => isRefused(sql)) ? statements.flatMap(explain) : line;
    })
    .join('\n');

const isRefused = (sql: string): boolean => changesOf(simplify(sql)).length > 0;

function explain(sql: string): string[] {
  const explained = changesOf(simplify(sql)).map((change) => `-- refused, as it ${remedies[change.kind](change)}`);
  if (explained.length === 0) return [`${sql.trim()};`];
  const [start = ''] = new RegExp(alters, 'i').exec(sql.trim()) ?? [];
  const actions = start === '' ? [] : splitOutside(sql.trim().slice(start.length), ',');
  const kept = actions.map((action) => action.trim()).filter((action) => !isRefused(`${start} ${action}`));
  return kept.length === 0 ? explained : [...explained, `${start} ${kept.join(', ')};`];
}

type Kind = 'rename table' | 'drop table' | 'rename column' | 'drop column' | 'type' | 'not null' | 'default';

interface Change {
  readonly kind: Kind;
  /** `orders`, or `orders.note` */
  readonly name: string;
  /** The new name of what is renamed. */
  readonly to?: string | undefined;
}

const remedies: Record<Kind, (change: Change) => string> = {
  'rename table': ({ name }) => `renames or moves ${name}, which the release before uses; leave it as it is`,
  'drop table': ({ name }) => `drops ${name}, which the release before may use; ${dropLater(name)}`,
  'rename column': ({ name, to }) =>
    `renames ${name} to ${to}, which the release before does not know; add ${to}, ${replace(name)}`,
  'drop column': ({ name }) => `drops ${name}, which the release before may use; ${dropLater(name)}`,
  type: ({ name }) =>
    `changes the type of ${name}, which the release before uses; add another column, ${replace(name)}`,
  'not null': ({ name }) =>
    `requires a value of ${name}, which the release before may leave null; once no running release writes null, check it with a constraint that is \`not valid\`, validate that in a later migration, and do this in one after it, with \`-- never null since <version>: ${name}\` behind the statement`,
  default: ({ name }) =>
    `drops the default of ${name}, which the release before may leave out of new rows; do it in a later release, once every running release writes it, with \`-- written since <version>: ${name}\` behind the statement`,
};

const replace = (name: string) =>
  `write both, copy the old rows, and drop ${name} in a later release, once no running release uses it`;
const dropLater = (name: string) =>
  `do it in a later release, once no running release reads or writes it, with \`-- unused since <version>: ${name}\` behind the statement`;

/** What a migration says of tables or columns, which a reviewer confirms. */
interface Claim {
  readonly of: 'unused' | 'never null' | 'written';
  readonly since: string;
  readonly names: readonly string[];
}

/** Which claim allows a change; nothing allows the others. */
const claimFor: Partial<Record<Kind, Claim['of']>> = {
  'drop table': 'unused',
  'drop column': 'unused',
  'not null': 'never null',
  default: 'written',
};

/** Behind a statement only: one that begins with a comment is not taken for a change of the schema by the check of `down()`. */
const claimed = /(?<=\S\s*)-- *(unused|never null|written) since (\S+): *([\w., ]+)/g;

const claimsIn = (statements: readonly string[]): Claim[] =>
  statements.flatMap((sql) =>
    [...sql.matchAll(claimed)].map(([, of, since = '', names = '']) => ({
      of: of as Claim['of'],
      since,
      names: names.split(/[, ]+/),
    })),
  );

const drops = /^drop table (?:if exists )?(.+?)(?: cascade| restrict)?$/;

/** What is done to a table; the word `column` may be left out. */
const actions: readonly (readonly [Kind, RegExp])[] = [
  ['rename table', /^(?:rename to|set schema) /],
  ['rename column', /^rename (?:column )?(?!constraint )"?(\w+)"? to "?(\w+)"?/],
  ['drop column', /^drop (?:column )?(?:if exists )?(?!constraint )"?(\w+)"?/],
  ['type', /^alter (?:column )?"?(\w+)"? (?:set data )?type /],
  ['not null', /^alter (?:column )?"?(\w+)"? set not null/],
  ['default', /^alter (?:column )?"?(\w+)"? (?:drop default|set default null\b)/],
];

function changesOf(sql: string): Change[] {
  const dropped = drops.exec(sql)?.[1]?.split(',') ?? [];
  const [start = '', table] = alters.exec(sql) ?? [];
  const parts = table === undefined ? [] : splitOutside(sql.slice(start.length), ',');
  return [
    ...dropped.map((name) => ({ kind: 'drop table' as const, name: name.trim().replaceAll(/^.*\.|"/g, '') })),
    ...parts.flatMap((part) =>
      actions.flatMap(([kind, pattern]) => {
        const [isDone, column, to] = pattern.exec(part.trim()) ?? [];
        return isDone === undefined ? [] : [{ kind, name: column ? `${table}.${column}` : `${table}`, to }];
      }),
    ),
  ];
}
