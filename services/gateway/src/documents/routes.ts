import { readFile } from 'node:fs/promises';
import { page, type RoutesOf } from '@mizan/service-kit';
import { renderErrors } from './render-errors.ts';
import { renderIndex } from './render-index.ts';
import { manualPolicy } from './render-manual.ts';

/** A document that lies beside the contract it is generated from. */
function document(name: 'openapi.json' | 'asyncapi.json') {
  const file = new URL(`../${name}`, import.meta.resolve('@mizan/contracts'));
  let body: Promise<string> | undefined;
  return page(async () => ({
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    },
    body: await (body ??= readFile(file, 'utf8')),
  }));
}

/** A page of the manual: the same for everybody until the next release. */
const manual = (body: string) =>
  page(async () => ({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': manualPolicy,
      'referrer-policy': 'no-referrer',
    },
    body,
  }));

/** The API's own descriptions. */
type Routes = Pick<RoutesOf<'gateway'>, 'getOpenApi' | 'getAsyncApi' | 'showDocs' | 'showErrorDocs'>;

export const documentRoutes = (): Routes => ({
  getOpenApi: document('openapi.json'),
  getAsyncApi: document('asyncapi.json'),
  showDocs: manual(renderIndex()),
  showErrorDocs: manual(renderErrors()),
});
