import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Balance, BankAccount, Payout } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({ env: { MIZAN_TEST_SETTLEMENT: 'instant' } });
});
afterEach(() => world.replica('payments').stop());
afterAll(() => world.stop());

/** Runs `send` at a service that dies at `point`, and starts it again. */
async function crashAt(point: string, send: () => Promise<unknown>): Promise<void> {
  const service = await world.replica('payments').spawn({ NODE_ENV: 'test', MIZAN_FAILPOINT: point });
  await send().catch(() => undefined);
  expect(await service.ended).toBe('killed by SIGKILL');
  await world.replica('payments').stop();
  await world.replica('payments').start();
}

async function payable(): Promise<number> {
  const { body } = await world.merchant<Balance>('GET', '/balance');
  return body.payable[0]?.amount ?? 0;
}
const payouts = async () => (await world.merchant<{ data: Payout[] }>('GET', '/payouts')).body.data;
const addAccount = async () => {
  const account = { holderName: 'Siwa Trading', currency: 'EGP', iban: 'EG380019000500000000263180002' };
  return (await world.merchant<BankAccount>('POST', '/bank-accounts', account)).body.id;
};

test.each(['pay.before_commit', 'pay.after_commit'])(
  'a payout whose process is killed at %s is debited once, after its retry',
  async (point) => {
    await world.replica('payments').start();
    await world.confirm({ amount: 20_000 });
    const [before, known, bankAccountId] = [await payable(), (await payouts()).length, await addAccount()];
    const idempotencyKey = newId('key');
    const body = { amount: 1_500, currency: 'EGP', bankAccountId };
    const create = () => world.merchant<Payout>('POST', '/payouts', body, { idempotencyKey });
    await crashAt(point, create);
    await world.db('payments').query('update idempotency_keys set locked_until = now()');
    expect((await create()).status).toBe(201);
    expect(await payouts()).toHaveLength(known + 1);
    expect(await payable()).toBe(before - 1_500);
    expect(await world.findings()).toEqual([]);
  },
);

test.each(['pay.before_commit', 'pay.after_commit'])(
  'a schedule whose process is killed at %s pays out once',
  async (point) => {
    await world.replica('payments').start();
    await world.confirm({ amount: 20_000 });
    const [rest, known, bankAccountId] = [await payable(), (await payouts()).length, await addAccount()];
    await world.merchant('PUT', '/payout-schedules/EGP', { interval: 'monthly', monthDay: 1, bankAccountId });
    const comeDue = `update payout_schedules set next_payout_at = date_trunc('milliseconds', now())`;
    await crashAt(point, () => world.db('payments').query(comeDue));
    await eventually(async () => expect(await payouts()).toHaveLength(known + 1));
    expect((await payouts())[0]).toMatchObject({ automatic: true, amount: rest });
    expect(await payable()).toBe(0);
    await world.merchant('PUT', '/payout-schedules/EGP', { interval: 'manual' });
    expect(await world.findings()).toEqual([]);
  },
);
