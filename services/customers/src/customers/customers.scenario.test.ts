import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Customer } from '@mizan/contracts';
import { startCustomers, type CustomersWorld } from '../customers.test-support.ts';

let world: CustomersWorld;
beforeAll(async () => {
  world = await startCustomers({ nats: false });
});
afterAll(() => world.stop());

const noSpending = {
  amountDisputeLosses: 0,
  amountRefunded: 0,
  averageOrderValue: 0,
  currency: 'EGP',
  firstPurchaseAt: '',
  grossSpend: 0,
  lastPurchaseAt: '',
  netSpend: 0,
  numPayments: 0,
};
const create = (body: object) => world.merchant<Customer>('POST', '/customers', body);

describe('a new customer', () => {
  test('is returned, read and published identically, byte for byte', async () => {
    const { status, body } = await create({
      name: 'Mona',
      email: ' Mona@Example.com ',
      phone: '0100 123 4567',
      address: { line1: '1 Nile St', city: 'Cairo', country: 'eg', floor: '3' },
      metadata: { tier: 'gold', since: 2020, a: true },
    });
    expect(status).toBe(201);
    expect(Customer.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      object: 'customer',
      type: 'registered',
      name: 'Mona',
      email: 'Mona@Example.com',
      phone: '+201001234567',
      address: { line1: '1 Nile St', city: 'Cairo', country: 'EG', floor: '3' },
      guestFingerprint: { emails: [], phones: [], cardFingerprints: [] },
      metadata: { tier: 'gold', since: 2020, a: true },
      merchantId: 'acct_test',
      currency: 'EGP',
      spendData: noSpending,
      balance: '0',
    });
    expect(JSON.stringify(await world.getCustomer(body.id))).toBe(JSON.stringify(body));
    const [event] = await world.eventsOf(body.id);
    expect(event).toMatchObject({ type: 'customer.created', version: 1 });
    expect(JSON.stringify(event?.object)).toBe(JSON.stringify(body));
  });

  test('has the currency of the request', async () => {
    expect(await world.createCustomer({ phone: '+971501234567', currency: 'AED' })).toMatchObject({
      currency: 'AED',
      spendData: { currency: 'AED' },
    });
  });

  test.each([
    ['of the account’s country', { phone: '01001234567' }, '+201001234567'],
    ['of the address’s country', { phone: '050 123 4567', address: { country: 'AE' } }, '+971501234567'],
    ['with its own country code', { phone: '+966 50 123 4567', address: { country: 'EG' } }, '+966501234567'],
    ['that no plan knows', { phone: 'ext. 12' }, 'ext. 12'],
  ])('has its phone in E.164: one %s', async (_what, body, phone) => {
    expect((await world.createCustomer(body)).phone).toBe(phone);
  });

  test('may share a phone with another', async () => {
    const [a, b] = [
      await world.createCustomer({ phone: '+201111111111' }),
      await world.createCustomer({ phone: '+201111111111' }),
    ];
    expect(a.id).not.toBe(b.id);
  });

  test.each([
    ['neither e-mail nor phone', { name: 'Unreachable' }, 'parameter_invalid', 'email'],
    ['an e-mail that is none', { email: 'mona' }, 'parameter_invalid', 'email'],
    ['a phone without digits', { phone: 'none' }, 'parameter_invalid', 'phone'],
    [
      'a country that is no code',
      { phone: '1', address: { country: 'Egypt' } },
      'parameter_invalid',
      'address.country',
    ],
    ['an unknown currency', { phone: '1', currency: 'XXX' }, 'parameter_invalid', 'currency'],
    ['an unknown field', { phone: '1', nickname: 'M' }, 'parameter_unknown', 'nickname'],
  ])('is refused with %s', async (_what, body, code, param) => {
    const answer = await world.merchant('POST', '/customers', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code, param });
  });
});

test('400 parameter_out_of_range for one that no event could hold, with its largest field; what fits is accepted', async () => {
  const lines = (characters: number) =>
    Object.fromEntries(Array.from({ length: 19 }, (_, index) => [`line${index}`, '\u0001'.repeat(characters)]));
  const create = (characters: number) =>
    world.merchant<Customer>('POST', '/customers', {
      phone: '1',
      name: '\u0001'.repeat(250),
      address: lines(characters),
    });
  const fitting = await create(400);
  expect(fitting.status).toBe(201);
  const refusal = { code: 'parameter_out_of_range', param: 'address' };
  const large = {
    address: lines(500),
    metadata: Object.fromEntries([...'abcdefghijklmno'].map((key) => [key, 'x'.repeat(500)])),
  };
  expect(await world.merchant('PATCH', `/customers/${fitting.body.id}`, large)).toMatchObject({
    status: 400,
    body: { error: refusal },
  });
  expect((await world.getCustomer(fitting.body.id)).address).toEqual(lines(400));
  const { status, body } = await world.merchant('POST', '/customers', {
    phone: '1',
    name: '\u0001'.repeat(250),
    ...large,
  });
  expect([status, body.error]).toEqual([400, expect.objectContaining(refusal)]);
});

describe('an e-mail', () => {
  const refused = { type: 'invalid_request_error', code: 'resource_already_exists', param: 'email' };

  test('belongs to one customer, regardless of case, whom the refusal names', async () => {
    const { id } = await world.createCustomer({ email: 'One@example.com' });
    const { status, body } = await world.merchant('POST', '/customers', { email: 'oNE@EXAMPLE.com' });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ ...refused, message: `The customer ${id} already has this email.` });
  });

  test('is given to one of 40 concurrent requests; the others are 409', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        world.merchant('POST', '/customers', { email: i % 2 ? 'race@example.com' : 'RACE@example.com' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status === 409);
    expect(losers).toHaveLength(39);
    for (const { body } of losers) expect(body.error).toMatchObject(refused);
    const { body } = await world.merchant('GET', '/customers?search=race@example.com');
    expect(body).toMatchObject({ totalCount: 1 });
  });

  test('may be used again by another merchant and in the other mode', async () => {
    await world.createCustomer({ email: 'shared@example.com' });
    for (const merchant of [{ merchantId: 'acct_other' }, { merchantId: 'acct_test', livemode: true }]) {
      const { status } = await world.merchantClient('customers', merchant)('POST', '/customers', {
        email: 'shared@example.com',
      });
      expect(status).toBe(201);
    }
  });

  test('that only a guest has turns the guest into a customer with the same id', async () => {
    const guest = (await world.resolve({ email: 'guest@example.com', name: 'G.', phone: '01000000001' })).body.customer;
    expect(guest.type).toBe('guest');
    const { status, body } = await create({ email: 'Guest@example.com', name: 'Gamal', metadata: { vip: true } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: guest.id,
      type: 'registered',
      name: 'Gamal',
      email: 'Guest@example.com',
      phone: '+201000000001',
      metadata: { vip: true },
      guestFingerprint: { emails: ['guest@example.com'], phones: ['+201000000001'] },
    });
    const events = await world.eventsOf(guest.id);
    expect(events.map(({ type, version }) => [type, version])).toEqual([
      ['customer.created', 1],
      ['customer.updated', 2],
    ]);
    expect(events[1]).toMatchObject({
      object: body,
      previousAttributes: { type: 'guest', name: 'G.', email: 'guest@example.com', metadata: {} },
    });
    expect((await create({ email: 'guest@example.com' })).status).toBe(409);
  });
});

describe('a customer', () => {
  test('is the same 404 when it is missing, malformed, another merchant’s or of the other mode', async () => {
    const { id } = await world.createCustomer({ phone: '+201222222222' });
    const answers = await Promise.all([
      world.merchant('GET', '/customers/cus_0000000000000000000000'),
      world.merchant('GET', '/customers/..%2Fproducts'),
      world.merchantClient('customers', { merchantId: 'acct_other' })('GET', `/customers/${id}`),
      world.merchantClient('customers', { merchantId: 'acct_test', livemode: true })('GET', `/customers/${id}`),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'resource_missing', param: 'id' });
    }
    const shown = answers.map(({ body }) => body.error?.message.replace(/`\w+` in (test|live) mode/, 'it'));
    expect(shown.slice(2)).toEqual([shown[0], shown[0]]);
    expect(answers[0]?.body.error).toMatchObject({ code: 'resource_missing', param: 'id' });
  });

  test('that was merged is returned as its survivor, and frees its e-mail', async () => {
    const [first, second, survivor] = [
      await world.createCustomer({ email: 'merged@example.com' }),
      await world.createCustomer({ email: 'merged2@example.com' }),
      await world.createCustomer({ email: 'survivor@example.com' }),
    ];
    const merge = (from: Customer, into: Customer) =>
      world.db('customers').query('update customers set merged_into = $2 where id = $1', [from.id, into.id]);
    await merge(first, second);
    await merge(second, survivor);
    expect(await world.getCustomer(first.id)).toEqual(survivor);
    expect((await world.resolve({ customerId: first.id })).body.customer.id).toBe(survivor.id);
    expect((await create({ email: 'merged@example.com' })).status).toBe(201);
  });

  test('has a summary for a checkout', async () => {
    const { id } = await world.createCustomer({ email: 'sum@example.com', name: 'Sum', metadata: { a: 1 } });
    const getSummary = (customerId: string) =>
      world.siblingClient('customers', 'checkout')('POST', '/internal/calls/getCustomerSummary', { customerId });
    expect((await getSummary(id)).body).toEqual({
      customer: { id, type: 'registered', name: 'Sum', email: 'sum@example.com', metadata: { a: 1 } },
    });
    const missing = await getSummary('cus_unknown');
    expect([missing.status, missing.body.error?.code, missing.body.error?.param]).toEqual([
      404,
      'resource_missing',
      'customerId',
    ]);
  });
});
