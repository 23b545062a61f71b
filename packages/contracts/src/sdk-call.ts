import { z } from 'zod';
import type { Operation } from './operation.ts';
import { operations } from './operations/index.ts';

/** The operations that both SDKs have: of a merchant's server and of a buyer's checkout. Streams are not requests. */
export const sdkOperations: readonly (readonly [id: string, row: Operation])[] = (
  Object.entries(operations) as [string, Operation][]
).filter(([, { audience, streams }]) => ['merchant', 'test', 'client'].includes(audience) && !streams);

const readable = new Set(sdkOperations.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path));
const methodNames = { POST: 'create', PATCH: 'update', PUT: 'set', DELETE: 'delete' } as const;

/**
 * How the SDKs call an operation, in camelCase: the groups, then the method. `POST /payment-intents/{id}/mark-paid` is
 * `['paymentIntents', 'markPaid']`.
 *
 * The groups are the path without its parameters. The method is `list` or `get` for GET, `create` for POST, `update` for
 * PATCH, `set` for PUT and `delete` for DELETE. A POST to a word after a parameter is an action: the word is the method. The few
 * operations that this describes badly have an `sdkCall`.
 */
export function sdkCallOf(row: Operation): readonly string[] {
  if (row.sdkCall) return row.sdkCall.split('.');
  const segments = row.path.slice(1).split('/');
  const groups = segments.filter((segment) => !segment.startsWith('{')).map(camelCase);
  const isAction = row.method === 'POST' && /\}\/[a-z-]+$/.test(row.path) && !readable.has(row.path);
  return isAction ? groups : [...groups, methodOf(row)];
}

const methodOf = (row: Operation): string =>
  row.method !== 'GET' ? methodNames[row.method] : isListed(row.response) ? 'list' : 'get';

const isListed = (response: z.ZodType): boolean =>
  response instanceof z.ZodObject && response.shape['data'] instanceof z.ZodArray;

const camelCase = (segment: string): string =>
  segment.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
