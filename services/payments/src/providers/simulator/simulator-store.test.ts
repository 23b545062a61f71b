import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { withDatabase, type Database } from '@mizan/service-kit';
import { startPayments, type PaymentsWorld } from '../../payments.test-support.ts';
import { databaseStore } from './simulator-store.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

const scope = { merchantId: 'acct_store', livemode: false };
const open = <T>(work: (db: Database) => Promise<T>): Promise<T> =>
  withDatabase('payments', world.databaseUrls('payments').runtimeUrl, work);

describe('the memory of the simulated processor', () => {
  test('answers all who write one key at once with the record of the first', () =>
    open(async (db) => {
      const store = databaseStore(db, scope);
      const reasons = ['declined', 'expired', 'unknown', 'insufficient_funds'] as const;
      const records = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          store.putIfAbsent('re_1:decision', { op: 'refund_decision', failureReason: reasons[i % 4] ?? null }),
        ),
      );
      expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(1);
      expect(await store.get('re_1:decision')).toEqual(records[0]);
    }));

  test('keeps what was done when the platform rolls back', () =>
    open(async (db) => {
      const rolledBack = db.transact(scope, async () => {
        await databaseStore(db, scope).putIfAbsent('ch_1', { op: 'never' });
        throw new Error('the platform dies here');
      });
      await expect(rolledBack).rejects.toThrow('dies here');
      expect(await databaseStore(db, scope).get('ch_1')).toEqual({ op: 'never' });
    }));

  test('is one for each account', () =>
    open(async (db) => {
      await databaseStore(db, scope).putIfAbsent('ch_2', { op: 'never' });
      expect(await databaseStore(db, { ...scope, merchantId: 'acct_other' }).get('ch_2')).toBeUndefined();
    }));
});
