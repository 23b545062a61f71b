import { describeFailure, type FailureReason } from '../port/describe-failure.ts';
import type { Declined, RequiresAction, SyncOutcome } from '../port/provider-outcome.ts';
import type { ChargeRequest, CompleteActionRequest } from '../port/provider.ts';
import { expectRecord } from '../port/record-store.ts';
import { cancelUnpaid } from './cancel-unpaid.ts';
import { type FawryOrder, findOrder } from './find-order.ts';
import { type AttemptRecord, endKey, type FawryContext, orderKey, sendKey } from './fawry-store.ts';

/** Longer than a request that lost its answer can still be under way at Fawry. */
const underWayMs = 2 * 60_000;
/** The order was paid; what was refunded since then is not the payment's matter. */
const paidStatuses = ['PAID', 'DELIVERED', 'REFUNDED', 'PARTIAL_REFUNDED'];

/** A charge that was sent to Fawry. */
export interface SentCharge extends ChargeRequest {
  readonly attempt: AttemptRecord;
}

/** Queries how a payment stands at Fawry. */
export async function sync(context: FawryContext, { chargeId, now }: ChargeRequest): Promise<SyncOutcome> {
  const sent = await context.store.get(sendKey(chargeId));
  if (!sent) return { kind: 'not_found' };
  if (sent.op === 'never') return { kind: 'canceled' };
  const isRefused = (await context.store.get(orderKey(chargeId)))?.op === 'refused';
  const standing = standingOf(context, { chargeId, now, attempt: await attemptOf(context, chargeId) });
  if (!isRefused) return standing;
  // If the order was paid all the same, the money counts, and is sent back.
  const found = await standing.catch(() => undefined);
  return found?.kind === 'approved' ? found : { kind: 'canceled' };
}

/** The buyer came back. Only Fawry knows what was paid; an order that still waits after the buyer's time is over. */
export async function completeAction(
  context: FawryContext,
  { chargeId, now }: CompleteActionRequest,
): Promise<SyncOutcome> {
  const standing = await sync(context, { chargeId, now });
  if (standing.kind !== 'requires_action' || now < standing.expiresAt) return standing;
  await context.store.putIfAbsent(endKey(chargeId), { op: 'ended', why: 'expired' });
  await cancelUnpaid(context, chargeId);
  return sync(context, { chargeId, now });
}

/** What was requested under a charge's id. @throws Error nothing was */
export async function attemptOf({ store }: FawryContext, chargeId: string): Promise<AttemptRecord> {
  const record = await store.get(chargeId);
  if (!record) throw new Error(`bug: ${chargeId} is at Fawry and was never requested`);
  return expectRecord(record, 'attempt');
}

/** How the payment of an order stands. Money counts whatever was ended before. */
export async function standingOf(
  context: FawryContext,
  { chargeId, attempt, now }: SentCharge,
): Promise<Exclude<SyncOutcome, { kind: 'pending' }>> {
  const order = await findOrder(context, chargeId, attempt);
  if (order && paidStatuses.includes(order.orderStatus)) return approved(order, attempt);
  const ended = await context.store.get(endKey(chargeId));
  if (ended) return expectRecord(ended, 'ended').why === 'canceled' ? { kind: 'canceled' } : overdue(attempt);
  if (!order) return unseen(context, { chargeId, now });
  switch (order.orderStatus) {
    case 'NEW':
    case 'UNPAID':
      return waiting(context, { chargeId, attempt, number: order.fawryRefNumber });
    case 'CANCELED':
      return { kind: 'canceled' };
    case 'EXPIRED':
      return overdue(attempt);
    case 'FAILED':
      return failed(order);
    default:
      throw new Error(`Fawry: order ${order.fawryRefNumber} has the unknown status ${order.orderStatus}`);
  }
}

/** Fawry has no such order. It may still be under way, and one that Fawry has answered cannot be gone. */
async function unseen(
  { store }: FawryContext,
  { chargeId, now }: ChargeRequest,
): Promise<SyncOutcome & { kind: 'unknown' | 'not_found' }> {
  const sent = await store.get(sendKey(chargeId));
  const isUnderWay = sent?.op === 'sent' && now.getTime() - Date.parse(sent.at) < underWayMs;
  const wasAnswered = (await store.get(orderKey(chargeId))) !== undefined;
  return isUnderWay || wasAnswered
    ? { kind: 'unknown', cause: new Error(`Fawry: the order of ${chargeId} is not found`) }
    : { kind: 'not_found' };
}

const approved = (order: FawryOrder, { amount }: AttemptRecord) =>
  ({
    kind: 'approved',
    captured: true,
    amount,
    capturable: 0,
    captureBefore: null,
    reference: order.fawryRefNumber,
    networkReference: order.paymentRefrenceNumber ?? null,
    card: null,
    isAvailableAtOnce: false,
    isDisputed: false,
  }) as const;

/** What waits for its buyer: a number to pay, or a request in a wallet. Fawry has no page for either. */
export function waiting(
  { returnUrl }: Pick<FawryContext, 'returnUrl'>,
  {
    chargeId,
    attempt,
    number,
  }: { readonly chargeId: string; readonly attempt: AttemptRecord; readonly number: string },
): RequiresAction {
  const { type, amount, currency, expiresAt } = attempt;
  const end = new Date(expiresAt);
  return {
    kind: 'requires_action',
    redirectUrl: `${returnUrl}?charge=${chargeId}`,
    expiresAt: end,
    checkAgainAt: end,
    voucher:
      type === 'fawry'
        ? {
            reference: number,
            barcodeUrl: null,
            billerCode: null,
            amount,
            currency,
            expiresAt,
            instructions: {
              en: `Go to a Fawry outlet, or open the myFawry app, choose Fawry Pay, give the number ${number}, and pay. Fawry may add a fee.`,
              ar: `توجّه إلى أقرب منفذ فوري أو افتح تطبيق ماي فوري، واختر «فوري باي»، وأدخل الرقم ${number}، ثم ادفع المبلغ. قد تضيف فوري رسوماً.`,
            },
            channels: ['Fawry', 'myFawry'],
          }
        : null,
  };
}

const overdue = ({ type }: AttemptRecord): Declined =>
  declined(type === 'fawry' ? 'voucher_expired' : 'customer_abandoned');

const declined = (reason: FailureReason): Declined => ({
  kind: 'declined',
  ...describeFailure(reason, false, false),
  reference: null,
  card: null,
});

/** Declines by Fawry's codes; all others are generic, with Fawry's own text for the merchant. */
const reasons: Readonly<Record<string, FailureReason>> = {
  '99904': 'stolen_card',
  '99905': 'do_not_honor',
  '99906': 'fraudulent',
};

function failed({ fawryRefNumber, failureErrorCode, failureReason }: FawryOrder): Declined {
  const failure = declined(reasons[failureErrorCode ?? ''] ?? 'generic_decline');
  const text = [failureReason?.trim(), failureErrorCode && `(${failureErrorCode})`].filter(Boolean).join(' ');
  return {
    ...failure,
    ...(text !== '' && { merchantMessage: `Fawry: ${text}`.slice(0, 500) }),
    reference: fawryRefNumber,
  };
}
