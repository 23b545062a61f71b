import { readFile, writeFile } from 'node:fs/promises';
import { apiBreaks, eventBreaks } from './compare-documents.ts';
import type { Json } from '../docs/json-schema.ts';

const root = new URL('../../', import.meta.url);
const pairs = [
  { name: 'openapi.json', breaksOf: apiBreaks },
  { name: 'asyncapi.json', breaksOf: eventBreaks },
] as const;

const releasedFile = (name: string) => new URL(`docs/released/${name}`, root);
const currentFile = (name: string) => new URL(`packages/contracts/${name}`, root);
const read = async (file: URL) => JSON.parse(await readFile(file, 'utf8')) as Json;

/** What today's documents break for clients of the last released ones, each once. */
export async function findBreaks(): Promise<string[]> {
  const found = await Promise.all(
    pairs.map(async ({ name, breaksOf }) => breaksOf(await read(releasedFile(name)), await read(currentFile(name)))),
  );
  return [...new Set(found.flat())];
}

/** Releases today's documents. */
export async function release(): Promise<void> {
  for (const { name } of pairs)
    await writeFile(releasedFile(name), `${JSON.stringify(await read(currentFile(name)))}\n`);
}
