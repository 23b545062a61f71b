import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession, Customer } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { cards, startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off' }));
});
afterAll(() => shop.world.stop());

/** A guest buys once, known by these details only. */
async function buyAs(customerDetails: object, unitAmount: number, number = cards.good): Promise<CheckoutSession> {
  const { price } = await shop.stock(unitAmount);
  const session = await shop.openSession(price, { customerDetails });
  expect((await shop.confirm(session, number)).status).toBe(200);
  return shop.session(session.id);
}

test('guests who turn out to be one person become one customer with all that they bought, in every service', async () => {
  const [email, phone] = ['nadia@example.com', '+201012345678'];
  const byEmail = await buyAs({ email }, 1_000);
  const byPhone = await buyAs({ phone }, 2_000, '5555555555554444');
  expect(byPhone.customerId).not.toBe(byEmail.customerId);
  const both = await buyAs({ email, phone }, 4_000);
  const survivor = byEmail.customerId ?? '';
  expect(both.customerId).toBe(survivor);
  await eventually(async () => {
    const customer = await shop.customer(survivor);
    expect(customer.spendData).toMatchObject({ grossSpend: 7_000, numPayments: 3 });
    expect(await shop.customer(byPhone.customerId ?? '')).toEqual(customer);
    const moved = await shop.session(byPhone.id);
    expect([moved.customerId, moved.customer?.id, moved.paymentIntent?.customer?.id]).toEqual(Array(3).fill(survivor));
    const intents = await shop.expect<{ data: { id: string; customer: Customer }[] }>(
      200,
      'GET',
      `/payment-intents?customerId=${survivor}`,
    );
    expect(intents.data.map((intent) => intent.customer.id)).toEqual(Array(3).fill(survivor));
    const charges = await shop.expect<{ totalCount: number }>(200, 'GET', `/charges?customerId=${survivor}`);
    expect(charges.totalCount).toBe(3);
  });
});

test('two anonymous purchases on one card are one guest, who lists the card; an e-mail tells the next two apart', async () => {
  const number = '378282246310005';
  const first = await buyAs({}, 1_000, number);
  const guest = first.customerId ?? '';
  const fingerprint = first.paymentIntent?.paymentMethod?.card?.fingerprint;
  expect(fingerprint).toMatch(/^[0-9a-f]{32}$/);
  expect((await buyAs({}, 2_000, number)).customerId).toBe(guest);
  expect(await shop.customer(guest)).toMatchObject({
    type: 'guest',
    guestFingerprint: { emails: [], phones: [], cardFingerprints: [{ fingerprint }] },
  });
  expect((await buyAs({ email: 'ali@example.com' }, 1_000, number)).customerId).toBe(guest); // nothing contradicts
  expect((await buyAs({ email: 'aya@example.com' }, 1_000, number)).customerId).not.toBe(guest);
  await eventually(async () => expect((await shop.customer(guest)).spendData?.numPayments).toBe(3));
});

test('an anonymous buyer whose first card is declined is one guest, known by the card that paid', async () => {
  const { price } = await shop.stock(1_000);
  const session = await shop.openSession(price, { customerDetails: {} });
  await shop.confirm(session, cards.declined);
  const { customerId: guest } = await shop.session(session.id);
  await shop.confirm(session, '5078030000000011');
  expect((await shop.session(session.id)).customerId).toBe(guest);
  expect((await buyAs({}, 1_000, '5078030000000011')).customerId).toBe(guest);
});

test('a guest who was deleted between two tries of a checkout pays as a new one', async () => {
  const { price } = await shop.stock(3_000);
  const session = await shop.openSession(price, { customerDetails: { email: 'gone@example.com' } });
  await shop.confirm(session, cards.declined);
  const { customerId: deleted = '' } = await shop.session(session.id);
  await shop.expect(200, 'DELETE', `/customers/${deleted}`);
  const ownCard = '4000000000000077'; // the deletion may have erased the e-mail by now, which leaves the card
  expect((await shop.confirm(session, ownCard)).status).toBe(200);
  const { customerId: payer = '' } = await shop.session(session.id);
  expect(payer).not.toBe(deleted);
  await eventually(async () => expect((await shop.customer(payer)).spendData?.grossSpend).toBe(3_000));
});
