import { consumer, fragment, type Tx } from '@mizan/service-kit';
import { survivorOf } from '../customers/survivor-of.ts';
import { forgetCustomer } from './forget-customer.ts';

/**
 * When a guest became part of another, its sessions, discounts and promotion codes are the other's, and are found under
 * both ids; when a customer was deleted, its sessions forget who it was. No event: the old id goes on leading to the same
 * customer, and nothing that a session decides has changed.
 */
export const customerConsumer = consumer({
  name: 'customers',
  purpose: 'follows merged and deleted customers',
  on: {
    'customer.deleted': async (tx, { object, mergedInto }) => {
      if (mergedInto === undefined) return forgetCustomer(tx, object.id);
      const { merchantId, livemode } = tx.scope;
      const survivor = await rememberMerge(tx, object.id, mergedInto);
      const ofLoser = fragment`
      set customer_id = ${survivor}
      where merchant_id = ${merchantId} and livemode = ${livemode} and customer_id = ${object.id}`;
      await tx.sql`update checkout_sessions ${ofLoser}`;
      await tx.sql`update discounts ${ofLoser}`;
      await tx.sql`update promotion_codes ${ofLoser}`;
    },
  },
});

/**
 * Merges of an account wait for each other: of a guest's and that of whom it became part of, each has to see the other.
 *
 * @returns who the guest is now: the other may have become part of a third meanwhile
 */
async function rememberMerge(tx: Tx, loser: string, mergedInto: string): Promise<string> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(['merge', merchantId, livemode])}, 0))`;
  const merged = await tx.one<{ survivor: string }>`
    insert into merged_customers as known (merchant_id, livemode, id, merged_into)
    values (${merchantId}, ${livemode}, ${loser}, ${survivorOf(tx, mergedInto)})
    on conflict (merchant_id, livemode, id) do update set merged_into = known.merged_into
    returning merged_into as survivor`;
  if (!merged) throw new Error('bug: a merge that was not written');
  await tx.sql`
    update merged_customers set merged_into = ${merged.survivor}
    where merchant_id = ${merchantId} and livemode = ${livemode} and merged_into = ${loser}`;
  return merged.survivor;
}
