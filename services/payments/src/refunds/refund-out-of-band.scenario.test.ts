import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Balance, PaymentIntent, ProviderConnection, Refund } from '@mizan/contracts';
import { type PaymobStandIn, startPaymobStandIn } from '@mizan/stand-ins';
import { type AnyBody, type Api, demoProfile } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { payByPaymobCard } from '../provider-callbacks/paymob-card.test-support.ts';
import { reconcile } from '../reconciliation/reconciliation.test-support.ts';

let paymob: PaymobStandIn;
let world: PaymentsWorld;
let operator: Api;
let live: Api;
let connection: ProviderConnection;
const connections = '/operator/accounts/acct_test/provider-connections';
beforeAll(async () => {
  paymob = await startPaymobStandIn({ retryDelaysMs: [] });
  world = await startPayments({
    env: { MIZAN_PAYMOB_EGYPT_API_URL: paymob.url, MIZAN_PROVIDER_SANDBOX: 'allow' },
    answers: { getAccount: (_, { merchantId }) => ({ ...demoProfile(merchantId), livePaymentsEnabled: true }) },
  });
  operator = world.operatorClient('payments');
  live = world.merchantClient('payments', { merchantId: 'acct_test', livemode: true });
});
beforeEach(async () => {
  const { apiKey, secretKey, publicKey, hmacSecret } = paymob.liveAccount;
  const credentials = { apiKey, secretKey, publicKey, hmacSecret };
  connection = (await operator<ProviderConnection>('POST', connections, { provider: 'paymob', credentials })).body;
});
afterAll(async () => {
  await world.stop();
  await paymob.close();
});

const payByCard = () => payByPaymobCard({ world, paymob, live });
const refund = (client: Api, { id }: PaymentIntent, body: object = {}) =>
  client<Refund & AnyBody>('POST', '/refunds', { paymentIntentId: id, instructionsEmail: 'mona@example.com', ...body });
async function refundByHand(client: Api, intent: PaymentIntent, amount: number): Promise<Refund> {
  const { status, body } = await refund(client, intent, { amount, outOfBand: true });
  expect([status, body]).toMatchObject([201, { status: 'REQUIRES_ACTION', outOfBand: true, amount }]);
  return body;
}
async function answerAsBuyer({ nextAction }: Refund): Promise<void> {
  const page = `${world.urls.payments}${new URL(nextAction?.displayDetails.url ?? '').pathname}`;
  const body = new URLSearchParams({ type: 'instapay', handle: 'mona@instapay', holderName: 'Mona Adel' });
  expect((await fetch(page, { method: 'POST', redirect: 'manual', body })).status).toBe(303);
}
const mark = (client: Api, { id }: Refund, verb: 'mark-paid' | 'mark-failed', body: object = {}) =>
  client<Refund & AnyBody>('POST', `/refunds/${id}/${verb}`, body);
const availableIn = async (client: Api) =>
  (await client<Balance>('GET', '/balance')).body.available.find(({ currency }) => currency === 'EGP')?.amount ?? 0;
const refundsAtPaymob = () => paymob.records().filter(({ kind }) => kind === 'refund').length;
const disconnect = () => operator<AnyBody>('DELETE', `${connections}/${connection.id}`);

test('the merchant returns what its provider could: the buyer says where to, and money that the platform holds is credited once it is sent', async () => {
  const intent = await payByCard();
  const [before, sent] = [await availableIn(live), refundsAtPaymob()];
  const created = await refundByHand(live, intent, 4_000);
  expect(await availableIn(live)).toBe(before - 4_000);
  await answerAsBuyer(created);
  const { body: pending } = await live<Refund>('GET', `/refunds/${created.id}`);
  expect(pending).toMatchObject({ status: 'PENDING', transferTo: { handle: 'mona@instapay' } });
  await world.makeDue('refunds');
  const { body } = await mark(live, created, 'mark-paid', { reference: 'FT-1' });
  expect(body).toMatchObject({
    status: 'SUCCEEDED',
    outOfBand: true,
    destinationDetails: { bankTransfer: { reference: 'FT-1' } },
  });
  expect([await availableIn(live), refundsAtPaymob()]).toEqual([before, sent]);
  const { body: paid } = await live<PaymentIntent>('GET', `/payment-intents/${intent.id}`);
  expect(paid).toMatchObject({ status: 'PARTIALLY_REFUNDED', amountRefunded: 4_000 });
  const { findings, totals } = await reconcile(operator);
  expect([findings, totals]).toMatchObject([[], [{ refunds: 0, amountRefunded: 0 }]]);
  expect(await world.findings()).toEqual([]);
  expect((await disconnect()).status).toBe(200);
});

test('beside a refund by the provider it takes no more than what is left, and the provider’s stays the provider’s', async () => {
  const intent = await payByCard();
  const { body: native } = await refund(live, intent, { amount: 7_000 });
  expect(native).toMatchObject({ status: 'SUCCEEDED' });
  expect(native).not.toHaveProperty('outOfBand');
  const beyond = await refund(live, intent, { amount: 3_001, outOfBand: true });
  expect([beyond.status, beyond.body.error?.code]).toEqual([400, 'amount_invalid']);
  const rest = await refundByHand(live, intent, 3_000);
  expect((await mark(live, native, 'mark-paid')).body.error).toMatchObject({
    code: 'resource_invalid_state',
    message: expect.stringContaining('The payment provider returns this refund itself.'),
  });
  const resolved = await operator<AnyBody>('POST', `/operator/refunds/${rest.id}/resolve`, { outcome: 'succeeded' });
  expect(resolved.body.error?.message).toBe('The merchant returns this refund, and marks it as paid or failed.');
  expect((await mark(live, rest, 'mark-failed', { failureReason: 'declined' })).body.status).toBe('FAILED');
  const { findings } = await reconcile(operator);
  expect([findings, await world.findings()]).toEqual([[], []]);
  expect((await disconnect()).status).toBe(200);
});

test('what waits for the merchant keeps no connection, and without one only the merchant can return the money', async () => {
  const intent = await payByCard();
  const waiting = await refundByHand(live, intent, 1_000);
  await answerAsBuyer(waiting);
  expect((await disconnect()).status).toBe(200);
  const refused = await refund(live, intent, { amount: 2_000 });
  expect([refused.status, refused.body.error?.code]).toEqual([403, 'merchant_not_activated']);
  const created = await refundByHand(live, intent, 2_000);
  for (const each of [waiting, created]) expect((await mark(live, each, 'mark-paid')).body.status).toBe('SUCCEEDED');
  expect(await world.findings()).toEqual([]);
});

test('a part can be returned by hand where the provider returns only the whole', async () => {
  const { body: intent } = await world.merchant<PaymentIntent>('POST', '/payment-intents', {
    ...{ amount: 10_000, currency: 'EGP', confirm: true },
    paymentMethod: { type: 'instapay', testOutcome: 'succeed' },
  });
  expect(intent.status).toBe('SUCCEEDED');
  await world.confirm({ amount: 1_000_000 }); // so that the balance covers it
  expect((await refund(world.merchant, intent, { amount: 4_000 })).body.error?.code).toBe('amount_invalid');
  const created = await refundByHand(world.merchant, intent, 4_000);
  expect((await mark(world.merchant, created, 'mark-paid')).body.status).toBe('SUCCEEDED');
  expect(await world.findings()).toEqual([]);
});

test('in test mode its simulated success is one of the merchant: the amount is credited, once', async () => {
  const intent = await world.confirm({ amount: 10_000 });
  const before = await availableIn(world.merchant);
  const created = await refundByHand(world.merchant, intent, 4_000);
  const path = `/test-helpers/refunds/${created.id}/simulate`;
  const { body } = await world.merchant<Refund>('POST', path, { outcome: 'succeed' });
  expect(body).toMatchObject({ status: 'SUCCEEDED', destinationDetails: { type: 'bank_transfer' } });
  expect((await world.merchant('POST', path, { outcome: 'fail' })).status).toBe(409);
  expect(await availableIn(world.merchant)).toBe(before);
  expect(await world.findings()).toEqual([]);
});
