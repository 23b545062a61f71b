import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventTypes, serviceDurables, type BusUserWithCredentials, type PlatformHealth } from '@mizan/contracts';
import { administratorCredentials, storingAccounts } from '@mizan/service-kit/bus-trust';
import { eventually, scaleTimeout } from '@mizan/testing';
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { attack, harmfulReplies, publishableWith, stateOf } from './bus-attack.test-support.ts';
import { connectWith, createTestUser, operate, operatorToken } from './bus-users.test-support.ts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
let merchantId: string;
/** Reads payment intents of the demo account's test mode, through the durable `main`. */
let user: BusUserWithCredentials;
let reader: NatsConnection;
/** What the server calls that durable. */
let consumerName: string;
const subject = (mode: string, merchant: string, type: string) => `events.v1.${mode}.${merchant}.${type}`;

beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_OPERATOR_TOKEN: operatorToken }, 'guarded'));
  merchantId = shop.world.accounts.account.id;
  await shop.buy(5_000);
  user = await createUser('orders', '--types', 'payment_intent.*');
  consumerName = user.consumers[0] ?? '';
  reader = await connectAs(user);
  for (const account of storingAccounts) {
    const expiresAt = new Date(Date.now() + 3600_000);
    const credentials = await administratorCredentials(shop.world.rootSecret, { account, expiresAt });
    administrators.push(await connectAs({ credentials, inboxPrefix: '_INBOX' }));
  }
});
afterAll(async () => {
  await Promise.all([reader, ...administrators].map((each) => each.close()));
  await shop.world.stop();
});

/** With every permission in each account that has streams. */
const administrators: NatsConnection[] = [];

const mizan = (...args: string[]) => operate(shop.world, '--json', ...args);
const createUser = (team: string, ...more: string[]) => createTestUser(shop.world, team, ...more);
const connectAs = (user: Parameters<typeof connectWith>[1]) => connectWith(shop.world, user);

const manager = (connection: NatsConnection) =>
  jetstreamManager(connection, { checkAPI: false, timeout: scaleTimeout(2_000) });
const makeConsumer = async (name: string, filter: string) =>
  (await manager(reader)).consumers.add('EVENTS', {
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    filter_subject: filter,
  });
const refused = /Permissions Violation/;
/** What a subscription to this subject ends with. */
const refusalOf = (connection: NatsConnection, subject: string): Promise<string | undefined> =>
  new Promise((resolve) => connection.subscribe(subject, { callback: (error) => resolve(error?.message) }));

test('on a bus that checks who publishes, a purchase has all its effects', async () => {
  const { price, session } = await shop.buy(7_000, 3);
  await eventually(async () => expect((await shop.price(price.id)).stock).toBe(2));
  const { customerId } = await shop.session(session.id);
  await eventually(async () => expect((await shop.customer(customerId ?? '')).spendData?.numPayments).toBe(1));
  await eventually(async () => {
    const { data } = await shop.expect<{ data: { type: string }[] }>(200, 'GET', '/events?limit=100');
    expect(data.map(({ type }) => type)).toEqual(expect.arrayContaining(['charge.succeeded', 'product.created']));
  });
});

test('every consumer that runs is among those that the credentials name', async () => {
  const { services } = JSON.parse((await mizan('doctor')).out) as PlatformHealth;
  const running = services.flatMap(({ health }) => health?.consumers?.map(({ name }) => name) ?? []);
  expect(running.sort()).toEqual([...serviceDurables].sort());
});

test('without credentials, or with those of another platform, no one connects', async () => {
  await expect(connect({ servers: shop.world.nats.url, reconnect: false })).rejects.toThrow(/Authorization Violation/);
});

describe('a team’s user', () => {
  test('reads what it may, through a durable consumer and as it passes', async () => {
    const passing: string[] = [];
    reader.subscribe(subject('test', merchantId, 'payment_intent.>'), {
      callback: (_error, message) => void passing.push(message.subject),
    });
    await reader.flush();
    await shop.buy(6_000);
    await makeConsumer(consumerName, subject('test', merchantId, 'payment_intent.>'));
    const consumer = await jetstream(reader).consumers.get('EVENTS', consumerName);
    const message = await consumer.next({ expires: 5_000 });
    expect(message?.json()).toMatchObject({ specversion: '1.0', merchantid: merchantId, livemode: false });
    expect(await message?.ackAck()).toBe(true);
    await eventually(() => expect(passing).toContain(subject('test', merchantId, 'payment_intent.succeeded')));
    expect(await (await manager(reader)).consumers.delete('EVENTS', consumerName)).toBe(true);
  });

  test.each([
    ['another merchant’s', () => subject('test', shop.world.accounts.otherAccount.id, 'payment_intent.>')],
    ['every merchant’s', () => subject('test', '*', 'payment_intent.>')],
    ['another mode’s', () => subject('live', merchantId, 'payment_intent.>')],
    ['both modes’', () => subject('*', merchantId, 'payment_intent.>')],
    ['another type’s', () => subject('test', merchantId, 'refund.created')],
    ['every type’s', () => subject('test', merchantId, '>')],
    ['all', () => 'events.v1.>'],
  ])('receives no %s events and creates no consumer of them', async (_whose, filter) => {
    await expect(makeConsumer(consumerName, filter())).rejects.toThrow(refused);
    expect(await refusalOf(reader, filter())).toMatch(refused);
  });

  test.each([
    ['a filter in the body wider than the one in the subject', { filter_subject: 'events.v1.>' }],
    ['several filters', { filter_subjects: ['events.v1.>'] }],
    ['the name of a service’s consumer', { durable_name: 'catalog-purchases', name: 'catalog-purchases' }],
  ])('is refused a consumer with %s', async (_what, more) => {
    const filter = subject('test', merchantId, 'payment_intent.>');
    const config = { name: consumerName, durable_name: consumerName, ack_policy: 'explicit', filter_subject: filter };
    const answer = await reader.request(
      `$JS.API.CONSUMER.CREATE.EVENTS.${consumerName}.${filter}`,
      JSON.stringify({ stream_name: 'EVENTS', config: { ...config, ...more } }),
      { timeout: scaleTimeout(2_000) },
    );
    expect(answer.json()).toMatchObject({ error: { code: 400 } });
  });

  test.each([
    ['publish', () => subject('test', merchantId, 'payment_intent.succeeded')],
    ['purge the stream', () => '$JS.API.STREAM.PURGE.EVENTS'],
    ['delete the stream', () => '$JS.API.STREAM.DELETE.EVENTS'],
    ['change the stream', () => '$JS.API.STREAM.UPDATE.EVENTS'],
    ['look into the stream', () => '$JS.API.STREAM.INFO.EVENTS'],
    ['fetch a message by its number', () => '$JS.API.STREAM.MSG.GET.EVENTS'],
    ['make a consumer without a filter', () => `$JS.API.CONSUMER.CREATE.EVENTS.${consumerName}`],
    ['make a consumer without a name', () => '$JS.API.CONSUMER.CREATE.EVENTS'],
    [
      'make a consumer of another name',
      () => `$JS.API.CONSUMER.CREATE.EVENTS.other.${subject('test', merchantId, 'payment_intent.>')}`,
    ],
    ['make one the old way', () => `$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.${consumerName}`],
    ['make one whose name others can guess', () => `$JS.API.CONSUMER.CREATE.EVENTS.orders-main.events.v1.test.*.>`],
    ['read from a service’s consumer', () => '$JS.API.CONSUMER.MSG.NEXT.SERVICES_TEST.catalog-purchases'],
    ['delete a service’s consumer', () => '$JS.API.CONSUMER.DELETE.SERVICES_TEST.catalog-purchases'],
    ['list consumers', () => '$JS.API.CONSUMER.NAMES.EVENTS'],
    ['acknowledge for a service', () => '$JS.ACK.SERVICES_TEST.catalog-purchases.1.1.1.1.1'],
    ['answer others', () => '_INBOX_catalog.x'],
  ])('may not %s', async (_what, to) => {
    await expect(reader.request(to(), '{}', { timeout: scaleTimeout(2_000) })).rejects.toThrow(refused);
  });

  test('is the only one that can name its consumers, and has them again in its next credentials', async () => {
    expect(user.consumers).toEqual([expect.stringMatching(/^orders-main-[0-9a-f]{24}$/)]);
    const again = await createUser('orders', '--types', 'payment_intent.*');
    const other = await createUser('bookings', '--types', 'payment_intent.*');
    expect(again.consumers).toEqual(user.consumers);
    expect(other.consumers[0]?.slice('bookings-main'.length)).not.toBe(user.consumers[0]?.slice('orders-main'.length));
  });

  test.each([
    ['merchant', () => ['--mode', 'test', '--merchant', shop.world.accounts.otherAccount.id]],
    ['mode', () => ['--mode', 'live', '--merchant', merchantId]],
  ])('has neither the consumers nor the inbox of one of its team with another %s', async (_which, limits) => {
    await makeConsumer(consumerName, subject('test', merchantId, 'payment_intent.>'));
    const { out } = await mizan('bus', 'users', 'create', 'orders', ...limits());
    const other = JSON.parse(out) as BusUserWithCredentials;
    expect(other.durables).toEqual(user.durables);
    const otherReader = await connectAs(other);
    await expect(jetstream(otherReader).consumers.get('EVENTS', consumerName)).rejects.toThrow(refused);
    const next = otherReader.request(`$JS.API.CONSUMER.MSG.NEXT.EVENTS.${consumerName}`, '', {
      timeout: scaleTimeout(2_000),
    });
    await expect(next).rejects.toThrow(refused);
    expect(await refusalOf(otherReader, `${user.inboxPrefix}.>`)).toMatch(refused);
    await otherReader.close();
  });

  test('has an inbox that no other of its team has', async () => {
    const again = await createUser('orders', '--types', 'payment_intent.*');
    const otherReader = await connectAs(again);
    expect(await refusalOf(otherReader, `${user.inboxPrefix}.>`)).toMatch(refused);
    await otherReader.close();
  });

  test('changes nothing by having answers or events sent elsewhere', async () => {
    const other = await createUser('bookings', '--types', 'payment_intent.*');
    const [name = ''] = other.consumers;
    const otherReader = await connectAs(other);
    const filter = subject('test', merchantId, 'payment_intent.>');
    const config = { name, durable_name: name, ack_policy: AckPolicy.Explicit, filter_subject: filter };
    await (await manager(otherReader)).consumers.add('EVENTS', config);
    const held = await (await jetstream(otherReader).consumers.get('EVENTS', name)).next({ expires: 5_000 });
    await makeConsumer(consumerName, filter);
    await shop.settled();

    const managers = await Promise.all(administrators.map((each) => manager(each)));
    const isOthers = (each: string) => each === name || serviceDurables.includes(each);
    const durables = serviceDurables.slice(0, 2);
    const replies = [
      ...harmfulReplies(
        ['EVENTS', 'SERVICES_LIVE', 'SERVICES_TEST'],
        durables.map((each) => ({
          stream: 'SERVICES_TEST',
          name: each,
          acknowledgement: `$JS.ACK.SERVICES_TEST.${each}.1.1.1.1.1`,
        })),
      ),
      // Of another team's consumer, all that can be known or guessed.
      ...['bookings-main', '*', 'bookings-main-*', '>'].flatMap((guess) => [
        `$JS.API.CONSUMER.DELETE.EVENTS.${guess}`,
        `$JS.ACK.EVENTS.${guess}.1.${held?.seq}.1.1.1`,
      ]),
      subject('test', merchantId, 'payment_intent.succeeded'),
      subject('live', merchantId, 'payment_intent.succeeded'),
    ];
    const before = await stateOf(managers, isOthers);
    reader.subscribe(subject('test', merchantId, 'payment_intent.succeeded'), { callback: () => {} });
    await attack(reader, { subjects: publishableWith(user.credentials), replies });
    const pushing = { ...config, name: consumerName, durable_name: consumerName };
    for (const deliver_subject of [...replies.slice(0, 3), subject('test', merchantId, 'payment_intent.succeeded')])
      await reader.request(
        `$JS.API.CONSUMER.CREATE.EVENTS.${consumerName}.${filter}`,
        JSON.stringify({ stream_name: 'EVENTS', config: { ...pushing, ack_policy: 'none', deliver_subject } }),
        { timeout: scaleTimeout(5_000) },
      );
    await eventually(async () => expect(await stateOf(managers, isOthers)).toEqual(before));
    await otherReader.close();
  });

  test.each(['_INBOX.>', '_INBOX_catalog.>', '_INBOX_*.>', '$JS.>', '$SYS.>', '>'])(
    'receives nothing on %s',
    async (wildcard) => {
      expect(await refusalOf(reader, wildcard)).toMatch(refused);
    },
  );
});

describe('mizan bus users create', () => {
  const many = Array.from({ length: 20 }, (_, index) => `durable${index}`).join();

  test('makes a user of many types, although a server accepts so long a line only when configured to', async () => {
    const types = eventTypes.filter((type) => !type.includes('.updated')).slice(0, 40);
    const user = await createUser('many', '--types', types.join());
    const connection = await connectAs(user);
    expect(user.credentials.length).toBeGreaterThan(4_096);
    await connection.close();
  });

  test('writes the credentials to a file that its owner alone reads, and never over another', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'mizan-bus-')), 'reports.creds');
    const shown = await mizan('bus', 'users', 'create', 'reports', '--durables', 'daily,monthly', '--out', file);
    expect(JSON.parse(shown.out)).toMatchObject({
      team: 'reports',
      mode: null,
      merchantId: null,
      durables: ['daily', 'monthly'],
      subjects: ['events.v1.*.*.>'],
    });
    expect(shown.out).not.toContain('SEED');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('USER NKEY SEED');
    const again = await mizan('bus', 'users', 'create', 'reports', '--out', file);
    expect([again.status, again.err]).toEqual([
      1,
      `mizan: ${file} already exists, so no user was created. Remove it, or pass another --out.\n`,
    ]);
    const list = async () => (await mizan('bus', 'users', 'list', '--team', 'reports')).out;
    const before = await list();
    const nowhere = await mizan('bus', 'users', 'create', 'reports', '--out', join(file, 'under-a-file.creds'));
    expect([nowhere.status, nowhere.err]).toEqual([1, expect.stringMatching(/^mizan: Cannot write .*ENOTDIR/)]);
    expect(await list()).toBe(before); // no one has credentials that were never seen
  });

  test.each([
    ['a service’s name', ['catalog'], /is the name of a service/],
    ['a subject for a name', ['a.b'], /lowercase letters/],
    ['an unknown type', ['orders', '--types', 'payment_intent.lost'], /event type, family/],
    ['an unknown merchant', ['orders', '--merchant', 'acct_none'], /No account `acct_none`/],
    [
      'more than credentials hold',
      ['orders', '--types', eventTypes.slice(0, 50).join(), '--durables', many],
      /Too many types and durables/,
    ],
    ['ten years', ['orders', '--expires-in-days', '3650'], /parameter_out_of_range/],
  ])('refuses %s', async (_what, args, message) => {
    const { status, err } = await mizan('bus', 'users', 'create', ...args);
    expect(status).toBe(1);
    expect(err).toMatch(message);
  });
});
