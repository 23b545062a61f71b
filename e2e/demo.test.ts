import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startReplicatedStack, type ReplicatedStack } from './replicas.test-support.ts';

let stack: ReplicatedStack;
beforeAll(async () => {
  stack = await startReplicatedStack({ MIZAN_REPLICAS: '1' }, '--providers');
});
afterAll(() => stack.stop());

test.each([
  ['in test mode', []],
  ['in live mode through Paymob', ['--provider', 'paymob']],
])('the demo buys %s in a real browser, refunds a part and ends', async (_mode, args) => {
  const { status, printed } = await stack.demo(...args);
  expect(printed).toMatch(/SUCCEEDED[^]*50\.00 EGP[^]*\ndone/);
  expect(status).toBe(0);
});
