import { describe, expect, test } from '@jest/globals';
import { operations, type Operation } from '@mizan/contracts';
import { pathOf, RouteTable } from './route-table.ts';

const table = new RouteTable(operations);
const rows = Object.entries(operations) as [string, Operation][];
const example = (path: string): string => path.replaceAll(/\{\w+\}/g, 'x_0ABC');

describe('the route table', () => {
  test.each(rows)('finds %s', (id, row) => {
    const match = table.match(example(row.path));
    expect(match?.path.byMethod.get(row.method)?.id).toBe(id);
    expect(match?.path.allow.split(', ')).toContain(row.method);
    expect(match?.pathname).toBe(example(row.path));
  });

  test.each([
    '/',
    '',
    '/internal/calls/getAccount',
    '/internal',
    '/products/',
    '//products',
    '/Products',
    '/products/a/b',
    '/products//',
    '/__proto__',
  ])('%j is no path of the API', (path) => expect(table.match(path)).toBeUndefined());

  test.each([
    ['/v1/products', '/products'],
    ['/v1/payment-intents/pi_00Vc3BqGtMuklwq2/confirm', '/payment-intents/{id}/confirm'],
    ['/checkout/session', '/checkout/sessions'],
    ['/payment_intents', '/payment-intents'],
    ['/operator/account', undefined],
    [`/${'a/'.repeat(5_000)}`, undefined],
  ])('a path like %.40s leads to the one that was probably meant', (path, meant) =>
    expect(table.closest(path)).toBe(meant),
  );

  test.each(['%2e%2e', '..', '.', 'a%2Fb', 'x'.repeat(65), "'", '~'])(
    'an id like %j is forwarded as an unknown one',
    (id) => {
      expect(table.match(`/products/${id}`)?.pathname).toBe('/products/none');
      expect(table.match(`/products/${id}/stats`)?.pathname).toBe('/products/none/stats');
    },
  );

  test('exactly the operations with merchant_not_activated accept money, except those that return it', () => {
    const accepting = rows.filter(
      ([id, row]) => table.match(example(row.path))?.path.byMethod.get(row.method)?.acceptsMoney && id,
    );
    expect(accepting.map(([id]) => id)).toEqual(
      expect.arrayContaining(['createCheckoutSession', 'confirmHostedCheckout']),
    );
    for (const id of ['createProduct', 'createRefund']) expect(accepting.map(([taker]) => taker)).not.toContain(id);
  });

  test('no deadline is longer than 30 seconds, the default is 10', () => {
    const patient = { ...operations.getAccount, path: '/patient', deadlineMs: 120_000 } as const;
    const own = new RouteTable({ patient, getAccount: operations.getAccount });
    expect(own.match('/patient')?.path.byMethod.get('GET')?.deadlineMs).toBe(30_000);
    expect(own.match('/account')?.path.byMethod.get('GET')?.deadlineMs).toBe(10_000);
  });

  test('a fixed segment wins over a parameter, which is tried where it leads nowhere', () => {
    const row = operations.getProduct;
    const own = new RouteTable({
      item: { ...row, path: '/events/{id}' },
      stream: { ...row, path: '/events/stream' },
      resend: { ...row, path: '/events/{id}/resend' },
    });
    const idAt = (path: string) => own.match(path)?.path.byMethod.get('GET')?.id;
    expect([idAt('/events/stream'), idAt('/events/evt_1'), idAt('/events/stream/resend')]).toEqual([
      'stream',
      'item',
      'resend',
    ]);
  });

  test('the query is no part of the path', () => {
    expect(pathOf('/products?page=2')).toBe('/products');
    expect(pathOf('/products')).toBe('/products');
  });
});
