import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FawryStandIn } from '@mizan/stand-ins';
import type { ProviderMethod } from '../port/provider-method.ts';
import type { Provider } from '../port/provider.ts';
import { authorizing, contextAt, now, startFawry, voucher, wallet } from './fawry.test-support.ts';
import { createFawryProvider } from './fawry-provider.ts';

const wallets = ['vodafone_cash', 'etisalat_cash', 'orange_cash', 'we_pay'] as const;
const walletOf = (provider: (typeof wallets)[number]): ProviderMethod => ({
  ...wallet,
  type: provider,
  wallet: { provider, phone: '+20 101 234 5678' },
});
const methods: readonly ProviderMethod[] = [voucher, ...wallets.map(walletOf)];
const dayMs = 24 * 60 * 60_000;

let fawry: FawryStandIn;
let provider: Provider;
let count = 0;
beforeAll(async () => {
  fawry = await startFawry();
  provider = createFawryProvider(contextAt(fawry));
});
afterAll(() => fawry.close());

const newCharge = (): string => `ch_m${++count}`;
const orders = () => fawry.snapshot().orders;
/** An order that waits for its buyer, and its number at Fawry. */
async function attempt(method: ProviderMethod) {
  const chargeId = newCharge();
  const waiting = await provider.authorize(authorizing({ chargeId, method }));
  expect(waiting.kind).toBe('requires_action');
  const reference = orders().at(-1)?.id ?? 0;
  return { key: { chargeId, now }, reference };
}

describe.each(methods.map((method) => [method.type, method] as const))('%s through Fawry', (type, method) => {
  test('pays', async () => {
    const { key, reference } = await attempt(method);
    fawry.pay(reference);
    expect(await provider.sync(key)).toMatchObject({ kind: 'approved', captured: true, amount: 10_000 });
  });
  if (type !== 'fawry')
    test('is declined, and says so to the buyer', async () => {
      const { key, reference } = await attempt(method);
      fawry.pay(reference, 'failed');
      expect(await provider.sync(key)).toMatchObject({ kind: 'declined', message: expect.any(String) });
    });
  test('is canceled, and money that arrives all the same is found', async () => {
    const { key, reference } = await attempt(method);
    expect(await provider.cancel({ ...key, recorded: 0 })).toEqual({ kind: 'canceled' });
    fawry.pay(reference);
    expect((await provider.sync(key)).kind).toBe('approved');
  });
  test('expires when its buyer has not acted in time', async () => {
    const { key } = await attempt(method);
    const over = { ...key, now: new Date(now.getTime() + 3 * dayMs) };
    expect((await provider.completeAction({ ...over, answer: {} })).kind).toBe('declined');
  });
  test('whose answer is lost is found, and ordered once', async () => {
    const chargeId = newCharge();
    const before = orders().length;
    fawry.faults.add({ effect: 'lost', done: true, method: 'POST' });
    await provider.authorize(authorizing({ chargeId, method }));
    expect(orders()).toHaveLength(before + 1);
    fawry.pay(orders().at(-1)?.id ?? 0);
    expect(await provider.sync({ chargeId, now })).toMatchObject({ kind: 'approved', amount: 10_000 });
  });
  if (type !== 'fawry')
    test('is refunded in part', async () => {
      const { key, reference } = await attempt(method);
      fawry.pay(reference);
      const refund = { ...key, refundId: `re_${key.chargeId}`, amount: 4_000 };
      expect((await provider.refund(refund)).kind).toBe('succeeded');
    });
});
