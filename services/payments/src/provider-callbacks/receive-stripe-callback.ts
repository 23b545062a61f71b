import { type Database, type Page, Problem, type Scope } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import type { App } from '../payment/app.ts';
import { metadataNames } from '../providers/stripe/stripe-context.ts';

/** A callback as it arrived. */
export interface Callback {
  /** The account that the address names; whether it is its event, the signature says. */
  readonly accountId: string;
  readonly signature: string | undefined;
  readonly body: Buffer;
}

/**
 * Events that say how a payment ended. Not `payment_intent.created`: the confirmation is still on its way then, and who
 * asked now would find a payment that nobody confirmed, and give it up.
 */
const ends = [
  'payment_intent.succeeded',
  'payment_intent.amount_capturable_updated',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
];
/** Events that say that somebody captured or gave up an authorised payment: we, or the merchant at Stripe itself. */
const endsOfHolds = ['payment_intent.succeeded', 'payment_intent.canceled', 'charge.captured', 'charge.expired'];
const refundEvents = ['refund.updated', 'refund.failed', 'charge.refund.updated'];

/**
 * Takes an event of Stripe. It settles nothing: the charge or refund becomes due, and the janitor asks Stripe itself.
 * What an event says may be old, come twice, or overtake another.
 *
 * @throws Problem `invalid_signature`: not signed with the account's secret, or too long ago
 */
export async function receiveStripeCallback(
  app: App,
  { db }: { readonly db: Database },
  callback: Callback,
): Promise<Page> {
  const scope = { merchantId: callback.accountId, livemode: true };
  const now = db.clocks.nowOf(scope);
  const event = await app.stripeEventOf(scope, callback);
  if (!event) throw new Problem('invalid_signature', 'The signature does not match the body.');
  const { metadata } = event.data.object as { metadata?: Stripe.Metadata | null };
  if (ends.includes(event.type) || endsOfHolds.includes(event.type))
    await makeChargeDue(db, scope, metadata?.[metadataNames.charge], event.type, now);
  if (refundEvents.includes(event.type)) await makeRefundDue(db, scope, metadata?.[metadataNames.refund], now);
  return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"received":true}' };
}

/**
 * An undecided charge, an authorised one, and one that was given up where Stripe says that money came after all. A
 * charge takes the metadata of its PaymentIntent, so that events of both lead here.
 */
async function makeChargeDue(
  db: Database,
  { merchantId, livemode }: Scope,
  chargeId: string | undefined,
  type: string,
  now: Date,
): Promise<void> {
  if (chargeId === undefined) return; // another integration's payment at the same Stripe account
  await db.system.sql`
    update charges set next_sync_at = ${now}
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${chargeId} and provider = 'stripe'
      and (status = 'PENDING' or (status = 'FAILED' and ${type} = 'payment_intent.succeeded')
        or (status = 'SUCCEEDED' and ${endsOfHolds.includes(type)} and exists (
          select 1 from payment_intents
          where payment_intents.merchant_id = charges.merchant_id and payment_intents.livemode = charges.livemode
            and payment_intents.id = charges.payment_intent_id and payment_intents.amount_capturable > 0)))
      and (next_sync_at is null or next_sync_at > ${now})`;
}

/** A refund on its way, or one that its bank may have sent back. */
async function makeRefundDue(
  db: Database,
  { merchantId, livemode }: Scope,
  refundId: string | undefined,
  now: Date,
): Promise<void> {
  if (refundId === undefined) return;
  await db.system.sql`
    update refunds set next_sync_at = ${now}
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${refundId}
      and status in ('PENDING', 'SUCCEEDED') and action_expires_at is null
      and (next_sync_at is null or next_sync_at > ${now})`;
}
