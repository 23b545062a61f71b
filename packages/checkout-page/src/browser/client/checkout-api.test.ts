import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { CheckoutApi } from './checkout-api.ts';

test('a confirm at a replica of the release before, which does not know the currency, is sent without it', async () => {
  const keys: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as object;
    keys.push(request.headers['idempotency-key']);
    const isUnknown = 'expectedCurrency' in body;
    const error = { code: 'parameter_unknown', param: 'expectedCurrency', message: 'unknown' };
    response.writeHead(isUnknown ? 400 : 200).end(JSON.stringify(isUnknown ? { error } : body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const api = new CheckoutApi('cs_test_1', 'secret', { origin });
    const answer = await api.confirm({ expectedAmountTotal: 100, expectedCurrency: 'EGP' }, 'one');
    expect(answer).toEqual({ expectedAmountTotal: 100 });
    expect(new Set(keys).size).toBe(2); // the first refusal is kept for its key
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
