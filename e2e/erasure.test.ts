import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession, ConfirmedCheckout, Customer, Refund } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { cards, startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform());
});
afterAll(() => shop.world.stop());

const remove = (id: string) => shop.world.api<Record<string, unknown>>('DELETE', `/customers/${id}`);
const buyerOf = ({ clientSecret }: CheckoutSession) => ({
  key: null,
  headers: { 'client-secret': clientSecret ?? '' },
});
const payBy = async (session: CheckoutSession, paymentMethod: object): Promise<string> => {
  const body = { paymentMethod, expectedAmountTotal: session.amountTotal };
  const path = `/client/checkout/${session.id}/confirm`;
  const paid = await shop.world.api<ConfirmedCheckout>('POST', path, body, buyerOf(session));
  expect(paid.status).toBe(200);
  return paid.body.paymentIntent?.id ?? '';
};
const counted = async (id: string, payments: number) =>
  eventually(async () => expect((await shop.customer(id)).spendData?.numPayments).toBe(payments));

const services = ['customers', 'checkout', 'payments'] as const;
/** The newest event of each service. */
const newestEvents = (): Promise<string[]> =>
  Promise.all(
    services.map(async (service) => {
      const { rows } = await shop.world.db(service).query<{ id: string }>('select max(id)::text as id from outbox');
      return rows[0]?.id ?? '0';
    }),
  );
/** Each event that was published after these. */
const eventsAfter = async (newest: readonly string[]): Promise<{ type: string; payload: string }[]> => {
  const found = services.map(async (service, index) => {
    const after = 'select type, payload from outbox where id > $1 order by id';
    return (await shop.world.db(service).query<{ type: string; payload: string }>(after, [newest[index]])).rows;
  });
  return (await Promise.all(found)).flat();
};

test('a deleted customer is gone from the database and from every later event, its payments stay, its e-mail is free, later refunds work', async () => {
  const email = 'layla.erased@example.com';
  const address = { line1: '7 Forgotten Street', city: 'Cairo', country: 'EG' };
  const shipping = { name: 'Layla Erased', phone: '+201012345678', address };
  const who = { name: 'Layla Erased', email, phone: '+201012345678', address, shipping };
  const body = { ...who, metadata: { note: 'allergic' } };
  const known = ['Layla', email, '1012345678', 'Forgotten', 'allergic'];
  const customer = await shop.expect<Customer>(201, 'POST', '/customers', body);
  const { price } = await shop.stock(7_000);
  const session = await shop.openSession(price, { customerId: customer.id });
  const paid = await shop.confirm(session);
  const asGuest = await shop.openSession(price, {
    customerDetails: { name: 'Layla Erased', email, phone: '+201012345678' },
    paymentIntentData: { receiptEmail: email },
  });
  await shop.confirm(asGuest);
  const wallet = { type: 'vodafone_cash', phone: '+201012345678' };
  const customFields = [{ key: 'gift', label: 'Who is it for?', type: 'TEXT' }];
  const gift = await shop.openSession(price, { customerId: customer.id, customFields });
  const answers = { customFields: [{ key: 'gift', text: { value: 'Layla Erased' } }] };
  const answered = await shop.world.api('PATCH', `/client/checkout/${gift.id}`, answers, buyerOf(gift));
  expect(answered.status).toBe(200);
  await payBy(gift, wallet);
  await counted(customer.id, 2);
  await shop.settled();
  const newest = await newestEvents();

  expect(await remove(customer.id)).toMatchObject({
    status: 200,
    body: { id: customer.id, object: 'customer', deleted: true },
  });
  expect((await shop.world.api('GET', `/customers/${customer.id}`)).status).toBe(404);
  expect((await remove(customer.id)).status).toBe(404);
  const tables = {
    customers: ['customers', 'guest_marks', 'spend_payments'],
    checkout: ['checkout_sessions', 'discounts', 'promotion_codes'],
    payments: ['payment_intents', 'charges', 'refunds', 'payment_methods'],
  } as const;
  await eventually(async () => {
    for (const service of services)
      for (const table of tables[service]) {
        const { rows } = await shop.world.db(service).query<{ row: string }>(`select t::text as row from ${table} t`);
        for (const each of known)
          expect([table, each, rows.some(({ row }) => row.includes(each))]).toEqual([table, each, false]);
      }
  });

  const shown = { id: customer.id, type: 'registered', metadata: {} };
  expect((await shop.session(session.id)).customer).toEqual(shown);
  expect(await shop.session(asGuest.id)).toMatchObject({
    customer: shown,
    paymentIntent: { customer: { name: null } },
  });

  const intent = await shop.intent(paid.body.paymentIntent?.id ?? '');
  expect(intent).toMatchObject({ status: 'SUCCEEDED', amountReceived: 7_000 });
  await shop.expect(201, 'POST', '/refunds', { paymentIntentId: intent.id, amount: 1_000 });
  await shop.settled();
  const { rows: dead } = await shop.world
    .db('customers')
    .query('select 1 from dead_letters union all select 1 from consumer_failures');
  expect(dead).toEqual([]);
  const later = await eventsAfter(newest);
  expect(later.map(({ type }) => type)).toEqual(expect.arrayContaining(['customer.deleted', 'refund.succeeded']));
  for (const { type, payload } of later)
    for (const each of known) expect([type, each, payload.includes(each)]).toEqual([type, each, false]);
  expect((await shop.expect<Customer>(201, 'POST', '/customers', { email })).id).not.toBe(customer.id);

  const { body: published } = await shop.world.api<{ data: { data: { object: Customer } }[] }>(
    'GET',
    '/events?type=customer.deleted',
  );
  expect(published.data.map(({ data }) => data.object)).toEqual([
    {
      ...{ id: customer.id, object: 'customer', type: 'registered', merchantId: customer.merchantId, currency: 'EGP' },
      ...{ createdAt: customer.createdAt, updatedAt: expect.any(String), metadata: {}, balance: '0' },
      guestFingerprint: { emails: [], phones: [], cardFingerprints: [] },
      spendData: expect.objectContaining({ numPayments: 2 }),
    },
  ]);
});

test('an attempt of a deleted customer is anonymous in the checkout that another customer paid, in payments and in checkouts', async () => {
  const [first, second] = ['salma.first@example.com', 'salma.second@example.com'];
  const { price } = await shop.stock(5_000);
  const session = await shop.openSession(price);
  const attempt = async (email: string, card: string) => {
    const customerDetails = { email, name: 'Salma' };
    const entered = await shop.world.api(
      'PATCH',
      `/client/checkout/${session.id}`,
      { customerDetails },
      buyerOf(session),
    );
    expect(entered.status).toBe(200);
    const { body } = await shop.confirm(session, card);
    return body.paymentIntent;
  };
  await attempt(first, cards.declined);
  const paid = await attempt(second, cards.good);
  expect(paid?.status).toBe('SUCCEEDED');
  const customer = (await shop.session(session.id)).customer?.id ?? '';
  const { rows } = await shop.world
    .db('payments')
    .query<{ id: string }>('select customer_id as id from charges where payment_intent_id = $1 order by attempt', [
      paid?.id,
    ]);
  expect(rows.map(({ id }) => id)).toEqual([expect.stringMatching(/^cus_/), customer]);
  expect(rows[0]?.id).not.toBe(customer);

  await eventually(async () => expect((await remove(rows[0]?.id ?? '')).status).toBe(200));
  await eventually(async () => {
    const [shown, intent] = [await shop.session(session.id), await shop.intent(paid?.id ?? '')];
    for (const each of [shown, intent]) {
      expect(JSON.stringify(each)).not.toContain(first);
      expect(JSON.stringify(each)).toContain(second);
    }
  });
});

test('409 resource_in_use while a refund waits for the buyer’s bank details, which are requested by e-mail', async () => {
  const customer = await shop.expect<Customer>(201, 'POST', '/customers', { email: 'refunded@example.com' });
  const { price } = await shop.stock(5_000);
  const session = await shop.openSession(price, { customerId: customer.id });
  const paymentIntentId = await payBy(session, { type: 'fawry', phone: '+201012345678' });
  await shop.expect(200, 'POST', `/test-helpers/payment-intents/${paymentIntentId}/simulate`, { outcome: 'succeed' });
  const details = { paymentIntentId, instructionsEmail: 'refunded@example.com' };
  const refund = await shop.expect<Refund>(201, 'POST', '/refunds', details);
  expect(refund.status).toBe('REQUIRES_ACTION');
  expect(await remove(customer.id)).toMatchObject({ status: 409, body: { error: { code: 'resource_in_use' } } });
  await shop.expect(200, 'POST', `/refunds/${refund.id}/cancel`);
  expect((await remove(customer.id)).status).toBe(200);
  await eventually(async () => {
    const shown = await shop.expect<Refund>(200, 'GET', `/refunds/${refund.id}`);
    expect(JSON.stringify([shown, await shop.session(session.id)])).not.toContain('refunded@example.com');
  });
});

test('409 resource_in_use while the outcome of a payment is not known; afterwards it is deleted', async () => {
  const customer = await shop.expect<Customer>(201, 'POST', '/customers', { email: 'waiting@example.com' });
  const { price } = await shop.stock(5_000);
  const session = await shop.openSession(price, { customerId: customer.id });
  await shop.confirm(session, cards.lostAnswer);
  const refused = await remove(customer.id);
  expect([refused.status, (refused.body as { error?: { code: string } }).error?.code]).toEqual([
    409,
    'resource_in_use',
  ]);
  await shop.world.db('payments').query(`update charges set next_sync_at = now() where status = 'PENDING'`); // the janitor's hour
  await eventually(async () => expect((await remove(customer.id)).status).toBe(200));
});
