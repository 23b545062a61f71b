import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ProviderConnection, ProviderRoutes } from '@mizan/contracts';
import { startReplicatedStack, type ReplicatedStack } from './replicas.test-support.ts';

let stack: ReplicatedStack;
beforeAll(async () => {
  stack = await startReplicatedStack({ MIZAN_REPLICAS: '1' }, '--providers');
});
afterAll(() => stack.stop());

test.each([
  ['in test mode', []],
  ['in live mode through Paymob', ['--provider', 'paymob']],
])('the demo buys %s in a real browser, refunds a part and ends', async (_mode, args) => {
  const { status, printed } = await stack.demo(...args);
  expect(printed).toMatch(/SUCCEEDED[^]*50\.00 EGP[^]*\ndone/);
  expect(status).toBe(0);
});

test('the demo buys through Paymob where another connection takes the cards, and leaves the routes as they were', async () => {
  const { baseUrl, account, operatorToken, providers } = stack.dev;
  const operate = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const answer = await fetch(`${baseUrl}/operator/accounts/${account.id}${path}`, {
      method,
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as Body;
  };
  const credentials = providers?.stripe.credentials;
  const { id } = await operate<ProviderConnection>('POST', '/provider-connections', {
    provider: 'stripe',
    credentials,
  });
  const routes = [{ paymentMethodType: 'card', currency: 'EGP', connectionIds: [id] }];
  await operate('PUT', '/provider-routes', { routes });
  const { status, printed } = await stack.demo('--provider', 'paymob');
  expect(printed).toContain(`${id} (stripe) may take cards in EGP as well`);
  expect(printed).toMatch(/SUCCEEDED[^]*\ndone/);
  expect(status).toBe(0);
  expect((await operate<ProviderRoutes>('GET', '/provider-routes')).routes).toEqual(routes);
});
