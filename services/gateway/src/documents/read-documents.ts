import { readFile } from 'node:fs/promises';
import { resourceMissing, type Page } from '@mizan/service-kit';
import { cacheHeaders } from './page-frame.ts';

/** Reads a document that is generated beside the contract, once. */
function contractDocument(name: 'openapi.json' | 'asyncapi.json'): () => Promise<string> {
  const file = new URL(`../${name}`, import.meta.resolve('@mizan/contracts'));
  let body: Promise<string> | undefined;
  return () => (body ??= readFile(file, 'utf8'));
}

/** The text of the OpenAPI document. */
export const readOpenApi = contractDocument('openapi.json');
/** The text of the AsyncAPI document. */
export const readAsyncApi = contractDocument('asyncapi.json');

/** The OpenAPI document. */
export const getOpenApi = async (): Promise<Page> => documentPage(await readOpenApi());

/** The AsyncAPI document. */
export const getAsyncApi = async (): Promise<Page> => documentPage(await readAsyncApi());

/** A document for programs on any origin. */
const documentPage = (body: string): Page => ({
  status: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  },
  body,
});

const script = 'text/javascript; charset=utf-8';
const css = 'text/css; charset=utf-8';
const own = (name: string) => readFile(new URL(`browser/${name}`, import.meta.url));
const fromPackage = (path: string) => readFile(new URL(import.meta.resolve(path)));

/** The files that pages of the site load, by name. */
export type DocsAssets = ReadonlyMap<string, Asset>;

interface Asset {
  readonly type: string;
  readonly read: () => Promise<string | Buffer>;
}

/** What pages of the site load. No other path is served. @param search the index of the search, as JSON */
export const docsAssets = (search: () => Promise<string>): DocsAssets =>
  new Map<string, Asset>([
    ['site.css', { type: css, read: () => own('site.css') }],
    ['site.js', { type: script, read: () => own('site.js') }],
    ['icon.svg', { type: 'image/svg+xml', read: () => own('icon.svg') }],
    ['search.json', { type: 'application/json; charset=utf-8', read: search }],
    ['minisearch.js', { type: script, read: () => fromPackage('minisearch') }],
    ['search.js', { type: script, read: () => own('search.js') }],
    ['reference.js', { type: script, read: () => own('reference.js') }],
    ['events.js', { type: script, read: () => own('events.js') }],
    ['swagger-ui-bundle.js', { type: script, read: () => fromPackage('swagger-ui-dist/swagger-ui-bundle.js') }],
    ['swagger-ui.css', { type: css, read: () => fromPackage('swagger-ui-dist/swagger-ui.css') }],
  ]);

/** A script or style of the site. @throws Problem `resource_missing`: no such asset */
export async function getDocsAsset(assets: DocsAssets, name: string): Promise<Page> {
  const asset = assets.get(name);
  if (!asset) throw resourceMissing('name');
  return { status: 200, headers: { ...cacheHeaders, 'content-type': asset.type }, body: await asset.read() };
}
