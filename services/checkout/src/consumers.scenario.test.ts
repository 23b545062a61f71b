import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CheckoutPrice, CheckoutSession, HostedCheckout } from '@mizan/contracts';
import { Problem, withDatabase, type BusEvent, type Tx } from '@mizan/service-kit';
import { asInEvents, eventually, sampleGuest } from '@mizan/testing';
import { eraseInstructions } from '../migrations/20261129021000_erased_instructions.ts';
import { card, cards, publishEvent, startCheckout, type CheckoutWorld } from './checkout.test-support.ts';
import { listDiscounts, openDiscounted } from './discounts/discounts.test-support.ts';
import { linksOf } from './payment-links/payment-links.test-support.ts';
import { onCustomerDeleted } from './sessions/on-customer-deleted.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout({ nats: true });
  for (const id of ['cus_older', 'cus_newer']) world.siblings.customers.set(id, { id, type: 'guest', metadata: {} });
});
afterAll(() => world.stop());

/** The consumer, for events that call no other service. */
const customers = onCustomerDeleted({
  callsFor: () => {
    throw new Error('bug: a call');
  },
});

interface Client {
  query(sql: string): Promise<{ rows: unknown[] }>;
}

/** Whether a statement waits for a lock in this database; `client` is in no transaction, which would see the past. */
const isWaiting = async (client: Client): Promise<boolean> =>
  (await client.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .rows.length > 0;

const deleted = (id: string, mergedInto?: string) =>
  publishEvent(world, 'checkout-customers', {
    type: 'customer.deleted',
    version: 2,
    object: sampleGuest(id),
    ...(mergedInto !== undefined && { data: { mergedInto } }),
  });
const mergeNewerIntoOlder = () => deleted('cus_newer', 'cus_older');

test('an open session of a merged guest may have what is the survivor’s, by its buyer and by the merchant', async () => {
  const open = () => world.openSession({ customerId: 'cus_newer', allowPromotionCodes: true });
  const [byBuyer, byMerchant] = [await open(), await open()];
  await mergeNewerIntoOlder();
  const { code } = await world.promotionCode({ customerId: 'cus_older' });
  expect(await world.change(byBuyer, { promotionCode: code })).toMatchObject({ status: 200 });
  expect(
    await world.merchant('PATCH', `/checkout/sessions/${byMerchant.id}`, { discounts: [{ promotionCode: code }] }),
  ).toMatchObject({ status: 200 });
});

test('a session of a merged guest that is paid counts as the survivor’s first purchase', async () => {
  const session = await world.openSession({ customerId: 'cus_newer' });
  await world.confirm(session, { paymentMethod: card(cards.lostAnswer) });
  await mergeNewerIntoOlder();
  world.siblings.move(session.id, { status: 'SUCCEEDED' });
  await world.publish('payment_intent.succeeded', session.id);
  await world.db('checkout').query('delete from checkout_sessions where id = $1', [session.id]); // the marks are what remains
  const { id } = await world.promotionCode({ restrictions: { firstTimeTransaction: true } });
  const again = await world.merchant('POST', '/checkout/sessions', {
    lineItems: [{ price: world.siblings.addPrice().price.id }],
    customerId: 'cus_older',
    discounts: [{ promotionCode: id }],
  });
  expect(again).toMatchObject({ status: 400, body: { error: { code: 'promotion_code_first_time_only' } } });
});

test('what a merged guest bought, redeemed and may redeem is the survivor’s, and so is its share of a coupon', async () => {
  const coupon = await world.coupon({ percentOff: 10, maxRedemptionsPerCustomer: 1 });
  const discounts = [{ coupon: coupon.id }];
  const session = await openDiscounted(world, discounts, { customerId: 'cus_newer' });
  expect((await world.confirm(session)).status).toBe(200);
  const code = await world.promotionCode({ customerId: 'cus_newer' });

  await mergeNewerIntoOlder();

  expect((await world.readSession(session.id)).discounts[0]?.customerId).toBe('cus_older');
  for (const id of ['cus_older', 'cus_newer']) {
    expect((await listDiscounts(world, `customerId=${id}`)).totalCount).toBe(1);
    const { body } = await world.merchant<{ data: { id: string }[] }>('GET', `/checkout/sessions?customerId=${id}`);
    expect(body.data.map((each) => each.id)).toContain(session.id);
    expect((await world.merchant('GET', `/promotion-codes?customerId=${id}`)).body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id: code.id })]) as unknown,
    });
  }
  expect((await world.merchant('GET', `/promotion-codes/${code.id}`)).body).toMatchObject({ customerId: 'cus_older' });
  const again = await world.merchant<{ error: { code: string } }>('POST', '/checkout/sessions', {
    lineItems: session.lineItems.map(({ price }) => ({ price: price.id })),
    customerId: 'cus_older',
    discounts,
  });
  expect([again.status, again.body.error.code]).toEqual([400, 'coupon_customer_max_redemptions']);
});

test('a code that is bound to a merged guest by its old id is the survivor’s to use', async () => {
  const survivor = { id: 'cus_survivor', type: 'guest' as const, metadata: {} };
  for (const id of ['cus_before', survivor.id]) world.siblings.customers.set(id, survivor); // customers lead from one to the other
  const { id: promotionCode, customerId } = await world.promotionCode({ customerId: 'cus_before' });
  expect(customerId).toBe(survivor.id);
  const session = await openDiscounted(world, [{ promotionCode }], { customerId: 'cus_before' });
  expect((await world.confirm(session)).body.checkoutSession.status).toBe('complete');
});

test.each([
  ['in their order', ['a', 'b'], ['b', 'c']],
  ['the other way round', ['b', 'c'], ['a', 'b']],
])('who was merged twice is found under every id, merged %s', async (_order, ...merges) => {
  const of = (id: string) => `cus_${_order.length}_${id}`;
  const session = await world.openSession();
  await world
    .db('checkout')
    .query('update checkout_sessions set customer_id = $1 where id = $2', [of('a'), session.id]);
  for (const id of ['b', 'c']) world.siblings.customers.set(of(id), { id: of('c'), type: 'guest', metadata: {} });
  for (const [loser = '', survivor = ''] of merges) await deleted(of(loser), of(survivor));
  for (const id of ['a', 'b', 'c'])
    expect((await world.merchant('GET', `/checkout/sessions?customerId=${of(id)}`)).body).toMatchObject({
      data: [{ id: session.id }],
    });
});

test('a customer who was merged twice is found under every id, also when two replicas receive the events at once', async () => {
  const session = await world.openSession();
  await world.db('checkout').query(`update checkout_sessions set customer_id = 'cus_x' where id = $1`, [session.id]);
  const mergeOf = (id: string, mergedInto: string) =>
    ({ type: 'customer.deleted', object: { id }, mergedInto }) as unknown as BusEvent;
  const merge = (tx: Tx, loser: string, mergedInto: string) =>
    customers.handle(tx, [mergeOf(loser, mergedInto)], (_event, body) => body());
  const watcher = await world.db('checkout').connect();
  await withDatabase('checkout', world.databaseUrls('checkout').runtimeUrl, async (db) => {
    const scope = { merchantId: 'acct_test', livemode: false };
    let second: Promise<unknown> = Promise.resolve();
    await db.transact(scope, async (tx) => {
      await merge(tx, 'cus_x', 'cus_y');
      let isDone = false;
      second = db.transact(scope, (other) => merge(other, 'cus_y', 'cus_z')).finally(() => (isDone = true));
      await eventually(async () => expect(isDone || (await isWaiting(watcher))).toBe(true));
    });
    await second;
  }).finally(() => watcher.release());
  for (const id of ['cus_x', 'cus_y', 'cus_z'])
    expect((await world.merchant('GET', `/checkout/sessions?customerId=${id}`)).body).toMatchObject({
      data: [{ id: session.id }],
    });
});

test('of a deleted guest, what was entered is erased from every checkout that was recovered from another, before, after and meanwhile', async () => {
  const buyer = world.buyerClient('checkout');
  const entered = { customerDetails: { name: 'Mona', email: 'mona@example.com' } };
  const answers = { customFields: [{ key: 'note', text: { value: 'for Mona' } }] };
  const first = await world.openSession({
    customFields: [{ key: 'note', label: 'Note', type: 'TEXT' }],
    paymentIntentData: { receiptEmail: 'mona@example.com' },
  });
  await world.change(first, { ...entered, ...answers });
  const recover = async ({ id, clientSecret }: Pick<CheckoutSession, 'id' | 'clientSecret'>) => {
    await world.runOut(id);
    const headers = { 'client-secret': clientSecret };
    const { body } = await buyer<CheckoutSession>('POST', `/client/checkout/${id}/recover`, undefined, { headers });
    return body;
  };
  const second = await recover(first);
  await world.confirm(second, { paymentMethod: card(cards.declined) });
  world.siblings.move(second.id, { status: 'CANCELED' });
  await world.publish('payment_intent.canceled', second.id);
  const third = await recover(second);
  const stored = async () => {
    const { rows } = await world.db('checkout').query<{ id: string; text: string; details: unknown }>(
      `select id, row_to_json(checkout_sessions)::text as text, customer_details as details from checkout_sessions
       where id = $1 or recovered_from = $1`,
      [first.id],
    );
    return rows;
  };
  expect((await stored()).map(({ details }) => details)).toEqual([1, 2, 3].map(() => entered.customerDetails));
  const { customerId = '' } = await world.readSession(second.id);
  expect((await world.readSession(third.id)).customerId).toBeUndefined();
  const [recovering, watcher] = [await world.db('checkout').connect(), await world.db('checkout').connect()];
  const { names } = (
    await watcher.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
       where attrelid = 'checkout_sessions'::regclass and attnum > 0 and not attisdropped and attname <> 'id'`,
    )
  ).rows[0] ?? { names: '' };
  await recovering.query('begin');
  await recovering.query('select 1 from checkout_sessions where id = $1 for update', [first.id]);
  const erased = publishEvent(world, 'checkout-customers', {
    type: 'customer.deleted',
    version: 2,
    object: sampleGuest(customerId),
  });
  await eventually(async () => expect(await isWaiting(watcher)).toBe(true));
  await recovering.query(
    `insert into checkout_sessions (id, ${names}) select id || 'x', ${names} from checkout_sessions where id = $1`,
    [third.id],
  );
  await recovering.query('commit');
  await erased;
  for (const client of [recovering, watcher]) client.release();
  const copies = await stored();
  expect(copies).toHaveLength(4);
  for (const { text, details } of copies) {
    expect(details).toBeNull();
    expect(text).not.toMatch(/mona/i);
  }
});

describe('a deleted customer', () => {
  const mona = { name: 'Mona', email: 'mona@example.com' };
  const named = /mona/i;
  const openFor = (id: string) => {
    world.siblings.customers.set(id, { id, type: 'guest', ...mona, metadata: {} });
    return world.openSession({ customerId: id, paymentIntentData: { receiptEmail: mona.email } });
  };
  const stored = async ({ id }: Pick<CheckoutSession, 'id'>) => {
    const { rows } = await world
      .db('checkout')
      .query<{ customer: string; text: string }>(
        `select customer_id as customer, row_to_json(checkout_sessions)::text as text from checkout_sessions where id = $1`,
        [id],
      );
    return rows[0] ?? { customer: '', text: '' };
  };

  test('leaves nothing of a guest that was merged into them, in whatever order the events come', async () => {
    const session = await openFor('cus_late_guest');
    await world.confirm(session);
    await deleted('cus_gone_survivor');
    await deleted('cus_late_guest', 'cus_gone_survivor');
    const { customer, text } = await stored(session);
    expect(customer).toBe('cus_gone_survivor');
    expect(text).not.toMatch(named);
  });

  test('is not named by an event from before, which arrives later, also one about a merged guest; a later buyer is', async () => {
    const [session, shared] = [await openFor('cus_guest_before'), await openFor('cus_erased_before')];
    await world.confirm(session);
    await world.confirm(shared, { paymentMethod: card(cards.declined) });
    await deleted('cus_guest_before', 'cus_erased_before');
    await deleted('cus_erased_before');
    world.siblings.move(session.id, { amountRefunded: 100 });
    await world.publish('payment_intent.partially_refunded', session.id);
    const { customer, text } = await stored(session);
    expect(customer).toBe('cus_erased_before');
    expect(text).toContain('"amountRefunded":100');
    expect(text).not.toMatch(named);
    const omar = { id: 'cus_omar', name: 'Omar', email: 'omar@example.com', phone: null };
    world.siblings.move(shared.id, { status: 'SUCCEEDED', customer: omar });
    await world.publish('payment_intent.succeeded', shared.id);
    expect((await stored(shared)).text).toContain(JSON.stringify(omar));
  });

  test('is not named by the answer to a confirm that ran while they were erased', async () => {
    const session = await openFor('cus_erased_meanwhile');
    world.siblings.after = async (name) => {
      if (name !== 'confirmPayment') return;
      world.siblings.after = () => {};
      await deleted('cus_erased_meanwhile');
    };
    expect((await world.confirm(session)).body.checkoutSession.status).toBe('complete');
    expect((await stored(session)).text).not.toMatch(named);
  });
});

test('of customers who were deleted earlier, the addresses of ended refunds are erased, and nothing of others', async () => {
  const query = (sql: string, values: unknown[] = []) => world.db('checkout').query<{ intent: string }>(sql, values);
  const withRefunds = async (billingDetails: object | null) => {
    const session = await world.openSession();
    await world.confirm(session);
    const refund = (status: string) => ({ status, instructionsEmail: 'mona@example.com', amount: 1 });
    const charge = { id: 'ch_1', refunds: ['SUCCEEDED', 'REQUIRES_ACTION'].map(refund), billingDetails };
    const intent = { status: 'SUCCEEDED', latestCharge: charge, charges: [charge], metadata: { refunds: null } };
    const customer = { id: 'cus_gone', type: 'guest', metadata: {} };
    await query(
      `update checkout_sessions set payment_intent = $2, customer = $3, customer_id = 'cus_gone', customer_details = null where id = $1`,
      [session.id, JSON.stringify(intent), JSON.stringify(customer)],
    );
    const read = async () => {
      const { rows } = await query('select payment_intent::text as intent from checkout_sessions where id = $1', [
        session.id,
      ]);
      return JSON.stringify(JSON.parse(rows[0]?.intent ?? ''));
    };
    return { intent: JSON.stringify(intent), read };
  };
  const [erased, unnamed] = [await withRefunds(null), await withRefunds({ email: null })];
  await query(eraseInstructions);
  const expected = erased.intent.replaceAll('"SUCCEEDED","instructionsEmail":"mona@example.com"', '"SUCCEEDED"');
  expect(await erased.read()).toBe(expected); // in the order in which it was written
  expect(await unnamed.read()).toBe(unnamed.intent);
});

describe('of a customer with more sessions than one transaction takes', () => {
  const many = 1_050;
  /** What the sessions of a customer are, and by how many transactions they were written. */
  const ofMany = async (customer: string) => {
    const { rows } = await world.db('checkout').query<{ sessions: number; most: number; people: number }>(
      `select sum(rows)::int as sessions, max(rows)::int as most, sum(people)::int as people from (
        select count(*) as rows, count(*) filter (where concat(customer, customer_details, payment_intent, settings) ~ 'Mona|mona@') as people
        from checkout_sessions where customer_id = $1 group by xmin::text) as written`,
      [customer],
    );
    return rows[0];
  };
  const openMany = async (customer: string) => {
    world.siblings.customers.set(customer, {
      id: customer,
      type: 'guest',
      name: 'Mona',
      email: 'mona@example.com',
      metadata: {},
    });
    const session = await world.openSession({
      customerId: customer,
      paymentIntentData: { receiptEmail: 'mona@example.com' },
    });
    await world.confirm(session);
    await world
      .db('checkout')
      .query(`update checkout_sessions set customer_details = '{"name": "Mona"}' where id = $1`, [session.id]);
    const columns = await world.db('checkout').query<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
       where attrelid = 'checkout_sessions'::regclass and attnum > 0 and not attisdropped and attname <> 'id'`,
    );
    await world.db('checkout').query(
      `insert into checkout_sessions (id, ${columns.rows[0]?.names})
       select id || n, ${columns.rows[0]?.names} from checkout_sessions, generate_series(2, ${many}) as n where id = $1`,
      [session.id],
    );
  };
  test('who is deleted, the person is erased from all of them, some at a time', async () => {
    await openMany('cus_many');
    expect(await ofMany('cus_many')).toMatchObject({ sessions: many, people: many });
    await deleted('cus_many');
    expect(await ofMany('cus_many')).toEqual({ sessions: many, people: 0, most: 200 });
  });

  test('who is deleted, an erasure that was interrupted goes on where it was', async () => {
    await openMany('cus_interrupted');
    const interrupted = { type: 'customer.deleted', object: { id: 'cus_interrupted' } } as unknown as BusEvent;
    await withDatabase('checkout', world.databaseUrls('checkout').runtimeUrl, async (db) => {
      const scope = { merchantId: 'acct_test', livemode: false };
      let parts = 0;
      const dying = {
        ...db,
        reader: db.reader.bind(db),
        transact: (...given: Parameters<typeof db.transact>) => {
          if (++parts > 3) throw new Error('the process ends');
          return db.transact(...given);
        },
      } as unknown as typeof db;
      await expect(customers.prepare(dying, { ...interrupted, scope })).rejects.toThrow('the process ends');
      expect(await ofMany('cus_interrupted')).toMatchObject({ people: many - 3 * 200 });
      const written = () =>
        world
          .db('checkout')
          .query<{ id: string; xmin: string }>(
            `select id, xmin::text from checkout_sessions where customer_id = 'cus_interrupted' and customer_details is null order by id`,
          );
      const before = (await written()).rows;
      await customers.prepare(db, { ...interrupted, scope });
      expect(await ofMany('cus_interrupted')).toMatchObject({ sessions: many, people: 0 });
      expect((await written()).rows).toEqual(expect.arrayContaining(before));
    });
  });

  test('who was merged, all of them become the survivor’s, some at a time', async () => {
    await openMany('cus_merged');
    await deleted('cus_merged', 'cus_older');
    expect((await ofMany('cus_merged'))?.sessions).toBeNull();
    const { rows } = await world.db('checkout').query<{ most: number; moved: number }>(
      `select max(rows)::int as most, sum(rows)::int as moved from (
        select count(*) as rows from checkout_sessions
        where customer_id = 'cus_older' and customer ->> 'id' = 'cus_merged' group by xmin::text) as written`,
    );
    expect(rows).toEqual([{ most: 500, moved: many }]);
  });
});

describe('a price or product changes', () => {
  const later = '2099-01-01T00:00:00.000Z';
  const receive = (type: 'price.updated' | 'product.updated', object: object, version = 2, previousAttributes = {}) =>
    publishEvent(world, 'checkout-catalog', { type, version, object, data: { previousAttributes } } as never);
  const changePrice = ({ price }: CheckoutPrice, change: object, version?: number) =>
    receive('price.updated', { ...price, updatedAt: later, ...change }, version);
  const changeProduct = (
    { product: { active, ...product } }: CheckoutPrice,
    change: object,
    version?: number,
    previousAttributes: object = { name: product.name },
  ) =>
    receive(
      'product.updated',
      {
        ...product,
        object: 'product',
        active,
        isSystemCreated: false,
        metadata: null,
        defaultPriceId: null,
        merchantId: 'acct_test',
        prices: [],
        createdAt: later,
        updatedAt: later,
        ...change,
      },
      version,
      previousAttributes,
    );
  const soap = (stock: number | null = 9, more = {}) => world.siblings.addPrice({ stock, ...more }, {}, stock);
  const openedWith = ({ price }: CheckoutPrice) =>
    world.openSession({ lineItems: [{ price: price.id, adjustableQuantity: { enabled: true } }] });

  test.each([
    ['sold_out', { stock: 0 }],
    ['sold_out', { stock: -2 }],
    ['low_stock', { stock: 3 }],
    ['available', { stock: null }],
    ['inactive', { active: false }],
    ['not_yet_active', { startDate: later }],
    ['expired', { expirationDate: '2026-01-01T00:00:00.000Z' }],
  ])(
    'is seen by buyer and merchant of an open session: %s with %j, and costs what it did',
    async (availability, change) => {
      const offer = soap();
      const session = await openedWith(offer);
      expect(session.lineItems[0]).toMatchObject({ availability: 'available', price: { stock: 9 } });
      await changePrice(offer, { ...change, unitAmount: 1 });
      const now = { availability, price: { ...change, unitAmount: 12_500 } };
      const calls = world.siblings.received.length;
      expect((await world.readSession(session.id)).lineItems[0]).toMatchObject(now);
      const { body } = await world.merchant<{ data: { lineItems: object[] }[] }>('GET', '/checkout/sessions?limit=1');
      expect(body.data[0]?.lineItems[0]).toMatchObject(now);
      expect((await world.view(session)).body.lineItems[0]).toMatchObject({ availability });
      expect(world.siblings.received).toHaveLength(calls); // the catalog may be away
      const changed = await world.change(session, { customerDetails: { email: 'mona@example.com' } });
      expect(changed.body.lineItems[0]).toMatchObject({ availability });
    },
  );

  test('a session shows the same when it is made and when it is read, whatever others hold of the stock', async () => {
    const offer = soap(9);
    const other = await openedWith(offer);
    const hold = {
      holdId: 'hold_others',
      checkoutSessionId: other.id,
      items: [{ priceId: offer.price.id, quantity: 6 }],
    };
    world.siblings.hold(hold);
    const session = await openedWith(offer);
    expect(await world.readSession(session.id)).toEqual(session);
    const { body } = await world.change(session, { lineItems: [{ id: session.lineItems[0]?.id, quantity: 2 }] });
    expect(body.lineItems[0]?.availability).toBe('available');
  });

  test('an archived product is inactive in open sessions until it is back', async () => {
    const offer = soap();
    const session = await openedWith(offer);
    await changeProduct(offer, { active: false });
    expect((await world.readSession(session.id)).lineItems[0]?.availability).toBe('inactive');
    await changeProduct(offer, { active: true }, 3);
    expect((await world.readSession(session.id)).lineItems[0]?.availability).toBe('available');
  });

  test('the newest version counts, in whatever order they come', async () => {
    const offer = soap();
    const session = await openedWith(offer);
    await changePrice(offer, { stock: 0 }, 5);
    await changePrice(offer, { stock: 7 }, 4);
    expect((await world.readSession(session.id)).lineItems[0]).toMatchObject({ availability: 'sold_out' });
  });

  test('what the catalog answered after its event counts', async () => {
    const offer = soap();
    await changePrice(offer, { stock: 0, updatedAt: '2025-12-31T00:00:00.000Z' });
    expect((await world.readSession((await openedWith(offer)).id)).lineItems[0]).toMatchObject({
      availability: 'available',
    });
  });

  test('a session that is over shows what it sold as its event did', async () => {
    const offer = soap(1);
    const session = await openedWith(offer);
    expect((await world.confirm(session)).status).toBe(200);
    await changePrice(offer, { stock: 0 });
    const read = await world.readSession(session.id);
    expect(read.lineItems[0]?.availability).toBe('low_stock');
    expect((await world.eventsOf(session.id)).at(-1)?.object).toEqual(asInEvents(read));
  });

  test('a link shows it, is found by the new name and no longer by the old one', async () => {
    const links = linksOf(world);
    const offer = soap(9, { name: 'Bar' });
    const link = await links.create({ lineItems: [{ price: offer.price.id }] });
    await changeProduct(offer, { name: 'Laurel soap', image: 'https://cdn.example/laurel.png' });
    await changePrice(offer, { active: false, stock: 0, name: 'Half a bar', unitAmount: 1 });
    const line = {
      description: 'Laurel soap',
      product: { name: 'Laurel soap', image: 'https://cdn.example/laurel.png' },
      price: { active: false, stock: 0, name: 'Half a bar', unitAmount: 12_500 },
    };
    expect((await links.read(link.id)).lineItems).toMatchObject([line]);
    const found = await links.list('?search=laurel');
    expect(found.body.data).toMatchObject([{ id: link.id, lineItems: [line] }]);
    expect((await links.list(`?search=olive oil soap`)).body.data.map(({ id }) => id)).not.toContain(link.id);
  });

  test('a link that is made while its product is being renamed is found by the new name', async () => {
    const links = linksOf(world);
    const offer = soap();
    const first = await links.create({ lineItems: [{ price: offer.price.id }] });
    await changeProduct(offer, { name: 'Aleppo soap' });
    const second = await links.create({ lineItems: [{ price: offer.price.id }] }); // the catalog answered before
    const { data } = (await links.list('?search=aleppo')).body;
    expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(second.lineItems[0]?.product.name).toBe('Aleppo soap');
  });

  test('a link is found by the new name also when a later change arrives first', async () => {
    const links = linksOf(world);
    const offer = soap();
    const link = await links.create({ lineItems: [{ price: offer.price.id }] });
    await changeProduct(offer, { name: 'Marseille soap', active: false }, 3, { active: true });
    await changeProduct(offer, { name: 'Marseille soap' }, 2);
    expect((await links.list('?search=marseille')).body.data.map(({ id }) => id)).toEqual([link.id]);
  });

  test('a product of more links than one transaction takes is renamed in all of them, some at a time', async () => {
    const links = linksOf(world);
    const offer = soap();
    const link = await links.create({ lineItems: [{ price: offer.price.id }] });
    const columns = await world.db('checkout').query<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
       where attrelid = 'payment_links'::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'slug')`,
    );
    await world.db('checkout').query(
      `insert into payment_links (id, slug, ${columns.rows[0]?.names})
       select id || n, slug || n, ${columns.rows[0]?.names} from payment_links, generate_series(2, 450) as n where id = $1`,
      [link.id],
    );
    const written = async () =>
      (
        await world
          .db('checkout')
          .query<{ links: number; by: string }>(
            `select count(*)::int as links, xmin::text as by from payment_links where search_text like '%Cedar soap%' group by xmin::text order by 1`,
          )
      ).rows;
    await changeProduct(offer, { name: 'Cedar soap' });
    expect((await links.list('?search=cedar')).body.totalCount).toBe(450);
    const before = await written();
    expect(before.map(({ links }) => links)).toEqual([50, 200, 200]);
    await changeProduct(offer, { name: 'Cedar soap' }); // the same event again: all is as it was
    expect(await written()).toEqual(before);
  });

  test('a link of two products that are renamed at once is found by both new names', async () => {
    const links = linksOf(world);
    const [one, other] = [soap(), soap()];
    const link = await links.create({ lineItems: [one, other].map(({ price }) => ({ price: price.id })) });
    const elsewhere = await world.db('checkout').connect(); // as another replica, which hears of the other product
    await elsewhere.query('begin');
    await elsewhere.query(
      `update catalog_objects set version = 2, shown = jsonb_set(shown::jsonb, '{name}', '"Nabulsi soap"')::json where id = $1`,
      [other.product.id],
    );
    await elsewhere.query(`select from payment_links where id = $1 for update`, [link.id]);
    const received = changeProduct(one, { name: 'Ghar soap' });
    await eventually(async () => expect(await isWaiting(world.db('checkout'))).toBe(true));
    await elsewhere.query('commit');
    elsewhere.release();
    await received;
    for (const name of ['ghar', 'nabulsi'])
      expect((await links.list(`?search=${name}`)).body.data.map(({ id }) => id)).toEqual([link.id]);
  });

  test('a link is shown by the latest events while the catalog is unavailable', async () => {
    const links = linksOf(world);
    const offer = soap();
    const link = await links.create({ lineItems: [{ price: offer.price.id }] });
    await changePrice(offer, { stock: 0 });
    world.siblings.before = (name) => {
      if (name === 'getCheckoutPrices') throw new Problem('internal_error', 'Away.', { status: 503 });
    };
    const viewed = await world.buyerClient('checkout')<HostedCheckout>('GET', `/client/checkout/${link.id}`);
    world.siblings.before = () => {};
    expect(viewed.body.lineItems[0]?.availability).toBe('sold_out');
  });
});
