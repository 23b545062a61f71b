import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BalanceTransaction, Dispute, PaymentIntent } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { type AnyBody, demoProfile, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

type Answer = Dispute & AnyBody;

const ownFiles = ['file_receipt', 'file_delivery'];
let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({
    nats: true,
    answers: {
      getAccount: (_request, { merchantId }) => ({
        ...demoProfile(merchantId),
        disputeFees: [{ currency: 'EGP', amount: 1_500 }],
      }),
      findMissingEvidenceFiles: ({ fileIds }) => ({ missing: fileIds.filter((id) => !ownFiles.includes(id)) }),
    },
  });
});
afterAll(() => world.stop());

const dayMs = 24 * 60 * 60_000;
const disputedCard = '4000000000000259';
const list = async (query: string) =>
  (
    await world.merchant<{ data: Dispute[]; totalCount: number; nextCursor: string | null }>(
      'GET',
      `/disputes?${query}`,
    )
  ).body;
const get = async (id: string) => (await world.merchant<Answer>('GET', `/disputes/${id}`)).body;
const post = (path: string, body: object = {}, idempotencyKey = newId('key')) =>
  world.merchant<Answer>('POST', path, body, { idempotencyKey });
const patch = (id: string, evidence: object) => world.merchant<Answer>('PATCH', `/disputes/${id}`, { evidence });
const availableIn = async (currency: string) =>
  (await world.balance()).available.find((each) => each.currency === currency)?.amount ?? 0;

/** Pays with the card whose payer objects, and waits for the dispute. */
async function disputed(amount = 10_000): Promise<{ intent: PaymentIntent; dispute: Dispute }> {
  const intent = await world.confirm({ amount, card: disputedCard });
  const dispute = await eventually(async () => {
    const [found] = (await list(`paymentIntentId=${intent.id}`)).data;
    expect(found).toBeDefined();
    return found as Dispute;
  });
  return { intent, dispute };
}
const typesOf = async (id: string) => (await world.eventsOf(id)).map(({ type }) => type);
const expectConsistent = async () => eventually(async () => expect(await world.findings()).toEqual([]));

describe('the test card whose payer objects', () => {
  test('opens a dispute of the whole charge after the payment, due in seven days, whose money and fee are debited at once', async () => {
    const { intent, dispute } = await disputed();
    expect(intent).toMatchObject({ status: 'SUCCEEDED', latestCharge: { disputed: true } });
    expect(dispute).toMatchObject({
      object: 'dispute',
      chargeId: intent.latestCharge?.id,
      amount: 10_000,
      currency: 'EGP',
      reason: 'fraudulent',
      status: 'NEEDS_RESPONSE',
      isInquiry: false,
      isRefundable: false,
      evidence: { customerName: null, files: [] },
    });
    expect(Date.parse(dispute.evidenceDueBy ?? '') - Date.parse(dispute.createdAt)).toBe(7 * dayMs);
    expect(dispute.balanceTransactions).toMatchObject([
      { type: 'dispute', gross: -10_000, fee: 1_500, net: -11_500, source: { type: 'charge', id: dispute.chargeId } },
    ]);
    expect(await get(dispute.id)).toEqual(dispute);
    const published = await world.eventsOf(intent.id, dispute.id);
    const order = published.map(({ type }) => type);
    expect(order.indexOf('dispute.created')).toBeGreaterThan(order.indexOf('payment_intent.succeeded'));
    expect(published.find(({ type }) => type === 'dispute.created')).toMatchObject({ version: 1, object: dispute });
    await expectConsistent();
  });

  test('debits also what is not there: the balance becomes negative, and refunds of other charges wait', async () => {
    const merchantId = 'acct_poor';
    const poor = world.merchantClient('payments', { merchantId });
    const pay = async (number: string, amount: number) => {
      const body = {
        amount,
        currency: 'EGP',
        confirm: true,
        paymentMethod: { type: 'card', card: { number, expMonth: 12, expYear: 2040, cvc: '123' } },
      };
      return (await poor<PaymentIntent & AnyBody>('POST', '/payment-intents', body)).body;
    };
    await pay(disputedCard, 20_000);
    await eventually(async () => {
      const { body } = await poor<{ available: { amount: number }[] }>('GET', '/balance');
      expect(body.available[0]?.amount).toBeLessThan(0);
    });
    const other = await pay('4242424242424242', 1_000);
    const { status, body } = await poor<AnyBody>('POST', '/refunds', { paymentIntentId: other.id });
    expect([status, body.error?.code]).toEqual([400, 'insufficient_balance']);
    await expectConsistent();
  });

  test('is disputed once, however often the event of its payment comes', async () => {
    const { intent } = await disputed();
    await world.db('payments').query('delete from inbox');
    const { rows } = await world
      .db('payments')
      .query<{ payload: string }>(
        `select payload from outbox where aggregate_id = $1 and payload like '%payment_intent.succeeded%'`,
        [intent.id],
      );
    expect(rows).toHaveLength(1);
    const marker = await disputed(); // opened after the first event was handled
    expect((await list(`paymentIntentId=${intent.id}`)).totalCount).toBe(1);
    expect((await list(`paymentIntentId=${marker.intent.id}`)).totalCount).toBe(1);
  });
});

describe('refunds', () => {
  test('409 charge_disputed while the dispute is open, also under review; all of it once it is won', async () => {
    const { intent, dispute } = await disputed();
    const refuse = async () => {
      const { status, body } = await post('/refunds', { paymentIntentId: intent.id });
      expect([status, body.error?.code]).toEqual([409, 'charge_disputed']);
      expect(body.error?.message).toContain(`until ${dispute.id} is closed`);
    };
    await refuse();
    await patch(dispute.id, { productDescription: 'Tea' });
    expect((await post(`/disputes/${dispute.id}/submit`)).body.status).toBe('UNDER_REVIEW');
    await refuse();
    const won = await post(`/test-helpers/disputes/${dispute.id}/simulate`, { outcome: 'win' });
    expect(won.body).toMatchObject({ status: 'WON', isRefundable: true });
    await world.confirm({ amount: 1_000_000 }); // so that the balance covers it
    expect(await world.refund({ paymentIntentId: intent.id })).toMatchObject({ amount: 10_000 });
    expect(await world.intent(intent.id)).toMatchObject({ status: 'REFUNDED', latestCharge: { disputed: true } });
    await expectConsistent();
  });

  test('the database itself refuses to refund what was lost', async () => {
    const { dispute } = await disputed();
    await post(`/disputes/${dispute.id}/accept`);
    const over = world.db('payments').query('update charges set amount_refunded = 1 where id = $1', [dispute.chargeId]);
    await expect(over).rejects.toMatchObject({ constraint: 'charges_lost' });
  });
});

describe('a dispute', () => {
  test('ends at once when it is accepted, without its money, and stays visible on the charge', async () => {
    const { intent, dispute } = await disputed();
    const before = await availableIn('EGP');
    const { status, body } = await post(`/disputes/${dispute.id}/accept`);
    expect([status, body.status, body.isRefundable]).toEqual([200, 'LOST', false]);
    expect(body.balanceTransactions).toHaveLength(1);
    expect(await availableIn('EGP')).toBe(before);
    expect(await typesOf(dispute.id)).toEqual(['dispute.created', 'dispute.closed']);
    expect((await world.intent(intent.id)).latestCharge?.disputed).toBe(true);
    const { body: refused } = await post('/refunds', { paymentIntentId: intent.id });
    expect(refused.error?.code).toBe('resource_invalid_state');
    await expectConsistent();
  });

  test('that is won returns the money and keeps the fee', async () => {
    const { dispute } = await disputed(20_000);
    const before = await availableIn('EGP');
    const { body } = await post(`/test-helpers/disputes/${dispute.id}/simulate`, { outcome: 'win' });
    expect(body.balanceTransactions).toMatchObject([
      { type: 'dispute', net: -21_500 },
      { type: 'dispute_reversal', gross: 20_000, fee: 0, net: 20_000 },
    ]);
    expect(await availableIn('EGP')).toBe(before + 20_000);
    const { data } = (
      await world.merchant<{ data: BalanceTransaction[] }>('GET', `/balance-transactions?sourceId=${dispute.chargeId}`)
    ).body;
    expect(data.map(({ type }) => type).toSorted()).toEqual(['charge', 'dispute', 'dispute_reversal']);
    await expectConsistent();
  });

  test('is lost when its evidence is not submitted in time, and not when it is', async () => {
    const [missed, answered] = [await disputed(), await disputed()];
    await patch(answered.dispute.id, { uncategorizedText: 'The buyer has signed for it.' });
    await post(`/disputes/${answered.dispute.id}/submit`);
    await world
      .db('payments')
      .query(`update disputes set lost_at = now() where status = 'NEEDS_RESPONSE' and id = any ($1)`, [
        [missed.dispute.id, answered.dispute.id],
      ]);
    await eventually(async () => expect((await get(missed.dispute.id)).status).toBe('LOST'));
    expect((await get(answered.dispute.id)).status).toBe('UNDER_REVIEW');
    expect(await typesOf(missed.dispute.id)).toEqual(['dispute.created', 'dispute.closed']);
    await expectConsistent();
  });

  test.each([
    ['accept', 'accept', 409],
    ['submit', 'submit', 409],
    ['submit', 'accept', 200],
  ])('after %s answers %s with %i', async (first, second, status) => {
    const { dispute } = await disputed();
    await patch(dispute.id, { customerName: 'Mona' });
    expect((await post(`/disputes/${dispute.id}/${first}`)).status).toBe(200);
    const answer = await post(`/disputes/${dispute.id}/${second}`);
    expect([answer.status, answer.body.error?.code]).toEqual([
      status,
      status === 409 ? 'resource_invalid_state' : undefined,
    ]);
  });

  test('is decided once by requests at the same time', async () => {
    const { dispute } = await disputed();
    const answers = await Promise.all([
      post(`/disputes/${dispute.id}/accept`),
      post(`/test-helpers/disputes/${dispute.id}/simulate`, { outcome: 'win' }),
      post(`/test-helpers/disputes/${dispute.id}/simulate`, { outcome: 'lose' }),
    ]);
    const { status: decided } = await get(dispute.id);
    const statuses = answers.filter(({ status }) => status === 200).map(({ body }) => body.status);
    expect(new Set(statuses)).toEqual(new Set([decided]));
    expect(await typesOf(dispute.id)).toEqual(['dispute.created', 'dispute.closed']);
    await expectConsistent();
  });

  test('answers a repeat under the same key as the first time', async () => {
    const { dispute } = await disputed();
    const key = newId('key');
    const first = await post(`/disputes/${dispute.id}/accept`, {}, key);
    const second = await post(`/disputes/${dispute.id}/accept`, {}, key);
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  test('404 resource_missing for another merchant and mode, whatever is requested', async () => {
    const { dispute } = await disputed();
    for (const scope of [{ merchantId: 'acct_other' }, { merchantId: 'acct_test', livemode: true }]) {
      const stranger = world.merchantClient('payments', scope);
      expect((await stranger('GET', '/disputes')).body).toMatchObject({ data: [], totalCount: 0 });
      for (const [method, path, body] of [
        ['GET', `/disputes/${dispute.id}`, undefined],
        ['PATCH', `/disputes/${dispute.id}`, { evidence: { customerName: 'Mallory' } }],
        ['POST', `/disputes/${dispute.id}/submit`, {}],
        ['POST', `/disputes/${dispute.id}/accept`, {}],
      ] as const) {
        const answer = await stranger<AnyBody>(method, path, body);
        expect([answer.status, answer.body.error?.code]).toEqual([404, 'resource_missing']);
      }
    }
    expect(await get(dispute.id)).toEqual(dispute);
  });
});

describe('the verification of the ledger', () => {
  test.each([
    ['amount = amount + 1', 'amount = amount - 1', 'journal_amount_differs'],
    ['fee_amount = fee_amount + 1', 'fee_amount = fee_amount - 1', 'journal_amount_differs'],
    [`reversal_balance_transaction_id = 'txn_none'`, 'reversal_balance_transaction_id = null', 'journal_missing'],
    [`status = 'UNDER_REVIEW'`, `status = 'LOST'`, 'payment_sum_differs'],
  ])('finds a dispute with %s', async (change, restore, kind) => {
    const { dispute } = await disputed();
    await post(`/disputes/${dispute.id}/accept`);
    await expectConsistent();
    const update = (set: string) =>
      world.db('payments').query(`update disputes set ${set} where id = $1`, [dispute.id]);
    await update(change);
    expect((await world.findings()).map((finding) => finding.kind)).toContain(kind);
    await update(restore);
    await expectConsistent();
  });
});

describe('evidence', () => {
  test('is merged field by field, null removes one, and files must be the account’s own', async () => {
    const { dispute } = await disputed();
    await patch(dispute.id, { customerName: 'Mona', refundPolicy: 'None', files: [ownFiles[0]] });
    const { body } = await patch(dispute.id, { refundPolicy: null, shippingCarrier: 'Aramex' });
    expect(body.evidence).toMatchObject({
      customerName: 'Mona',
      refundPolicy: null,
      shippingCarrier: 'Aramex',
      files: [ownFiles[0]],
    });
    expect(await typesOf(dispute.id)).toEqual(['dispute.created', 'dispute.updated', 'dispute.updated']);
    const foreign = await patch(dispute.id, { files: [...ownFiles, 'file_of_another'] });
    expect([foreign.status, foreign.body.error?.code, foreign.body.error?.param]).toEqual([
      404,
      'resource_missing',
      'evidence.files[2]',
    ]);
    expect((await get(dispute.id)).evidence.files).toEqual([ownFiles[0]]);
  });

  test('has texts of 20,000 characters and ten files at most', async () => {
    const { dispute } = await disputed();
    const long = '\u{1F4E6}'.repeat(20_000);
    await patch(dispute.id, { customerName: long, refundPolicy: long });
    const { status, body } = await patch(dispute.id, { productDescription: long, uncategorizedText: long });
    expect([status, body.evidence.uncategorizedText]).toEqual([200, long]);
    const [listed] = (await list(`chargeId=${dispute.chargeId}`)).data;
    expect(listed).toMatchObject({
      truncated: ['evidence'],
      evidence: { refundPolicy: expect.not.stringMatching(/.{301}/u) },
    });
    const updated = (await world.eventsOf(dispute.id)).at(-1);
    expect(updated?.object).toEqual(listed);
    for (const evidence of [
      { customerName: `${long}x` },
      { files: Array.from({ length: 11 }, (_, n) => `file_${n}`) },
    ]) {
      const refused = await patch(dispute.id, evidence);
      expect([refused.status, refused.body.error?.code]).toEqual([400, 'parameter_invalid']);
    }
    expect((await get(dispute.id)).evidence).toEqual(body.evidence);
  });

  test('cannot be submitted when there is none, nor changed once it was', async () => {
    const { dispute } = await disputed();
    const empty = await post(`/disputes/${dispute.id}/submit`);
    expect([empty.status, empty.body.error?.code]).toEqual([400, 'parameter_missing']);
    await patch(dispute.id, { serviceDate: '2026-11-01' });
    expect((await post(`/disputes/${dispute.id}/submit`)).body.status).toBe('UNDER_REVIEW');
    const late = await patch(dispute.id, { serviceDate: '2026-11-02' });
    expect([late.status, late.body.error?.code]).toEqual([409, 'resource_invalid_state']);
    expect((await world.eventsOf(dispute.id)).map(({ version }) => version)).toEqual([1, 2, 3]);
  });
});

describe('the list', () => {
  test('is newest first, filtered by charge, payment, status and date, and walked by cursor', async () => {
    const { dispute } = await disputed();
    await post(`/disputes/${dispute.id}/accept`);
    const next = await disputed();
    const { data, totalCount } = await list('limit=100');
    expect(data.slice(0, 2).map(({ id }) => id)).toEqual([next.dispute.id, dispute.id]);
    expect(totalCount).toBe(data.length);
    expect((await list(`chargeId=${dispute.chargeId}`)).data.map(({ id }) => id)).toEqual([dispute.id]);
    expect((await list('status=LOST&limit=100')).data.every(({ status }) => status === 'LOST')).toBe(true);
    expect((await list('date=last:1,days')).totalCount).toBe(totalCount);
    expect((await list('date=eq:2020-01-01')).totalCount).toBe(0);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`limit=3${cursor && `&cursor=${cursor}`}`);
      walked.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(walked).toEqual(data.map(({ id }) => id));
  });
});
