import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@mizan/service-kit';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
const customer = { id: newId('cus'), name: null, email: null, phone: null };
const checkoutSessionId = newId('cs_test');
const ids: string[] = [];
beforeAll(async () => {
  world = await startPayments();
  for (const amount of [1_000, 2_000, 3_000]) ids.unshift((await world.confirm({ amount })).id);
  ids.unshift((await world.confirm({ amount: 4_000, customer, checkoutSessionId })).id);
  ids.unshift((await world.confirm({ amount: 5_000, card: '4000000000000002' })).id);
  await world.refund({ paymentIntentId: ids[1], amount: 1_000 });
});
afterAll(() => world.stop());

interface Page {
  data: { id: string; amount?: number; type?: string }[];
  totalCount: number;
  nextCursor?: string | null;
  error?: { code: string; param?: string };
}
const list = async (path: string) => (await world.merchant<Page>('GET', path)).body;
const idsOf = ({ data }: Page) => data.map(({ id }) => id);

describe('payment intents', () => {
  test('are listed newest first, as they are read one by one', async () => {
    const page = await list('/payment-intents');
    expect(idsOf(page)).toEqual(ids);
    expect(page.totalCount).toBe(5);
    expect(page.nextCursor).toBeNull();
    expect(page.data[1]).toEqual(await world.intent(ids[1] ?? ''));
  });
  test('can be walked by page and by cursor', async () => {
    expect(idsOf(await list('/payment-intents?limit=2&page=2'))).toEqual(ids.slice(2, 4));
    expect(await list('/payment-intents?page=9')).toMatchObject({ data: [], totalCount: 5, nextCursor: null });
    const walked: string[] = [];
    for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined;) {
      const page: Page = await list(`/payment-intents?limit=2${cursor && `&cursor=${cursor}`}`);
      walked.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    expect(walked).toEqual(ids);
  });
  test('can be filtered', async () => {
    expect(idsOf(await list('/payment-intents?status=REQUIRES_PAYMENT_METHOD'))).toEqual([ids[0]]);
    expect(idsOf(await list(`/payment-intents?customerId=${customer.id}`))).toEqual([ids[1]]);
    expect(idsOf(await list(`/payment-intents?checkoutSessionId=${checkoutSessionId}`))).toEqual([ids[1]]);
    expect(await list('/payment-intents?amount=bt:2000,3000')).toMatchObject({
      totalCount: 2,
      data: [{ amount: 3_000 }, { amount: 2_000 }],
    });
    expect((await list('/payment-intents?date=last:1,days')).totalCount).toBe(5);
    expect((await list('/payment-intents?date=eq:2020-01-01&timezone=Africa/Cairo')).totalCount).toBe(0);
  });
  test('with a bad question are refused', async () => {
    expect((await list('/payment-intents?page=1&cursor=MjAyNi0wMS0wMVQwMDowMDowMC4wMDBaIHBpXzE')).error?.code).toBe(
      'parameters_exclusive',
    );
    expect((await list('/payment-intents?cursor=nonsense')).error).toMatchObject({
      code: 'parameter_invalid',
      param: 'cursor',
    });
    expect((await list('/payment-intents?limit=101')).error).toMatchObject({
      code: 'parameter_out_of_range',
      param: 'limit',
    });
  });
  test('of another merchant or mode are not seen', async () => {
    for (const merchant of [{ merchantId: 'acct_other' }, { merchantId: 'acct_test', livemode: true }]) {
      const stranger = world.merchantClient('payments', merchant);
      for (const path of ['/payment-intents', '/charges', '/refunds', '/balance-transactions'])
        expect((await stranger('GET', path)).body).toMatchObject({ data: [], totalCount: 0 });
    }
  });
});

describe('charges, refunds and balance transactions', () => {
  test('are listed with their filters', async () => {
    expect(await list('/charges')).toMatchObject({ totalCount: 5, nextCursor: null });
    const [charge] = (await list(`/charges?paymentIntentId=${ids[1]}`)).data;
    expect((await world.merchant('GET', `/charges/${charge?.id}`)).body).toEqual(charge);
    expect((await list('/charges?status=FAILED')).totalCount).toBe(1);
    expect((await list(`/charges?customerId=${customer.id}`)).totalCount).toBe(1);

    const refunds = await list(`/refunds?chargeId=${charge?.id}`);
    expect(refunds).toEqual({ data: [expect.objectContaining({ amount: 1_000 })], totalCount: 1, nextCursor: null });
    expect(await list(`/refunds?paymentIntentId=${ids[1]}&status=SUCCEEDED`)).toEqual(refunds);
    expect((await list('/refunds?status=FAILED')).totalCount).toBe(0);

    expect((await list('/balance-transactions')).totalCount).toBe(5);
    expect((await list(`/balance-transactions?sourceId=${charge?.id}`)).data).toMatchObject([{ type: 'charge' }]);
    expect((await list('/balance-transactions?type=refund&currency=EGP')).totalCount).toBe(1);
  });
});
