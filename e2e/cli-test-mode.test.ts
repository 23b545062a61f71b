import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { publicEventTypes, type EventTrigger, type PaymentIntent } from '@mizan/contracts';
import { runMizan } from './mizan.test-support.ts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off' }));
});
afterAll(() => shop.world.stop());

const mizan = (...args: string[]) =>
  runMizan(args, { MIZAN_BASE_URL: shop.world.gatewayUrl, MIZAN_API_KEY: shop.world.accounts.keys.testSecret });

describe('mizan trigger', () => {
  test('makes the event happen, with the fields that were set', async () => {
    const { status, out, err } = await mizan(
      '--json',
      'trigger',
      'payment_intent.succeeded',
      ...['--set', 'amount=7700', '--set', 'description=A gift'],
    );
    expect([status, err]).toEqual([0, '']);
    const { objectId, event } = JSON.parse(out) as EventTrigger;
    expect(event?.type).toBe('payment_intent.succeeded');
    expect(await shop.expect<PaymentIntent>(200, 'GET', `/payment-intents/${objectId}`)).toMatchObject({
      amount: 7_700,
      description: 'A gift',
      status: 'SUCCEEDED',
    });
  });

  test('prints names and values for people, plain where the output is no terminal', async () => {
    const { status, out } = await mizan('trigger', 'product.created');
    expect(status).toBe(0);
    expect(out).toMatch(/^type +product\.created\nobject +prod_\w+\nevent +evt_\w+\n$/);
  });

  test('lists the types, asking unreachable', async () => {
    expect((await runMizan(['trigger', '--list'])).out.trim().split('\n')).toEqual(publicEventTypes);
    expect(JSON.parse((await runMizan(['--json', 'trigger', '--list'])).out)).toEqual(publicEventTypes);
  });

  test.each([
    ['payment_intent.suceeded', 'Did you mean payment_intent.succeeded?'],
    ['payment-intent.succeeded', 'Did you mean payment_intent.succeeded?'],
    ['oversold', 'Did you mean price.oversold?'],
    ['bananas', 'See --list.'],
  ])('%s: %s', async (type, said) => {
    const { status, out, err } = await runMizan(['trigger', type]);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain(said);
  });

  test('says what the API refuses, and ends with 1', async () => {
    const { status, err } = await mizan('trigger', 'price.created', '--set', 'unitAmount=-1');
    expect(status).toBe(1);
    expect(err).toMatch(/unitAmount[^]*parameter_invalid, HTTP 400/);
  });
});

describe('mizan fixtures', () => {
  const load = async (...args: string[]) => {
    const { status, out, err } = await mizan('--json', 'fixtures', ...args);
    expect([status, err]).toEqual([0, '']);
    return JSON.parse(out) as { name: string; kind: string; id: string; created: boolean }[];
  };
  const file = (content: unknown): string => {
    const path = join(mkdtempSync(join(tmpdir(), 'mizan-fixtures-')), 'fixtures.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };

  test('makes the built-in shop, and the second time finds all of it', async () => {
    const first = await load();
    expect(first.every(({ created }) => created)).toBe(true);
    expect(new Set(first.map(({ kind }) => kind)).size).toBe(6);
    const again = await load('shop');
    expect(again).toEqual(first.map((each) => ({ ...each, created: false })));
    const link = first.find(({ kind }) => kind === 'paymentLinks');
    expect(await shop.expect(200, 'GET', `/payment-links/${link?.id}`)).toMatchObject({ active: true });
  });

  test('takes a code and an email that the merchant already has, and finishes the rest beside what fails', async () => {
    const coupon = await shop.expect<{ id: string }>(201, 'POST', '/coupons', { percentOff: 5, duration: 'once' });
    const own = { couponId: coupon.id, code: 'MINE20' };
    const code = await shop.expect<{ id: string }>(201, 'POST', '/promotion-codes', own);
    const customer = await shop.expect<{ id: string }>(201, 'POST', '/customers', { email: 'own@example.com' });
    const content = {
      products: { bad: { name: '' }, mug: { name: 'Mug' } },
      prices: { 'bad-one': { product: '@bad', currency: 'EGP', unitAmount: 1 } },
      customers: { own: { email: 'Own@example.com' } },
      coupons: { twenty: { percentOff: 20, duration: 'once' } },
      promotionCodes: { mine: { couponId: '@twenty', code: 'mine20' } },
    };
    const { status, out, err } = await mizan('--json', 'fixtures', file(content));
    expect(JSON.parse(out)).toMatchObject([
      { name: 'mug', created: true },
      { name: 'own', id: customer.id, created: false },
      { name: 'twenty', created: true },
      { name: 'mine', id: code.id, created: false },
    ]);
    expect([status, err]).toEqual([1, expect.stringMatching(/^mizan: products\.bad: name[^]*bad-one refers to @bad/)]);
  });

  test('makes what a file says, and only what is missing of it', async () => {
    const tea = { products: { tea: { name: 'Tea' } } };
    const [made] = await load(file(tea));
    const more = {
      ...tea,
      prices: { box: { product: '@tea', currency: 'EGP', unitAmount: 500, metadata: { shelf: 4 } } },
    };
    expect(await load(file(more))).toMatchObject([
      { name: 'tea', id: made?.id, created: false },
      { name: 'box', kind: 'prices', created: true },
    ]);
    const { data } = await shop.expect<{ data: object[] }>(200, 'GET', `/prices?productId=${made?.id}`);
    expect(data).toMatchObject([{ unitAmount: 500, metadata: { shelf: 4, fixture: 'box' } }]);
  });

  test.each([
    ['no such file', 'nowhere.json', 'no built-in set with that name. Built-in sets: shop'],
    ['no JSON', () => file('{'), 'is not valid JSON'],
    ['an unknown kind', () => file({ gadgets: {} }), 'has an unknown key gadgets. Allowed keys: products, prices'],
    ['a name twice', () => file({ products: { a: { name: 'A' } }, customers: { a: {} } }), 'two fixtures named a'],
    ['a reference to nothing', () => file({ prices: { p: { product: '@no' } } }), 'p refers to @no'],
    ['what the API refuses', () => file({ customers: { c: {} } }), 'customers.c: '],
  ])('ends with 1 for %s', async (_case, source, said) => {
    const { status, out, err } = await mizan('fixtures', typeof source === 'string' ? source : source());
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain(said);
  });
});

test('mizan events replay --since counts from the time that it is in test mode', async () => {
  const unreachable = 'http://127.0.0.1:1/'; // the events are printed although the delivery fails
  const replayed = async () => {
    const { status, out } = await mizan('--json', 'events', 'replay', '--to', unreachable, '--since', '1h');
    expect(status).toBe(1);
    return out.split('\n').flatMap((line) => (line ? [(JSON.parse(line) as { type: string }).type] : []));
  };
  await mizan('trigger', 'coupon.created');
  expect((await mizan('clock', 'advance', '2h')).status).toBe(0);
  await mizan('trigger', 'product.created');
  const types = await replayed();
  expect(types).toContain('product.created');
  expect(types).not.toContain('coupon.created');
});
