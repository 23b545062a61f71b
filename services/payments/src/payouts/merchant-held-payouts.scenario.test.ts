import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Balance, BalanceTransaction, BankAccount, PaymentIntent, Payout } from '@mizan/contracts';
import { type AnyBody, type Api, eventually } from '@mizan/testing';
import { makeLiveFundsAvailable } from '../provider-callbacks/live-funds.test-support.ts';
import {
  cashOnly,
  connectStripe,
  currentCode,
  type LiveWorld,
  startLivePayments,
} from '../provider-callbacks/live.test-support.ts';

const withCode = { headers: { 'two-factor-code': currentCode } };

let world: LiveWorld;
let live: Api;
let bankAccountId: string;
beforeAll(async () => {
  world = await startLivePayments();
  live = world.merchantClient('payments', { merchantId: cashOnly, livemode: true });
  await connectStripe(world.operator, cashOnly); // the platform receives its money
  const account = { holderName: 'Siwa Trading', currency: 'EGP', iban: 'EG380019000500000000263180002' };
  bankAccountId = (await live<BankAccount>('POST', '/bank-accounts', account, withCode)).body.id;
});
afterAll(() => world.stop());

async function pay(amount: number, paymentMethod: object): Promise<BalanceTransaction> {
  const body = { amount, currency: 'EGP', confirm: true, returnUrl: 'https://shop.example/thanks', paymentMethod };
  const { body: created } = await live<PaymentIntent>('POST', '/payment-intents', body);
  if (created.status !== 'SUCCEEDED') await live('POST', `/payment-intents/${created.id}/mark-paid`, {});
  const { body: paid } = await live<PaymentIntent>('GET', `/payment-intents/${created.id}`);
  expect(paid.status).toBe('SUCCEEDED');
  const movement = paid.latestCharge?.balanceTransaction;
  if (!movement) throw new Error(`${created.id} has no balance transaction`);
  return movement;
}
const egpOf = async () => {
  const { available, payable } = (await live<Balance>('GET', '/balance')).body;
  return [available, payable].map((amounts) => amounts.find(({ currency }) => currency === 'EGP')?.amount);
};

test('money that the merchant received itself is never paid out; its fees reduce what is', async () => {
  const card = await pay(10_000, { type: 'card', token: 'pm_card_visa' });
  const cash = await pay(50_000, { type: 'cash_on_delivery' });
  expect(cash.fee).toBeGreaterThan(0);
  await makeLiveFundsAvailable(world);
  const payable = card.net - cash.fee;
  expect(await egpOf()).toEqual([payable + cash.gross, payable]);
  const manual = { amount: payable + 1, currency: 'EGP', bankAccountId };
  const refused = await live<AnyBody>('POST', '/payouts', manual, withCode);
  expect([refused.status, refused.body.error?.code]).toEqual([400, 'insufficient_balance']);

  const schedule = { interval: 'daily', bankAccountId };
  expect((await live('PUT', '/payout-schedules/EGP', schedule, withCode)).status).toBe(200);
  const comeDue = `update payout_schedules set next_payout_at = date_trunc('milliseconds', now())`;
  await world.db('payments').query(comeDue);
  const payouts = async () => (await live<{ data: Payout[] }>('GET', '/payouts')).body.data;
  await eventually(async () => expect(await payouts()).toHaveLength(1));
  const [payout] = await payouts();
  expect(payout).toMatchObject({ automatic: true, amount: payable });
  const path = `/payouts/${payout?.id}/balance-transactions`;
  const { data: listed } = (await live<{ data: BalanceTransaction[] }>('GET', path)).body;
  expect(listed.map(({ id }) => id).toSorted()).toEqual([card.id, cash.id].toSorted());
  expect(await egpOf()).toEqual([cash.gross, 0]);
  expect(await world.findings()).toEqual([]);
});
