import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PaymentIntent, StripeConnection } from '@mizan/contracts';
import { gateway } from '@mizan/gateway/app';
import { payments } from '@mizan/payments/app';
import { startStripeDouble, type StripeDouble } from '@mizan/payments/providers/stripe/stripe-double.test-support';
import { methods } from '@mizan/payments/providers/stripe/stripe-objects.test-support';
import { eventually, startWorld, type AnyBody, type World } from '@mizan/testing';
import { Stripe } from 'stripe';
import { runMizan } from './mizan.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';
const secretKey = 'sk_live_ofTheDoubleInThisTest';
const callbackSecret = 'whsec_ofTheDoubleInThisTest';

let stripe: StripeDouble;
let world: World;
beforeAll(async () => {
  stripe = await startStripeDouble(secretKey);
  world = await startWorld({
    services: [gateway, payments],
    env: { MIZAN_OPERATOR_TOKEN: operatorToken, MIZAN_STRIPE_API_URL: stripe.url },
  });
});
afterAll(async () => {
  await world.stop();
  await stripe.close();
});

/** Runs the command as the operator, with Stripe's secrets in its environment only. */
async function mizan<Body>(...args: string[]): Promise<Body> {
  const { out } = await runMizan(['--json', ...args], {
    MIZAN_BASE_URL: world.gatewayUrl,
    MIZAN_OPERATOR_TOKEN: operatorToken,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_live_ofTheDoubleInThisTest',
    STRIPE_CALLBACK_SECRET: callbackSecret,
  });
  return JSON.parse(out) as Body;
}

test('an operator connects an account, its live key takes a 3-D Secure payment, and Stripe’s callback completes it', async () => {
  const { keys } = world.accounts;
  const { body: account } = await world.api<{ id: string }>('GET', '/account');
  const live = <Body = AnyBody>(method: string, path: string, body?: unknown) =>
    world.api<Body>(method, path, body, { key: keys.liveSecret });

  const connected = await mizan<StripeConnection>('providers', 'set', 'stripe', account.id);
  expect(connected).toMatchObject({ accountId: account.id, livemode: true, secretKeyLast4: 'Test' });
  expect(await mizan('providers', 'show', account.id)).toEqual(connected);
  await mizan('accounts', 'update', account.id, '--live-payments', 'on');

  const order = {
    amount: 24_950,
    currency: 'EGP',
    confirm: true,
    returnUrl: 'https://shop.example/thanks',
    paymentMethod: { type: 'card', token: methods.challenging },
  };
  const intent = await eventually(async () => {
    const { status, body } = await live<PaymentIntent>('POST', '/payment-intents', order); // 403 until the switch is heard
    expect([status, body.status]).toEqual([201, 'REQUIRES_ACTION']);
    return body;
  });

  const atStripe = stripe.ledger.intentOf(intent.charges[0]?.id ?? '');
  if (!atStripe) throw new Error('Stripe was not asked');
  stripe.ledger.authenticate(atStripe.id, true);
  const payload = JSON.stringify({
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', metadata: atStripe.metadata } },
  });
  const send = (secret: string) =>
    fetch(connected.callbackUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': new Stripe(secretKey).webhooks.generateTestHeaderString({ payload, secret }),
      },
      body: payload,
    });
  const forged = await send('whsec_ofSomebodyElse');
  expect([forged.status, await forged.json()]).toMatchObject([401, { error: { code: 'invalid_signature' } }]);
  expect((await send(callbackSecret)).status).toBe(200);
  await eventually(async () => {
    const { body } = await live<PaymentIntent>('GET', `/payment-intents/${intent.id}`);
    expect(body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 24_950, livemode: true });
  });

  const back = await fetch(atStripe.return_url ?? '', { redirect: 'manual' });
  expect([back.status, back.headers.get('location')]).toEqual([303, 'https://shop.example/thanks']);
});
