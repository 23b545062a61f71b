import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type PaymentIntent, paymentMethods, PaymentMethodType } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { type AnyBody, type ApiAnswer, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

type Answer = ApiAnswer<PaymentIntent & AnyBody>;
const confirm = (paymentMethod: object, currency = 'EGP', more: object = {}): Promise<Answer> =>
  world.merchant<PaymentIntent & AnyBody>('POST', '/payment-intents', {
    amount: 10_000,
    currency,
    confirm: true,
    paymentMethod,
    returnUrl: 'https://shop.example/thanks',
    ...more,
  });
const confirmed = async (...args: Parameters<typeof confirm>): Promise<PaymentIntent> => {
  const { status, body } = await confirm(...args);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};
const pageOf = ({ latestCharge }: PaymentIntent) => `${world.urls.payments}/simulator/${latestCharge?.id}`;
const act = (intent: PaymentIntent, fields: Record<string, string>) =>
  fetch(pageOf(intent), { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
const errorOf = ({ body }: Answer) => [body.error?.code, body.error?.param];

const currencyFor = (type: PaymentMethodType) => (paymentMethods[type].currencies.includes('EGP') ? 'EGP' : 'SAR');

test.each(PaymentMethodType.options)('%s: succeeds and is declined when asked for so', async (type) => {
  const outcome = (testOutcome: string) => confirmed({ type, testOutcome }, currencyFor(type));
  expect(await outcome('succeed')).toMatchObject({ status: 'SUCCEEDED', paymentMethod: { type } });
  expect(await outcome('decline:do_not_honor')).toMatchObject({
    status: 'REQUIRES_PAYMENT_METHOD',
    lastPaymentError: { declineCode: 'do_not_honor', paymentMethodType: type },
  });
});

test('a lost answer is found again, whatever was paid with', async () => {
  const lost: PaymentIntent[] = [];
  for (const type of PaymentMethodType.options)
    lost.push(await confirmed({ type, testOutcome: 'timeout' }, currencyFor(type)));
  expect(new Set(lost.map(({ status }) => status))).toEqual(new Set(['PROCESSING']));
  await world.makeDue('charges');
  await eventually(async () => {
    for (const { id } of lost) expect((await world.intent(id)).status).toBe('SUCCEEDED');
  });
  expect(await world.findings()).toEqual([]);
});

describe('a mobile wallet', () => {
  const wallet = (phone: string) => confirmed({ type: 'vodafone_cash', phone });

  test('sends the buyer to a page that asks for a code', async () => {
    const intent = await wallet('+201001234567');
    expect(intent).toMatchObject({ status: 'REQUIRES_ACTION', nextAction: { type: 'redirect_to_url' } });
    expect(await (await fetch(pageOf(intent))).text()).toContain('name="otp"');
    const wrong = await act(intent, { outcome: 'submit', otp: '111111' });
    expect([wrong.status, await wrong.text()]).toEqual([200, expect.stringContaining('role="alert"')]);
    expect((await world.intent(intent.id)).status).toBe('REQUIRES_ACTION');
    const right = await act(intent, { outcome: 'submit', otp: '123456' });
    expect([right.status, right.headers.get('location')]).toEqual([303, 'https://shop.example/thanks']);
    expect(await world.intent(intent.id)).toMatchObject({
      status: 'SUCCEEDED',
      latestCharge: { paymentMethodDetails: { wallet: { provider: 'vodafone_cash', phone: '+201001234567' } } },
    });
  });

  test.each([
    [{ outcome: 'submit', otp: '000000' }, 'wrong_pin'],
    [{ outcome: 'abandon' }, 'customer_abandoned'],
  ])('%j lets the buyer try again, for the reason %s', async (fields, code) => {
    const intent = await wallet('+201001234567');
    await act(intent, fields);
    expect(await world.intent(intent.id)).toMatchObject({
      status: 'REQUIRES_PAYMENT_METHOD',
      lastPaymentError: { code },
    });
  });

  test.each([
    ['+201000000001', 'SUCCEEDED', undefined],
    ['+201000000002', 'REQUIRES_PAYMENT_METHOD', 'insufficient_funds'],
    ['+201000000003', 'REQUIRES_PAYMENT_METHOD', 'wrong_pin'],
    ['+201000000004', 'PROCESSING', undefined],
    ['+201000000005', 'PROCESSING', undefined],
  ])('the number %s ends as %s', async (phone, status, code) => {
    const intent = await wallet(phone);
    expect([intent.status, intent.lastPaymentError?.code]).toEqual([status, code]);
  });

  test('knows the numbers of its carrier only, and needs one', async () => {
    expect(errorOf(await confirm({ type: 'etisalat_cash', phone: '01001234567' }))).toEqual([
      'validation_error',
      'paymentMethod.phone',
    ]);
    expect((await confirm({ type: 'etisalat_cash', phone: '01101234567' })).status).toBe(201);
    expect(errorOf(await confirm({ type: 'we_pay' }))).toEqual(['parameter_missing', 'paymentMethod.phone']);
  });
});

describe('instalments', () => {
  test('of valU say how much each month costs', async () => {
    const paymentMethod = { type: 'valu', phone: '+201112223301', valu: { tenureMonths: 12 } };
    expect(await confirmed(paymentMethod)).toMatchObject({
      status: 'SUCCEEDED',
      paymentMethod: { valu: { tenureMonths: 12, monthlyInstallment: 834 } },
    });
  });

  test.each([
    ['valu', '+201112223302', 'limit_exceeded'],
    ['sympl', '+201112223303', 'not_registered'],
  ])('%s refuses %s: %s', async (type, phone, code) => {
    expect((await confirmed({ type, phone })).lastPaymentError?.code).toBe(code);
  });

  test.each([
    ['mona+approved@example.com', 'SUCCEEDED'],
    ['mona+rejected@example.com', 'REQUIRES_PAYMENT_METHOD'],
    ['mona@example.com', 'REQUIRES_ACTION'],
  ])('tabby decides by the tag of %s: %s', async (email, status) => {
    expect((await confirmed({ type: 'tabby', billingDetails: { email } }, 'SAR')).status).toBe(status);
  });
});

describe('a voucher', () => {
  const voucher = (email = 'mona@example.com', checkoutSessionId = newId('cs_test')) =>
    world.confirm({
      checkoutSessionId,
      paymentMethod: { type: 'fawry', phone: '+201001234567', billingDetails: { email } },
    });

  test('is a number with a barcode, instructions in both languages, and three days to pay', async () => {
    const { status, nextAction } = await voucher();
    expect(status).toBe('REQUIRES_ACTION');
    const details = nextAction?.displayVoucherDetails;
    expect(details).toMatchObject({
      reference: expect.stringMatching(/^\d{9}$/),
      billerCode: '788',
      amount: 10_000,
      currency: 'EGP',
      channels: ['kiosk', 'atm', 'mobile_app'],
    });
    expect(details?.instructions.en).toContain(details?.reference);
    expect(details?.instructions.ar).toContain(details?.reference);
    const hours = (Date.parse(details?.expiresAt ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(72);
    const image = await fetch(`${world.urls.payments}${new URL(details?.barcodeUrl ?? '').pathname}`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await image.text()).toMatch(/^<svg/);
  });

  test('that is paid at the kiosk is a payment that succeeded', async () => {
    const intent = await voucher();
    await act(intent, { outcome: 'paid' });
    expect(await world.intent(intent.id)).toMatchObject({ status: 'SUCCEEDED', nextAction: null });
  });

  test('that is not paid has failed for good, for its checkout is over', async () => {
    const intent = await voucher();
    await act(intent, { outcome: 'expire' });
    expect(await world.intent(intent.id)).toMatchObject({
      status: 'FAILED',
      lastPaymentError: { code: 'voucher_expired' },
    });
  });

  test.each([
    ['mona+paid@example.com', 'SUCCEEDED'],
    ['mona+paid_later@example.com', 'REQUIRES_ACTION'],
    ['mona+never@example.com', 'REQUIRES_ACTION'],
  ])('for %s is %s', async (email, status) => {
    expect((await voucher(email)).status).toBe(status);
  });

  test('is refunded by asking the buyer where to, since kiosks take nothing back', async () => {
    const { id } = await voucher('mona+paid@example.com');
    await world.confirm({ amount: 1_000_000 });
    expect(await world.refund({ paymentIntentId: id, amount: 4_000 })).toMatchObject({
      status: 'REQUIRES_ACTION',
      nextAction: { type: 'display_details', displayDetails: { emailSentTo: 'mona+paid@example.com' } },
    });
  });
});

describe('money that the merchant receives', () => {
  const markPaid = (id: string, body: object = {}) =>
    world.merchant<PaymentIntent & AnyBody>('POST', `/payment-intents/${id}/mark-paid`, body);

  test('by bank transfer: the account and the reference are shown, and parts add up', async () => {
    const intent = await confirmed({ type: 'bank_transfer' });
    expect(intent).toMatchObject({
      status: 'PROCESSING',
      nextAction: { displayBankTransferDetails: { iban: expect.stringMatching(/^EG\d{27}$/), amount: 10_000 } },
    });
    expect(await (await fetch(pageOf(intent))).text()).toContain(
      intent.nextAction?.displayBankTransferDetails?.reference,
    );
    expect((await markPaid(intent.id, { amountReceived: 4_000, reference: 'slip 7' })).body.status).toBe('PROCESSING');
    expect(errorOf(await markPaid(intent.id, { amountReceived: 6_001 }))).toEqual(['amount_invalid', 'amountReceived']);
    const receivedAt = expect.any(String);
    expect((await markPaid(intent.id)).body).toMatchObject({
      status: 'SUCCEEDED',
      amountReceived: 10_000,
      latestCharge: {
        paymentMethodDetails: {
          receipts: [
            { amount: 4_000, reference: 'slip 7', receivedAt },
            { amount: 6_000, reference: null, receivedAt },
          ],
        },
      },
    });
    expect(errorOf(await markPaid(intent.id))[0]).toBe('payment_already_completed');
    expect(await world.findings()).toEqual([]);
  });

  test('in full, and the process died before the provider was notified: the janitor notifies it', async () => {
    const { id, latestCharge } = await confirmed({ type: 'bank_transfer' });
    await world
      .db('payments')
      .query(`update charges set amount_reported = amount, next_sync_at = now() where id = $1`, [latestCharge?.id]);
    await eventually(async () => expect((await world.intent(id)).status).toBe('SUCCEEDED'));
  });

  test('on delivery: collected or refused', async () => {
    const collected = await confirmed({ type: 'cash_on_delivery' });
    expect(collected.status).toBe('PROCESSING');
    expect((await markPaid(collected.id)).body.status).toBe('SUCCEEDED');
    const refused = await world.confirm({ paymentMethod: { type: 'cash_on_delivery' } });
    await act(refused, { outcome: 'refused' });
    expect((await world.intent(refused.id)).status).toBe('FAILED');
  });

  test('is reported once: a receipt beyond what is missing is refused while the provider is notified of the rest', async () => {
    const { id, latestCharge } = await confirmed({ type: 'bank_transfer' });
    await world.db('payments').query(`update charges set amount_reported = amount where id = $1`, [latestCharge?.id]);
    expect(errorOf(await markPaid(id, { amountReceived: 2_000 }))[0]).toBe('payment_already_completed');
    expect((await markPaid(id)).body.status).toBe('SUCCEEDED');
  });

  test('twenty receipts at once of 60 % record one', async () => {
    const { id } = await confirmed({ type: 'bank_transfer' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => markPaid(id, { amountReceived: 6_000 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is not what InstaPay is paid with in test mode, where it is simulated: the answer names what to use instead', async () => {
    const { id } = await confirmed({ type: 'instapay', handle: 'mona@instapay' });
    const { status, body } = await markPaid(id);
    expect([status, body.error?.code, body.error?.message]).toEqual([
      400,
      'payment_method_mismatch',
      'In test mode, InstaPay is simulated and cannot be marked. Use POST /test-helpers/payment-intents/{id}/simulate instead.',
    ]);
  });

  test('is not what cards are paid with', async () => {
    const { id } = await confirmed({ type: 'card', testOutcome: 'require_action' });
    expect(errorOf(await markPaid(id))[0]).toBe('payment_method_mismatch');
    const fresh = await world.merchant<PaymentIntent>('POST', '/payment-intents', { amount: 100, currency: 'EGP' });
    const unpaid = await markPaid(fresh.body.id);
    expect(errorOf(unpaid)[0]).toBe('resource_invalid_state');
    expect(unpaid.body.error?.message).toContain('Let the buyer pay');
  });
});

test('instapay pushes to a handle and waits', async () => {
  expect(errorOf(await confirm({ type: 'instapay' }))).toEqual(['parameter_missing', 'paymentMethod.handle']);
  for (const [handle, status] of [
    ['ok@instapay', 'SUCCEEDED'],
    ['fail@instapay', 'REQUIRES_PAYMENT_METHOD'],
    ['never@instapay', 'PROCESSING'],
    ['mona@instapay', 'PROCESSING'],
  ])
    expect([handle, (await confirmed({ type: 'instapay', handle })).status]).toEqual([handle, status]);
});

test('a card payment cannot be marked as paid on its page', async () => {
  const intent = await confirmed({ type: 'card', testOutcome: 'require_action' });
  for (const outcome of ['paid', 'expire', 'refused']) await act(intent, { outcome });
  expect((await world.intent(intent.id)).status).toBe('REQUIRES_ACTION');
});
