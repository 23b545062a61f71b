import { isOfCredentials, isRefusal, ProviderUnanswered } from '../port/json-client.ts';
import type { Approved, Canceled, PaymentOutcome, SyncOutcome } from '../port/provider-outcome.ts';
import { captureKey, type ChargeRequest, type CompleteActionRequest } from '../port/provider.ts';
import { expectRecord } from '../port/record-store.ts';
import { claimSend, lastSend } from './claim-send.ts';
import { declined, rejected, waiting } from './describe-page.ts';
import type { PageContext, PagePayment } from './page-api.ts';
import { type AttemptRecord, attemptOf, endKey, type EndedRecord, pageOf, type PageRecord } from './page-records.ts';

/** Queries how a payment stands. */
export async function sync(context: PageContext, { chargeId, now }: ChargeRequest): Promise<SyncOutcome> {
  const { store } = context;
  const page = await pageOf(store, chargeId);
  if (!page) return { kind: 'not_found' };
  if (page.op === 'never') return { kind: 'canceled' };
  if (page.op === 'rejected') return rejected(context.api, page);
  return standingOf(context, { chargeId, page, now, attempt: await attemptOf(store, chargeId) });
}

/**
 * The buyer came back from the page. The provider knows what happened there, so what the browser says counts for nothing; a
 * payment that still waits after the buyer's time is over.
 */
export async function completeAction(
  context: PageContext,
  { chargeId, now }: CompleteActionRequest,
): Promise<SyncOutcome> {
  const standing = await sync(context, { chargeId, now });
  if (standing.kind !== 'requires_action' || now < standing.expiresAt) return standing;
  await context.store.putIfAbsent(endKey(chargeId), { op: 'ended', why: 'expired' });
  return sync(context, { chargeId, now });
}

/** A charge whose buyer has a page. */
export interface PagedCharge extends ChargeRequest {
  readonly attempt: AttemptRecord;
  readonly page: PageRecord;
}

/** How the payment of a page stands. Captured money counts whatever was ended before; what is only held is released then. */
export async function standingOf(context: PageContext, charge: PagedCharge): Promise<PaymentOutcome | Canceled> {
  const { api, store } = context;
  const { chargeId, attempt, page } = charge;
  const record = await store.get(endKey(chargeId));
  const ended = record && expectRecord(record, 'ended');
  const payment = await api.find(page, attempt);
  if (payment.captured > 0) return approved(page, payment);
  switch (payment.state) {
    case 'waiting':
      return ended ? over(ended, page) : waiting(page);
    case 'agreed':
      if (ended) return over(ended, page); // what is not taken up lapses
      await takeUp(context, page);
      return takenUp(context, charge);
    case 'authorized':
      if (ended) return releaseLate(context, charge, { payment, ended });
      return attempt.captureMethod === 'manual' ? approved(page, payment) : captureAtOnce(context, charge, payment);
    case 'declined':
      if (ended?.why === 'canceled') return { kind: 'canceled' };
      return declined(payment.reason ?? 'customer_rejected', page.paymentId);
    case 'expired':
      return over(ended ?? { op: 'ended', why: 'expired' }, page);
    case 'closed':
      return { kind: 'canceled' };
  }
}

const over = ({ why }: EndedRecord, page: PageRecord): PaymentOutcome | Canceled =>
  why === 'canceled' ? { kind: 'canceled' } : declined('customer_abandoned', page.paymentId);

/** Two at the same time, or a lost answer before: the payment itself says whether it was taken up. */
async function takeUp({ api }: PageContext, page: PageRecord): Promise<void> {
  try {
    await api.accept?.(page);
  } catch (thrown) {
    if (!isRefusal(thrown) || isOfCredentials(thrown)) throw thrown;
  }
}

async function takenUp(context: PageContext, charge: PagedCharge): Promise<PaymentOutcome | Canceled> {
  const { state } = await context.api.find(charge.page, charge.attempt);
  if (state === 'agreed') throw new ProviderUnanswered(`${context.api.name}: ${charge.chargeId} was not taken up`);
  return standingOf(context, charge);
}

interface LateHold {
  readonly payment: PagePayment;
  readonly ended: EndedRecord;
}

/** The buyer has agreed after the attempt had ended: nothing was captured, and nothing will be. */
async function releaseLate(
  context: PageContext,
  charge: PagedCharge,
  { payment, ended }: LateHold,
): Promise<PaymentOutcome | Canceled> {
  const { api } = context;
  const { page, attempt } = charge;
  try {
    await api.release(page, { amount: payment.capturable, currency: attempt.currency });
  } catch (thrown) {
    if (!isRefusal(thrown) || isOfCredentials(thrown)) throw thrown;
  }
  const after = await api.find(page, attempt);
  if (after.captured > 0) return approved(page, after);
  if (after.state === 'authorized') throw new ProviderUnanswered(`${api.name}: ${charge.chargeId} was not released`);
  return over(ended, page);
}

/** The charge's first capture, as soon as the buyer has agreed. */
async function captureAtOnce(
  context: PageContext,
  charge: PagedCharge,
  { capturable }: PagePayment,
): Promise<PaymentOutcome | Canceled> {
  const { api } = context;
  const { chargeId, attempt, page, now } = charge;
  const idempotencyKey = captureKey(chargeId, 1);
  // Read after the query: a second capture of everything is refused.
  const last = await lastSend(context, idempotencyKey);
  if (!(await claimSend(context, { key: idempotencyKey, now, last })))
    throw new ProviderUnanswered(`${api.name}: the capture of ${chargeId} has no answer yet`);
  try {
    await api.capture(page, { amount: capturable, currency: attempt.currency, idempotencyKey, rest: 0 });
  } catch (thrown) {
    if (!isRefusal(thrown) || isOfCredentials(thrown)) throw thrown;
  }
  const after = await api.find(page, attempt);
  if (after.captured > 0) return approved(page, after);
  if (after.state === 'authorized') throw new ProviderUnanswered(`${api.name}: ${chargeId} was not captured`);
  return standingOf(context, charge);
}

function approved({ paymentId }: PageRecord, { state, captured, capturable, captureBefore }: PagePayment): Approved {
  const isOpen = state === 'authorized' && capturable > 0;
  return {
    kind: 'approved',
    captured: captured > 0,
    amount: captured > 0 ? captured : capturable,
    capturable: isOpen ? capturable : 0,
    captureBefore: isOpen ? captureBefore : null,
    reference: paymentId,
    networkReference: null,
    card: null,
    isAvailableAtOnce: false,
    isDisputed: false,
  };
}
