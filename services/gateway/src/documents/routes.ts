import { readFile } from 'node:fs/promises';
import { page, type RoutesOf } from '@mizan/service-kit';

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

/** The API's own descriptions. */
export const documentRoutes = (): Pick<RoutesOf<'gateway'>, 'getOpenApi' | 'getAsyncApi'> => ({
  getOpenApi: document('openapi.json'),
  getAsyncApi: document('asyncapi.json'),
});
