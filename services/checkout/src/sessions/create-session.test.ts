import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());

test('a session shows what is bought, what it costs and where it is paid, and publishes the same', async () => {
  const session = await world.openSession({});
  expect(session).toMatchObject({ status: 'open', paymentStatus: 'unpaid', amountTotal: 12_500 });
  console.log(JSON.stringify(session, null, 1));
});
