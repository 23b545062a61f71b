import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Refund } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { asInEvents, eventually, type AnyBody } from '@mizan/testing';
import { startPayments, type PaymentsWorld } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
  await world.confirm({ amount: 10_000_000 }); // so that the balance covers full refunds, whose fee is kept
});
afterAll(() => world.stop());

const typesOf = (events: { type: string; version: number }[]) =>
  events.map(({ type, version }) => `${type} ${version}`);
const codeOf = async (body: object) => {
  const answer = await world.merchant('POST', '/refunds', body);
  return [answer.status, answer.body.error?.code ?? 'created', answer.body.error?.param].filter(Boolean).join(' ');
};
/** A checkout paid with a voucher, which nothing can be sent back to. */
const atKiosk = ({ receiptEmail, billingEmail }: { receiptEmail?: string; billingEmail?: string }) =>
  world.confirm({
    receiptEmail: receiptEmail ?? null,
    paymentMethod: { id: 'pm_test_fawry_succeed', billingDetails: { email: billingEmail } },
  });
const available = async () => (await world.balance()).available.find(({ currency }) => currency === 'EGP')?.amount ?? 0;

describe('a refund', () => {
  test('in part and then of the rest: balance, charge, intent and events follow', async () => {
    const { id, latestCharge } = await world.confirm({ amount: 10_000 });
    const chargeId = latestCharge?.id ?? '';
    const before = await available();
    const first = await world.refund({
      chargeId,
      amount: 4_000,
      reason: 'DUPLICATE',
      description: 'one of two',
      metadata: { a: 1 },
    });
    expect(Refund.strict().parse(first)).toMatchObject({
      amount: 4_000,
      status: 'SUCCEEDED',
      reason: 'DUPLICATE',
      description: 'one of two',
      metadata: { a: 1 },
      feeAmount: 0,
      paymentIntentId: id,
      destinationDetails: { type: 'card', card: { referenceStatus: 'available' } },
    });
    expect(await available()).toBe(before - 4_000);
    expect(await world.intent(id)).toMatchObject({
      status: 'PARTIALLY_REFUNDED',
      amountRefunded: 4_000,
      charges: [{ status: 'SUCCEEDED', amountRefunded: 4_000, refunded: false, refunds: [first] }],
    });

    const second = await world.refund({ paymentIntentId: id });
    expect(second.amount).toBe(6_000);
    const intent = await world.intent(id);
    expect(intent).toMatchObject({
      status: 'REFUNDED',
      amountRefunded: 10_000,
      charges: [{ status: 'REFUNDED', refunded: true }],
    });
    expect((await world.merchant('GET', `/refunds/${second.id}`)).body).toEqual(second);
    expect((await world.merchant('GET', `/balance-transactions/${first.balanceTransactionId}`)).body).toMatchObject({
      type: 'refund',
      gross: -4_000,
      fee: 0,
      net: -4_000,
      source: { type: 'refund', id: first.id },
    });
    const events = await world.eventsOf(id, chargeId, first.id, second.id);
    expect(typesOf(events).slice(3)).toEqual([
      'refund.created 1',
      'refund.succeeded 2',
      'charge.refunded 2',
      'payment_intent.partially_refunded 3',
      'refund.created 1',
      'refund.succeeded 2',
      'charge.refunded 3',
      'payment_intent.refunded 4',
    ]);
    expect(events.at(-1)?.object).toEqual(asInEvents(intent));
    expect(await world.findings()).toEqual([]);
  });

  test('with the same key is made once', async () => {
    const { id } = await world.confirm();
    const key = newId('key');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.merchant('POST', '/refunds', { paymentIntentId: id, amount: 100 }, { idempotencyKey: key }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body['id'])).size).toBe(1);
    expect(answers.every(({ status, body }) => status === 201 || body.error?.code === 'idempotency_key_in_use')).toBe(
      true,
    );
    expect((await world.intent(id)).amountRefunded).toBe(100);
  });
});

test('a refund is not refused for a balance that moved to a new row while it waited for the others', async () => {
  const merchantId = 'acct_rows';
  const merchant = world.merchantClient('payments', { merchantId, livemode: false });
  const paymentMethod = { id: 'pm_test_card_succeed' };
  const order = { amount: 10_000, currency: 'EGP', confirm: true, paymentMethod };
  const { body: paid } = await merchant<{ id: string } & AnyBody>('POST', '/payment-intents', order);
  const other = await world.db('payments').connect();
  await other.query('begin');
  await other.query(
    `with own as (select * from ledger_accounts where merchant_id = $1 and account = 'merchant_available' for update),
       emptied as (update ledger_accounts l set balance = 0 from own where l.merchant_id = $1 and l.account = own.account
         and l.livemode = own.livemode and l.currency = own.currency and l.slot = own.slot)
     insert into ledger_accounts (merchant_id, livemode, account, currency, slot, balance)
     select merchant_id, livemode, account, currency,
       (select min(free) from generate_series(0, 15) as free where free not in (select slot from own)), sum(balance)
     from own group by 1, 2, 3, 4`,
    [merchantId],
  );
  const refund = merchant('POST', '/refunds', { paymentIntentId: paid.id, amount: 5_000 });
  await eventually(async () => {
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%amount_refunded + %'`;
    expect((await world.db('payments').query(waiting)).rowCount).toBe(1);
  });
  await other.query('commit');
  other.release();
  expect((await refund).status).toBe(201);
});

describe('of refunds made at once', () => {
  test('20 of 60 % each, exactly one is granted', async () => {
    const { id } = await world.confirm({ amount: 10_000 });
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf({ paymentIntentId: id, amount: 6_000 })));
    expect(codes.toSorted()).toEqual(['201 created', ...Array.from({ length: 19 }, () => '400 amount_invalid amount')]);
    expect((await world.intent(id)).amountRefunded).toBe(6_000);
  });

  test('40 of random amounts by charge and by intent never exceed what was captured, and none is refused wrongly', async () => {
    const { id, latestCharge } = await world.confirm({ amount: 10_000 });
    const requests = Array.from({ length: 40 }, (_, i) => ({
      amount: 1 + Math.floor(Math.random() * 1_500),
      ...(i % 2 ? { chargeId: latestCharge?.id } : { paymentIntentId: id }),
    }));
    const answers = await Promise.all(
      requests.map(async (body) => ({ amount: body.amount, code: await codeOf(body) })),
    );
    const granted = answers.filter(({ code }) => code === '201 created').reduce((sum, { amount }) => sum + amount, 0);
    const intent = await world.intent(id);
    expect(intent.amountRefunded).toBe(granted);
    expect(granted).toBeLessThanOrEqual(10_000);
    for (const { amount, code } of answers.filter((answer) => answer.code !== '201 created')) {
      expect(code).toMatch(/^(400 amount_invalid amount|409 resource_invalid_state)$/);
      expect(granted + amount).toBeGreaterThan(10_000);
    }
    expect(await world.findings()).toEqual([]);
  });
});

describe('a refund is refused', () => {
  test('with both targets or none: 400 parameters_exclusive, parameter_missing', async () => {
    expect(await codeOf({ chargeId: 'ch_1', paymentIntentId: 'pi_1' })).toBe(
      '400 parameters_exclusive paymentIntentId',
    );
    expect(await codeOf({ amount: 1 })).toBe('400 parameter_missing chargeId');
  });
  test('for a charge or intent that is unknown, of another merchant or of the other mode: 404 resource_missing', async () => {
    const { id, latestCharge } = await world.confirm();
    expect(await codeOf({ chargeId: 'ch_unknown' })).toBe('404 resource_missing chargeId');
    expect(await codeOf({ paymentIntentId: 'pi_unknown' })).toBe('404 resource_missing paymentIntentId');
    for (const merchant of [{ merchantId: 'acct_other' }, { merchantId: 'acct_test', livemode: true }]) {
      const stranger = world.merchantClient('payments', merchant);
      for (const body of [{ chargeId: latestCharge?.id }, { paymentIntentId: id }])
        expect((await stranger('POST', '/refunds', body)).body.error?.code).toBe('resource_missing');
      for (const path of [`/payment-intents/${id}`, `/charges/${latestCharge?.id}`])
        expect((await stranger('GET', path)).status).toBe(404);
    }
  });
  test('while nothing succeeded: 409 resource_invalid_state', async () => {
    const declined = await world.confirm({ card: '4000000000000002' });
    expect(await codeOf({ paymentIntentId: declined.id })).toBe('409 resource_invalid_state paymentIntentId');
    expect(await codeOf({ chargeId: declined.latestCharge?.id })).toBe('409 resource_invalid_state chargeId');
  });
  test('before the capture: 409 charge_not_captured', async () => {
    const { id, latestCharge } = await world.confirm({ captureMethod: 'manual' });
    expect(await codeOf({ paymentIntentId: id })).toBe('409 charge_not_captured');
    expect(await codeOf({ chargeId: latestCharge?.id })).toBe('409 charge_not_captured');
  });
  test('while more of it may be captured: 409 resource_invalid_state; after the final capture it is made', async () => {
    const { id, latestCharge } = await world.confirm({ captureMethod: 'manual' });
    const capture = (body: object) => world.merchant('POST', `/payment-intents/${id}/capture`, body);
    await capture({ amountToCapture: 4_000, finalCapture: false });
    expect(await codeOf({ paymentIntentId: id, amount: 1_000 })).toBe('409 resource_invalid_state');
    expect(await codeOf({ chargeId: latestCharge?.id })).toBe('409 resource_invalid_state');
    await capture({ amountToCapture: 2_000 });
    expect(await world.refund({ paymentIntentId: id })).toMatchObject({ amount: 6_000, status: 'SUCCEEDED' });
  });
  test('for less than 1 or more than what is left: 400 amount_invalid; with nothing left: 409 resource_invalid_state', async () => {
    const { id } = await world.confirm({ amount: 1_000 });
    expect(await codeOf({ paymentIntentId: id, amount: 0 })).toBe('400 amount_invalid amount');
    expect(await codeOf({ paymentIntentId: id, amount: 1_001 })).toBe('400 amount_invalid amount');
    await world.refund({ paymentIntentId: id, amount: 1_000 });
    expect(await codeOf({ paymentIntentId: id, amount: 1 })).toBe('409 resource_invalid_state');
  });
  test('for a part of what InstaPay takes: 400 amount_invalid, and the whole is what no dispute has taken', async () => {
    const { id, latestCharge } = await world.confirm({ paymentMethod: { id: 'pm_test_instapay_succeed' } });
    const messageOf = async (amount: number) =>
      (await world.merchant('POST', '/refunds', { paymentIntentId: id, amount })).body.error?.message;
    const only = (amount: number) =>
      `InstaPay supports only full refunds. Leave amount out, or send ${amount}, in the smallest unit of EGP.`;
    expect(await messageOf(4_000)).toBe(only(10_000));
    await world.db('payments').query('update charges set amount_lost = 3000 where id = $1', [latestCharge?.id]);
    expect(await messageOf(4_000)).toBe(only(7_000));
    expect(await world.refund({ paymentIntentId: id })).toMatchObject({ amount: 7_000 });
    await world.db('payments').query('update charges set amount_lost = 0 where id = $1', [latestCharge?.id]);
  });
  test('for what is refunded or being refunded: 409 says which, and what waits for the buyer can be canceled', async () => {
    const messageOf = async (paymentIntentId: string) =>
      (await world.merchant('POST', '/refunds', { paymentIntentId })).body.error?.message;
    const { id: paid } = await world.confirm({ amount: 1_000 });
    await world.refund({ paymentIntentId: paid });
    expect(await messageOf(paid)).toBe('The charge has already been refunded in full.');
    const { id: kiosk } = await atKiosk({ receiptEmail: 'mona@example.com' });
    const waiting = await world.refund({ paymentIntentId: kiosk });
    expect(await messageOf(kiosk)).toBe(
      `All that is left of the charge is being refunded already: ${waiting.id}. Cancel ${waiting.id} to refund it in another way: the buyer has not said where the money goes.`,
    );
  });
  test('without an address to request bank details from: 400 parameter_missing, also if the customer of the checkout has one', async () => {
    const { id, customer } = await atKiosk({});
    expect(customer?.email).toBe('mona@example.com'); // whom only the phone may have identified
    expect(await codeOf({ paymentIntentId: id })).toBe('400 parameter_missing instructionsEmail');
    expect((await world.intent(id)).amountRefunded).toBe(0);
  });
  test('without an address of its own: 400 parameter_missing, also if a later attempt of another buyer has one', async () => {
    const { id } = await atKiosk({});
    await world
      .db('payments')
      .query(`update payment_intents set receipt_email = 'later@example.com' where id = $1`, [id]);
    expect(await codeOf({ paymentIntentId: id })).toBe('400 parameter_missing instructionsEmail');
  });
  test('when the balance does not cover it: 400 insufficient_balance, and nothing changes', async () => {
    const poor = { merchantId: 'acct_poor' };
    const confirm = await world.siblingClient('payments', 'checkout', poor)<{ paymentIntent: { id: string } }>(
      'POST',
      '/internal/calls/confirmPayment',
      world.confirmRequest({}),
      { idempotencyKey: newId('key') },
    );
    const { id } = confirm.body.paymentIntent;
    const asPoor = world.merchantClient('payments', poor);
    const answer = await asPoor('POST', '/refunds', { paymentIntentId: id });
    expect([answer.status, answer.body.error]).toMatchObject([
      400,
      {
        code: 'insufficient_balance',
        message: 'Only 9344 in the smallest unit of EGP is available for this refund now; it needs 10000.',
      },
    ]);
    expect((await asPoor('GET', `/payment-intents/${id}`)).body).toMatchObject({
      status: 'SUCCEEDED',
      amountRefunded: 0,
    });
    expect((await asPoor('POST', '/refunds', { paymentIntentId: id, amount: 9_344 })).status).toBe(201);
    expect((await asPoor('GET', '/balance')).body).toMatchObject({ available: [{ amount: 0 }] });
  });
  test('without a balance in its currency: 400 merchant_no_balance; without fee data: 409 charge_missing_…', async () => {
    const { id, latestCharge } = await world.confirm();
    const [db, movementId] = [world.db('payments'), latestCharge?.balanceTransaction?.id];
    const withMovement = async (change: string, expected: string) => {
      await db.query(`update balance_transactions set ${change} where id = $1`, [movementId]);
      expect(await codeOf({ paymentIntentId: id, amount: 1 })).toBe(expected);
    };
    await withMovement(`fee_details = '[]'`, '409 charge_incomplete_fee_data');
    await withMovement('fee_details = null', '409 charge_missing_fee_data');
    await withMovement(`id = 'txn_elsewhere'`, '409 charge_missing_balance_transaction');
    await db.query(`delete from balance_transactions where id = 'txn_elsewhere'`);

    const nowhere = await world.confirm();
    await db.query(`update ledger_accounts set currency = 'XXX'`);
    expect(await codeOf({ paymentIntentId: nowhere.id, amount: 1 })).toBe('400 merchant_no_balance');
    await db.query(`update ledger_accounts set currency = 'EGP'`);
  });
});

describe('a refund whose end comes later', () => {
  test('…7726 is PENDING, then SUCCEEDED when the minute has passed', async () => {
    const { id } = await world.confirm({ card: '4000000000007726' });
    const refund = await world.refund({ paymentIntentId: id, amount: 1_000 });
    expect(refund).toMatchObject({ status: 'PENDING', pendingReason: 'processing' });
    await aMinuteLater(refund.id);
    await eventually(async () =>
      expect((await world.merchant('GET', `/refunds/${refund.id}`)).body).toMatchObject({ status: 'SUCCEEDED' }),
    );
    expect(typesOf(await world.eventsOf(refund.id))).toEqual([
      'refund.created 1',
      'refund.updated 2',
      'refund.succeeded 3',
    ]);
  });

  test('…5126 is SUCCEEDED, then FAILED when the minute has passed: the money and the amounts come back', async () => {
    const { id, latestCharge } = await world.confirm({ card: '4000000000005126', amount: 10_000 });
    const before = await available();
    const refund = await world.refund({ paymentIntentId: id });
    expect(refund.status).toBe('SUCCEEDED');
    expect((await world.intent(id)).status).toBe('REFUNDED');
    await aMinuteLater(refund.id);
    const failed = await eventually(async () => {
      const { body } = await world.merchant<Refund>('GET', `/refunds/${refund.id}`);
      expect(body).toMatchObject({ status: 'FAILED', failureReason: 'expired_or_canceled_card' });
      return body;
    });
    expect(await available()).toBe(before);
    expect(
      (await world.merchant('GET', `/balance-transactions/${failed.failureBalanceTransactionId}`)).body,
    ).toMatchObject({
      type: 'refund_failure',
      gross: 10_000,
      fee: 0,
      net: 10_000,
    });
    expect(await world.intent(id)).toMatchObject({
      status: 'SUCCEEDED',
      amountRefunded: 0,
      charges: [{ status: 'SUCCEEDED', refunded: false, amountRefunded: 0, refunds: [{ status: 'FAILED' }] }],
    });
    expect(typesOf(await world.eventsOf(id, latestCharge?.id ?? '', refund.id)).slice(7)).toEqual([
      'refund.failed 3',
      'charge.updated 3',
      'payment_intent.updated 4',
    ]);
    expect(await world.refund({ paymentIntentId: id })).toMatchObject({ amount: 10_000 });
  });

  /** Sets back when the processor took the refund, and makes it due. */
  async function aMinuteLater(refundId: string): Promise<void> {
    await world
      .db('payments')
      .query(
        `update simulator_operations set record = jsonb_set(record, '{at}', to_jsonb(to_char(now() at time zone 'UTC' - interval '61 s', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) where key = $1`,
        [refundId],
      );
    await world.makeDue();
  }
});

test('of two that are reserved before either is settled, the one that makes it whole announces that once', async () => {
  const { id } = await world.confirm({ amount: 10_000 });
  await Promise.all([
    world.refund({ paymentIntentId: id, amount: 4_000 }),
    world.refund({ paymentIntentId: id, amount: 6_000 }),
  ]);
  const types = (await world.eventsOf(id)).map(({ type }) => type);
  expect(types.slice(2)).toEqual(['payment_intent.partially_refunded', 'payment_intent.refunded']);
});

test.each([
  ['vodafone_cash', { type: 'wallet', wallet: { provider: 'vodafone_cash' } }],
  ['valu', { type: 'wallet', wallet: { provider: 'valu' } }],
  ['instapay', { type: 'bank_transfer', bankTransfer: { referenceStatus: expect.any(String) } }],
  ['apple_pay', { type: 'card', card: { referenceType: 'acquirer_reference_number' } }],
])('a refund of %s says that it went to where it was paid from', async (type, destinationDetails) => {
  const { id } = await world.confirm({ paymentMethod: { id: `pm_test_${type}_succeed` } });
  const refund = await world.refund({ paymentIntentId: id });
  expect(Refund.strict().parse(refund)).toMatchObject({ status: 'SUCCEEDED', destinationDetails });
});

describe('a refund that waits for the buyer’s details', () => {
  const waiting = async () => {
    const { id } = await atKiosk({ receiptEmail: 'mona@example.com' });
    return world.refund({ paymentIntentId: id, amount: 4_000 });
  };
  const cancel = (id: string) => world.merchant<Refund & { error?: { code: string } }>('POST', `/refunds/${id}/cancel`);

  test.each([
    ['that the request names', { receiptEmail: 'kiosk@example.com' }, 'given@example.com'],
    ['that was entered', { billingEmail: 'kiosk@example.com', receiptEmail: 'office@example.com' }, undefined],
    ['of its receipts, where none was entered', { receiptEmail: 'kiosk@example.com' }, undefined],
  ])('requests them at the address %s', async (_which, known, instructionsEmail) => {
    const { id } = await atKiosk(known);
    const { nextAction } = await world.refund({ paymentIntentId: id, amount: 4_000, instructionsEmail });
    expect(nextAction?.displayDetails.emailSentTo).toBe(instructionsEmail ?? 'kiosk@example.com');
  });

  test('can be withdrawn, and the merchant has its money again', async () => {
    const refund = await waiting();
    const before = await available();
    expect(refund.status).toBe('REQUIRES_ACTION');
    const { body } = await cancel(refund.id);
    expect(body).toMatchObject({ status: 'CANCELED', failureBalanceTransactionId: expect.stringMatching(/^txn_/) });
    expect(body).not.toHaveProperty('failureReason');
    expect(await world.intent(refund.paymentIntentId)).toMatchObject({ status: 'SUCCEEDED', amountRefunded: 0 });
    expect(await available()).toBe(before + 4_000);
    expect((await world.eventsOf(refund.id)).at(-1)).toMatchObject({ type: 'refund.canceled', object: body });
    expect((await cancel(refund.id)).body.error?.code).toBe('resource_invalid_state');
  });

  test('is the only one: what was sent cannot be withdrawn', async () => {
    const { id } = await world.confirm();
    const sent = await world.refund({ paymentIntentId: id, amount: 1_000 });
    expect((await cancel(sent.id)).status).toBe(409);
    expect((await cancel('re_unknown')).status).toBe(404);
  });

  test('twenty withdrawals at once credit once', async () => {
    const refund = await waiting();
    const before = await available();
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(refund.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await available()).toBe(before + 4_000);
  });
});

test('description and metadata of a refund change, and are published with what they were', async () => {
  const { id } = await world.confirm();
  const refund = await world.refund({ paymentIntentId: id, amount: 1_000, metadata: { a: 1 } });
  const patch = async (body: object) => (await world.merchant<Refund>('PATCH', `/refunds/${refund.id}`, body)).body;
  const changed = await patch({ description: 'Broken', metadata: { a: null, b: 2 } });
  expect(changed).toMatchObject({ description: 'Broken', metadata: { b: 2 } });
  expect(await patch({ description: 'Broken' })).toEqual(changed);
  const events = await world.eventsOf(refund.id);
  expect(events.map(({ type }) => type)).toEqual(['refund.created', 'refund.succeeded', 'refund.updated']);
  expect(events.at(-1)?.object).toEqual(changed);
});

test('a refund is sent back as it was read and nothing changes; what is fixed is not changed', async () => {
  const { id } = await world.confirm();
  const refund = await world.refund({ paymentIntentId: id, amount: 1_000, reason: 'DUPLICATE' });
  const patch = (body: object) => world.merchant<Refund & AnyBody>('PATCH', `/refunds/${refund.id}`, body);
  expect(await patch(refund)).toMatchObject({ status: 200, body: refund });
  for (const fixed of [
    { amount: 2_000 },
    { reason: 'FRAUDULENT' },
    { currency: 'USD' },
    { chargeId: 'ch_other' },
    { status: 'CANCELED' },
  ]) {
    const { status, body } = await patch(fixed);
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'parameter_invalid', Object.keys(fixed)[0]]);
  }
  expect((await world.eventsOf(refund.id)).map(({ type }) => type)).not.toContain('refund.updated');
});
