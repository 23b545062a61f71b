import { json, type Database, type Scope } from '@mizan/service-kit';
import type { StripeRecord, StripeStore } from './stripe-store.ts';

/**
 * The adapter's memory of one account and mode in Postgres. Each write is a transaction of its own: what Stripe was told
 * stays told when the platform rolls back or dies.
 */
export function databaseStore(db: Database, { merchantId, livemode }: Scope): StripeStore {
  return {
    get: async (key) => {
      const row = await db.system.one<{ record: StripeRecord }>`
        select record from stripe_records
        where merchant_id = ${merchantId} and livemode = ${livemode} and key = ${key}`;
      return row?.record;
    },
    putIfAbsent: async (key, record) => {
      // The empty update makes the row that stands come back, and waits for a writer who is first by a moment.
      const row = await db.system.one<{ record: StripeRecord }>`
        insert into stripe_records (merchant_id, livemode, key, record, created_at)
        values (${merchantId}, ${livemode}, ${key}, ${json(record)}, now())
        on conflict (merchant_id, livemode, key) do update set key = excluded.key
        returning record`;
      if (!row) throw new Error(`bug: stripe record ${key} was neither written nor found`);
      return row.record;
    },
  };
}
