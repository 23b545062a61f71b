import { page, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { receiveProviderCallback } from './receive-provider-callback.ts';
import { showAppleDomainFile } from './show-apple-domain-file.ts';
import { showProviderField } from './show-provider-field.ts';
import { returnFromProvider } from './return-from-provider.ts';

/** Where providers send their callbacks, and buyers back from their pages. */
export const providerCallbackRoutes = (app: App) =>
  ({
    receiveProviderCallback: page(async (context, { params, query, headers, body }) =>
      receiveProviderCallback(context, app, {
        ...params,
        headers,
        query: textsOf(query),
        body: await body.read(),
      }),
    ),
    showAppleDomainFile: page(async () => showAppleDomainFile(app)),
    showProviderField: page(async (_context, input) => showProviderField(app, input)),
    returnFromProvider: page((context, { params, query }) =>
      returnFromProvider(context, app, { ...params, query: textsOf(query) }),
    ),
  }) satisfies Partial<RoutesOf<'payments'>>;

/** The parameters that are given once: no provider repeats one. */
const textsOf = (query: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
