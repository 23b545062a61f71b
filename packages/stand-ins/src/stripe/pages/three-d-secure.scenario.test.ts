import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startShop, type Shop } from '../shop.test-support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

/** A payment that waits for its buyer, and the address of the bank's page. */
async function waiting(return_url = 'https://shop.example/thanks?order=17') {
  const intent = await shop.stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'egp',
    confirm: true,
    payment_method: 'pm_card_threeDSecure2Required',
    return_url,
  });
  expect(intent).toMatchObject({ status: 'requires_action', latest_charge: null });
  return { id: intent.id, url: intent.next_action?.redirect_to_url?.url ?? '', secret: intent.client_secret ?? '' };
}
const decide = (url: string, outcome: string, headers: Record<string, string> = {}) =>
  fetch(url.replace(/\?.*/, ''), {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams([...new URL(url).searchParams, ['outcome', outcome]]),
  });
const statusOf = async (id: string) => (await shop.stripe.paymentIntents.retrieve(id)).status;

describe('the bank’s page', () => {
  test('authenticates, and returns the buyer with the payment’s id and outcome', async () => {
    const { id, url, secret } = await waiting();
    expect(await (await fetch(url)).text()).toContain('Complete authentication');
    const back = await decide(url, 'authenticate');
    expect(back.status).toBe(303);
    expect(Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams)).toEqual({
      order: '17',
      payment_intent: id,
      payment_intent_client_secret: secret,
      redirect_status: 'succeeded',
    });
    const paid = await shop.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(paid.latest_charge).toMatchObject({
      payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
    });
  });

  test('that does not authenticate leaves a payment that takes another card', async () => {
    const { id, url } = await waiting();
    const back = await decide(url, 'fail');
    expect(back.headers.get('location')).toContain('redirect_status=failed');
    expect(await shop.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    expect((await shop.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).status).toBe('succeeded');
  });

  test('changes nothing when it is opened, sent twice, or sent with another outcome', async () => {
    const { id, url } = await waiting();
    await fetch(url);
    expect((await decide(url, 'win')).status).toBe(400);
    expect(await statusOf(id)).toBe('requires_action');
    await decide(url, 'authenticate');
    expect((await decide(url, 'fail')).headers.get('location')).toContain('redirect_status=succeeded');
    expect(await statusOf(id)).toBe('succeeded');
  });

  test('does not open without the client secret, or with that of another payment', async () => {
    const [one, other] = [await waiting(), await waiting()];
    const mixed = one.url.replace(encodeURIComponent(one.secret), encodeURIComponent(other.secret));
    expect((await fetch(mixed)).status).toBe(404);
    expect((await decide(mixed, 'authenticate')).status).toBe(404);
    expect(await statusOf(one.id)).toBe('requires_action');
  });

  test('is not decided by a page of another origin', async () => {
    const { id, url } = await waiting();
    expect((await decide(url, 'authenticate', { origin: 'https://evil.example' })).status).toBe(403);
    expect(await statusOf(id)).toBe('requires_action');
  });
});

test('without a return address the page that confirms handles the action itself', async () => {
  const intent = await shop.stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'egp',
    confirm: true,
    use_stripe_sdk: true,
    payment_method: 'pm_card_threeDSecure2Required',
  });
  expect(intent.next_action).toMatchObject({ type: 'use_stripe_sdk' });
});

test('a payment without its buyer is declined instead', async () => {
  const paying = shop.stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'egp',
    confirm: true,
    off_session: true,
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_threeDSecure2Required',
  });
  await expect(paying).rejects.toMatchObject({ code: 'authentication_required', statusCode: 402 });
});
