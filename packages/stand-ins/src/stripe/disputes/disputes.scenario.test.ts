import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusalOf, startShop, type Shop } from '../shop.test-support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const pay = async (payment_method: string) => {
  const intent = await shop.stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'egp',
    confirm: true,
    allowed_payment_method_types: ['card'],
    payment_method,
    metadata: { order: '7' },
  });
  const { data } = await shop.stripe.disputes.list({ payment_intent: intent.id });
  return { intent, dispute: data[0] };
};
const disputed = async (method = 'pm_card_createDispute') => {
  const { intent, dispute } = await pay(method);
  if (!dispute) throw new Error('there is no dispute');
  return { intent, dispute };
};

describe('a payment with a test card', () => {
  test.each([
    ['pm_card_createDispute', 'fraudulent', 'needs_response', [-10_000]],
    ['pm_card_createDisputeProductNotReceived', 'product_not_received', 'needs_response', [-10_000]],
    ['pm_card_createDisputeInquiry', 'fraudulent', 'warning_needs_response', []],
  ])('%s is disputed as %s: %s', async (method, reason, status, amounts) => {
    const { intent, dispute } = await disputed(method);
    expect(dispute).toMatchObject({ amount: 10_000, currency: 'egp', reason, status, payment_intent: intent.id });
    expect(dispute.balance_transactions.map(({ amount }) => amount)).toEqual(amounts);
    const { charge } = await shop.stripe.disputes.retrieve(dispute.id, { expand: ['charge'] });
    expect(charge).toMatchObject({ disputed: true, metadata: { order: '7' } });
  });

  test('that pays is not disputed', async () => expect((await pay('pm_card_visa')).dispute).toBeUndefined());
});

describe('evidence', () => {
  test.each([
    ['winning_evidence', 'won', [-10_000, 10_000]],
    ['losing_evidence', 'lost', [-10_000]],
    ['She has signed for it.', 'under_review', [-10_000]],
  ])('that says %s: %s', async (uncategorized_text, status, amounts) => {
    const { dispute } = await disputed();
    const answered = await shop.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text } });
    expect(answered).toMatchObject({
      status,
      evidence: { uncategorized_text },
      evidence_details: { has_evidence: true, submission_count: 1 },
    });
    expect(answered.balance_transactions.map(({ amount }) => amount)).toEqual(amounts);
    const again = shop.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text } });
    expect(await refusalOf(again)).toMatchObject({ statusCode: 400 });
  });

  test('that is staged is not submitted', async () => {
    const { dispute } = await disputed();
    const staged = await shop.stripe.disputes.update(dispute.id, {
      evidence: { customer_name: 'Mona' },
      submit: false,
    });
    expect(staged).toMatchObject({ status: 'needs_response', evidence_details: { submission_count: 0 } });
  });

  test('is 150,000 characters in all at most', async () => {
    const { dispute } = await disputed();
    const names = ['customer_name', 'service_date', 'shipping_date', 'shipping_carrier', 'shipping_address'];
    const more = ['product_description', 'billing_address', 'uncategorized_text'];
    const evidence = Object.fromEntries([...names, ...more].map((name) => [name, 'x'.repeat(20_000)]));
    expect(await refusalOf(shop.stripe.disputes.update(dispute.id, { evidence }))).toMatchObject({ statusCode: 400 });
  });
});

test('a dispute is closed as lost, an inquiry is not', async () => {
  const { dispute } = await disputed();
  expect((await shop.stripe.disputes.close(dispute.id)).status).toBe('lost');
  expect(await refusalOf(shop.stripe.disputes.close(dispute.id))).toMatchObject({ statusCode: 400 });
  const inquiry = await disputed('pm_card_createDisputeInquiry');
  expect(await refusalOf(shop.stripe.disputes.close(inquiry.dispute.id))).toMatchObject({ statusCode: 400 });
});
