import type { WebhookEndpoint } from '@mizan/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AnyBody } from '@mizan/testing';
import { ScriptedSender, startTestService, type TestService } from '../webhooks.test-support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(new ScriptedSender());
});
afterAll(() => service.world.stop());

const api = (...request: Parameters<TestService['world']['api']>) =>
  service.world.merchantClient('webhooks')<AnyBody & WebhookEndpoint & { data: WebhookEndpoint[]; totalCount: number }>(
    ...request,
  );
const create = (body: Record<string, unknown>, options = {}) =>
  api('POST', '/webhook-endpoints', { url: 'https://hooks.example.com/', enabledEvents: ['*'], ...body }, options);

describe('POST /webhook-endpoints', () => {
  test('201 with every field and the secret', async () => {
    const { status, body } = await create({
      url: 'https://hooks.example.com/mizan?shop=1',
      description: 'orders',
      enabledEvents: ['payment_intent.succeeded', 'product.*', 'product.*'],
      metadata: { team: 'payments' },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^we_\w{24}$/),
      object: 'webhook_endpoint',
      url: 'https://hooks.example.com/mizan?shop=1',
      description: 'orders',
      status: 'enabled',
      enabledEvents: ['payment_intent.succeeded', 'product.*'],
      livemode: false,
      metadata: { team: 'payments' },
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: body.createdAt,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
  });

  test('the secret is in no later answer and in clear nowhere in the database', async () => {
    const { body } = await create({});
    const secret = (body as unknown as { secret: string }).secret;
    expect((await api('GET', `/webhook-endpoints/${body.id}`)).body).not.toHaveProperty('secret');
    expect((await api('GET', '/webhook-endpoints')).body.data[0]).not.toHaveProperty('secret');
    const db = service.world.db('webhooks');
    const { rows } = await db.query('select table_name from information_schema.tables where table_schema = $1', [
      'webhooks',
    ]);
    for (const { table_name } of rows as { table_name: string }[]) {
      const found = await db.query(
        `select 1 from ${table_name} t where position($1 in t::text) > 0 or position($2 in t::text) > 0`,
        [secret.slice(6, 40), Buffer.from(secret.slice(6), 'base64').toString('hex')],
      );
      expect([table_name, found.rowCount]).toEqual([table_name, 0]);
    }
  });

  test('a retry with the same idempotency key answers the same endpoint and secret', async () => {
    const options = { idempotencyKey: 'create-once' };
    const [first, again] = [
      await create({ description: 'once' }, options),
      await create({ description: 'once' }, options),
    ];
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test.each([
    ['http://hooks.example.com/'],
    ['https://10.0.0.1/'],
    ['https://169.254.169.254/latest/meta-data/'],
    ['https://metadata.google.internal/'],
    ['https://user:password@hooks.example.com/'],
    ['https://hooks.example.com:6379/'],
    ['https://[::ffff:10.0.0.1]/'],
    ['https://hooks.example.com/#x'],
  ])('400 parameter_invalid for %s', async (url) => {
    const { status, body } = await create({ url });
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'parameter_invalid', 'url']);
  });

  test('an address inside MIZAN_WEBHOOK_ALLOW_CIDRS is accepted, over https only', async () => {
    expect((await create({ url: 'https://localhost:9000/hook' })).status).toBe(201);
    expect((await create({ url: 'https://127.0.0.1/' })).status).toBe(201);
    expect((await create({ url: 'http://localhost:9000/hook' })).status).toBe(400);
  });

  test.each([[[]], [['product.exploded']], [['products.*']], [['product']]])(
    '400 parameter_invalid for enabledEvents %j',
    async (enabledEvents) => {
      const { status, body } = await create({ enabledEvents });
      expect([status, body.error?.code]).toEqual([400, 'parameter_invalid']);
    },
  );
});

describe('GET /webhook-endpoints', () => {
  test('newest first, by status and page', async () => {
    const other = service.world.merchantClient('webhooks', { merchantId: 'acct_list' });
    const made: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const { body } = await other('POST', '/webhook-endpoints', {
        url: 'https://a.example.com/',
        enabledEvents: ['*'],
      });
      made.unshift(body['id'] as string);
    }
    await service.world
      .db('webhooks')
      .query(`update webhook_endpoints set status = 'disabled' where id = $1`, [made[1]]);
    const idsOf = async (path: string) => {
      const { body } = await other<{ data: { id: string }[]; totalCount: number }>('GET', path);
      return [body.data.map(({ id }) => id), body.totalCount];
    };
    expect(await idsOf('/webhook-endpoints')).toEqual([made, 3]);
    expect(await idsOf('/webhook-endpoints?limit=2&page=2')).toEqual([[made[2]], 3]);
    expect(await idsOf('/webhook-endpoints?status=disabled')).toEqual([[made[1]], 1]);
    expect(await idsOf('/webhook-endpoints?page=9')).toEqual([[], 3]);
  });

  test('404 for an endpoint of another account or mode', async () => {
    const { body } = await create({});
    for (const acting of [{ merchantId: 'acct_else' }, { merchantId: 'acct_test', livemode: true }]) {
      const foreign = service.world.merchantClient('webhooks', acting);
      expect((await foreign('GET', `/webhook-endpoints/${body.id}`)).status).toBe(404);
      expect((await foreign('GET', `/webhook-endpoints/${body.id}/deliveries`)).status).toBe(404);
    }
    expect((await api('GET', `/webhook-endpoints/${body.id}`)).status).toBe(200);
  });
});

test('409 resource_limit_reached beyond 50 of one account and mode, also when 60 are created at once', async () => {
  const scope = { merchantId: 'acct_many', livemode: false };
  const createAs = (as: typeof scope) =>
    service.world.merchantClient('webhooks', as)<AnyBody>('POST', '/webhook-endpoints', {
      url: 'https://hooks.example.com/',
      enabledEvents: ['*'],
    });
  const answers = await Promise.all(Array.from({ length: 60 }, () => createAs(scope)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused.map(({ body }) => [body.error?.type, body.error?.code])).toEqual(
    Array.from({ length: 10 }, () => ['invalid_request_error', 'resource_limit_reached']),
  );
  expect((await createAs({ ...scope, livemode: true })).status).toBe(201);
  expect((await createAs({ ...scope, merchantId: 'acct_few' })).status).toBe(201);
});

test('an account that has more than 50 from before gets each event once at every one of them, however many', async () => {
  const scope = { merchantId: 'acct_more', livemode: false };
  const db = service.world.db('webhooks');
  await db.query(
    `insert into webhook_endpoints (id, merchant_id, livemode, url, status, enabled_events, metadata, secret_sealed,
                                    version, created_at, updated_at)
     select 'we_more_' || n, $1, false, 'https://hooks.example.com/', 'enabled', '{*}', '{}', '', 1, now(), now()
     from generate_series(1, 10001) n`,
    [scope.merchantId],
  );
  const event = await service.publish({ scope });
  const { rows } = await db.query(
    'select count(distinct endpoint_id)::int as count from deliveries where event_id = $1',
    [event.id],
  );
  expect(rows).toEqual([{ count: 10_001 }]);
});
