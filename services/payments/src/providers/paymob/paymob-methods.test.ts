import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymobStandIn, StandInClock } from '@mizan/stand-ins';
import type { PaymentMethodType } from '@mizan/contracts';
import type { Provider } from '../port/provider.ts';
import { capabilitiesOf } from './integrations.ts';
import { authorizing, contextAt, methodOf, now, startPaymob } from './paymob.test-support.ts';
import { createPaymobProvider } from './paymob-provider.ts';

const wallets = ['vodafone_cash', 'etisalat_cash', 'orange_cash', 'we_pay'] as const;
const types = ['card', 'apple_pay', 'google_pay', ...wallets, 'aman', 'valu', 'sympl'] as const;
type Type = (typeof types)[number];

const dayMs = 24 * 60 * 60_000;
const later = (ms: number): Date => new Date(now.getTime() + ms);
const refundable = (type: PaymentMethodType): boolean =>
  capabilitiesOf([{ type, currencies: ['EGP'], integration: '1' }], false)[0]?.refunds === 'partial';

let paymob: PaymobStandIn & { readonly clock: StandInClock };
let abroad: PaymobStandIn & { readonly clock: StandInClock };
let count = 0;
/** A connection to the account of a stand-in. */
function connectTo(standIn: PaymobStandIn): Provider {
  const { integrations } = standIn.account;
  const numbers: Readonly<Record<Type, number | undefined>> = {
    card: integrations.card,
    apple_pay: integrations.applePay,
    google_pay: integrations.googlePay,
    ...{ vodafone_cash: integrations.wallet, etisalat_cash: integrations.wallet },
    ...{ orange_cash: integrations.wallet, we_pay: integrations.wallet },
    aman: integrations.kiosk,
    valu: integrations.valu,
    sympl: integrations.sympl,
  };
  return createPaymobProvider(contextAt(standIn, { integrationOf: ({ method }) => numbers[method.type as Type] }));
}
beforeAll(async () => {
  paymob = await startPaymob();
  abroad = await startPaymob({ country: 'ksa' });
});
afterAll(async () => {
  await paymob.close();
  await abroad.close();
});

describe.each(types)('%s through Paymob', (type) => {
  const isAbroad = type === 'google_pay'; // Paymob has none in Egypt
  let at: PaymobStandIn;
  let provider: Provider;
  beforeAll(() => {
    at = isAbroad ? abroad : paymob;
    provider = connectTo(at);
  });
  const request = (chargeId: string) =>
    authorizing({ chargeId, method: methodOf(type), currency: isAbroad ? 'SAR' : 'EGP' });
  /** An attempt that waits for its buyer. */
  const attempt = async () => {
    const chargeId = `ch_m${++count}`;
    expect(await provider.authorize(request(chargeId))).toMatchObject({ kind: 'requires_action' });
    return { chargeId, now };
  };
  /** The buyer pays, or is declined: the bill of a kiosk at an outlet, everything else on Paymob's page. */
  const act = (chargeId: string, outcome: 'approved' | 'declined'): void => {
    const bill = at.records().find(({ reference }) => reference === chargeId);
    if (bill) at.settle(bill.id, outcome);
    else at.pay(chargeId, { outcome });
  };

  test('pays', async () => {
    const key = await attempt();
    act(key.chargeId, 'approved');
    expect(await provider.sync(key)).toMatchObject({ kind: 'approved', captured: true, amount: 10_000 });
  });
  test('is declined, and says so to the buyer and the merchant', async () => {
    const key = await attempt();
    act(key.chargeId, 'declined');
    const declined = await provider.sync(key);
    expect(declined).toMatchObject({ kind: 'declined', message: expect.any(String) });
  });
  test('is canceled, and money that arrives all the same is found', async () => {
    const key = await attempt();
    expect(await provider.cancel({ ...key, recorded: 0 })).toEqual({ kind: 'canceled' });
    expect((await provider.sync(key)).kind).toBe('canceled');
    act(key.chargeId, 'approved');
    expect((await provider.sync(key)).kind).toBe('approved');
  });
  test('expires when its buyer has not acted in time', async () => {
    const { chargeId } = await attempt();
    const over = { chargeId, now: later(3 * dayMs) };
    expect((await provider.completeAction({ ...over, answer: {} })).kind).toBe('declined');
    expect((await provider.sync(over)).kind).toBe('declined');
  });
  test('whose answer is lost is found, and paid once', async () => {
    const chargeId = `ch_m${++count}`;
    const authorization = request(chargeId);
    at.faults.add({ effect: 'lost', done: true, path: '/v1/intention/' });
    const waiting = await provider.authorize(authorization);
    expect(waiting.kind).toBe('requires_action');
    const { intentions } = at.snapshot();
    const shown = intentions.findLast(({ specialReference }) => specialReference?.startsWith(chargeId));
    const reference = shown?.specialReference ?? '';
    act(reference, 'approved');
    expect(await provider.authorize(authorization)).toMatchObject({ kind: 'approved', amount: 10_000 });
    expect(at.records().filter((record) => record.reference?.startsWith(chargeId))).toHaveLength(1);
  });
  test(refundable(type) ? 'is refunded in part, and the rest' : 'is refused a refund by Paymob', async () => {
    const key = await attempt();
    act(key.chargeId, 'approved');
    const refund = (refundId: string, amount: number) => provider.refund({ ...key, refundId, amount });
    const first = await refund(`re_${key.chargeId}_1`, 4_000);
    expect(first.kind).toBe(refundable(type) ? 'succeeded' : 'failed');
    if (refundable(type)) expect((await refund(`re_${key.chargeId}_2`, 6_000)).kind).toBe('succeeded');
  });
});

test.each([
  ['ksa', 'SAR', 10_000],
  ['are', 'AED', 10_000],
  ['omn', 'OMR', 12_340],
] as const)('a card in %s is paid in %s and refunded in part, to the last unit', async (country, currency, amount) => {
  const standIn = await startPaymob({ country });
  try {
    const provider = connectTo(standIn);
    const key = { chargeId: `ch_m${++count}`, now };
    await provider.authorize(authorizing({ ...key, method: methodOf('card'), currency, amount }));
    standIn.pay(key.chargeId);
    expect(await provider.sync(key)).toMatchObject({ kind: 'approved', amount });
    const refund = { ...key, refundId: `re_${key.chargeId}`, amount: amount - 10 };
    expect((await provider.refund(refund)).kind).toBe('succeeded');
    expect(standIn.records().find(({ kind }) => kind === 'refund')).toMatchObject({ amount: amount - 10, currency });
  } finally {
    await standIn.close();
  }
});
