import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../../mizan.test-support.ts';

const latestCharge = {
  ...{ id: 'ch_1', status: 'FAILED', failureCode: 'voucher_expired', amount: 30_000, amountReceived: 0 },
  ...{ currency: 'EGP', paymentMethodDetails: { type: 'bank_transfer' }, refunds: [] },
};
const payment = {
  ...{ id: 'pi_1', status: 'FAILED', amount: 30_000, amountReceived: 0, amountRefunded: 0, amountCapturable: 0 },
  ...{ latestCharge, charges: [latestCharge], checkoutSessionId: 'cs_1', currency: 'EGP', metadata: {} },
  createdAt: '2026-11-27T10:00:00.000Z',
};
const expired = { id: 'cs_1', status: 'expired', paymentStatus: 'unpaid', recoveredFrom: null, customerId: 'cus_1' };
const copy = {
  ...{ id: 'cs_2', status: 'complete', paymentStatus: 'paid', recoveredFrom: 'cs_1', customerId: 'cus_1' },
  paymentIntent: { id: 'pi_2', status: 'SUCCEEDED' },
};

interface Shop {
  /** By ID; undefined if the key may not read them. */
  readonly checkouts?: Readonly<Record<string, object>>;
  readonly paid?: readonly object[];
}
const markPaid = async ({ checkouts, paid = [] }: Shop, ...args: string[]) => {
  const answer = ({ path }: Sent) => {
    if (path.startsWith('/payment-intents/')) return payment;
    return path === '/checkout/sessions' ? { data: paid } : checkouts?.[path.slice('/checkout/sessions/'.length)];
  };
  const { status, err, sent } = await runMizan(['payments', 'mark-paid', 'pi_1', ...args], { answer });
  const listed = sent.find(({ path }) => path === '/checkout/sessions')?.query.toString();
  return { status, err, listed, recorded: sent.filter(({ method }) => method === 'POST').length };
};
const doubt = (checkout: string) =>
  `mizan: The order of this payment is paid in another checkout: ${checkout}, with pi_2. If this money has come as well, the buyer has paid twice. Nothing was done. If it is right, repeat the command with --yes.\n`;

describe('money of a checkout whose order is paid in another', () => {
  test.each([
    ['customer', expired, 'customerId=cus_1&paymentStatus=paid&limit=100'],
    [
      'payment link',
      { ...expired, customerId: undefined, paymentLinkId: 'plink_1' },
      'paymentLinkId=plink_1&paymentStatus=paid&limit=100',
    ],
  ])('is not recorded by a script: a copy, found by its %s', async (_by, original, query) => {
    const shop = { checkouts: { cs_1: original }, paid: [{ ...copy, id: 'cs_9', recoveredFrom: null }, copy] };
    expect(await markPaid(shop)).toEqual({ status: 1, err: doubt('cs_2'), listed: query, recorded: 0 });
    expect((await markPaid(shop, '--yes')).recorded).toBe(1);
  });

  test('is not recorded by a script: the original of its checkout, or another copy of that', async () => {
    const own = { ...expired, recoveredFrom: 'cs_0' };
    const original = { ...copy, id: 'cs_0', recoveredFrom: null };
    expect(await markPaid({ checkouts: { cs_1: { ...own, status: 'open' }, cs_0: original } })).toMatchObject({
      ...{ err: doubt('cs_0'), recorded: 0 },
    });
    const checkouts = { cs_1: own, cs_0: { ...original, paymentStatus: 'unpaid' } };
    const other = { ...copy, recoveredFrom: 'cs_0' };
    expect(await markPaid({ checkouts, paid: [other] })).toMatchObject({ err: doubt('cs_2'), recorded: 0 });
  });
});

test('money is recorded where no paid copy is known or its payment is refunded, and where the key may not read checkouts', async () => {
  const anonymous = { ...expired, customerId: undefined };
  expect(await markPaid({ checkouts: { cs_1: expired }, paid: [] })).toMatchObject({ recorded: 1, err: '' });
  for (const checkout of [anonymous, { ...expired, status: 'open' }])
    expect(await markPaid({ checkouts: { cs_1: checkout }, paid: [copy] })).toMatchObject({
      ...{ recorded: 1, listed: undefined },
    });
  const returned = { ...copy, paymentIntent: { id: 'pi_2', status: 'REFUNDED' } };
  expect(await markPaid({ checkouts: { cs_1: expired }, paid: [returned] })).toMatchObject({ recorded: 1, err: '' });
  expect(await markPaid({})).toMatchObject({ recorded: 1, err: '' });
});
