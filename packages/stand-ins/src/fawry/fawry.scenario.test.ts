import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { StandInClock } from '../server/clock.ts';
import { startMerchant, type Merchant } from '../server/merchant.test-support.ts';
import { startFawryStandIn, type FawryStandIn } from './start-fawry-stand-in.ts';

let fawry: FawryStandIn;
let merchant: Merchant;
const now = '2026-03-01T10:00:00.000Z';
beforeEach(async () => {
  merchant = await startMerchant();
  fawry = await startFawryStandIn({ clock: new StandInClock({ frozenAt: now }) });
});
afterEach(async () => {
  await fawry.close();
  await merchant.close();
});

const sha = (...parts: string[]): string =>
  createHash('sha256')
    .update([...parts, fawry.account.secureKey].join(''))
    .digest('hex');
const post = async (path: string, body: object) =>
  (await fetch(`${fawry.url}/ECommerceWeb/${path}`, { method: 'POST', body: JSON.stringify(body) })).json() as Promise<
    Record<string, unknown>
  >;
const charge = (changes: Readonly<Record<string, unknown>> = {}) =>
  post('Fawry/payments/charge', {
    merchantCode: fawry.account.merchantCode,
    merchantRefNum: '23124654641',
    customerMobile: '01000000000',
    customerEmail: 'buyer@example.com',
    paymentMethod: 'PAYATFAWRY',
    amount: 580.5,
    currencyCode: 'EGP',
    language: 'en-gb',
    description: 'Order',
    paymentExpiry: Date.parse(now) + 60_000,
    chargeItems: [{ itemId: 'a', description: 'A', price: 290.25, quantity: 2 }],
    orderWebHookUrl: `${merchant.url}/notify`,
    signature: sha(fawry.account.merchantCode, '23124654641', 'PAYATFAWRY', '580.50'),
    ...changes,
  });
const refund = (amount: number) => {
  const { id } = fawry.order('23124654641');
  const { merchantCode } = fawry.account;
  const signature = sha(merchantCode, String(id), amount.toFixed(2));
  return post('Fawry/payments/refund', { merchantCode, referenceNumber: String(id), refundAmount: amount, signature });
};
const cancel = () => {
  const { id } = fawry.order('23124654641');
  const { merchantCode: merchantAccount } = fawry.account;
  const signature = sha(String(id), merchantAccount, 'en-gb');
  return post('api/orders/cancel-unpaid-order', { merchantAccount, orderRefNo: String(id), lang: 'en-gb', signature });
};

test('an order has a number, and its payment is notified with a signature over two decimals', async () => {
  expect(await charge()).toMatchObject({ statusCode: 200, orderStatus: 'NEW', orderAmount: 580.5, paymentAmount: 583 });
  const { id } = fawry.pay('23124654641');
  await fawry.idle();
  const body = JSON.parse(merchant.received[0]?.raw ?? '') as Record<string, unknown>;
  expect(body).toMatchObject({ fawryRefNumber: String(id), orderStatus: 'PAID', paymentMethod: 'PayAtFawry' });
  const paymentNumber = String(body['paymentRefrenceNumber']);
  expect(body['messageSignature']).toBe(
    sha(String(id), '23124654641', '583.00', '580.50', 'PAID', 'PayAtFawry', paymentNumber),
  );
});

test.each([
  ['a wrong signature', { signature: '0'.repeat(64) }, 9946],
  ['another merchant', { merchantCode: 'other' }, 9901],
  ['an amount as text', { amount: '580.50' }, 9982],
  ['three decimals', { amount: 580.505 }, 9982],
  ['items of another sum', { chargeItems: [{ itemId: 'a', price: 1, quantity: 1 }] }, 9982],
  ['an expiry in seconds', { paymentExpiry: Date.parse(now) / 1000 + 60 }, 9982],
  ['dollars', { currencyCode: 'USD' }, 9982],
  ['letters in the reference', { merchantRefNum: 'ch_1' }, 9982],
  ['a foreign phone number', { customerMobile: '+44123' }, 9982],
  ['a card number', { cardNumber: '5123456789012346' }, 9982],
])('%s is refused with HTTP 200 and its code, and makes no order', async (_, changes, code) => {
  expect(await charge(changes)).toMatchObject({ statusCode: code });
  expect(fawry.snapshot().orders).toEqual([]);
});

test('a reference is used once', async () => {
  await charge();
  expect(await charge()).toMatchObject({ statusCode: 9981 });
  expect(fawry.snapshot().orders).toHaveLength(1);
});

test('an unpaid order expires, is notified, and cannot be canceled any more', async () => {
  await charge();
  fawry.clock.advance(60_000);
  await fawry.idle();
  expect(JSON.parse(merchant.received[0]?.raw ?? '')).toMatchObject({ orderStatus: 'EXPIRED' });
  expect(await cancel()).toMatchObject({ statusCode: 9983 });
});

test('an unpaid order is canceled, a paid one is not', async () => {
  await charge();
  expect(await cancel()).toMatchObject({ statusCode: 200 });
  expect(fawry.order('23124654641').status).toBe('CANCELED');
  fawry.pay('23124654641');
  expect(await cancel()).toMatchObject({ statusCode: 9983 });
});

test('refunds go up to what was ordered and no further; cash only where it is enabled', async () => {
  await charge();
  expect(await refund(1)).toMatchObject({ statusCode: 9983 });
  fawry.pay('23124654641');
  expect(await refund(1)).toMatchObject({ statusCode: 9983 });
  fawry.refundCash(true);
  expect(await refund(80.5)).toMatchObject({ statusCode: 200 });
  expect(fawry.order('23124654641').status).toBe('PARTIAL_REFUNDED');
  expect(await refund(500.01)).toMatchObject({ statusCode: 9983 });
  expect(await refund(500)).toMatchObject({ statusCode: 200 });
  expect(fawry.order('23124654641').status).toBe('REFUNDED');
});

test('the status of an unknown order is 9938', async () => {
  const { merchantCode } = fawry.account;
  const query = new URLSearchParams({ merchantCode, merchantRefNumber: '7', signature: sha(merchantCode, '7') });
  const answer = await fetch(`${fawry.url}/ECommerceWeb/Fawry/payments/status/v2?${query.toString()}`);
  expect(await answer.json()).toMatchObject({ statusCode: 9938 });
});
