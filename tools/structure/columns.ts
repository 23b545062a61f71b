import type { Table } from './entities.ts';
import { breachAt, serviceOf, type Breach, type SourceFile } from './repository.ts';
import { statementsOf } from './statements.ts';

const insertList = /\binsert\s+into\s+[a-z_.?]+(?:\s+as\s+[a-z_]+)?\s*\(\s*[a-z_]+\s*[,)]/i;
const alias = /(?<!::)(?<![a-z_.])((?:[a-z_]+\.)?[a-z_0-9]+)\s+as\s+"([a-z]+[A-Z]\w*)"/g;
const notColumns = new Set(['end', 'null', 'true', 'false']);

/** Column lists that an entity should name: those of inserts, and aliases that only change a column's casing. */
export const columnsByHand = (sources: readonly SourceFile[]): Breach[] =>
  sources
    .filter(({ path }) => serviceOf(path) !== undefined)
    .flatMap((file) =>
      statementsOf(file).flatMap(({ node, text }) => [
        ...(insertList.test(text)
          ? [breachAt(file, node, 'An insert with a column list: use the table’s insert().')]
          : []),
        ...[...text.matchAll(alias)]
          .filter(([, column = '']) => !notColumns.has(column))
          .map(([, column, name]) => breachAt(file, node, `${column} as "${name}": rows come in camelCase already.`)),
      ]),
    );

/** A statement that names as many columns of a table as this is a list of them. */
const listLength = 5;

/** Files whose SQL lists columns of this table. */
export const filesListing = (sources: readonly SourceFile[], { service, name, columns }: Table): string[] =>
  sources
    .filter((file) => serviceOf(file.path) === service && !file.path.endsWith('.entity.ts'))
    .filter((file) =>
      statementsOf(file).some(({ text }) => {
        const words = new Set(text.match(/[a-z_]+/g));
        return words.has(name) && columns.filter((column) => words.has(column)).length >= listLength;
      }),
    )
    .map(({ path }) => path);
