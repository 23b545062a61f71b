import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusalOf, startShop, type Shop } from '../shop.test-support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const returnUrl = 'https://shop.example/thanks';
const createToken = (payment_method = 'pm_card_visa') =>
  shop.stripe.testHelpers.confirmationTokens.create({ payment_method, return_url: returnUrl });
const createIntent = () => shop.stripe.paymentIntents.create({ amount: 10_000, currency: 'usd' });
const confirm = async (confirmation_token: string, more: object = {}) =>
  shop.stripe.paymentIntents.confirm((await createIntent()).id, { confirmation_token, ...more });

describe('a confirmation token', () => {
  test('shows its card, confirms one payment with its own return address, and is used up', async () => {
    const token = await createToken();
    expect(token).toMatchObject({
      object: 'confirmation_token',
      return_url: returnUrl,
      payment_intent: null,
      payment_method_preview: { type: 'card', card: { last4: '4242', wallet: null } },
    });
    expect(token.expires_at).toBe(token.created + 12 * 60 * 60);
    const paid = await confirm(token.id);
    expect(paid.status).toBe('succeeded');
    expect(await shop.stripe.confirmationTokens.retrieve(token.id)).toMatchObject({
      expires_at: null,
      payment_intent: paid.id,
    });
    const again = await refusalOf(confirm(token.id));
    expect(again).toMatchObject({ statusCode: 400, code: 'confirmation_token_already_used' });
  });

  test('leads to the bank’s page where its card needs 3-D Secure', async () => {
    const token = await createToken('pm_card_threeDSecure2Required');
    expect((await confirm(token.id)).next_action).toMatchObject({
      type: 'redirect_to_url',
      redirect_to_url: { return_url: returnUrl },
    });
  });

  test('expires after twelve hours', async () => {
    const token = await createToken();
    shop.standIn.clock.advance(12 * 60 * 60_000);
    expect(await refusalOf(confirm(token.id))).toMatchObject({ statusCode: 400, code: 'confirmation_token_expired' });
  });

  test('is refused beside a payment method, and unknown ones are 404', async () => {
    const token = await createToken();
    expect(await refusalOf(confirm(token.id, { payment_method: 'pm_card_visa' }))).toMatchObject({ statusCode: 400 });
    expect(await refusalOf(confirm('ctoken_unknown'))).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });

  test('is made by test helpers in test mode only', async () => {
    const live = shop.client(shop.standIn.liveAccount.secretKey);
    const made = live.testHelpers.confirmationTokens.create({ payment_method: 'pm_card_visa' });
    expect((await refusalOf(made)).statusCode).toBe(404);
  });
});

describe('a domain for wallets', () => {
  test('is registered once, validated and switched off', async () => {
    const domain = await shop.stripe.paymentMethodDomains.create({ domain_name: 'shop.example' });
    expect(domain).toMatchObject({ apple_pay: { status: 'active' }, google_pay: { status: 'active' }, enabled: true });
    expect((await shop.stripe.paymentMethodDomains.create({ domain_name: 'shop.example' })).id).toBe(domain.id);
    expect((await shop.stripe.paymentMethodDomains.validate(domain.id)).apple_pay.status).toBe('active');
    expect((await shop.stripe.paymentMethodDomains.update(domain.id, { enabled: false })).enabled).toBe(false);
    const { data } = await shop.stripe.paymentMethodDomains.list({ domain_name: 'shop.example' });
    expect(data.map(({ id }) => id)).toEqual([domain.id]);
  });

  test('that does not prove itself stays inactive and says why', async () => {
    const domain = await shop.stripe.paymentMethodDomains.create({ domain_name: 'pay.unverifiable.example' });
    const checked = await shop.stripe.paymentMethodDomains.validate(domain.id);
    expect(checked.apple_pay).toMatchObject({
      status: 'inactive',
      status_details: { error_message: expect.any(String) },
    });
  });

  test.each(['https://shop.example', 'shop.example/path', 'SHOP.example', 'shop.example:8080', '-x'])(
    'is refused when it is written as %s',
    async (domain_name) => {
      expect(await refusalOf(shop.stripe.paymentMethodDomains.create({ domain_name }))).toMatchObject({
        param: 'domain_name',
      });
    },
  );
});

describe('a wallet’s token', () => {
  const page = (path: string, fields: Record<string, string>) =>
    shop.send('POST', path, {
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Bearer ${shop.standIn.account.publishableKey}`,
      },
    });
  const sheet = (wallet: string, domain: string) =>
    page('/endive/wallet_tokens', { wallet, domain, number: '4242424242424242' });

  test.each([
    ['applePay', 'apple_pay'],
    ['googlePay', 'google_pay'],
  ])('of %s becomes a confirmation token whose preview and charge name the wallet', async (name, type) => {
    await shop.stripe.paymentMethodDomains.create({ domain_name: 'wallets.example' });
    const { id } = JSON.parse((await sheet(name, 'wallets.example')).text) as { id: string };
    const fields = {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][token]': id,
      return_url: returnUrl,
    };
    const made = JSON.parse((await page('/v1/confirmation_tokens', fields)).text) as { id: string };
    expect(made).toMatchObject({ payment_method_preview: { type: 'card', card: { wallet: { type } } } });
    const paid = await confirm(made.id, { expand: ['latest_charge'] });
    expect(paid.latest_charge).toMatchObject({ payment_method_details: { card: { wallet: { type } } } });
    expect((await page('/v1/confirmation_tokens', fields)).error.code).toBe('token_already_used');
  });

  test('is not made for a page of a domain that is not registered', async () => {
    expect((await sheet('applePay', 'elsewhere.example')).status).toBe(400);
  });
});
