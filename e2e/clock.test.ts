import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentIntent, TestClock, TestClockAdvance, UploadUrl } from '@mizan/contracts';
import { eventually, type AnyBody, scaleTimeout } from '@mizan/testing';
import { runMizan } from './mizan.test-support.ts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off' }));
});
afterAll(() => shop.world.stop());

const advance = (body: object) => shop.expect<TestClockAdvance>(200, 'POST', '/test-helpers/clock', body);
const clock = async (key?: string) =>
  (await shop.world.api<TestClock>('GET', '/test-helpers/clock', undefined, key ? { key } : {})).body;
const begin = (body: object) =>
  shop.expect<PaymentIntent>(201, 'POST', '/payment-intents', {
    amount: 9_000,
    currency: 'EGP',
    confirm: true,
    ...body,
  });

test('advancing a day expires sessions at their own time', async () => {
  const { price } = await shop.stock(1_000);
  const soon = await shop.openSession(price, { expiresAfterMinutes: 30 });
  const later = await shop.openSession(price);
  const done = await advance({ advance: '24h' });
  expect(done).toMatchObject({ object: 'test_clock', idle: true });
  expect(Date.parse(done.to) - Date.parse(done.from)).toBe(86_400_000);
  expect(done.jobsRun).toBeGreaterThanOrEqual(2);
  expect(done.eventsEmitted).toBeGreaterThanOrEqual(2);
  for (const session of [soon, later]) {
    const expired = await shop.session(session.id);
    expect(expired).toMatchObject({ status: 'expired', isExpired: true });
    expect(Math.abs(Date.parse(expired.updatedAt) - Date.parse(expired.expiresAt))).toBeLessThan(scaleTimeout(2_000));
  }
  expect(Math.abs((await clock()).aheadSeconds - 86_400)).toBeLessThan(scaleTimeout(3));
});

test('a payment in doubt is waited for until an hour past the end of its session, which then expires on the way', async () => {
  const { price } = await shop.stock(1_000);
  const session = await shop.openSession(price, { expiresAfterMinutes: 5 });
  await shop.world.api(
    'POST',
    `/client/checkout/${session.id}/confirm`,
    { paymentMethod: { type: 'card', testOutcome: 'never' } },
    { key: null, headers: { 'client-secret': session.clientSecret ?? '' } },
  );
  await advance({ advance: '30m' });
  expect(await shop.session(session.id)).toMatchObject({ status: 'open', isExpired: true });
  expect(await advance({ advance: '2h' })).toMatchObject({ idle: true });
  const { status, updatedAt, expiresAt } = await shop.session(session.id);
  expect(status).toBe('expired');
  expect(Math.abs(Date.parse(updatedAt) - Date.parse(expiresAt) - 3_600_000)).toBeLessThan(scaleTimeout(2_000));
});

test('advancing a week voids what was not captured', async () => {
  const { id } = await begin({ captureMethod: 'manual', paymentMethod: { id: 'pm_test_card_succeed' } });
  await advance({ advance: '6d' });
  const { captureBefore, status } = await shop.intent(id);
  expect(status).toBe('UNCAPTURED');
  const { to, ...done } = await advance({ advance: '1d' });
  expect(done).toMatchObject({ idle: true });
  expect(Date.parse(to)).toBeGreaterThanOrEqual(Date.parse(captureBefore ?? ''));
  expect(await shop.intent(id)).toMatchObject({ status: 'CANCELED', cancellationReason: 'EXPIRED' });
});

test('on the way each thing happens when it is due, and what it makes due happens too', async () => {
  const later = await begin({
    paymentMethod: { type: 'fawry', phone: '+201001234567', billingDetails: { email: 'a+paid_later@example.com' } },
  });
  const never = await begin({ paymentMethod: { type: 'aman', phone: '+201001234567' } });
  const lost = await begin({
    paymentMethod: { type: 'card', card: { number: '4000000000007031', expMonth: 1, expYear: 2049, cvc: '123' } },
  });
  expect([later.status, never.status, lost.status]).toEqual(['REQUIRES_ACTION', 'REQUIRES_ACTION', 'PROCESSING']);
  await advance({ advance: '3d' });
  const paid = await shop.intent(later.id);
  expect(paid.status).toBe('SUCCEEDED');
  const minutes = (Date.parse(paid.latestCharge?.capturedAt ?? '') - Date.parse(later.createdAt)) / 60_000;
  expect(Math.round(minutes * 10) / 10).toBe(3);
  expect(await shop.intent(never.id)).toMatchObject({
    status: 'FAILED',
    lastPaymentError: { code: 'voucher_expired' },
  });
  expect(await shop.intent(lost.id)).toMatchObject({ status: 'REQUIRES_PAYMENT_METHOD' });
});

test('pages and addresses for pictures follow the clock, also before any job has run', async () => {
  await advance({ advance: '1h' });
  const { price } = await shop.stock(1_000);
  const session = await shop.openSession(price, { expiresAfterMinutes: 5 });
  const file = { purpose: 'product_image', contentType: 'image/png', sizeBytes: 100 };
  const { uploadUrl } = await shop.expect<UploadUrl>(201, 'POST', '/upload-url', file);
  const open = async () => (await fetch(session.url)).text();
  const send = async () =>
    ((await (await fetch(uploadUrl, { method: 'PUT', body: 'no picture' })).json()) as AnyBody).error?.code;
  expect(await open()).toContain('Loading');
  expect(await send()).toBe('invalid_request'); // looked at, and found to be no picture
  await advance({ advance: '16m', drain: false });
  expect(await open()).toContain('This checkout has expired');
  expect(await send()).toBe('resource_missing');
});

test('prices follow the clock', async () => {
  const { product } = await shop.stock(1_000);
  const startDate = new Date(Date.parse((await clock()).now) + 3_600_000).toISOString();
  const price = await shop.expect<{ id: string }>(201, 'POST', `/prices?productId=${product.id}`, {
    currency: 'EGP',
    unitAmount: 500,
    startDate,
  });
  const open = () => shop.world.api<AnyBody>('POST', '/checkout/sessions', { lineItems: [{ price: price.id }] });
  expect((await open()).body.error?.code).toBe('price_not_yet_active');
  await advance({ advance: 3_600 });
  expect((await open()).status).toBe(201);
});

test('keys end by real time, however far the clock is ahead', async () => {
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const made = { name: 'Till', type: 'SECRET', expiresAt };
  const { id } = await shop.expect<{ id: string }>(201, 'POST', '/api-keys', made);
  await shop.expect(201, 'POST', `/api-keys/${id}/roll`, { expireOldAfterSeconds: 30 });
  const rolled = await shop.expect<{ expiresAt: string }>(200, 'GET', `/api-keys/${id}`);
  expect(Date.parse(rolled.expiresAt) - Date.now()).toBeLessThanOrEqual(30_000);
});

test('a purchase works as ever with the clock ahead, and the ledger is in balance', async () => {
  const { session } = await shop.buy(5_000, 3);
  expect(await shop.session(session.id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' });
  expect((await shop.ledgerSums()).every((sum) => sum === 0)).toBe(true);
});

test('the event says so, and other accounts and live mode keep their time', async () => {
  const { otherAccount, keys } = shop.world.accounts;
  await eventually(async () => {
    const { data } = await shop.expect<{ data: { type: string; data: { object: TestClock } }[] }>(
      200,
      'GET',
      '/events?type=test_clock.advanced',
    );
    expect(data[0]?.data.object.object).toBe('test_clock');
  });
  expect((await clock(otherAccount.keys.testSecret)).aheadSeconds).toBe(0);
  const product = await shop.world.api<{ createdAt: string }>(
    'POST',
    '/products',
    { name: 'Live' },
    { key: keys.liveSecret },
  );
  expect(Math.abs(Date.parse(product.body.createdAt) - Date.now())).toBeLessThan(scaleTimeout(5_000));
});

describe('the clock', () => {
  const refused = async (body: object, key?: string) => {
    const answer = await shop.world.api('POST', '/test-helpers/clock', body, key ? { key } : {});
    return [answer.status, answer.body.error?.code, answer.body.error?.param];
  };

  test('never runs backwards', async () => {
    expect(await refused({ now: new Date().toISOString() })).toEqual([400, 'parameter_invalid', 'now']);
  });

  test.each([
    [{}, 'parameter_missing'],
    [{ advance: '2h', now: '2099-01-01T00:00:00Z' }, 'parameters_exclusive'],
    [{ advance: '2 hours' }, 'parameter_invalid'],
    [{ advance: -5 }, 'parameter_invalid'],
    [{ advance: '99999d' }, 'parameter_invalid'],
  ])('refuses %j: %s', async (body, code) => {
    expect(await refused(body)).toEqual([400, code, 'advance']);
  });

  test('is nothing that live mode knows', async () => {
    expect(await refused({ advance: '1h' }, shop.world.accounts.keys.liveSecret)).toEqual([
      404,
      'resource_missing',
      'path',
    ]);
  });
});

test('mizan clock says what time it is and sets it forward, and refuses what the API refuses', async () => {
  const env = { MIZAN_BASE_URL: shop.world.gatewayUrl, MIZAN_API_KEY: shop.world.accounts.keys.testSecret };
  const read = async () => JSON.parse((await runMizan(['--json', 'clock', 'show'], env)).out) as TestClock;
  const before = await read();
  const advanced = await runMizan(['clock', 'advance', '2h'], env);
  expect([advanced.status, advanced.err]).toEqual([0, '']);
  expect(advanced.out).toMatch(/^idle +true$/m);
  expect(Math.abs((await read()).aheadSeconds - before.aheadSeconds - 7_200)).toBeLessThan(3);
  const back = await runMizan(['clock', 'advance', '--to', '2020-01-01T00:00:00Z'], env);
  expect([back.status, back.out]).toEqual([1, '']);
  expect(back.err).toContain('parameter_invalid, HTTP 400');
});
