import { expect, test } from '@jest/globals';
import { Fixtures } from './fixtures.ts';
import { platformFlows } from './platform-flows.ts';
import { requestsTo } from './service-access.test-support.ts';

const keyOf = new Map<string, string | string[] | undefined>();

/** Webhooks with two enabled endpoints. */
const requests = requestsTo((request, response) => {
  keyOf.set(request.url ?? '', request.headers['idempotency-key']);
  response.end(JSON.stringify({ data: [{ id: 'we_2' }, { id: 'we_1' }] }));
});

test('webhook_endpoint.test sends each endpoint its event under an idempotency key of its own', async () => {
  const make = new Fixtures(requests('retried'), 'EGP');
  await platformFlows['webhook_endpoint.test'](make);
  expect(Object.fromEntries(keyOf)).toEqual({
    '/webhook-endpoints?status=enabled': 'retried trigger 1',
    '/webhook-endpoints/we_2/test': 'retried trigger 2',
    '/webhook-endpoints/we_1/test': 'retried trigger 3',
  });
});
