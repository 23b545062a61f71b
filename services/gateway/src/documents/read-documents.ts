import { readFile } from 'node:fs/promises';
import { resourceMissing, type Page } from '@mizan/service-kit';
import { cacheHeaders } from './manual-page.ts';
import { eventsScript, eventsStyle } from './show-event-docs.ts';
import { referenceScript, referenceStyle } from './show-reference.ts';

/** Reads a document that is generated beside the contract, once. */
function contractDocument(name: 'openapi.json' | 'asyncapi.json'): () => Promise<Page> {
  const file = new URL(`../${name}`, import.meta.resolve('@mizan/contracts'));
  let body: Promise<string> | undefined;
  return async () => ({
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    },
    body: await (body ??= readFile(file, 'utf8')),
  });
}

/** The OpenAPI document. */
export const getOpenApi = contractDocument('openapi.json');

/** The AsyncAPI document. */
export const getAsyncApi = contractDocument('asyncapi.json');

const script = 'text/javascript; charset=utf-8';
const css = 'text/css; charset=utf-8';
const fromSwaggerUi = (name: string) => readFile(new URL(import.meta.resolve(`swagger-ui-dist/${name}`)));
/** The files that the references load. No other path is served. */
const assets = new Map<string, { type: string; read: () => Promise<string | Buffer> }>([
  ['reference.js', { type: script, read: async () => referenceScript }],
  ['reference.css', { type: css, read: async () => referenceStyle }],
  ['events.js', { type: script, read: async () => eventsScript }],
  ['events.css', { type: css, read: async () => eventsStyle }],
  ['swagger-ui-bundle.js', { type: script, read: () => fromSwaggerUi('swagger-ui-bundle.js') }],
  ['swagger-ui.css', { type: css, read: () => fromSwaggerUi('swagger-ui.css') }],
]);

/** A script or style of the references. @throws Problem `resource_missing`: no such asset */
export async function getDocsAsset(name: string): Promise<Page> {
  const asset = assets.get(name);
  if (!asset) throw resourceMissing('name');
  return { status: 200, headers: { ...cacheHeaders, 'content-type': asset.type }, body: await asset.read() };
}
