import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Customer } from '@mizan/contracts';
import { startCustomers, type CustomersWorld } from '../customers.test-support.ts';

let world: CustomersWorld;
beforeAll(async () => {
  world = await startCustomers({ nats: false });
});
afterAll(() => world.stop());

const change = (id: string, body: unknown) => world.merchant<Customer>('PATCH', `/customers/${id}`, body);
const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { error } = body as { error?: { code: string; param?: string } };
  return [status, error?.code, error?.param];
};

test('changes the given fields, emits the previous values, and keeps the rest', async () => {
  const before = await world.createCustomer({
    name: 'Mona',
    email: 'Mona@Example.com',
    address: { city: 'Cairo', country: 'EG' },
    metadata: { tier: 1, note: 'x' },
  });
  const { status, body } = await change(before.id, {
    phone: '٠١٠ ٠٠٠٠ ٠٠٠١',
    metadata: { note: null, since: 2024 },
    address: { line1: '1 Nile St', country: 'EG' },
    shipping: { name: 'Hoda', phone: '010 0000 0002', address: { line1: '2 Nile St', country: 'EG' } },
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    ...before,
    phone: '+201000000001',
    address: { line1: '1 Nile St', country: 'EG' },
    shipping: { name: 'Hoda', phone: '010 0000 0002', address: { line1: '2 Nile St', country: 'EG' } },
    metadata: { tier: 1, since: 2024 },
    updatedAt: body.updatedAt,
  });
  expect(await world.getCustomer(before.id)).toEqual(body);
  expect((await world.eventsOf(before.id)).at(-1)).toEqual({
    type: 'customer.updated',
    version: 2,
    object: body,
    previousAttributes: { phone: null, address: before.address, shipping: null, metadata: before.metadata },
  });
});

test('sending back what was read changes nothing', async () => {
  const shipping = { name: 'Same', address: { line1: '1 Nile St' } };
  const before = await world.createCustomer({
    email: 'same@example.com',
    name: 'Same',
    shipping,
    metadata: { b: 1, a: 2 },
  });
  expect(before.shipping).toEqual(shipping);
  expect((await change(before.id, before)).body).toEqual(before);
  expect(await world.eventsOf(before.id)).toHaveLength(1);
});

test('409 for the e-mail of another customer, regardless of case; its own in another case is accepted', async () => {
  const holder = await world.createCustomer({ email: 'taken@example.com' });
  const mine = await world.createCustomer({ email: 'mine@example.com' });
  const refused = await change(mine.id, { email: 'TAKEN@example.com' });
  expect(refusal(refused)).toEqual([409, 'resource_already_exists', 'email']);
  expect(JSON.stringify(refused.body)).toContain(`The customer ${holder.id} already has this email.`);
  expect((await change(mine.id, { email: 'Mine@Example.com' })).body.email).toBe('Mine@Example.com');
});

test('exactly one of ten concurrent updates to the same e-mail succeeds', async () => {
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, i) => world.createCustomer({ phone: `+2010000001${i}0` })),
  );
  const answers = await Promise.all(all.map(({ id }) => change(id, { email: 'wanted@example.com' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(refusal(answer)).toEqual([409, 'resource_already_exists', 'email']);
});

test('a customer keeps an e-mail or a phone', async () => {
  const { id } = await world.createCustomer({ email: 'only@example.com' });
  expect(refusal(await change(id, { email: null }))).toEqual([400, 'parameter_invalid', 'email']);
  expect((await change(id, { email: null, phone: '+201000000009' })).body).not.toHaveProperty('email');
  expect(refusal(await change(id, { phone: null }))).toEqual([400, 'parameter_invalid', 'phone']);
});

test.each([
  ['an e-mail that is none', { email: 'x' }, 'parameter_invalid', 'email'],
  ['a phone without digits', { phone: 'call me' }, 'parameter_invalid', 'phone'],
  ['a country that is no code', { address: { country: 'Egypt' } }, 'parameter_invalid', 'address.country'],
  ['a field that there is not', { vip: true }, 'parameter_unknown', 'vip'],
])('400 for %s', async (_what, body, code, param) => {
  const { id } = await world.createCustomer({ phone: '+201000000008' });
  expect(refusal(await change(id, body))).toEqual([400, code, param]);
});

test('404 for the customer of another merchant or mode', async () => {
  const { id } = await world.createCustomer({ email: 'theirs@example.com' });
  for (const scope of [{ merchantId: 'acct_other' }, { merchantId: 'acct_test', livemode: true }]) {
    const stranger = world.merchantClient('customers', scope);
    expect(refusal(await stranger('PATCH', `/customers/${id}`, { name: 'x' }))).toEqual([
      404,
      'resource_missing',
      'id',
    ]);
  }
});
