import type { Stripe } from 'stripe';
import type {
  StatedPayment,
  StatedRefund,
  StatementCharge,
  StatementPage,
  StatementPeriod,
} from '../port/provider-statement.ts';
import { bringsMoney } from '../port/provider-statement.ts';
import { expectObject, refusalOf } from './read-error.ts';
import { intentIdOf, metadataNames, type StripeContext } from './stripe-store.ts';

type Listing = Pick<StripeContext, 'client'>;

const pageSize = 50;
/** Of refunds, each of which takes two requests more. */
const refundPageSize = 10;
const requestsAtOnce = 10;
const refundStage = 'refunds:';
const expanded = { expand: ['latest_charge'] };

/**
 * Payments of a period, then payments of earlier days that were refunded in it. A cursor is an id of Stripe's, after
 * {@link refundStage} in the second part.
 */
export async function listStatement(
  { client }: Listing,
  { from, to, cursor }: StatementPeriod,
): Promise<StatementPage> {
  const created = { gte: secondsOf(from), lt: secondsOf(to) };
  if (cursor?.startsWith(refundStage))
    return listRefunded({ client }, { created, after: cursor.slice(refundStage.length) });
  const { data, has_more: hasMore } = await client.paymentIntents.list({
    created,
    limit: pageSize,
    expand: ['data.latest_charge'],
    ...(cursor !== null && { starting_after: cursor }),
  });
  const payments: StatedPayment[] = [];
  for (let i = 0; i < data.length; i += requestsAtOnce)
    payments.push(...(await statedOfEach({ client }, data.slice(i, i + requestsAtOnce))));
  const last = data.at(-1);
  return { payments: payments.filter(bringsMoney), next: hasMore && last ? last.id : refundStage };
}

async function listRefunded(
  { client }: Listing,
  { created, after }: { readonly created: { readonly gte: number; readonly lt: number }; readonly after: string },
): Promise<StatementPage> {
  const { data, has_more: hasMore } = await client.refunds.list({
    created,
    limit: refundPageSize,
    ...(after !== '' && { starting_after: after }),
  });
  const ids = new Set(data.flatMap(({ payment_intent: intent }) => idOf(intent) ?? []));
  const intents = await Promise.all([...ids].map(async (id) => client.paymentIntents.retrieve(id, expanded)));
  const older = intents.filter((intent) => intent.created < created.gte || intent.created >= created.lt);
  const payments = await statedOfEach({ client }, older);
  const last = data.at(-1);
  return { payments, next: hasMore && last ? `${refundStage}${last.id}` : null };
}

/** The PaymentIntent of a charge; what Stripe has beside it shows in its list alone. */
export async function readStatement(
  context: Pick<StripeContext, 'client' | 'store'>,
  { id, externalChargeId }: StatementCharge,
): Promise<readonly StatedPayment[]> {
  const named = externalChargeId ?? (await intentIdOf(context, id));
  if (named === undefined || named === 'never') return [];
  try {
    return [await statedOf(context, await context.client.paymentIntents.retrieve(named, expanded))];
  } catch (thrown) {
    if (refusalOf(thrown)?.status === 404) return [];
    throw thrown;
  }
}

const statedOfEach = async (context: Listing, intents: readonly Stripe.PaymentIntent[]): Promise<StatedPayment[]> =>
  Promise.all(intents.map(async (intent) => statedOf(context, intent)));

async function statedOf(context: Listing, intent: Stripe.PaymentIntent): Promise<StatedPayment> {
  const {
    id,
    currency,
    metadata,
    amount_received: received,
    latest_charge: charge,
  } = expectObject(intent, 'payment_intent');
  const isCharged = charge !== null && typeof charge !== 'string';
  const refunded = isCharged ? charge.amount_refunded : 0;
  const isHeld = received === 0 && intent.status === 'requires_capture';
  return {
    reference: id,
    chargeId: metadata[metadataNames.charge] ?? null,
    state: received > 0 ? 'captured' : isHeld ? 'held' : intent.status === 'canceled' ? 'ended' : 'waiting',
    amount: received > 0 ? received : isHeld ? intent.amount_capturable : intent.amount,
    currency: currency.toUpperCase(),
    refunded,
    refunds: refunded > 0 ? await refundsOf(context, id) : [],
  };
}

async function refundsOf({ client }: Listing, intentId: string): Promise<StatedRefund[]> {
  const refunds: StatedRefund[] = [];
  for await (const { id, amount, status, metadata } of client.refunds.list({ payment_intent: intentId, limit: 100 }))
    refunds.push({
      reference: id,
      refundId: metadata?.[metadataNames.refund] ?? null,
      mayBe: 'none', // ours are never sent without their name
      amount,
      state: status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
    });
  return refunds;
}

const idOf = (object: string | { readonly id: string } | null): string | undefined =>
  typeof object === 'string' ? object : object?.id;

const secondsOf = (at: Date): number => Math.ceil(at.getTime() / 1_000);
