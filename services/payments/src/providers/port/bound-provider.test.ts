import { expect, test } from '@jest/globals';
import { inMemoryRecords } from './in-memory-records.test-support.ts';
import { createSimulator } from '../simulator/simulator.ts';
import { boundProvider } from './bound-provider.ts';
import type { Provider } from './provider.ts';

const request = { chargeId: 'ch_1', now: new Date('2030-01-01T00:00:00.000Z') };
const withSync = (sync: Provider['sync']): Provider => ({
  ...createSimulator(inMemoryRecords(), 'http://localhost'),
  sync,
});

test('an answer passes as it is', async () =>
  expect(await boundProvider(withSync(async () => ({ kind: 'canceled' }))).sync(request)).toEqual({
    kind: 'canceled',
  }));
test('a provider that throws leaves an unknown outcome and its cause', async () => {
  const cause = new Error('connection reset');
  const later = withSync(() => Promise.reject(cause));
  const atOnce = withSync(() => {
    throw cause;
  });
  expect(await boundProvider(later).sync(request)).toEqual({ kind: 'unknown', cause });
  expect(await boundProvider(atOnce).sync(request)).toEqual({ kind: 'unknown', cause });
});
test('a provider that does not answer in time leaves an unknown outcome', async () => {
  const silent = withSync(() => new Promise(() => {}));
  expect(await boundProvider(silent, 5).sync(request)).toMatchObject({ kind: 'unknown', cause: expect.any(Error) });
});
