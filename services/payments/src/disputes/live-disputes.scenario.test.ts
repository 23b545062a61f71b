import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Dispute, PaymentIntent } from '@mizan/contracts';
import { type AnyBody, eventually } from '@mizan/testing';
import { makeLiveFundsAvailable } from '../provider-callbacks/live-funds.test-support.ts';
import { type LiveWorld, startLivePayments, stripeKeys } from '../provider-callbacks/live.test-support.ts';

type Answer = Dispute & AnyBody;

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(async () => {
  await world.stop();
});

async function paid(token = 'pm_card_visa'): Promise<{ intent: PaymentIntent; atStripe: string }> {
  const { status, body } = await world.pay(token);
  expect([status, body.status]).toEqual([201, 'SUCCEEDED']);
  return { intent: body, atStripe: world.intentAtStripe(body.latestCharge?.id).id };
}
/** Stripe reports a change of a dispute. What the callback says of it is not read. */
const report = async (id: string, type = 'updated') =>
  expect(
    (await world.callBack(`charge.dispute.${type}`, { id, object: 'dispute', status: 'needs_response' })).status,
  ).toBe(200);
/** The payer's bank objects, and Stripe reports it. */
async function objectTo(atStripe: string, objection: Parameters<typeof world.stripe.dispute>[1] = {}): Promise<string> {
  const id = world.stripe.dispute(atStripe, objection);
  await Promise.all([report(id, 'created'), report(id, 'funds_withdrawn')]);
  return id;
}
async function decide(atBank: string, outcome: 'won' | 'lost' | 'withdraw'): Promise<void> {
  world.stripe.decideDispute(atBank, outcome);
  await Promise.all([report(atBank, 'closed'), report(atBank, 'funds_reinstated')]);
}
const disputesOf = async (paymentIntentId: string) =>
  (await world.live<{ data: Dispute[] }>('GET', `/disputes?paymentIntentId=${paymentIntentId}`)).body.data;
const expectDispute = (intentId: string, expected: object): Promise<Dispute> =>
  eventually(async () => {
    const [found, ...others] = await disputesOf(intentId);
    expect([found, others]).toMatchObject([expected, []]);
    return found as Dispute;
  });
const expectNoticesDone = () =>
  eventually(async () => {
    const { rows } = await world.db('payments').query('select 1 from dispute_notices');
    expect(rows).toEqual([]);
  });
const typesOf = async (id: string) => (await world.eventsOf(id)).map(({ type }) => type);
const balanceOf = async () => {
  const { body } = await world.live<{ available: { amount: number }[]; pending: { amount: number }[] }>(
    'GET',
    '/balance',
  );
  return (body.available[0]?.amount ?? 0) + (body.pending[0]?.amount ?? 0);
};

describe('a dispute at Stripe', () => {
  test('appears with its money, marks the charge, and refuses refunds', async () => {
    const { intent, atStripe } = await paid();
    const before = await balanceOf();
    await objectTo(atStripe, { reason: 'product_not_received' });
    const dispute = await expectDispute(intent.id, {
      status: 'NEEDS_RESPONSE',
      reason: 'product_not_received',
      amount: 10_000,
      balanceTransactions: [{ type: 'dispute', gross: -10_000 }],
    });
    expect(Date.parse(dispute.evidenceDueBy ?? '')).toBeGreaterThan(Date.now());
    expect(await balanceOf()).toBe(before - 10_000);
    expect((await world.liveIntent(intent.id)).latestCharge?.disputed).toBe(true);
    const refused = await world.live<AnyBody>('POST', '/refunds', { paymentIntentId: intent.id });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'charge_disputed']);
    await expectNoticesDone();
    expect(await typesOf(dispute.id)).toEqual(['dispute.created']);
    expect(await world.findings()).toEqual([]);
  });

  test('is answered with the texts of the evidence, and won: the money returns once', async () => {
    const { intent, atStripe } = await paid();
    const before = await balanceOf();
    const atBank = await objectTo(atStripe);
    const { id } = await expectDispute(intent.id, { status: 'NEEDS_RESPONSE' });
    await world.live('PATCH', `/disputes/${id}`, {
      evidence: { customerName: 'Mona', refundPolicy: 'None', uncategorizedText: 'She has signed for it.' },
    });
    const { status, body } = await world.live<Answer>('POST', `/disputes/${id}/submit`);
    expect([status, body.status]).toEqual([200, 'UNDER_REVIEW']);
    expect(world.stripe.disputes.find((each) => each.id === atBank)).toMatchObject({
      status: 'under_review',
      evidence: {
        customer_name: 'Mona',
        refund_policy_disclosure: 'None',
        uncategorized_text: 'She has signed for it.',
      },
    });
    await decide(atBank, 'won');
    await expectDispute(intent.id, { status: 'WON', balanceTransactions: [{}, { type: 'dispute_reversal' }] });
    await expectNoticesDone();
    expect(await balanceOf()).toBe(before);
    expect((await typesOf(id)).filter((type) => type === 'dispute.closed')).toHaveLength(1);
    expect(await world.findings()).toEqual([]);
  });

  test('that ended before any callback came is opened and closed', async () => {
    const { intent, atStripe } = await paid();
    const before = await balanceOf();
    const atBank = world.stripe.dispute(atStripe);
    world.stripe.decideDispute(atBank, 'lost');
    await report(atBank, 'closed');
    const { id } = await expectDispute(intent.id, { status: 'LOST', balanceTransactions: [{ type: 'dispute' }] });
    expect(await typesOf(id)).toEqual(['dispute.created', 'dispute.closed']);
    expect((await world.eventsOf(id)).map(({ version }) => version)).toEqual([1, 2]);
    expect(await balanceOf()).toBe(before - 10_000);
    expect(await world.findings()).toEqual([]);
  });

  test('in another currency than its payment takes what refunds have left of it', async () => {
    const { intent, atStripe } = await paid();
    await makeLiveFundsAvailable(world);
    const refund = await world.live('POST', '/refunds', { paymentIntentId: intent.id, amount: 4_000 });
    expect(refund.status).toBe(201);
    const before = await balanceOf();
    await objectTo(atStripe, { amount: 200, currency: 'usd' });
    await expectDispute(intent.id, { amount: 6_000, balanceTransactions: [{ type: 'dispute', gross: -6_000 }] });
    expect(await balanceOf()).toBe(before - 6_000);
    expect(await world.findings()).toEqual([]);
  });

  test('that Stripe no longer takes evidence for is refused, and stays as it is', async () => {
    const { intent, atStripe } = await paid();
    await objectTo(atStripe);
    const { id } = await expectDispute(intent.id, { status: 'NEEDS_RESPONSE' });
    const long = 'x'.repeat(20_000);
    const names = ['customerName', 'customerEmail', 'productDescription', 'serviceDate', 'shippingCarrier'];
    const more = ['shippingTrackingNumber', 'refundPolicy', 'uncategorizedText'];
    const evidence = Object.fromEntries([...names, ...more].map((name) => [name, long]));
    expect((await world.live('PATCH', `/disputes/${id}`, { evidence })).status).toBe(200);
    const { status, body } = await world.live<Answer>('POST', `/disputes/${id}/submit`);
    expect([status, body.error?.code]).toEqual([409, 'resource_invalid_state']);
    expect(body.error?.message).toContain('150,000');
    expect((await disputesOf(intent.id))[0]?.status).toBe('NEEDS_RESPONSE');
  });

  test('whose status at Stripe is not understood is answered all the same', async () => {
    const { intent, atStripe } = await paid();
    const atBank = await objectTo(atStripe);
    const { id } = await expectDispute(intent.id, { status: 'NEEDS_RESPONSE' });
    await expectNoticesDone();
    await world.live('PATCH', `/disputes/${id}`, { evidence: { customerName: 'Mona' } });
    const path = `/v1/disputes/${atBank}`;
    const shown = await fetch(`${world.stripe.url}${path}?expand[]=charge`, {
      headers: { authorization: `Bearer ${stripeKeys.secretKey}` },
    });
    const body = { ...((await shown.json()) as object), status: 'appeal_needs_response' };
    world.stripe.faults.add({ effect: 'error_in_200', body, method: 'GET', path });
    const { status, body: answer } = await world.live<Answer>('POST', `/disputes/${id}/submit`);
    expect([status, answer.status]).toEqual([200, 'UNDER_REVIEW']);
    expect(world.stripe.disputes.find((each) => each.id === atBank)?.submissions).toBe(1);
  });

  test('is not submitted without a text: files are not sent', async () => {
    const { intent, atStripe } = await paid();
    const atBank = await objectTo(atStripe);
    const { id } = await expectDispute(intent.id, { status: 'NEEDS_RESPONSE' });
    await world
      .db('payments')
      .query(`update disputes set evidence = jsonb_set(evidence, '{files}', '["file_receipt"]') where id = $1`, [id]);
    const { status, body } = await world.live<Answer>('POST', `/disputes/${id}/submit`);
    expect([status, body.error?.code]).toEqual([400, 'parameter_missing']);
    expect(world.stripe.disputes.find((each) => each.id === atBank)?.submissions).toBe(0);
  });

  test('shows as evidence what was sent, also when other evidence is saved meanwhile', async () => {
    const { intent, atStripe } = await paid();
    await objectTo(atStripe);
    const { id } = await expectDispute(intent.id, { status: 'NEEDS_RESPONSE' });
    const save = (customerName: string) => world.live('PATCH', `/disputes/${id}`, { evidence: { customerName } });
    await save('Mona');
    world.stripe.beforeNextAnswer('/v1/disputes/*', async () => {
      expect((await save('Another buyer')).status).toBe(200);
    });
    const { body } = await world.live<Answer>('POST', `/disputes/${id}/submit`);
    expect([body.status, body.evidence.customerName]).toEqual(['UNDER_REVIEW', 'Mona']);
    expect(world.stripe.disputes.at(-1)?.evidence).toMatchObject({ customer_name: 'Mona' });
  });

  test('accepted is closed at Stripe, and lost', async () => {
    const { intent, atStripe } = await paid();
    const atBank = await objectTo(atStripe);
    const { id } = await expectDispute(intent.id, { status: 'NEEDS_RESPONSE' });
    expect((await world.live<Answer>('POST', `/disputes/${id}/accept`)).body.status).toBe('LOST');
    expect(world.stripe.disputes.find((each) => each.id === atBank)?.status).toBe('lost');
    await expectNoticesDone();
    expect(await typesOf(id)).toEqual(['dispute.created', 'dispute.closed']);
    expect(await world.findings()).toEqual([]);
  });

  test('starts as an inquiry without money, and becomes a dispute with it', async () => {
    const { intent, atStripe } = await paid();
    const before = await balanceOf();
    const atBank = await objectTo(atStripe, { isInquiry: true });
    const { id } = await expectDispute(intent.id, {
      isInquiry: true,
      status: 'NEEDS_RESPONSE',
      balanceTransactions: [],
    });
    expect(await balanceOf()).toBe(before);
    await decide(atBank, 'withdraw');
    await expectDispute(intent.id, {
      id,
      isInquiry: false,
      status: 'NEEDS_RESPONSE',
      balanceTransactions: [{ type: 'dispute' }],
    });
    expect(await balanceOf()).toBe(before - 10_000);
    expect(await typesOf(id)).toEqual(['dispute.created', 'dispute.updated']);
    expect(await world.findings()).toEqual([]);
  });

  test('that stays an inquiry ends without money', async () => {
    const { intent, atStripe } = await paid();
    const atBank = await objectTo(atStripe, { isInquiry: true });
    await expectDispute(intent.id, { isInquiry: true });
    await decide(atBank, 'won');
    await expectDispute(intent.id, { isInquiry: true, status: 'WARNING_CLOSED', balanceTransactions: [] });
    expect(await world.findings()).toEqual([]);
  });

  test('changes nothing twice, however late, often and in whatever order its callbacks come', async () => {
    const { intent, atStripe } = await paid();
    const before = await balanceOf();
    const atBank = await objectTo(atStripe);
    const { id } = await expectDispute(intent.id, { status: 'NEEDS_RESPONSE' });
    await decide(atBank, 'lost');
    await expectDispute(intent.id, { status: 'LOST' });
    await expectNoticesDone();
    const settled = await disputesOf(intent.id);
    const late = ['funds_reinstated', 'closed', 'created', 'updated', 'funds_withdrawn', 'created', 'closed'];
    for (const type of late) await report(atBank, type);
    await expectNoticesDone();
    expect(await disputesOf(intent.id)).toEqual(settled);
    expect(await typesOf(id)).toEqual(['dispute.created', 'dispute.closed']);
    expect(await balanceOf()).toBe(before - 10_000);
    expect(await world.findings()).toEqual([]);
  });

  test('is found again after Stripe did not answer', async () => {
    const { intent, atStripe } = await paid();
    world.stripe.faults.add({ effect: 'html_500', path: '/v1/disputes/', times: 3 });
    await objectTo(atStripe);
    await eventually(async () => {
      await world.db('payments').query('update dispute_notices set due_at = now()');
      expect(await disputesOf(intent.id)).toHaveLength(1);
    });
    expect(await world.findings()).toEqual([]);
  });

  test('that is reported before the answer about its payment is recorded is not lost', async () => {
    const isQueried = async () => {
      const { rows } = await world.db('payments').query('select 1 from dispute_notices where attempts > 0');
      expect(rows).toHaveLength(1);
    };
    world.stripe.beforeNextAnswer('/v1/payment_intents/*/confirm', async () => {
      await report(world.stripe.disputes.at(-1)?.id ?? '', 'created');
      await eventually(isQueried);
    });
    const { intent } = await paid('pm_card_createDispute');
    await eventually(async () => {
      await world.db('payments').query('update dispute_notices set due_at = now()');
      expect(await disputesOf(intent.id)).toMatchObject([{ status: 'NEEDS_RESPONSE', amount: 10_000 }]);
    });
    await expectNoticesDone();
    expect(await world.findings()).toEqual([]);
  });

  test('of a payment that is not ours is ignored', async () => {
    const count = async () => (await world.db('payments').query('select 1 from disputes')).rowCount;
    const before = await count();
    await report('du_of_another_account', 'created');
    await expectNoticesDone();
    expect(await count()).toBe(before);
  });

  test('cannot be opened or closed by the operator', async () => {
    const { intent } = await paid();
    const body = { chargeId: intent.latestCharge?.id };
    const { status, body: refused } = await world.operator<AnyBody>(
      'POST',
      '/operator/accounts/acct_test/disputes',
      body,
    );
    expect([status, refused.error?.code]).toEqual([409, 'resource_invalid_state']);
  });

  test('keeps its connection', async () => {
    const { intent, atStripe } = await paid();
    await objectTo(atStripe);
    await expectDispute(intent.id, { status: 'NEEDS_RESPONSE' });
    const path = `/operator/accounts/acct_test/provider-connections/${world.connected.id}`;
    const { status, body } = await world.operator<AnyBody>('DELETE', path);
    expect([status, body.error?.code]).toEqual([409, 'resource_in_use']);
  });
});
