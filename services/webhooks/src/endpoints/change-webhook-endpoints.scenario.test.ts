import { expect, test } from '@jest/globals';
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '@mizan/contracts';
import { signingKey } from '../sending/sign.ts';
import { useDispatcher } from '../dispatch/dispatcher.test-support.ts';

const { rows, scope, apiAs, createEndpoint, publish, attemptsFor, attempted, advance } = useDispatcher();

const call = <Body = WebhookEndpoint>(method: string, path: string, body?: unknown, as = scope()) =>
  apiAs(as)<Body>(method, `/webhook-endpoints/${path}`, body);
const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { error } = body as { error?: { code: string; param?: string } };
  return [status, error?.code, error?.param];
};

test('PATCH changes what is given; events go by the new selection', async () => {
  const { secret: _, ...before } = await createEndpoint(scope(), {
    enabledEvents: ['product.*'],
    metadata: { team: 'a' },
  });
  const { status, body } = await call('PATCH', before.id, {
    enabledEvents: ['price.*'],
    metadata: { team: null, since: 1 },
    description: 'Prices',
  });
  expect([status, body]).toEqual([
    200,
    { ...before, enabledEvents: ['price.*'], metadata: { since: 1 }, description: 'Prices', updatedAt: body.updatedAt },
  ]);
  expect((await call('GET', before.id)).body).toEqual(body);
  await publish({ type: 'product.created' });
  await publish({ type: 'price.created' });
  await attempted(before.id, 1);
  expect(
    attemptsFor(before.id).map(({ body: sent }) => (JSON.parse(Buffer.from(sent).toString()) as { type: string }).type),
  ).toEqual(['price.created']);
  expect((await call('PATCH', before.id, body)).body).toEqual(body);
});

test.each([
  [{ url: 'http://hooks.example.com/' }, 'parameter_invalid', 'url'],
  [{ url: 'https://10.0.0.1/' }, 'parameter_invalid', 'url'],
  [{ enabledEvents: [] }, 'parameter_invalid', 'enabledEvents'],
  [{ enabledEvents: ['nothing.happened'] }, 'parameter_invalid', 'enabledEvents[0]'],
  [{ status: 'paused' }, 'parameter_invalid', 'status'],
  [{ secret: 'whsec_mine' }, 'parameter_unknown', 'secret'],
])('PATCH with %j is refused', async (body, code, param) => {
  const { id } = await createEndpoint();
  expect(refusal(await call('PATCH', id, body))).toEqual([400, code, param]);
});

test('a disabled endpoint gets nothing, and nothing is queued for it; enabled again it receives events from then on', async () => {
  const { id } = await createEndpoint();
  await call('PATCH', id, { status: 'disabled' });
  await publish();
  expect(await rows('select 1 from deliveries where endpoint_id = $1', [id])).toEqual([]);
  await call('PATCH', id, { status: 'enabled' });
  const event = await publish();
  await attempted(id, 1);
  expect(attemptsFor(id).map(({ eventId }) => eventId)).toEqual([event.id]);
});

test('DELETE removes the endpoint with its secrets, and its queued deliveries are not sent', async () => {
  const { id } = await createEndpoint();
  await publish();
  await attempted(id, 1);
  expect((await call('DELETE', id)).body).toEqual({ id, object: 'webhook_endpoint', deleted: true });
  expect(refusal(await call('GET', id))).toEqual([404, 'resource_missing', 'id']);
  expect(refusal(await call('DELETE', id))).toEqual([404, 'resource_missing', 'id']);
  await publish();
  for (const table of ['webhook_endpoints', 'endpoint_health', 'delivery_queue'])
    expect([
      table,
      await rows(`select 1 from ${table} where ${table === 'webhook_endpoints' ? 'id' : 'endpoint_id'} = $1`, [id]),
    ]).toEqual([table, []]);
});

test('rotate-secret answers the new secret once; both sign until the overlap ends, then the new one alone', async () => {
  const endpoint = await createEndpoint();
  const rotated = await call<WebhookEndpointWithSecret>('POST', `${endpoint.id}/rotate-secret`, {
    expireOldAfterSeconds: 600,
  });
  expect(rotated.status).toBe(200);
  expect(rotated.body.secret).toMatch(/^whsec_/);
  expect(rotated.body.secret).not.toBe(endpoint.secret);
  expect((await call('GET', endpoint.id)).body).not.toHaveProperty('secret');
  await publish();
  await attempted(endpoint.id, 1);
  advance(601);
  await publish();
  await attempted(endpoint.id, 2);
  const [during, after] = attemptsFor(endpoint.id).map(({ signingKeys }) =>
    signingKeys.map((key) => key.export().toString('hex')),
  );
  const [old, current] = [endpoint.secret, rotated.body.secret].map((secret) =>
    signingKey(secret).export().toString('hex'),
  );
  expect([during, after]).toEqual([[current, old], [current]]);
});

test('without an overlap the old secret signs nothing more; more than a day is refused', async () => {
  const { id, secret } = await createEndpoint();
  expect(refusal(await call('POST', `${id}/rotate-secret`, { expireOldAfterSeconds: 86_401 }))).toEqual([
    400,
    'parameter_out_of_range',
    'expireOldAfterSeconds',
  ]);
  await call('POST', `${id}/rotate-secret`, { expireOldAfterSeconds: 0 });
  await publish();
  await attempted(id, 1);
  const [keys] = attemptsFor(id).map(({ signingKeys }) => signingKeys.map((key) => key.export().toString('hex')));
  expect(keys).toHaveLength(1);
  expect(keys).not.toContain(signingKey(secret).export().toString('hex'));
});

test('404 for the endpoint of another merchant or mode', async () => {
  const { id } = await createEndpoint();
  for (const stranger of [
    { ...scope(), merchantId: 'acct_other' },
    { ...scope(), livemode: true },
  ])
    for (const [method, path, body] of [
      ['PATCH', id, {}],
      ['DELETE', id, undefined],
      ['POST', `${id}/rotate-secret`, {}],
    ] as const)
      expect(refusal(await call(method, path, body, stranger))).toEqual([404, 'resource_missing', 'id']);
});
