import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { type ConfirmOptions, type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

const challenge = '4000000000003220';
const address = (chargeId: string | undefined) => `${world.urls.payments}/simulator/${chargeId}`;
const open = (chargeId: string | undefined) => fetch(address(chargeId));
const answer = (chargeId: string | undefined, outcome: string) =>
  fetch(address(chargeId), { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome }) });
const challenged = async (options: ConfirmOptions = {}) => {
  const intent = await world.confirm({ card: challenge, ...options });
  return { intent, chargeId: intent.latestCharge?.id };
};

describe('3-D Secure', () => {
  test('asks the buyer to act on the page that nextAction names', async () => {
    const { intent, chargeId } = await challenged();
    expect(intent).toMatchObject({
      status: 'REQUIRES_ACTION',
      nextAction: {
        type: 'redirect_to_url',
        redirectToUrl: {
          url: expect.stringMatching(new RegExp(`/simulator/${chargeId}$`)),
          returnUrl: 'https://shop.example/thanks',
        },
      },
      latestCharge: { status: 'PENDING' },
    });
    const { 1: shown } = /<p class="payment">([\s\S]*?)<\/p>/.exec(await (await open(chargeId)).text()) ?? [];
    expect(shown).toMatch(/<bdi>EGP\s100\.00<\/bdi>[^•]*<bdi>Visa •••• 3220<\/bdi>/); // as the checkout page writes them
    expect((await world.eventsOf(intent.id, chargeId ?? '')).map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'charge.pending',
      'payment_intent.requires_action',
    ]);
  });

  test('authenticated: the payment succeeds and the buyer is sent back', async () => {
    const { intent, chargeId } = await challenged();
    const sentBack = await answer(chargeId, 'authenticate');
    expect([sentBack.status, sentBack.headers.get('location')]).toEqual([303, 'https://shop.example/thanks']);
    expect(await world.intent(intent.id)).toMatchObject({
      status: 'SUCCEEDED',
      nextAction: null,
      charges: [{ paymentMethodDetails: { card: { threeDSecure: { result: 'authenticated' } } } }],
    });
    expect((await answer(chargeId, 'fail')).status).toBe(303);
    expect((await world.intent(intent.id)).status).toBe('SUCCEEDED');
  });

  test('the buyer is sent back to an address that was stored with letters that no header can hold', async () => {
    const { chargeId } = await challenged();
    await world
      .db('payments')
      .query(`update charges set return_url = 'https://shop.example/شكرا' where id = $1`, [chargeId]);
    const sentBack = await answer(chargeId, 'authenticate');
    const location = 'https://shop.example/%D8%B4%D9%83%D8%B1%D8%A7';
    expect([sentBack.status, sentBack.headers.get('location')]).toEqual([303, location]);
  });

  test.each([
    ['fail', 'authentication_failed'],
    ['abandon', 'customer_abandoned'],
  ])('%s: the payment can be tried again, lastPaymentError is %s', async (outcome, code) => {
    const checkoutSessionId = newId('cs_test');
    const { intent, chargeId } = await challenged({ checkoutSessionId });
    expect((await answer(chargeId, outcome)).status).toBe(303);
    expect(await world.intent(intent.id)).toMatchObject({
      status: 'REQUIRES_PAYMENT_METHOD',
      nextAction: null,
      lastPaymentError: { code, chargeId },
    });
    expect((await world.confirm({ checkoutSessionId, attempt: 2 })).status).toBe('SUCCEEDED');
  });

  test('authenticated and then declined by the issuer: …1629', async () => {
    const { intent, chargeId } = await challenged({ card: '4000008400001629' });
    await answer(chargeId, 'authenticate');
    expect(await world.intent(intent.id)).toMatchObject({
      status: 'REQUIRES_PAYMENT_METHOD',
      lastPaymentError: { code: 'card_declined', type: 'card_error' },
    });
  });

  test('with manual capture: authenticated is UNCAPTURED', async () => {
    const { intent, chargeId } = await challenged({ captureMethod: 'manual' });
    await answer(chargeId, 'authenticate');
    expect(await world.intent(intent.id)).toMatchObject({ status: 'UNCAPTURED', amountCapturable: 10_000 });
  });

  test('left alone for a quarter of an hour: the janitor gives it up', async () => {
    const { intent, chargeId } = await challenged();
    await world
      .db('payments')
      .query(
        `update simulator_operations set record = jsonb_set(record, '{at}', '"2020-01-01T00:00:00.000Z"') where key = $1`,
        [chargeId],
      );
    await world.makeDue();
    await eventually(async () =>
      expect(await world.intent(intent.id)).toMatchObject({
        status: 'REQUIRES_PAYMENT_METHOD',
        lastPaymentError: { code: 'customer_abandoned' },
      }),
    );
  });

  test('blocks another attempt while the buyer is away: 409 payment_still_confirming', async () => {
    const checkoutSessionId = newId('cs_test');
    await challenged({ checkoutSessionId });
    const { body } = await world.tryConfirm({ checkoutSessionId, attempt: 2 });
    expect(body.error?.code).toBe('payment_still_confirming');
  });

  test('answered ten times at once is decided once', async () => {
    const { intent, chargeId } = await challenged();
    const outcomes = ['authenticate', 'fail', 'abandon'];
    await Promise.all(Array.from({ length: 10 }, (_, i) => answer(chargeId, outcomes[i % 3] ?? '')));
    const { status, charges } = await world.intent(intent.id);
    expect(['SUCCEEDED', 'REQUIRES_PAYMENT_METHOD']).toContain(status);
    expect(charges).toHaveLength(1);
    expect((await world.eventsOf(chargeId ?? '')).filter(({ type }) => type !== 'charge.pending')).toHaveLength(1);
    expect(await world.findings()).toEqual([]);
  });
});

describe('the page of the simulated bank', () => {
  test('says in both languages that it is a simulation, and has no script', async () => {
    const { chargeId } = await challenged({ amount: 123_450 });
    const page = await open(chargeId);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain('This is a simulation.');
    expect(html).toContain('هذه محاكاة');
    expect(html).toContain('EGP\u00a01,234.50');
    expect(html.match(/<button name="outcome" value="\w+"/g)).toHaveLength(3);
    expect(html).not.toMatch(/<script|\son\w+=/i);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' https://shop.example;");
    expect(policy).not.toContain('unsafe');
    expect(html).toContain(`<style nonce="${/'nonce-([^']+)'/.exec(policy)?.[1]}">`);
  });

  test('names the wallet and the phone that it is on', async () => {
    const { body } = await world.merchant<PaymentIntent>('POST', '/payment-intents', {
      amount: 10_000,
      currency: 'EGP',
      confirm: true,
      returnUrl: 'https://shop.example/thanks',
      paymentMethod: { type: 'vodafone_cash', billingDetails: { phone: '+201001234567' } },
    });
    const html = await (await open(body.latestCharge?.id)).text();
    for (const said of ['Vodafone Cash', 'فودافون كاش', '+201001234567']) expect(html).toContain(said);
  });

  test('shows what a merchant or a link says as text, never as markup', async () => {
    const { chargeId } = await challenged({ returnUrl: 'https://shop.example/?q="><script>alert(1)</script>' });
    await world
      .db('payments')
      .query('update charges set statement_descriptor = $2 where id = $1', [chargeId, '<img src=x onerror=alert(1)>']);
    await answer(chargeId, 'authenticate');
    const html = await (await open(chargeId)).text();
    expect(html).toContain('Nothing is left to do here.');
    expect(html).not.toMatch(/<script|<img/);
  });

  test('of an unknown, a plain or a live charge is 404', async () => {
    const { latestCharge } = await world.confirm();
    expect((await open('ch_unknown')).status).toBe(404);
    expect((await answer('ch_unknown', 'authenticate')).status).toBe(404);
    await world.db('payments').query('update charges set livemode = true where id = $1', [latestCharge?.id]);
    expect((await open(latestCharge?.id)).status).toBe(404);
  });

  test('takes the three answers and nothing else: 400', async () => {
    const { intent, chargeId } = await challenged();
    expect((await answer(chargeId, 'refund')).status).toBe(400);
    expect((await world.intent(intent.id)).status).toBe('REQUIRES_ACTION');
  });
});
