import { readFile, rm, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { format } from 'prettier';
import { architecturePage } from './architecture.ts';
import { asyncApiDocument } from './asyncapi.ts';
import type { Json } from './json-schema.ts';
import { metricsPage } from './metrics.ts';
import { mizanJsTypes } from './mizan-js-types.ts';
import { openApiDocument } from './openapi.ts';
import { eventTypesSource } from './event-types.ts';
import { operationsSource, typesSource } from './sdk.ts';
import { pythonOperationsSource, pythonTypesSource } from './sdk-python.ts';
import { orphanedTableModules, tableModules } from './tables.ts';

/** A checked-in document that is generated, wholly or in part, from the contracts, the kit or the services. */
interface GeneratedDocument {
  /** From the root of the repository. */
  readonly path: string;
  readonly render: () => Json | Promise<string>;
}

/** Every generated document. */
export const documents: readonly GeneratedDocument[] = [
  { path: 'packages/contracts/openapi.json', render: openApiDocument },
  { path: 'packages/contracts/asyncapi.json', render: asyncApiDocument },
  { path: 'packages/sdk/types.d.cts', render: typesSource },
  { path: 'packages/sdk/src/operations.ts', render: operationsSource },
  { path: 'packages/sdk-python/src/mizan/types.py', render: pythonTypesSource },
  { path: 'packages/sdk-python/src/mizan/operations.py', render: pythonOperationsSource },
  { path: 'packages/sdk/src/mizan-js.ts', render: mizanJsTypes },
  { path: 'packages/bus/src/event-types.ts', render: async () => eventTypesSource() },
  { path: 'docs/metrics.md', render: metricsPage },
  { path: 'ARCHITECTURE.md', render: architecturePage },
  ...(await tableModules()).map(({ path, source }) => ({ path, render: async () => source })),
];

const root = new URL('../../', import.meta.url);

/** The text that belongs into the file. */
async function textOf(document: GeneratedDocument): Promise<string> {
  const rendered = await document.render();
  if (typeof rendered === 'string' && document.path.endsWith('.py')) return rendered; // laid out by its generator
  return typeof rendered === 'string'
    ? format(rendered, {
        parser: document.path.endsWith('.md') ? 'markdown' : 'typescript',
        printWidth: 120,
        singleQuote: true,
      })
    : format(JSON.stringify(rendered), { parser: 'json', printWidth: 120 });
}

/** Paths of the documents that no longer say what the contracts say. */
export async function staleDocuments(): Promise<string[]> {
  const stale: string[] = await orphanedTableModules();
  for (const document of documents) {
    const current = await readFile(new URL(document.path, root), 'utf8').catch(() => undefined);
    if (current !== (await textOf(document))) stale.push(document.path);
  }
  return stale;
}

/**
 * Paths of the documents that say something else than the contracts, however they are laid out: a small part of the time
 * that {@link staleDocuments} takes, which is the formatter's.
 */
export async function untrueDocuments(): Promise<string[]> {
  const untrue: string[] = [];
  for (const { path, render } of documents) {
    const [current, rendered] = [await readFile(new URL(path, root), 'utf8').catch(() => ''), await render()];
    const isTrue =
      typeof rendered === 'string'
        ? isDeepStrictEqual(wordsOf(current), wordsOf(rendered))
        : current !== '' && isDeepStrictEqual(JSON.parse(current), JSON.parse(JSON.stringify(rendered)));
    if (!isTrue) untrue.push(path);
  }
  return untrue;
}

/** What no formatter changes. */
const wordsOf = (text: string): string[] => text.match(/\w+\??/g) ?? [];

/**
 * Writes the documents that no longer say what the contracts say, and removes the tables of entities that are gone.
 *
 * @returns the paths of both
 */
export async function writeDocuments(): Promise<string[]> {
  const changed = await orphanedTableModules();
  for (const orphan of changed) await rm(new URL(orphan, root));
  for (const document of documents) {
    const [path, text] = [new URL(document.path, root), await textOf(document)];
    if (text === (await readFile(path, 'utf8').catch(() => undefined))) continue;
    await writeFile(path, text);
    changed.push(document.path);
  }
  return changed;
}
