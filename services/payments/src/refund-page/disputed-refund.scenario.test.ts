import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Dispute, type ManualMethods, noManualMethods, type PaymentIntent, type Refund } from '@mizan/contracts';
import { type AnyBody, type Api, demoProfile } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

const manualMethods: ManualMethods = { ...noManualMethods, cash_on_delivery: { enabled: true } };
const merchantId = 'acct_disputed_refunds';
let world: PaymentsWorld;
let operator: Api;
let live: Api;
beforeAll(async () => {
  world = await startPayments({
    answers: { getAccount: (_request, who) => ({ ...demoProfile(who.merchantId), manualMethods }) },
  });
  operator = world.operatorClient('payments');
  live = world.merchantClient('payments', { merchantId, livemode: true });
});
afterAll(() => world.stop());

/** A payment of 100.00 EGP, and a refund of a part of it that waits for its buyer. */
async function waiting(amount = 4_000) {
  const { body: intent } = await live<PaymentIntent>('POST', '/payment-intents', {
    ...{ amount: 10_000, currency: 'EGP', confirm: true, returnUrl: 'https://shop.example/thanks' },
    paymentMethod: { type: 'cash_on_delivery' },
  });
  await live('POST', `/payment-intents/${intent.id}/mark-paid`, {});
  const body = { paymentIntentId: intent.id, amount, instructionsEmail: 'mona@example.com' };
  const { body: refund } = await live<Refund & AnyBody>('POST', '/refunds', body);
  expect(refund).toMatchObject({ status: 'REQUIRES_ACTION' });
  const url = `${world.urls.payments}${new URL(refund.nextAction?.displayDetails.url ?? '').pathname}`;
  return { id: refund.id, chargeId: refund.chargeId, url };
}
async function dispute(chargeId: string | null, amount: number): Promise<string> {
  const body = { chargeId, amount, reason: 'fraudulent' };
  const opened = await operator<Dispute>('POST', `/operator/accounts/${merchantId}/disputes`, body);
  expect(opened.status).toBe(201);
  return opened.body.id;
}
async function decide(id: string, outcome: 'won' | 'lost'): Promise<void> {
  const closed = await operator('POST', `/operator/accounts/${merchantId}/disputes/${id}/close`, { outcome });
  expect(closed.status).toBe(200);
}
const show = async (url: string, locale = 'en') => {
  const response = await fetch(`${url}?locale=${locale}`);
  return { status: response.status, text: await response.text() };
};
const bank = { type: 'bank_transfer', holderName: 'Mona Adel', iban: 'EG380019000500000000263180002' };
const submit = async (url: string, fields: Record<string, string> = bank) => {
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  return { status: response.status, text: await response.text() };
};
const refundOf = async (id: string) => (await live<Refund>('GET', `/refunds/${id}`)).body;
const states = {
  disputed: { en: 'Your bank is reviewing the payment', ar: 'البنك يراجع عملية الدفع' },
  lost: { en: 'Your bank has returned the money', ar: 'أعاد البنك المبلغ' },
};
async function expectRefused({ id, url }: { id: string; url: string }, state: keyof typeof states): Promise<void> {
  for (const locale of ['en', 'ar'] as const) {
    const { status, text } = await show(url, locale);
    expect([status, text.includes('<form')]).toEqual([200, false]);
    expect(text).toContain(states[state][locale]);
  }
  for (const fields of [bank, { ...bank, iban: 'wrong' }]) {
    const refused = await submit(url, fields);
    expect([refused.status, refused.text.includes('<form')]).toEqual([409, false]);
    expect(refused.text).toContain(states[state].en);
  }
  const refund = await refundOf(id);
  expect(refund.status).toBe('REQUIRES_ACTION');
  expect(refund).not.toHaveProperty('transferTo');
}

test('while a dispute of the payment waits for an answer or is under review, nothing can be entered; once it is won, all can', async () => {
  const refund = await waiting();
  const id = await dispute(refund.chargeId, 6_000);
  await expectRefused(refund, 'disputed');
  await live('PATCH', `/disputes/${id}`, { evidence: { productDescription: 'Tea' } });
  const submitted = await live<Dispute>('POST', `/disputes/${id}/submit`);
  expect(submitted.body.status).toBe('UNDER_REVIEW');
  await expectRefused(refund, 'disputed');
  await decide(id, 'won');
  expect((await show(refund.url)).text).toContain('<form');
  expect((await submit(refund.url)).status).toBe(303);
  expect(await refundOf(refund.id)).toMatchObject({ status: 'PENDING', transferTo: { iban: bank.iban } });
});

test('after the bank has returned the whole payment nothing can be entered, also not once the refund has ended', async () => {
  const refund = await waiting();
  await decide(await dispute(refund.chargeId, 10_000), 'lost');
  await expectRefused(refund, 'lost');
  expect((await live('POST', `/refunds/${refund.id}/cancel`, {})).status).toBe(200);
  expect((await show(refund.url)).text).toContain(states.lost.en);
});

test('after the bank has returned the rest of the payment, the buyer enters where the refund goes', async () => {
  const refund = await waiting();
  await decide(await dispute(refund.chargeId, 6_000), 'lost');
  expect((await show(refund.url)).text).toContain('<form');
  expect((await submit(refund.url)).status).toBe(303);
});

test('a refund whose details had arrived before the dispute shows that they did', async () => {
  const refund = await waiting();
  expect((await submit(refund.url)).status).toBe(303);
  await dispute(refund.chargeId, 6_000);
  expect((await show(refund.url)).text).toContain('Your details have arrived');
});
