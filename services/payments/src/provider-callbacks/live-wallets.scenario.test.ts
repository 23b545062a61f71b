import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { stripeTestMethods as methods } from '@mizan/stand-ins';
import { type AnyBody, type ApiAnswer, eventually } from '@mizan/testing';
import { type LiveWorld, startLivePayments } from './live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());

const codeOf = ({ status, body }: ApiAnswer<AnyBody>) => [status, body.error?.code, body.error?.param];
const wallets = ['apple_pay', 'google_pay'] as const;
type Wallet = (typeof wallets)[number];
const tokenOf = (wallet?: Wallet, method: string = methods.approving): string =>
  world.stripe.createToken({ method, ...(wallet ? { wallet } : {}) });
const payBy = (type: string, token: string, more: object = {}) =>
  world.pay(token, { paymentMethod: { type, token }, ...more });
const intentsAtStripe = () => world.stripe.intents.length;
const chargesAtStripe = () => world.stripe.records().filter(({ kind }) => kind === 'charge').length;

describe('a wallet through Stripe', () => {
  test.each(wallets)('pays as %s by a confirmation token, and the charge shows the wallet', async (wallet) => {
    const { body } = await payBy(wallet, tokenOf(wallet));
    expect(body).toMatchObject({
      status: 'SUCCEEDED',
      amountReceived: 10_000,
      paymentMethod: { type: wallet },
      latestCharge: {
        paymentMethodDetails: { type: wallet, card: { last4: '4242', wallet: { type: wallet } } },
        config: { provider: 'stripe', connectionId: world.connected.id },
      },
    });
  });

  test('is authorized and captured like a card, and refunded in part', async () => {
    const { body: held } = await payBy('apple_pay', tokenOf('apple_pay'), { captureMethod: 'manual' });
    expect(held).toMatchObject({ status: 'UNCAPTURED', amountCapturable: 10_000 });
    const captured = await world.live('POST', `/payment-intents/${held.id}/capture`, {});
    expect(captured.body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 });
  });

  test('that is declined says why and shows the wallet, and another token pays', async () => {
    const { body: declined } = await payBy('google_pay', tokenOf('google_pay', methods.poor));
    expect(declined).toMatchObject({
      status: 'REQUIRES_PAYMENT_METHOD',
      lastPaymentError: { code: 'card_declined', declineCode: 'insufficient_funds' },
      latestCharge: { paymentMethodDetails: { type: 'google_pay', card: { wallet: { type: 'google_pay' } } } },
    });
    const paymentMethod = { type: 'google_pay', token: tokenOf('google_pay') };
    const again = await world.live('POST', `/payment-intents/${declined.id}/confirm`, { paymentMethod });
    expect(again.body).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('whose card needs 3-D Secure leads to the bank’s page by a redirect, and back', async () => {
    const { body } = await payBy('google_pay', tokenOf('google_pay', methods.challenging));
    expect(body).toMatchObject({ status: 'REQUIRES_ACTION', nextAction: { type: 'redirect_to_url' } });
    const chargeId = body.charges[0]?.id ?? '';
    world.stripe.authenticate(world.intentAtStripe(chargeId).id, true);
    expect((await world.comeBack(chargeId)).headers.get('location')).toBe('https://shop.example/thanks');
    expect(await world.liveIntent(body.id)).toMatchObject({
      status: 'SUCCEEDED',
      latestCharge: { paymentMethodDetails: { type: 'google_pay', card: { wallet: { type: 'google_pay' } } } },
    });
  });

  test('whose answer got lost is processing, and found paid when it is polled', async () => {
    const { body: lost } = await payBy('apple_pay', tokenOf('apple_pay', methods.silent));
    expect(lost.status).toBe('PROCESSING');
    await world.makeDue('charges', `payment_intent_id = '${lost.id}'`);
    await eventually(async () => expect((await world.liveIntent(lost.id)).status).toBe('SUCCEEDED'));
    expect(await world.liveIntent(lost.id)).toMatchObject({
      latestCharge: { paymentMethodDetails: { card: { wallet: { type: 'apple_pay' } } } },
    });
  });

  test.each([
    ['card', 'apple_pay'],
    ['apple_pay', 'google_pay'],
    ['google_pay', undefined],
  ] as const)(
    'is refused as %s when its token is of %s: it has its own fee, and is offered by itself',
    async (type, wallet) => {
      const before = intentsAtStripe();
      const refused = await payBy(type, tokenOf(wallet));
      expect(codeOf(refused)).toEqual([400, 'payment_method_mismatch', 'paymentMethod.type']);
      expect(intentsAtStripe()).toBe(before);
    },
  );
});

describe('a confirmation token', () => {
  test('pays once: used again it is refused, and moves no money', async () => {
    const token = tokenOf();
    expect((await payBy('card', token)).body.status).toBe('SUCCEEDED');
    const before = intentsAtStripe();
    expect(codeOf(await payBy('card', token))).toEqual([402, 'payment_method_corrupted', 'paymentMethod.token']);
    expect(intentsAtStripe()).toBe(before);
  });

  test('that two payments use at once pays one of them', async () => {
    const token = tokenOf('apple_pay');
    const before = chargesAtStripe();
    const answers = await Promise.all([payBy('apple_pay', token), payBy('apple_pay', token)]);
    const paid = answers.filter(({ body }) => body.status === 'SUCCEEDED');
    expect(paid).toHaveLength(1);
    const [other] = answers.filter((answer) => !paid.includes(answer));
    expect([402, 201]).toContain(other?.status); // refused when it was read, or declined by Stripe a moment later
    expect(chargesAtStripe()).toBe(before + 1);
    if (other?.status === 201)
      expect(other.body).toMatchObject({
        status: 'REQUIRES_PAYMENT_METHOD',
        latestCharge: { outcome: { networkStatus: 'not_sent_to_network' } },
      });
  });

  test('of test mode, or that Stripe does not know, is refused before anything is charged', async () => {
    const ofTest = world.stripe.createToken({ method: methods.approving, livemode: false });
    const before = intentsAtStripe();
    for (const token of [ofTest, 'ctoken_unknown', 'tok_visa', `ctoken_${'x'.repeat(300)}`])
      expect(codeOf(await payBy('card', token))).toEqual([402, 'payment_method_corrupted', 'paymentMethod.token']);
    expect(intentsAtStripe()).toBe(before);
  });

  test('that expires before Stripe charges it is declined without reaching a network, and another one pays', async () => {
    const token = tokenOf();
    world.stripe.clock.advance(12 * 60 * 60_000);
    const { body: declined } = await payBy('card', token);
    expect(declined).toMatchObject({
      status: 'REQUIRES_PAYMENT_METHOD',
      lastPaymentError: { code: 'provider_declined' },
      latestCharge: { outcome: { networkStatus: 'not_sent_to_network' } },
    });
    expect(world.intentAtStripe(declined.latestCharge?.id)).toMatchObject({ status: 'canceled' });
    const paymentMethod = { type: 'card', token: tokenOf() };
    const again = await world.live('POST', `/payment-intents/${declined.id}/confirm`, { paymentMethod });
    expect(again.body).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('of an older page, a PaymentMethod, still pays', async () => {
    expect((await payBy('card', methods.approving)).body.status).toBe('SUCCEEDED');
  });

  test('beside a card number is refused, and nothing of the number reaches Stripe or a table', async () => {
    const number = '4242424242424242';
    const card = { number, expMonth: 12, expYear: 2040, cvc: '7391' };
    const requests = world.stripe.requests.length;
    for (const paymentMethod of [
      { type: 'card', card },
      { type: 'card', token: tokenOf(), card },
      { type: 'apple_pay', token: tokenOf('apple_pay'), card },
    ])
      expect(codeOf(await world.pay('', { paymentMethod }))).toEqual([
        400,
        'payment_method_mismatch',
        'paymentMethod.card',
      ]);
    expect(world.stripe.requests.length).toBe(requests);
    const db = world.db('payments');
    const { rows } = await db.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'payments'`,
    );
    for (const { name } of rows) {
      const found = await db.query<{ row: string }>(`select t::text as row from "${name}" t`);
      expect(found.rows.map(({ row }) => row).join()).not.toContain(number);
    }
  });
});
