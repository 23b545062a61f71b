import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
let sessions: CheckoutSession[];
beforeAll(async () => {
  world = await startCheckout();
  world.siblings.customers.set('cus_1', { id: 'cus_1', type: 'registered', metadata: {}, email: 'mona@example.com' });
  sessions = [];
  for (const body of [{}, { customerId: 'cus_1' }, {}, { customerId: 'cus_1' }, {}])
    sessions.push(await world.openSession(body));
  await world.merchant('POST', `/checkout/sessions/${sessions[4]?.id}/expire`);
});
afterAll(() => world.stop());

const list = async (query: string) => {
  const { status, body } = await world.merchant<{ data: CheckoutSession[]; totalCount: number }>(
    'GET',
    `/checkout/sessions${query}`,
  );
  return {
    status,
    ids: body.data?.map(({ id }) => sessions.findIndex((session) => session.id === id)),
    totalCount: body.totalCount,
  };
};

test('sessions come newest first, page by page, with the number of all', async () => {
  expect(await list('')).toEqual({ status: 200, ids: [4, 3, 2, 1, 0], totalCount: 5 });
  expect(await list('?limit=2&page=2')).toEqual({ status: 200, ids: [2, 1], totalCount: 5 });
  expect(await list('?page=9')).toEqual({ status: 200, ids: [], totalCount: 5 });
});

test('filters narrow the list and its count', async () => {
  expect(await list('?customerId=cus_1')).toEqual({ status: 200, ids: [3, 1], totalCount: 2 });
  expect(await list('?status=expired')).toEqual({ status: 200, ids: [4], totalCount: 1 });
  expect(await list('?paymentStatus=paid')).toEqual({ status: 200, ids: [], totalCount: 0 });
  expect(await list('?date=last:1,days&timezone=Africa/Cairo&status=open')).toMatchObject({ totalCount: 4 });
  expect(await list('?date=eq:2020-01-01')).toMatchObject({ totalCount: 0 });
});

test('a listed session is the one that GET shows', async () => {
  const { body } = await world.merchant<{ data: CheckoutSession[] }>('GET', '/checkout/sessions?limit=1&page=2');
  expect(body.data[0]).toEqual(await world.readSession(sessions[3]?.id ?? ''));
});

test('another merchant and the other mode see none of them: 404, and an empty list', async () => {
  for (const merchant of [{ merchantId: 'acct_other' }, { merchantId: 'acct_test', livemode: true }]) {
    const other = world.merchantClient('checkout', merchant);
    const read = await other('GET', `/checkout/sessions/${sessions[0]?.id}`);
    expect(read).toMatchObject({ status: 404, body: { error: { code: 'resource_missing' } } });
    const expire = await other('POST', `/checkout/sessions/${sessions[0]?.id}/expire`);
    expect(expire.status).toBe(404);
    expect((await other('GET', '/checkout/sessions')).body).toEqual({ data: [], totalCount: 0, nextCursor: null });
  }
});
