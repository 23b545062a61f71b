import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({ env: { MIZAN_TEST_SETTLEMENT: 'delayed' } });
});
afterAll(() => world.stop());

const net = 10_000 - 656;
const announced = async () =>
  (await world.eventsOf('acct_test:balance')).map(({ version, object }) => ({ version, object }));

describe('with delayed settlement', () => {
  test('captured funds are pending for two days, and cannot be refunded from', async () => {
    const { id, latestCharge } = await world.confirm();
    const movement = latestCharge?.balanceTransaction;
    expect(movement).toMatchObject({ status: 'pending', net });
    expect(Date.parse(movement?.availableOn ?? '') - Date.parse(movement?.createdAt ?? '')).toBe(2 * 86_400_000);
    expect(await world.balance()).toMatchObject({
      available: [{ amount: 0, currency: 'EGP' }],
      pending: [{ amount: net, currency: 'EGP' }],
    });
    const { body } = await world.merchant('POST', '/refunds', { paymentIntentId: id, amount: 1 });
    expect(body.error).toMatchObject({
      code: 'insufficient_balance',
      message: `Only 0 in the smallest unit of EGP is available for this refund now, and ${net} is pending; it needs 1.`,
    });
    expect(await world.findings()).toEqual([]);
  });

  test('become available when their time has come, once, and that is published', async () => {
    await world.db('payments').query('update balance_transactions set available_on = now()');
    await world.replica('payments').stop();
    await world.replica('payments').start();
    await eventually(async () => {
      expect(await world.balance()).toMatchObject({ available: [{ amount: net }], pending: [{ amount: 0 }] });
      expect(await announced()).toEqual([{ version: 1, object: await world.balance() }]);
    });
    expect((await world.merchant('GET', '/balance-transactions')).body).toMatchObject({
      data: [{ status: 'available' }],
    });
    expect(await world.findings()).toEqual([]);
  });

  test('funds of card …0077 are available at once', async () => {
    const intent = await world.confirm({ card: '4000000000000077' });
    expect(intent.latestCharge?.balanceTransaction?.status).toBe('available');
    expect(await world.balance()).toMatchObject({ available: [{ amount: 2 * net }], pending: [{ amount: 0 }] });
  });

  test('of payments at once the last balance published is the balance, in versions without gaps', async () => {
    await Promise.all(Array.from({ length: 20 }, () => world.confirm({ card: '4000000000000077' })));
    const events = await eventually(async () => {
      const found = await announced();
      expect(found.at(-1)?.object).toEqual(await world.balance());
      return found;
    });
    expect(events.map(({ version }) => version)).toEqual(events.map((_, i) => i + 1));
    expect(await world.balance()).toMatchObject({ available: [{ amount: 22 * net }] });
  });
});
