import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Account, DeadLetter, PlatformHealth, WebhookEndpoint } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { runMizan } from './mizan.test-support.ts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_OPERATOR_TOKEN: operatorToken }, 'own'));
});
afterAll(() => shop.world.stop());

const mizan = (...args: string[]) =>
  runMizan(['--base-url', shop.world.gatewayUrl, '--operator-token', operatorToken, ...args]);
/** What the command asks, without starting it again and again. */
async function request<Body>(path: string): Promise<Body> {
  const { status, body } = await shop.world.api<Body>('GET', `/operator${path}`, undefined, { key: operatorToken });
  expect(status).toBe(200);
  return body;
}
const problems = async () => (await request<PlatformHealth>('/health')).problems;
const letters = async (consumer: string) =>
  (await request<{ data: DeadLetter[] }>(`/dead-letters?consumer=${consumer}`)).data;

describe('mizan doctor', () => {
  test('shows what runs, in which versions and how far behind, and ends with 0 when all is well', async () => {
    await shop.buy(2_000);
    await eventually(async () => expect(await problems()).toEqual([]));
    const { status, out } = await mizan('doctor');
    expect(status).toBe(0);
    expect(out).toMatch(/^Everything is fine\.\n/);
    for (const service of ['gateway', 'catalog', 'customers', 'checkout', 'payments', 'webhooks'])
      expect(out).toMatch(new RegExp(`^${service} +running +\\d+\\.\\d+\\.\\d+ +24\\.`, 'm'));
    expect(out).toMatch(/^catalog-purchases +0 +0 +ok +0$/m);
    const { services } = JSON.parse((await mizan('--json', 'doctor')).out) as PlatformHealth;
    expect(services[1]?.health).toMatchObject({ natsVersion: expect.stringMatching(/^2\./), deadLetters: 0 });
  });

  test('names accounts whose live mail goes nowhere, as no mail server is set', async () => {
    const account = JSON.parse(
      (await mizan('--json', 'accounts', 'create', '--name', 'Nile Soap House')).out,
    ) as Account;
    const settings = (receipts: string) => mizan('accounts', 'settings', account.id, '--receipts', receipts);
    await settings('on');
    expect(await problems()).toEqual([]); // test mode needs no mail server
    await mizan('accounts', 'update', account.id, '--live-payments', 'on');
    const { status, out } = await mizan('doctor');
    expect([status, out]).toEqual([
      1,
      expect.stringContaining(`buyers of ${account.id} get no mail: set MIZAN_SMTP_URL`),
    ]);
    await settings('off');
    expect(await problems()).toEqual([]);
  });

  test('with an API key, names the disabled endpoints of the account, until they are enabled again', async () => {
    const { gatewayUrl, accounts } = shop.world;
    const doctor = () => runMizan(['--base-url', gatewayUrl, '--api-key', accounts.keys.testSecret, 'doctor']);
    expect(await doctor()).toMatchObject({ status: 0, out: 'Everything is fine.\n' });
    await shop.expect(200, 'POST', '/test-helpers/events/trigger', { type: 'webhook_endpoint.disabled' });
    const [endpoint] = (await shop.expect<{ data: WebhookEndpoint[] }>(200, 'GET', '/webhook-endpoints')).data;
    const { status, out } = await doctor();
    expect(status).toBe(1);
    expect(out).toMatch(new RegExp(`^1 problem:\\n {2}${endpoint?.id} .* The platform disabled it on \\d{4}-`));
    await shop.expect(200, 'PATCH', `/webhook-endpoints/${endpoint?.id}`, { status: 'enabled', replayMissed: true });
    expect((await doctor()).status).toBe(0);
  });

  test('names a service that does not answer, and what cannot reach the bus, and ends with 1', async () => {
    const customers = shop.world.replica('customers');
    await customers.stop();
    const { status, out } = await mizan('doctor');
    expect([status, out]).toEqual([1, expect.stringMatching(/^1 problem:\n {2}customers does not answer\.\n\n/)]);
    await customers.start();
    await shop.world.nats.stop();
    await eventually(async () => expect(await problems()).toContain('catalog cannot reach the bus.'));
    await shop.world.nats.start();
    await eventually(async () => expect(await problems()).toEqual([]));
  });
});

describe('mizan dead-letters', () => {
  test('a message that cannot be read is listed with its reason; handed over again it stays', async () => {
    const connection = await connect({ servers: shop.world.nats.url });
    await jetstream(connection).publish('events.v1.test.acct_x.price.archived', 'nonsense');
    await jetstream(connection).publish('events.v1.test.acct_x.payment_intent.succeeded', 'nonsense');
    await connection.close();
    await eventually(async () => expect(await letters('catalog-purchases')).toHaveLength(1));
    const listed = await mizan(
      '--json',
      'dead-letters',
      'list',
      '--service',
      'catalog',
      '--consumer',
      'catalog-purchases',
    );
    const [letter] = JSON.parse(listed.out) as DeadLetter[];
    expect(letter).toMatchObject({ eventId: expect.stringMatching(/^seq:\d+$/), requeuedAt: null });
    expect(letter?.reason).toContain('JSON');
    expect((await problems()).join()).toMatch(/catalog has \d dead letters?\./);

    const { status, out } = await mizan(
      'dead-letters',
      'requeue',
      letter?.eventId ?? '',
      '--consumer',
      'catalog-purchases',
    );
    expect([status, out]).toEqual([0, expect.stringMatching(/^requeued +1\n/)]);
    await eventually(async () => expect((await letters('catalog-purchases'))[0]?.requeuedAt).toBeNull());
    expect(await letters('catalog-purchases')).toHaveLength(1);
  });

  test('an event that took effect and is handed over again leaves the list without a second one', async () => {
    const { price, intentId } = await shop.buy(3_000, 5);
    await eventually(async () => expect((await shop.price(price.id)).stock).toBe(4));
    const { rows } = await shop.world
      .db('payments')
      .query<{ event_id: string; payload: string; subject: string }>(
        `select event_id, payload, 'events.v1.test.' || merchant_id || '.' || type as subject from outbox where type = 'payment_intent.succeeded' and aggregate_id = $1`,
        [intentId],
      );
    const [event] = rows;
    const bury = (service: 'catalog' | 'customers', consumer: string) =>
      shop.world
        .db(service)
        .query(`insert into dead_letters (consumer, event_id, subject, payload, reason) values ($1, $2, $3, $4, 'y')`, [
          consumer,
          event?.event_id,
          event?.subject,
          event?.payload,
        ]);
    await bury('catalog', 'catalog-purchases');
    await bury('customers', 'customers-purchases');
    const before = await mizan('--json', 'dead-letters', 'requeue', event?.event_id ?? '');
    expect(JSON.parse(before.out)).toEqual({ requeued: 2 });
    await eventually(async () => {
      const left = [...(await letters('catalog-purchases')), ...(await letters('customers-purchases'))];
      expect(left.filter(({ eventId }) => eventId === event?.event_id)).toEqual([]);
    });
    expect((await shop.price(price.id)).stock).toBe(4);
  });

  test.each([
    ['nothing is named', [], /Name the events to requeue, or use --all/],
    ['there is no such letter', ['evt_none'], /No dead letter matches/],
    [
      'there is no such consumer',
      ['--all', '--consumer', 'nope'],
      /No consumer `nope`\. There are catalog-purchases, /,
    ],
  ])('requeue says so when %s', async (_what, args, message) => {
    const { status, err } = await mizan('dead-letters', 'requeue', ...args);
    expect([status, err]).toEqual([1, expect.stringMatching(message)]);
  });
});
