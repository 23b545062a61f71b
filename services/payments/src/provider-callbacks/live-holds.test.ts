import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startLivePayments, type LiveWorld } from './live.test-support.ts';
import { methods } from '../providers/stripe/stripe-objects.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.stripe.ledger.aheadSeconds = 0;
});

const daySeconds = 24 * 60 * 60;
const hold = async (token: string = methods.approving) => (await world.pay(token, { captureMethod: 'manual' })).body;

describe('captureBefore of a live authorisation', () => {
  test.each([
    ['seven days after the charge at Stripe, whatever our clock says', methods.approving, 7],
    ['when the card’s network lets go of it, where that is earlier', methods.shortlyHeld, 5],
  ])('is %s', async (_, token, days) => {
    world.stripe.ledger.aheadSeconds = -2 * daySeconds;
    const held = await hold(token);
    const { chargedAt = 0 } = world.stripe.ledger.intentOf(held.latestCharge?.id ?? '') ?? {};
    expect(held.captureBefore).toBe(new Date((chargedAt + days * daySeconds) * 1000).toISOString());
  });
});
