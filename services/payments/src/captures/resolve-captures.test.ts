import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { stripeTestMethods as methods } from '@mizan/stand-ins';
import { eventually } from '@mizan/testing';
import { startLivePayments, type LiveWorld } from '../provider-callbacks/live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());

const hold = async (token: string = methods.approving) => (await world.pay(token, { captureMethod: 'manual' })).body;

/** How often a charge's capture was attempts about again, and in how many seconds it will be. */
async function scheduleOf(chargeId: string): Promise<{ attempts: number; inSeconds: number }> {
  const { rows } = await world.db('payments').query<{ attempts: number; inSeconds: number }>(
    `select sync_attempts as attempts, extract(epoch from next_sync_at - now())::float8 as "inSeconds"
     from captures where charge_id = $1`,
    [chargeId],
  );
  const [schedule] = rows;
  if (!schedule) throw new Error(`${chargeId} has no capture`);
  return schedule;
}

describe('a capture that Stripe does not answer', () => {
  test('is polled after ten seconds, then after a minute, and captured once in the end', async () => {
    const held = await hold();
    const chargeId = held.latestCharge?.id ?? '';
    world.stripe.faults.add({ effect: 'status', status: 503, times: null });
    const { body } = await world.live('POST', `/payment-intents/${held.id}/capture`, {});
    const pendingCapture = { amount: 10_000, finalCapture: true, createdAt: expect.any(String) };
    expect(body).toMatchObject({ status: 'UNCAPTURED', amountReceived: 0, amountCapturable: 10_000, pendingCapture });
    expect(await world.liveIntent(held.id)).toMatchObject({ pendingCapture });
    const changed = await world.live('PATCH', `/payment-intents/${held.id}`, { description: 'Order 7' });
    expect(changed.body).toMatchObject({ description: 'Order 7', pendingCapture });
    const listed = await world.live('GET', '/payment-intents?limit=1');
    expect(listed.body).toMatchObject({ data: [{ id: held.id, pendingCapture }] });
    const first = await scheduleOf(chargeId);
    expect(first.attempts).toBe(0);
    expect(first.inSeconds).toBeGreaterThan(5);
    expect(first.inSeconds).toBeLessThanOrEqual(10);

    await world.makeDue('captures');
    await eventually(async () => {
      const { attempts, inSeconds } = await scheduleOf(chargeId);
      expect(attempts).toBe(1);
      expect(inSeconds).toBeGreaterThan(50);
      expect(inSeconds).toBeLessThanOrEqual(60);
    });

    world.stripe.faults.clear();
    await world.makeDue('captures');
    await eventually(async () =>
      expect(await world.liveIntent(held.id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 }),
    );
    expect(await world.liveIntent(held.id)).not.toHaveProperty('pendingCapture');
    expect(await world.findings()).toEqual([]);
  });

  test('clears the error of an earlier one, and is shown in the event of that', async () => {
    const held = await hold(methods.uncapturable);
    const capture = () => world.live('POST', `/payment-intents/${held.id}/capture`, { amountToCapture: 4_000 });
    expect((await capture()).body).toMatchObject({ lastPaymentError: { chargeId: held.latestCharge?.id } });
    world.stripe.faults.add({ effect: 'status', status: 503, times: null });
    const unknown = { lastPaymentError: null, pendingCapture: { amount: 4_000, finalCapture: true } };
    expect((await capture()).body).toMatchObject(unknown);
    world.stripe.faults.clear();
    const latest = (await world.eventsOf(held.id)).at(-1);
    const failed = { lastPaymentError: { chargeId: held.latestCharge?.id }, pendingCapture: null };
    expect(latest).toMatchObject({ type: 'payment_intent.updated', object: unknown, previousAttributes: failed });
    await world.makeDue('captures');
    await eventually(async () =>
      expect((await world.eventsOf(held.id)).at(-1)).toMatchObject({
        type: 'payment_intent.updated',
        previousAttributes: unknown,
      }),
    );
  });

  test('is polled even where the replica that created it knew no schedule', async () => {
    const held = await hold();
    world.stripe.faults.add({ effect: 'lost', done: true, path: '/v1/payment_intents/*/capture', times: null });
    await world.live('POST', `/payment-intents/${held.id}/capture`, {});
    world.stripe.faults.clear();
    await world
      .db('payments')
      .query(`update captures set next_sync_at = null, created_at = now() - interval '1 minute' where charge_id = $1`, [
        held.latestCharge?.id,
      ]);
    await eventually(async () =>
      expect(await world.liveIntent(held.id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 }),
    );
  });
});
