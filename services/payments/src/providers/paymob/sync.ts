import { describeFailure } from '../port/describe-failure.ts';
import type { Canceled, Declined, PaymentOutcome, RequiresAction, SyncOutcome } from '../port/provider-outcome.ts';
import type { ChargeRequest, CompleteActionRequest } from '../port/provider.ts';
import { expectRecord } from '../port/record-store.ts';
import { findPayment } from './find-payment.ts';
import { attemptOf, type AttemptRecord, endKey, pageOf, type PageRecord, type PaymobContext } from './paymob-store.ts';
import { isCardType } from './read-failure.ts';
import { outcomeOf } from './read-transaction.ts';
import { shortenIntention } from './shorten-intention.ts';

/** Queries how a payment stands at Paymob. */
export async function sync(context: PaymobContext, { chargeId, now }: ChargeRequest): Promise<SyncOutcome> {
  const page = await pageOf(context, chargeId);
  if (!page) return { kind: 'not_found' };
  if (page.op === 'never') return { kind: 'canceled' };
  return standingOf(context, { chargeId, page, now, attempt: await attemptOf(context, chargeId) });
}

/**
 * The buyer came back from Paymob's page. Paymob knows what happened there, so what the browser says counts for nothing; a
 * payment that still waits after the buyer's time is over.
 */
export async function completeAction(
  context: PaymobContext,
  { chargeId, now }: CompleteActionRequest,
): Promise<SyncOutcome> {
  const standing = await sync(context, { chargeId, now });
  if (standing.kind !== 'requires_action' || now < standing.expiresAt) return standing;
  await context.store.putIfAbsent(endKey(chargeId), { op: 'ended', why: 'expired' });
  const page = await pageOf(context, chargeId);
  if (page?.op === 'page') await shortenIntention(context, page);
  return sync(context, { chargeId, now });
}

/** A charge whose buyer has a page. */
export interface PagedCharge extends Pick<ChargeRequest, 'chargeId' | 'now'> {
  readonly attempt: AttemptRecord;
  readonly page: PageRecord;
}

/** How the payment of a page stands. Money counts whatever was ended before. */
export async function standingOf(
  context: PaymobContext,
  { chargeId, attempt, page, now }: PagedCharge,
): Promise<PaymentOutcome | Canceled> {
  const payment = await findPayment(context, chargeId, page);
  const outcome = payment && outcomeOf(payment, { attempt, page });
  if (outcome?.kind === 'approved') return outcome;
  const ended = await context.store.get(endKey(chargeId));
  if (outcome?.kind === 'canceled')
    return isHoldOver(payment?.created_at, now) ? { ...outcome, isExpired: true } : outcome;
  if (ended) {
    const { why } = expectRecord(ended, 'ended');
    return why === 'canceled' ? { kind: 'canceled' } : overdue(attempt, page);
  }
  // After a decline the page lets the buyer try again: the platform closes it, as it does with every declined attempt.
  return outcome ? { ...outcome, isStillPayable: true } : waiting(context, attempt, page);
}

/** Paymob itself lets go of a hold after 14 days; the merchant may do it earlier on Paymob's dashboard. */
const isHoldOver = (createdAt: string | undefined, now: Date): boolean =>
  createdAt !== undefined && now.getTime() - Date.parse(createdAt) >= 13.5 * 24 * 60 * 60_000;

/** The page that waits for its buyer. */
export function waiting(
  { fieldUrl }: Pick<PaymobContext, 'fieldUrl'>,
  { amount, currency, type }: AttemptRecord,
  { redirectUrl, bill, expiresAt, clientSecret, reference }: PageRecord,
): RequiresAction {
  const end = new Date(expiresAt);
  // In the fragment, so that no log of ours has the secret.
  const query = new URLSearchParams({ clientSecret, reference });
  return {
    kind: 'requires_action',
    redirectUrl,
    ...(type === 'card' && fieldUrl !== null ? { frameUrl: `${fieldUrl}#${query}` } : {}),
    expiresAt: end,
    checkAgainAt: end,
    voucher:
      bill === null
        ? null
        : {
            reference: bill,
            barcodeUrl: null,
            billerCode: null,
            amount,
            currency,
            expiresAt,
            instructions: {
              en: `Go to an Aman or Masary outlet, say that you want to pay a bill of «Madfouaat Mutanouea Accept», give the number ${bill}, and pay.`,
              ar: `توجّه إلى أقرب منفذ أمان أو مصاري، واطلب الدفع لخدمة «مدفوعات متنوعة أكسبت»، واذكر الرقم ${bill}، ثم ادفع المبلغ.`,
            },
            channels: ['Aman', 'Masary'],
          },
  };
}

const overdue = ({ type }: AttemptRecord, { bill }: PageRecord): Declined => ({
  kind: 'declined',
  ...describeFailure(bill === null ? 'customer_abandoned' : 'voucher_expired', isCardType(type), false),
  reference: null,
  card: null,
});
