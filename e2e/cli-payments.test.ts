import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Event, ListCustomer, PaymentIntent, PaymentLink, Refund } from '@mizan/contracts';
import { runMizan, readWithMizan } from './mizan.test-support.ts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform());
});
afterAll(() => shop.world.stop());

const env = () => ({ MIZAN_BASE_URL: shop.world.gatewayUrl, MIZAN_API_KEY: shop.world.accounts.keys.testSecret });
const mizan = (...args: string[]) => runMizan(args, env());
const read = <Body>(...args: string[]) => readWithMizan<Body>(args, env());
const pay = (more: object = {}) =>
  shop.expect<PaymentIntent>(201, 'POST', '/payment-intents', {
    amount: 24_950,
    currency: 'EGP',
    confirm: true,
    paymentMethod: { id: 'pm_test_card_succeed' },
    ...more,
  });

describe('mizan payments and refunds', () => {
  test('shows today’s payments in major units, refunds a part of one, and the refund in CSV', async () => {
    const { id } = await pay({ description: '=SUM(A1)' });
    const listed = await mizan('payments', 'list', '--status', 'SUCCEEDED');
    expect(listed.out).toMatch(new RegExp(`^${id} +\\S+ \\S+ +SUCCEEDED +249\\.50 +249\\.50 +0\\.00 +EGP +card`, 'm'));
    const refund = await read<Refund>('refunds', 'create', id, '--amount', '50.00', '--reason', 'DUPLICATE');
    expect(refund).toMatchObject({ amount: 5_000, paymentIntentId: id, reason: 'DUPLICATE' });
    expect((await mizan('refunds', 'show', refund.id)).out).toMatch(/^amount +50\.00\ncurrency +EGP$/m);
    expect((await mizan('payments', 'show', id)).out).toMatch(/^amountRefunded +50\.00$/m);

    const payments = (await mizan('payments', 'list', '--csv')).out.split('\r\n');
    expect(payments[0]).toMatch(
      /^id,createdAt,status,amount,amountReceived,amountRefunded,.*,amountDecimal,amountReceivedDecimal,amountRefundedDecimal$/,
    );
    const row = payments.find((line) => line.startsWith(id));
    expect(row).toMatch(/,PARTIALLY_REFUNDED,24950,24950,5000,EGP,card,.*,"'=SUM\(A1\)",249\.50,249\.50,50\.00$/);
    const refunds = (await mizan('refunds', 'list', '--payment', id, '--csv')).out.trim().split('\r\n');
    expect(refunds.slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^${refund.id},.*,5000,EGP,${id},DUPLICATE,,50\\.00$`)),
    ]);
  });

  test('captures a part of an authorized payment, and cancels another', async () => {
    const [held, dropped] = [await pay({ captureMethod: 'manual' }), await pay({ captureMethod: 'manual' })];
    const captured = await read<PaymentIntent>('payments', 'capture', held.id, '--amount', '200.5');
    expect(captured).toMatchObject({ status: 'SUCCEEDED', amountReceived: 20_050 });
    const canceled = await read<PaymentIntent>('payments', 'cancel', dropped.id, '--reason', 'REQUESTED_BY_CUSTOMER');
    expect(canceled).toMatchObject({ status: 'CANCELED', cancellationReason: 'REQUESTED_BY_CUSTOMER' });
  });

  test('reads as many as are wanted, page by page', async () => {
    for (let i = 0; i < 3; i++)
      await shop.expect(201, 'POST', '/payment-intents', { amount: 100 + i, currency: 'EGP' });
    const all = await read<PaymentIntent[]>('payments', 'list', '--limit', '1000');
    expect(await read('payments', 'list', '--limit', '3')).toEqual(all.slice(0, 3));
    expect(all.length).toBeGreaterThan(5);
  });

  test.each([
    [
      ['refunds', 'create', 're_1'],
      /^mizan: `re_1` is not a payment: use pi_…, ch_…, cs_… or the number of a receipt .*\n {2}Usage: mizan refunds create --help\n$/,
    ],
    [['payments', 'list', '--csv', '--json'], /^mizan: Choose one of --json and --csv\.\n$/],
    [
      ['payments', 'list', '--limit', '0'],
      /^mizan: option '--limit <n>' argument '0' is invalid\..*\n {2}Usage: mizan payments list --help\n$/,
    ],
    [
      ['bus', 'users', 'create', '--types', 'refund.*', 'fulfilment'],
      /^mizan: missing required argument 'team': put <team> before --types, which takes every word that follows\n {2}Usage: /,
    ],
    [['clock', 'advance'], /^mizan: Say how far: mizan clock advance 2h/],
    [['payment'], /^mizan: unknown command 'payment'\n\(Did you mean .*payments\?\)\n {2}Usage: mizan --help\n$/],
  ])('%j is refused in one style', async (args, message) => {
    const { status, out, err } = await mizan(...args);
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(message);
  });

  test('an amount that is finer than the currency is refused before anything is sent', async () => {
    const { id } = await pay();
    const { status, err } = await mizan('refunds', 'create', id, '--amount', '1.005');
    expect([status, err]).toEqual([1, 'mizan: 1.005 is not an amount in EGP: write it like 249.50.\n']);
    expect(await read('refunds', 'list', '--payment', id)).toEqual([]);
  });
});

test('mizan links: creates one for a name and an amount, lists it, and deactivates it', async () => {
  const link = await read<PaymentLink>(
    'links',
    'create',
    '--name',
    'Olive oil',
    '--amount',
    '249.5',
    '--quantity',
    '2',
  );
  expect(link).toMatchObject({ computedAmount: 49_900, currency: 'EGP', active: true });
  expect((await mizan('links', 'list', '--search', 'Olive')).out).toMatch(
    new RegExp(`^${link.id} +\\S+ \\S+ +true +499\\.00 +EGP +2 × Olive oil +0 `, 'm'),
  );
  expect((await mizan('links', 'show', link.id)).out).toContain(link.url);
  expect(await read('links', 'deactivate', link.id)).toMatchObject({ active: false });
  expect((await mizan('links', 'create', '--price', 'price_1', '--amount', '1')).err).toContain('Use either --price');
});

test('mizan customers and events: creates a customer, finds it, and shows what happened', async () => {
  const { id } = await read<{ id: string }>(
    'customers',
    'create',
    '--name',
    'Mona Adel',
    '--email',
    'mona@example.com',
  );
  expect((await read<ListCustomer[]>('customers', 'list', '--search', 'mona@')).map((each) => each.id)).toEqual([id]);
  expect((await mizan('customers', 'show', id)).out).toMatch(/^name +Mona Adel$/m);
  const [event] = await read<Event[]>('events', 'list', '--object', id, '--type', 'customer.created');
  expect(event).toMatchObject({ type: 'customer.created', objectId: id });
  expect(JSON.parse((await mizan('events', 'show', event?.id ?? '')).out)).toEqual(event);
});

test('mizan --version prints the version alone', async () => {
  expect((await mizan('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});
