import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession, Customer, ListCustomer, PaymentIntent } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform());
});
afterAll(() => shop.world.stop());

const pay = (customerId: string, id: string) =>
  shop.world.api<PaymentIntent & { error?: { code: string } }>('POST', '/payment-intents', {
    amount: 5_000,
    currency: 'EGP',
    customerId,
    confirm: true,
    paymentMethod: { id },
  });

test('a card that a customer saved pays for that customer, at the merchant’s server and at a checkout, until it is deleted', async () => {
  const [customer, other] = await Promise.all(
    ['saver@example.com', 'other@example.com'].map((email) =>
      shop.expect<Customer>(201, 'POST', '/customers', { email }),
    ),
  );
  if (!customer || !other) throw new Error('there are no customers');
  const setup = await shop.expect<CheckoutSession>(201, 'POST', '/checkout/sessions', {
    mode: 'setup',
    customerId: customer.id,
  });
  const saved = await shop.confirm(setup);
  expect(saved.body).toMatchObject({
    paymentIntent: null,
    checkoutSession: { status: 'complete', paymentStatus: 'no_payment_required' },
  });
  const { paymentMethodId = '' } = await shop.expect<CheckoutSession>(200, 'GET', `/checkout/sessions/${setup.id}`);
  expect(paymentMethodId).toMatch(/^pm_/);

  await eventually(async () => {
    const { data } = await shop.expect<{ data: ListCustomer[] }>(200, 'GET', `/customers?search=${customer.id}`);
    expect(data[0]?.latestPaymentMethod).toMatchObject({ id: paymentMethodId, type: 'card' });
  });

  expect(await pay(customer.id, paymentMethodId)).toMatchObject({ status: 201, body: { status: 'SUCCEEDED' } });
  expect(await pay(other.id, paymentMethodId)).toMatchObject({
    status: 400,
    body: { error: { code: 'payment_method_customer_mismatch' } },
  });

  const { price } = await shop.stock(7_000);
  const confirm = (session: CheckoutSession) =>
    shop.world.api<{ checkoutSession: { paymentStatus: string }; error?: { code: string } }>(
      'POST',
      `/client/checkout/${session.id}/confirm`,
      { paymentMethod: { id: paymentMethodId } },
      { key: null, headers: { 'client-secret': session.clientSecret } },
    );
  const chosen = await confirm(await shop.openSession(price, { customerId: customer.id }));
  expect(chosen).toMatchObject({ status: 200, body: { checkoutSession: { paymentStatus: 'paid' } } });
  const guessed = await confirm(await shop.openSession(price, { customerDetails: { email: 'saver@example.com' } }));
  expect(guessed).toMatchObject({ status: 400, body: { error: { code: 'payment_method_customer_mismatch' } } });

  const later = await shop.expect<PaymentIntent>(201, 'POST', '/payment-intents', {
    amount: 5_000,
    currency: 'EGP',
    customerId: customer.id,
    paymentMethod: { id: paymentMethodId },
  });
  expect((await shop.world.api('DELETE', `/customers/${customer.id}`)).status).toBe(200);
  await eventually(async () => {
    const { rows } = await shop.world.db('payments').query('select 1 from payment_methods');
    expect(rows).toEqual([]);
  });
  expect((await shop.world.api('POST', `/payment-intents/${later.id}/confirm`)).status).toBe(404);
});
