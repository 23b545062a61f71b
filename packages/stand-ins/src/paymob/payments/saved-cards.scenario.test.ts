import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { billing, goodCard, openShop, type Json, type Shop } from '../shop.test-support.ts';

let shop: Shop;
beforeEach(async () => void (shop = await openShop()));
afterEach(() => shop.close());

/** Pays with a card that is saved, and returns the body of the callback that hands it over. */
async function save(number: string = goodCard.number): Promise<Json> {
  const { body: intention } = await shop.intend();
  await shop.payAsBuyer(intention, 'card', { ...goodCard, number, save: '1' });
  await shop.paymob.idle();
  return { intention, ...shop.callbacks().at(-1) };
}

const charge = async (token: string, slot: 'cardMoto' | 'card' = 'cardMoto') => {
  const { body: intention } = await shop.intend(slot);
  return payWith(token, intention.payment_keys[0].key);
};

const payWith = (token: string, key: string, subtype = 'TOKEN') =>
  shop.call('POST', '/api/acceptance/payments/pay', {
    body: { source: { identifier: token, subtype }, payment_token: key },
  });

test('a saved card arrives after its transaction, signed, without number, expiry and funding', async () => {
  const { type, obj, intention } = await save();
  expect(type).toBe('TOKEN');
  expect(obj).toEqual({
    id: expect.any(Number),
    token: expect.stringMatching(/^[0-9a-f]{56}$/),
    masked_pan: 'xxxx-xxxx-xxxx-2346',
    merchant_id: expect.any(Number),
    card_subtype: 'MasterCard',
    created_at: '2026-03-01T12:00:00.000000',
    email: billing.email,
    order_id: String(intention.intention_order_id),
    user_added: false,
    next_payment_intention: intention.id,
  });
  expect(shop.callbacks().map((each) => each.type)).toEqual(['TRANSACTION', 'TOKEN']);
});

test('a card is not saved unless the buyer lets it and the payment succeeds', async () => {
  const { body: intention } = await shop.intend();
  await shop.payAsBuyer(intention, 'card', { ...goodCard, number: '4000000000000002', save: '1' });
  await shop.payAsBuyer(intention, 'card', goodCard);
  await shop.paymob.idle();
  expect(shop.callbacks().map(({ type }) => type)).toEqual(['TRANSACTION', 'TRANSACTION']);
});

test('the cards of an order can be fetched with the token in the body', async () => {
  const { obj } = await save();
  const { body: auth } = await shop.call('POST', '/api/auth/tokens', { body: { api_key: shop.paymob.account.apiKey } });
  const fetchCards = (order: unknown, token: unknown) =>
    shop.call('POST', '/api/acceptance/order_card_tokens', { body: { auth_token: token, order_id: order } });
  expect((await fetchCards(obj.order_id, auth.token)).body).toEqual([{ type: 'TOKEN', obj }]);
  expect(await fetchCards(1, auth.token)).toMatchObject({ status: 404, body: { message: expect.any(String) } });
  expect((await fetchCards(obj.order_id, 'none')).status).toBe(401);
});

test('an absent buyer’s card is charged by a MOTO integration, with the result in the answer', async () => {
  const { obj } = await save();
  const { status, body } = await charge(obj.token);
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ success: true, pending: false, is_3d_secure: false, amount_cents: 10_000 }),
  ]);
  await shop.paymob.idle();
  expect(shop.callbacks().at(-1).obj.id).toBe(body.id);
});

test('a card can approve while its owner is present and decline later', async () => {
  const { obj } = await save('4000000000000341');
  expect((await charge(obj.token)).body).toMatchObject({ success: false, data: { acq_response_code: '51' } });
});

test('a saved card is not charged without MOTO, by a client secret, unknown, or twice for one order', async () => {
  const { obj } = await save();
  expect((await charge(obj.token, 'card')).status).toBe(400);
  const { body: intention } = await shop.intend('cardMoto');
  const { key } = intention.payment_keys[0];
  expect((await payWith(obj.token, intention.client_secret)).status).toBe(401);
  expect((await payWith('none', key)).status).toBe(404);
  expect((await payWith(obj.token, key, 'CARD')).status).toBe(400);
  expect((await payWith(obj.token, key)).body.success).toBe(true);
  expect((await payWith(obj.token, key)).status).toBe(400);
});

test('a present buyer pays with a saved card and its security code', async () => {
  const { obj } = await save();
  const { body: intention } = await shop.intend('cardOnFile', { card_tokens: [obj.token] });
  const { page } = await shop.payAsBuyer(intention, 'saved_card', { token: obj.token, cvv: '1' });
  expect(page).toContain('xxxx-xxxx-xxxx-2346');
  const { location } = await shop.payAsBuyer(intention, 'saved_card', { token: obj.token, cvv: '123' });
  expect(new URL(location).searchParams.get('success')).toBe('true');
});

test('a card that the intention does not name cannot be chosen', async () => {
  const { obj } = await save();
  const { body: intention } = await shop.intend('cardOnFile');
  expect((await shop.payAsBuyer(intention, 'saved_card', { token: obj.token, cvv: '123' })).status).toBe(400);
});

test('in live mode only the card-on-file integration takes saved cards', async () => {
  const { secretKey, integrations } = shop.paymob.liveAccount;
  const intend = async (method: number | undefined, tokens: string[] = []) =>
    shop.call('POST', '/v1/intention/', {
      as: `Token ${secretKey}`,
      body: { amount: 1, currency: 'EGP', payment_methods: [method], billing_data: billing, card_tokens: tokens },
    });
  const { body: intention } = await intend(integrations.card);
  shop.paymob.pay(intention.id, { saveCard: true });
  const { body: auth } = await shop.call('POST', '/api/auth/tokens', {
    body: { api_key: shop.paymob.liveAccount.apiKey },
  });
  const { body: cards } = await shop.call('POST', '/api/acceptance/order_card_tokens', {
    body: { auth_token: auth.token, order_id: intention.intention_order_id },
  });
  expect((await intend(integrations.cardOnFile, [cards[0].obj.token])).status).toBe(201);
  expect((await intend(integrations.card, [cards[0].obj.token])).body).toEqual({ card_tokens: [expect.any(String)] });
  expect((await shop.intend('card', { card_tokens: [cards[0].obj.token] })).status).toBe(400); // of the other mode
});

test('a wallet and a kiosk are paid directly by the intention’s key', async () => {
  const pay = async (slot: 'wallet' | 'kiosk', identifier: string, subtype: string) => {
    const { body: intention } = await shop.intend(slot);
    return payWith(identifier, intention.payment_keys[0].key, subtype);
  };
  const { body: wallet } = await pay('wallet', '01010101010', 'WALLET');
  expect(wallet).toMatchObject({ pending: true, success: false, data: { wallet_msisdn: '01010101010' } });
  expect(wallet.iframe_redirection_url).toBe(wallet.redirect_url);
  await shop.submit(wallet.redirect_url, { pin: '123456', otp: '123456' });
  await shop.paymob.idle();
  expect(shop.callbacks().at(-1).obj).toMatchObject({ id: wallet.id, success: true });
  expect((await pay('kiosk', 'AGGREGATOR', 'AGGREGATOR')).body).toMatchObject({ pending: true, redirect_url: '' });
  for (const [slot, identifier, subtype] of [
    ['kiosk', '01010101010', 'WALLET'],
    ['wallet', 'AGGREGATOR', 'AGGREGATOR'],
    ['wallet', '12', 'WALLET'],
    ['kiosk', 'OTHER', 'AGGREGATOR'],
  ] as const)
    expect((await pay(slot, identifier, subtype)).status).toBe(400);
});
