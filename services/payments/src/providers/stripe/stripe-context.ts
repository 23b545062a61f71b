import type { Stripe } from 'stripe';
import { expectRecord } from '../port/record-store.ts';
import { intentKey, type StripeStore } from './stripe-store.ts';

/** Stable name of the provider, kept on every charge and connection. */
export const stripeName = 'stripe';

/** What the adapter works with: one account and mode at Stripe. */
export interface StripeContext {
  readonly client: Stripe;
  readonly store: StripeStore;
  /** Where Stripe sends the buyer after authentication. */
  readonly returnUrlOf: (chargeId: string) => string;
}

/** What our ids are called in the metadata of Stripe's objects: callbacks about them lead back by these. */
export const metadataNames = { charge: 'mizan_charge', refund: 'mizan_refund' } as const;

/** The PaymentIntent of a charge; `never` when there must be none, undefined when there is none yet. */
export async function intentIdOf({ store }: StripeContext, chargeId: string): Promise<string | 'never' | undefined> {
  const record = await store.get(intentKey(chargeId));
  if (!record) return undefined;
  const found = expectRecord(record, 'intent', 'never');
  return found.op === 'never' ? 'never' : found.id;
}

/** When a charge's authorisation started. Throws when it never did: a charge with a PaymentIntent has. */
export async function startedAt({ store }: StripeContext, chargeId: string): Promise<Date> {
  const record = await store.get(chargeId);
  if (!record) throw new Error(`bug: ${chargeId} has a PaymentIntent and was never requested`);
  return new Date(expectRecord(record, 'attempt').at);
}
