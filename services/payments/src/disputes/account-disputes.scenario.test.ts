import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type Dispute,
  type ManualMethods,
  noManualMethods,
  type OperatorDispute,
  type PaymentIntent,
  type Refund,
} from '@mizan/contracts';
import { type AnyBody, type Api, demoProfile, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

type Answer = Dispute & AnyBody;

const manualMethods: ManualMethods = { ...noManualMethods, cash_on_delivery: { enabled: true } };
const fee = 2_000;
let world: PaymentsWorld;
let operator: Api;
beforeAll(async () => {
  world = await startPayments({
    answers: {
      getAccount: (_request, { merchantId }) => ({
        ...demoProfile(merchantId),
        manualMethods,
        disputeFees: [{ currency: 'EGP', amount: fee }],
      }),
    },
  });
  operator = world.operatorClient('payments');
});
afterAll(() => world.stop());

let number = 0;
let merchantId: string;
let live: Api;
/** Each test has a balance of its own. */
beforeEach(() => {
  merchantId = `acct_disputed${++number}`;
  live = world.merchantClient('payments', { merchantId, livemode: true });
});

/** A live payment that no API reports disputes of. */
async function paid(amount = 10_000): Promise<string> {
  const { body } = await live<PaymentIntent & AnyBody>('POST', '/payment-intents', {
    amount,
    currency: 'EGP',
    confirm: true,
    returnUrl: 'https://shop.example/thanks',
    paymentMethod: { type: 'cash_on_delivery' },
  });
  await live('POST', `/payment-intents/${body.id}/mark-paid`, {});
  const { body: intent } = await live<PaymentIntent>('GET', `/payment-intents/${body.id}`);
  expect(intent.status).toBe('SUCCEEDED');
  return intent.latestCharge?.id ?? '';
}
const open = (body: object, account = merchantId) =>
  operator<Answer>('POST', `/operator/accounts/${account}/disputes`, body);
const opened = async (body: object): Promise<Dispute> => {
  const answer = await open(body);
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body;
};
const close = (id: string, outcome: string) =>
  operator<Answer>('POST', `/operator/accounts/${merchantId}/disputes/${id}/close`, { outcome });
const refund = (body: object) =>
  live<Refund & AnyBody>('POST', '/refunds', { instructionsEmail: 'mona@example.com', ...body });
const balanceOf = async () => {
  const { body } = await live<{ available: { amount: number }[] }>('GET', '/balance');
  return body.available[0]?.amount ?? 0;
};
const codeOf = ({ status, body }: { status: number; body: AnyBody }) => [status, body.error?.code];
const expectConsistent = async () => expect(await world.findings()).toEqual([]);

describe('a dispute that the operator opens', () => {
  test('debits the money and the fee at once, of who received the money', async () => {
    const chargeId = await paid();
    const before = await balanceOf();
    const dueBy = '2027-01-01T00:00:00.000Z';
    const dispute = await opened({ chargeId, reason: 'product_not_received', evidenceDueBy: dueBy });
    expect(dispute).toMatchObject({
      amount: 10_000,
      reason: 'product_not_received',
      status: 'NEEDS_RESPONSE',
      evidenceDueBy: dueBy,
    });
    expect(await balanceOf()).toBe(before - 10_000 - fee);
    const { body: charge } = await live<AnyBody>('GET', `/charges/${chargeId}`);
    expect(charge).toMatchObject({ disputed: true });
    const types = (await world.eventsOf(chargeId, dispute.paymentIntentId, dispute.id)).slice(-3);
    expect(types.map(({ type }) => type)).toEqual(['dispute.created', 'charge.updated', 'payment_intent.updated']);
    expect(types[1]?.previousAttributes).toEqual({ disputed: false });
    await expectConsistent();
  });

  test('is opened once for a reference, and one at a time for a charge', async () => {
    const chargeId = await paid();
    const first = await opened({ chargeId, amount: 4_000, reference: 'CB-1' });
    const [second, third] = await Promise.all([1, 2].map(() => opened({ chargeId, amount: 4_000, reference: 'CB-1' })));
    expect([second, third]).toEqual([first, first]);
    for (const change of [{ amount: 3_000 }, { evidenceDueBy: '2099-01-01T00:00:00.000Z' }, { reason: 'fraudulent' }])
      expect((await open({ chargeId, reference: 'CB-1', ...change })).body.error).toMatchObject({
        code: 'resource_invalid_state',
        message: `The dispute of this reference, ${first.id}, was opened with another ${Object.keys(change)[0]}.`,
      });
    expect(await opened({ chargeId, reference: 'CB-1', evidenceDueBy: null })).toEqual(first);
    expect(await opened({ chargeId, reference: 'CB-1' })).toEqual(first);
    expect(codeOf(await open({ chargeId, reference: 'CB-2' }))).toEqual([409, 'charge_disputed']);
    const other = await paid();
    expect(codeOf(await open({ chargeId: other, reference: 'CB-1' }))).toEqual([409, 'resource_invalid_state']);
    await close(first.id, 'won');
    expect((await opened({ chargeId, reference: 'CB-2' })).amount).toBe(10_000);
    await expectConsistent();
  });

  test('with the reference of an inquiry is refused, instead of looking as if it had debited the money', async () => {
    const chargeId = await paid();
    const inquiry = await opened({ chargeId, reference: 'CB-7', isInquiry: true });
    expect(await opened({ chargeId, reference: 'CB-7', isInquiry: true })).toEqual(inquiry);
    const real = await open({ chargeId, reference: 'CB-7' });
    expect([real.status, real.body.error?.message]).toEqual([
      409,
      expect.stringContaining(`${inquiry.id}, is an inquiry`),
    ]);
    await close(inquiry.id, 'warning_closed');
    expect(codeOf(await open({ chargeId, reference: 'CB-7' }))).toEqual([409, 'resource_invalid_state']);
    expect((await opened({ chargeId, reference: 'CB-8' })).status).toBe('NEEDS_RESPONSE');
    await expectConsistent();
  });

  test('opened by requests at once debits the money once', async () => {
    const chargeId = await paid();
    const before = await balanceOf();
    const answers = await Promise.all([1, 2, 3].map(() => open({ chargeId })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await balanceOf()).toBe(before - 10_000 - fee);
    await expectConsistent();
  });

  test.each([
    [{ amount: 10_001 }, 400, 'amount_invalid'],
    [{ amount: 10_000, currency: 'KWD' }, 400, 'currency_invalid'],
    [{ chargeId: 'ch_unknown' }, 404, 'resource_missing'],
    [{ reason: 'unknown' }, 400, 'parameter_invalid'],
    [{ evidenceDueBy: '2020-01-31T00:00:00.000Z' }, 400, 'parameter_invalid'],
  ])('with %j answers %i %s', async (body, status, code) => {
    const chargeId = await paid();
    expect(codeOf(await open({ chargeId, ...body }))).toEqual([status, code]);
  });

  test('404 for the charge of another account', async () => {
    const chargeId = await paid();
    expect(codeOf(await open({ chargeId }, 'acct_other'))).toEqual([404, 'resource_missing']);
  });

  test('ends as the operator says, once', async () => {
    const chargeId = await paid();
    const before = await balanceOf();
    const { id } = await opened({ chargeId });
    const won = await close(id, 'won');
    expect([won.status, won.body.status]).toEqual([200, 'WON']);
    expect(await balanceOf()).toBe(before - fee);
    expect((await close(id, 'won')).body).toEqual(won.body);
    expect(codeOf(await close(id, 'lost'))).toEqual([409, 'resource_invalid_state']);
    expect(await balanceOf()).toBe(before - fee);
    await expectConsistent();
  });

  test('accepted by the merchant is lost', async () => {
    const { id } = await opened({ chargeId: await paid() });
    expect((await live<Answer>('POST', `/disputes/${id}/accept`)).body.status).toBe('LOST');
    await expectConsistent();
  });
});

describe('an inquiry', () => {
  test('moves no money, cannot be accepted, won or lost, and ends closed', async () => {
    const chargeId = await paid();
    const before = await balanceOf();
    const inquiry = await opened({ chargeId, isInquiry: true });
    expect(inquiry).toMatchObject({ isInquiry: true, status: 'NEEDS_RESPONSE', balanceTransactions: [] });
    expect(await balanceOf()).toBe(before);
    expect(codeOf(await refund({ chargeId }))).toEqual([409, 'charge_disputed']);
    expect(codeOf(await live<AnyBody>('POST', `/disputes/${inquiry.id}/accept`))).toEqual([
      409,
      'resource_invalid_state',
    ]);
    for (const outcome of ['won', 'lost'])
      expect(codeOf(await close(inquiry.id, outcome))).toEqual([409, 'resource_invalid_state']);
    const closed = await close(inquiry.id, 'warning_closed');
    expect(closed.body).toMatchObject({ status: 'WARNING_CLOSED', isRefundable: true, balanceTransactions: [] });
    expect(await balanceOf()).toBe(before);
    await expectConsistent();
  });

  test('of a dispute there is none to close', async () => {
    const { id } = await opened({ chargeId: await paid() });
    expect(codeOf(await close(id, 'warning_closed'))).toEqual([409, 'resource_invalid_state']);
  });
});

describe('the operator', () => {
  const list = (query: string) =>
    operator<{ data: OperatorDispute[]; totalCount: number }>('GET', `/operator/disputes?${query}`);

  test('lists live disputes of all accounts and reads the whole evidence of one', async () => {
    const first = await opened({ chargeId: await paid() });
    const long = 'x'.repeat(20_000);
    for (const evidence of [{ uncategorizedText: long }, { refundPolicy: long }])
      expect((await live('PATCH', `/disputes/${first.id}`, { evidence })).status).toBe(200);
    const accountId = merchantId;
    merchantId = `acct_disputed${++number}`;
    live = world.merchantClient('payments', { merchantId, livemode: true });
    const second = await opened({ chargeId: await paid() });
    await close(second.id, 'lost');

    const all = await list('limit=2');
    expect(all.body.data.map(({ id, accountId }) => [id, accountId])).toEqual([
      [second.id, merchantId],
      [first.id, accountId],
    ]);
    expect(all.body.data[1]).toMatchObject({ truncated: ['evidence'], balanceTransactions: [{ type: 'dispute' }] });
    expect((await list(`status=LOST&accountId=${accountId}`)).body).toEqual({ data: [], totalCount: 0 });
    expect((await list(`status=NEEDS_RESPONSE&accountId=${accountId}`)).body.totalCount).toBe(1);

    const { body } = await operator<OperatorDispute>('GET', `/operator/disputes/${first.id}`);
    expect(body).toMatchObject({ accountId, evidence: { uncategorizedText: long, refundPolicy: long } });
    expect(codeOf(await operator<AnyBody>('GET', '/operator/disputes/dp_none'))).toEqual([404, 'resource_missing']);
    for (const path of ['/operator/disputes', `/operator/disputes/${first.id}`])
      expect((await live<AnyBody>('GET', path)).status).toBe(401);
  });

  test('sees no dispute of test mode', async () => {
    await world.confirm({ card: '4000000000000259' });
    const { rows } = await world.db('payments').query<{ id: string }>('select id from disputes where not livemode');
    const listed = new Set((await list('limit=100')).body.data.map(({ id }) => id));
    for (const { id } of rows) {
      expect(listed.has(id)).toBe(false);
      expect((await operator('GET', `/operator/disputes/${id}`)).status).toBe(404);
    }
  });
});

describe('after a loss', () => {
  test('only what is neither refunded nor lost can be refunded, by requests at once as well', async () => {
    await paid(100_000);
    const chargeId = await paid();
    expect((await refund({ chargeId, amount: 1_000 })).status).toBe(201);
    const { id } = await opened({ chargeId, amount: 6_000 });
    expect((await close(id, 'lost')).body).toMatchObject({ status: 'LOST', isRefundable: true });
    expect(codeOf(await refund({ chargeId, amount: 3_001 }))).toEqual([400, 'amount_invalid']);
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund({ chargeId, amount: 1_500 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    await expectConsistent();
  });

  test('a bank cannot take the same money again: another dispute has at most what was not lost', async () => {
    const chargeId = await paid();
    await close((await opened({ chargeId, amount: 6_000 })).id, 'lost');
    const before = await balanceOf();
    expect(codeOf(await open({ chargeId, amount: 4_001 }))).toEqual([400, 'amount_invalid']);
    expect(await balanceOf()).toBe(before);
    await close((await opened({ chargeId, amount: 4_000 })).id, 'lost');
    expect(codeOf(await open({ chargeId, amount: 1 }))).toEqual([409, 'resource_invalid_state']);
    expect(codeOf(await open({ chargeId }))).toEqual([409, 'resource_invalid_state']);
    await expectConsistent();
  });

  test.each([[[4_000]], [[10_000]], [[6_000, 4_000]]])(
    'the first of the refunds %j that fails returns to the balance, and frees nothing of what was lost',
    async (amounts) => {
      await paid(100_000);
      const chargeId = await paid();
      const refunds: string[] = [];
      for (const amount of amounts) refunds.push((await refund({ chargeId, amount })).body.id);
      const { id } = await opened({ chargeId, amount: 10_000 }); // the bank takes all, and the refunds were sent before
      await close(id, 'lost');
      const failed = await live<Refund>('POST', `/refunds/${refunds[0]}/mark-failed`, { failureReason: 'declined' });
      expect(failed.body.status).toBe('FAILED');
      expect(codeOf(await refund({ chargeId }))).toEqual([409, 'resource_invalid_state']);
      await expectConsistent();
    },
  );

  test('the database itself refuses to refund what was lost', async () => {
    const chargeId = await paid();
    const { id } = await opened({ chargeId });
    await close(id, 'lost');
    const over = world.db('payments').query('update charges set amount_refunded = 1 where id = $1', [chargeId]);
    await expect(over).rejects.toMatchObject({ constraint: 'charges_lost' });
  });
});

test('of a charge that was refunded in full, the amount that the bank has taken is to be given: the refusal says so', async () => {
  await paid(100_000);
  const chargeId = await paid();
  await refund({ chargeId });
  const { status, body } = await open({ chargeId, reference: 'CB-refunded' });
  expect([status, body.error]).toMatchObject([
    409,
    {
      code: 'resource_invalid_state',
      param: 'amount',
      message:
        'Nothing of the charge is left after its refunds. If the bank has taken the money nevertheless, send amount: what it has taken, from 1 to 10000, in the smallest unit of EGP.',
    },
  ]);
  expect(await opened({ chargeId, amount: 10_000, reference: 'CB-refunded' })).toMatchObject({ amount: 10_000 });
  await expectConsistent();
});

describe('a process killed while a dispute is', () => {
  test.each(['opened', 'closed'])('%s neither loses nor doubles it', async (what) => {
    const chargeId = await paid();
    const before = await balanceOf();
    const first = what === 'closed' ? await opened({ chargeId, reference: 'CB-9' }) : undefined;
    const act = () => (first ? close(first.id, 'won') : open({ chargeId, reference: 'CB-9' }));
    for (const point of ['pay.before_commit', 'pay.after_commit']) {
      const service = await world.replica('payments').spawn({ NODE_ENV: 'test', MIZAN_FAILPOINT: point });
      await act().catch(() => undefined); // settled before: the repeat changes nothing, and nothing dies
      if (point === 'pay.before_commit') expect(await service.ended).toBe('killed by SIGKILL');
      await world.replica('payments').stop();
    }
    await world.replica('payments').start();
    const answer = await act();
    expect([200, 201]).toContain(answer.status);
    await eventually(async () => expect(await balanceOf()).toBe(before - fee - (first ? 0 : 10_000)));
    await expectConsistent();
  });
});
