import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type {
  CloudEvent,
  Customer,
  CustomerStats,
  Dispute,
  ListCustomer,
  PaymentIntent,
  PaymentMethod,
  Refund,
} from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { envelope, openEventSource, type EventSource } from '@mizan/testing';
import fc from 'fast-check';
import { startCustomers, type CustomersWorld } from '../customers.test-support.ts';
import {
  chargeOf,
  lostDisputeOf,
  methodOf,
  paymentIntent,
  refundOf,
  savingsOf,
} from './payment-events.test-support.ts';
import { eventsOf, guestsPaying, payments, recomputed } from './spend-model.test-support.ts';

let world: CustomersWorld;
let source: EventSource;
let customer: Customer;
beforeAll(async () => {
  world = await startCustomers({ nats: true });
  source = await openEventSource(world, 'customers', 'customers-purchases');
});
beforeEach(async () => {
  customer = await world.createCustomer({ phone: '+201000000000' });
});
afterAll(async () => {
  await source.close();
  await world.stop();
});

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const succeeded = (object: PaymentIntent, time = at(1)) => envelope({ type: 'payment_intent.succeeded', object, time });
const refund = (type: 'refund.created' | 'refund.failed' | 'refund.canceled', object: Refund) =>
  envelope({ type, object });
const spending = async (id = customer.id) => (await world.getCustomer(id)).spendData;

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
const fiveTimes = (events: readonly CloudEvent[]) => shuffled(events.flatMap((each) => [each, each, each, each, each]));

test('payments add up, the average rounded half up', async () => {
  await source.publish([
    succeeded(paymentIntent(customer.id, 1_000), at(5)),
    succeeded(paymentIntent(customer.id, 1_001), at(3)),
  ]);
  expect(await spending()).toEqual({
    amountDisputeLosses: 0,
    amountRefunded: 0,
    averageOrderValue: 1_001, // 1000.5
    currency: 'EGP',
    firstPurchaseAt: '2026-01-03T00:00:00.000Z',
    grossSpend: 2_001,
    lastPurchaseAt: '2026-01-05T00:00:00.000Z',
    netSpend: 2_001,
    numPayments: 2,
  });
});

test('the captured amount counts, not the authorized amount', async () => {
  await source.publish([succeeded(paymentIntent(customer.id, 400, { amount: 1_000 }))]);
  expect((await spending()).grossSpend).toBe(400);
});

test('each change is published as the customer is read, with the previous values', async () => {
  await source.publish([succeeded(paymentIntent(customer.id, 500))]);
  const after = await world.getCustomer(customer.id);
  expect((await world.eventsOf(customer.id)).slice(1)).toEqual([
    { type: 'customer.updated', version: 2, object: after, previousAttributes: { spendData: customer.spendData } },
  ]);
});

describe('a lost dispute', () => {
  const closed = (object: Dispute) => envelope({ type: 'dispute.closed', object });

  test('counts as a loss of the customer once, in either order with its payment', async () => {
    const intent = paymentIntent(customer.id, 1_000);
    const [first, second] = [lostDisputeOf(intent, 600), lostDisputeOf(intent, 100)];
    await source.publish(fiveTimes([closed(first), succeeded(intent), closed(second)]));
    expect(await spending()).toMatchObject({
      grossSpend: 1_000,
      amountRefunded: 0,
      netSpend: 1_000,
      amountDisputeLosses: 700,
    });
  });

  test('that is won costs nothing', async () => {
    const intent = paymentIntent(customer.id, 1_000);
    await source.publish([succeeded(intent), closed({ ...lostDisputeOf(intent, 600), status: 'WON' })]);
    await source.publish([closed(lostDisputeOf(intent, 50))]); // a later marker
    expect((await spending()).amountDisputeLosses).toBe(50);
  });

  test('in another currency counts its share of the converted payment', async () => {
    const dollars = paymentIntent(customer.id, 1_000, { currency: 'USD', charges: [chargeOf(1_000, { EGP: 50_000 })] });
    await source.publish([
      succeeded(paymentIntent(customer.id, 100), at(1)),
      succeeded(dollars, at(2)),
      closed(lostDisputeOf(dollars, 500)),
    ]);
    expect((await spending()).amountDisputeLosses).toBe(25_000);
  });
});

describe('a refund', () => {
  test('reduces spending until it is reversed', async () => {
    const intent = paymentIntent(customer.id, 1_000);
    const [first, second] = [refundOf(intent, 300), refundOf(intent, 200)];
    await source.publish([succeeded(intent), refund('refund.created', first), refund('refund.created', second)]);
    expect(await spending()).toMatchObject({ grossSpend: 1_000, amountRefunded: 500, netSpend: 500 });
    await source.publish([refund('refund.failed', first)]);
    expect(await spending()).toMatchObject({ amountRefunded: 200, netSpend: 800 });
    await source.publish([refund('refund.canceled', second)]);
    expect(await spending()).toMatchObject({ amountRefunded: 0, netSpend: 1_000 });
  });

  test('of money that its payment did not need was never spent', async () => {
    const intent = paymentIntent(customer.id, 1_000);
    const surplus = { ...refundOf(intent, 1_000), surplus: true };
    await source.publish([succeeded(intent), refund('refund.created', surplus), refund('refund.failed', surplus)]);
    await source.publish([refund('refund.created', { ...refundOf(intent, 1_000), surplus: true })]);
    expect(await spending()).toMatchObject({ grossSpend: 1_000, amountRefunded: 0, netSpend: 1_000 });
  });

  test('that arrives before its payment counts once the payment arrives', async () => {
    const intent = paymentIntent(customer.id, 1_000);
    await source.publish([refund('refund.created', refundOf(intent, 300))]);
    expect(await spending()).toMatchObject({ amountRefunded: 0 });
    await source.publish([succeeded(intent)]);
    expect(await spending()).toMatchObject({ grossSpend: 1_000, amountRefunded: 300, netSpend: 700 });
  });

  test('whose failure arrives first never counts', async () => {
    const intent = paymentIntent(customer.id, 1_000);
    const failed = refundOf(intent, 300);
    await source.publish([succeeded(intent), refund('refund.failed', failed), refund('refund.created', failed)]);
    expect(await spending()).toMatchObject({ amountRefunded: 0 });
    expect(await world.eventsOf(customer.id)).toHaveLength(2);
  });
});

describe('a customer’s currency', () => {
  test('is that of the first payment; payments in other currencies without converted amounts are left out', async () => {
    const [usd, egp] = [paymentIntent(customer.id, 100, { currency: 'USD' }), paymentIntent(customer.id, 5_000)];
    await source.publish([succeeded(usd, at(1)), succeeded(egp, at(2)), refund('refund.created', refundOf(egp, 10))]);
    expect(await world.getCustomer(customer.id)).toMatchObject({
      currency: 'USD',
      spendData: { currency: 'USD', grossSpend: 100, numPayments: 1, amountRefunded: 0 },
    });
  });

  test('is that of the first payment even when its event arrives last', async () => {
    const [first, second] = [
      paymentIntent(customer.id, 100, { currency: 'USD' }),
      paymentIntent(customer.id, 200, { currency: 'USD' }),
    ];
    const egp = paymentIntent(customer.id, 5_000);
    await source.publish([
      succeeded(egp, at(2)),
      succeeded(second, at(3)),
      refund('refund.created', refundOf(first, 30)),
      refund('refund.created', refundOf(egp, 10)),
      succeeded(first, at(1)),
    ]);
    expect(await spending()).toMatchObject({
      currency: 'USD',
      grossSpend: 300,
      amountRefunded: 30,
      numPayments: 2,
      firstPurchaseAt: '2026-01-01T00:00:00.000Z',
      lastPurchaseAt: '2026-01-03T00:00:00.000Z',
    });
  });
});

describe('a payment in another currency than the first', () => {
  test('counts its converted amount, and a full refund subtracts exactly that', async () => {
    const pounds = paymentIntent(customer.id, 15_712, { charges: [chargeOf(15_712, { USD: 324, KWD: 100 })] });
    const [part, rest] = [refundOf(pounds, 5_000), refundOf(pounds, 10_712)];
    await source.publish([
      succeeded(paymentIntent(customer.id, 100, { currency: 'USD' }), at(1)),
      succeeded(pounds, at(2)),
      refund('refund.created', part),
    ]);
    const counted = { currency: 'USD', grossSpend: 424, numPayments: 2, lastPurchaseAt: at(2).toISOString() };
    expect(await spending()).toMatchObject({ ...counted, amountRefunded: 103, netSpend: 321 }); // 103.105…
    await source.publish([refund('refund.created', rest)]);
    expect(await spending()).toMatchObject({ ...counted, amountRefunded: 324, netSpend: 100 });
    await source.publish([refund('refund.failed', part)]);
    expect(await spending()).toMatchObject({ ...counted, amountRefunded: 221 }); // 220.894…
  });

  test('that was captured in part counts the share of that part', async () => {
    const pounds = paymentIntent(customer.id, 5_000, { charges: [chargeOf(10_000, { USD: 207 }, 5_000)] });
    await source.publish([
      succeeded(paymentIntent(customer.id, 100, { currency: 'USD' }), at(1)),
      succeeded(pounds, at(2)),
    ]);
    expect(await spending()).toMatchObject({ grossSpend: 204, numPayments: 2 }); // 103.5 rounded up
  });
});

describe('the list shows the most recently created payment method', () => {
  const latestOf = async ({ id }: Customer) =>
    (await world.merchant<{ data: ListCustomer[] }>('GET', `/customers?search=${id}`)).body.data[0]
      ?.latestPaymentMethod;
  const paidWith = ({ id }: Customer, paymentMethod: PaymentMethod) =>
    succeeded(paymentIntent(id, 1, { paymentMethod }));

  test('whichever payment arrives last', async () => {
    const [older, newer] = [methodOf(at(1), 'fawry'), methodOf(at(2), 'instapay')];
    await source.publish([newer, older].map((method) => paidWith(customer, method)));
    expect(await latestOf(customer)).toEqual({ id: newer.id, type: 'instapay' });
  });

  test('also one that was saved but never paid with, in its newest version, for any order and repetition of events', async () => {
    const savings = await openEventSource(world, 'customers', 'customers-purchases');
    const savers = await Promise.all(
      ['0', '1', '2', '3'].map((n) => world.createCustomer({ phone: `+20100000010${n}` })),
    );
    const saved = savers.map(({ id }) => savingsOf(id, at(1), at(3)));
    const erased = savingsOf(newId('cus'), at(1), at(2));
    await savings.publish(fiveTimes([...saved, erased].flatMap(({ events }) => events)));
    await source.publish(savers.map((saver) => paidWith(saver, methodOf(at(2), 'fawry'))));
    expect(await Promise.all(savers.map(latestOf))).toEqual(saved.map(({ latest }) => latest));
    await savings.close();
  });
});

test('a payment without a customer counts for no customer', async () => {
  await source.publish([succeeded(paymentIntent(customer.id, 700, { customer: null }))]);
  expect(await spending()).toEqual(customer.spendData);
});

test('every event five times and shuffled: spending is what was paid less what was refunded', async () => {
  const people = [customer, await world.createCustomer({ phone: '+201000000001' })];
  const events: CloudEvent[] = [];
  const expected = people.map(() => ({ grossSpend: 0, amountRefunded: 0, numPayments: 0 }));
  for (let i = 0; i < 16; i++) {
    const sums = expected[i % 2] as (typeof expected)[number];
    const intent = paymentIntent(people[i % 2]?.id ?? '', 1_000 + i);
    events.push(succeeded(intent, at(i + 1)));
    sums.grossSpend += 1_000 + i;
    sums.numPayments += 1;
    if (i % 3 === 0) {
      const [stands, fails, canceled] = [refundOf(intent, 100 + i), refundOf(intent, 50), refundOf(intent, 25)];
      for (const each of [stands, fails, canceled]) events.push(refund('refund.created', each));
      events.push(refund('refund.failed', fails), refund('refund.canceled', canceled));
      sums.amountRefunded += 100 + i;
    }
  }
  await source.publish(fiveTimes(events));
  const figures = () => Promise.all(people.map(({ id }) => spending(id)));
  const counted = await figures();
  expect(counted).toMatchObject(expected);
  expect(counted.map(({ firstPurchaseAt }) => firstPurchaseAt)).toEqual([at(1).toISOString(), at(2).toISOString()]);
  for (const { id } of people) {
    const versions = (await world.eventsOf(id)).map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
  }
  await source.replayEverything();
  expect(await figures()).toEqual(counted);
});

test('of merged guests is that of all their payments, whether they arrive before or after the merge', async () => {
  const [email, phone] = [`merged${Date.now()}@example.com`, '+201555000111'];
  const older = (await world.resolve({ email })).body.customer;
  const younger = (await world.resolve({ phone })).body.customer;
  const [first, second, third] = [
    paymentIntent(younger.id, 700),
    paymentIntent(older.id, 500, { currency: 'SAR' }),
    paymentIntent(younger.id, 400),
  ] as const;
  await source.publish([
    succeeded(first, at(2)),
    succeeded(second, at(4)),
    refund('refund.created', refundOf(first, 100)),
  ]);
  await world.resolve({ email, phone });
  const merged = { currency: 'EGP', grossSpend: 700, amountRefunded: 100, numPayments: 1 };
  expect(await spending(older.id)).toMatchObject(merged); // the first payment decides the currency
  await source.publish([succeeded(third, at(5)), refund('refund.created', refundOf(first, 50))]);
  expect(await spending(younger.id)).toMatchObject({
    ...merged,
    grossSpend: 1_100,
    amountRefunded: 150,
    numPayments: 2,
  });
  const earliest = paymentIntent(younger.id, 90, { currency: 'SAR' });
  await source.publish([succeeded(earliest, at(1))]);
  expect(await spending(older.id)).toMatchObject({ currency: 'SAR', grossSpend: 590, numPayments: 2 });
});

test('of merged guests is added up, and only payments of those who spent in another currency are read again', async () => {
  const phones = ['+201555000201', '+201555000202', '+201555000203'];
  const email = `added${Date.now()}@example.com`;
  const guests = await Promise.all(phones.map(async (phone) => (await world.resolve({ phone })).body.customer.id));
  const [older = '', same = '', other = ''] = guests;
  const pounds = paymentIntent(other, 15_712, { currency: 'SAR', charges: [chargeOf(15_712, { EGP: 324 })] });
  const refunded = paymentIntent(same, 400);
  await source.publish([
    succeeded(paymentIntent(older, 1_000), at(1)),
    succeeded(paymentIntent(older, 500), at(3)),
    succeeded(refunded, at(2)),
    refund('refund.created', refundOf(refunded, 150)),
    succeeded(pounds, at(5)),
    refund('refund.created', refundOf(pounds, 5_000)),
  ]);
  // Whatever is read again is missing, but for each guest's first payment, which decides the currency.
  await world
    .db('customers')
    .query(`delete from spend_payments where customer_id = any($1) and amount = 500`, [guests]);
  for (const phone of phones) await world.resolve({ phone, email });
  const whole = { grossSpend: 2_224, amountRefunded: 253, numPayments: 4 };
  expect(await spending(older)).toMatchObject({
    currency: 'EGP',
    ...whole,
    firstPurchaseAt: at(1).toISOString(),
    lastPurchaseAt: at(5).toISOString(),
  });
  expect(await spending(other)).toMatchObject(whole);
});

test('is counted by day of the requested time zone, and nothing outside of the period', async () => {
  const midnight = Date.UTC(2026, 4, 10, 18, 15); // in Kathmandu
  const times = [-1, 0, 86_400_000 - 1, 86_400_000].map((ms) => new Date(midnight + ms));
  await source.publish(times.map((time, i) => succeeded(paymentIntent(customer.id, 1_000 + i), time)));
  const days = 'from=2026-05-11&to=2026-05-12&timezone=Asia/Kathmandu';
  const { body } = await world.merchant<CustomerStats>('GET', `/customers/${customer.id}/stats?${days}`);
  expect(body.series).toEqual([
    { periodStart: times[1]?.toISOString(), grossSpend: 2_003, amountRefunded: 0, numPayments: 2 },
    { periodStart: times[3]?.toISOString(), grossSpend: 1_003, amountRefunded: 0, numPayments: 1 },
  ]);
});

let round = 0;
test('equals a recomputation after payments in several currencies, refunds, failures and merges, each event twice and in any order', async () => {
  const run = fc.asyncProperty(
    payments,
    fc.infiniteStream(fc.nat()),
    fc.double({ min: 0, max: 1, noNaN: true }),
    async (made, order, mergedAfter) => {
      round += 1;
      const phones = Array.from(
        { length: guestsPaying },
        (_, index) => `+2015${String(round).padStart(4, '0')}000${index}`,
      );
      const guests = await Promise.all(phones.map(async (phone) => (await world.resolve({ phone })).body.customer.id));
      const all = made.map((each) => eventsOf(guests[each.payer] ?? '', each));
      const mixed = all
        .flatMap(({ events }) => [...events, ...events])
        .map((event) => ({ event, place: order.next().value ?? 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ event }) => event);
      const before = Math.floor(mixed.length * mergedAfter);
      await source.publish(mixed.slice(0, before));
      for (const phone of phones.slice(0, 3)) await world.resolve({ phone, email: `one${round}@example.com` });
      await source.publish(mixed.slice(before));
      for (const payers of [guests.slice(0, 3), guests.slice(3)]) {
        const paid = all
          .map(({ payment }) => payment)
          .filter(({ intent }) => payers.includes(intent.customer?.id ?? ''));
        const expected = recomputed(paid);
        for (const id of payers) expect(await spending(id)).toMatchObject(expected);
        const { grossSpend, amountRefunded, numPayments } = expected;
        const stats = `/customers/${payers[0]}/stats?from=2026-01-01&to=2026-01-31&interval=month`;
        const { body } = await world.merchant<CustomerStats>('GET', stats);
        expect(body.series).toMatchObject([{ grossSpend, amountRefunded, numPayments }]);
      }
    },
  );
  await fc.assert(run, { numRuns: 4 });
});
