import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serviceNames } from '@mizan/contracts';
import type { Identity, IdentityMinter } from '@mizan/service-kit';
import { Fixtures } from './fixtures.ts';
import { MerchantRequests, type ServiceAccess } from './merchant-requests.ts';
import { platformFlows } from './platform-flows.ts';

const keyOf = new Map<string, string | string[] | undefined>();

/** Webhooks with two enabled endpoints. */
const webhooks: RequestListener = (request, response) => {
  keyOf.set(request.url ?? '', request.headers['idempotency-key']);
  response.end(JSON.stringify({ data: [{ id: 'we_2' }, { id: 'we_1' }] }));
};

const server = createServer(webhooks);
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => void server.close(resolve)));

test('webhook_endpoint.test sends each endpoint its event under an idempotency key of its own', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = {
    urls: Object.fromEntries(serviceNames.map((name) => [name, url])) as ServiceAccess['urls'],
    minter: { mint: () => Promise.resolve('token') } as unknown as IdentityMinter,
  };
  const identity = { permissions: [] } as unknown as Identity;
  const make = new Fixtures(new MerchantRequests(access, identity, 'retried'), 'EGP');
  await platformFlows['webhook_endpoint.test'](make);
  expect(Object.fromEntries(keyOf)).toEqual({
    '/webhook-endpoints?status=enabled': 'retried trigger 1',
    '/webhook-endpoints/we_2/test': 'retried trigger 2',
    '/webhook-endpoints/we_1/test': 'retried trigger 3',
  });
});
