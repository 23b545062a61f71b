import { toDecimal } from '../port/decimal-amount.ts';
import { describeFailure } from '../port/describe-failure.ts';
import { isOfCredentials, isRefusal } from '../port/json-client.ts';
import type { CaptureOutcome } from '../port/provider-outcome.ts';
import type { CaptureRequest } from '../port/provider.ts';
import { expectRecord, type Numbered } from '../port/record-store.ts';
import { claimSend, lastSend } from './claim-send.ts';
import type { PageContext, PagePayment } from './page-api.ts';
import {
  attemptOf,
  type AttemptRecord,
  captureFailedKey,
  type CaptureRecord,
  pageOf,
  type PageRecord,
  type SendRecord,
} from './page-records.ts';

/**
 * Captures a part or all of what the buyer has agreed to. There is no other capture while this one is undecided, so the
 * captured total says whether one whose answer was lost has happened.
 *
 * @throws Error the key was used for another capture before
 */
export async function capture(context: PageContext, request: CaptureRequest): Promise<CaptureOutcome> {
  const { api, store } = context;
  const { chargeId, idempotencyKey, amount, isFinal } = request;
  const page = await pageOf(store, chargeId);
  if (page?.op !== 'page') return failed(context, 'There is no such authorization.');
  const attempt = await attemptOf(store, chargeId);
  const last = await lastSend(context, idempotencyKey);
  const payment = await api.find(page, attempt);
  const requested = { op: 'capture', amount, isFinal, before: payment.captured } as const;
  const record = expectRecord(await store.putIfAbsent(idempotencyKey, requested), 'capture');
  if (record.amount !== amount || record.isFinal !== isFinal)
    throw new Error(`bug: ${idempotencyKey} stands for another capture already`);
  const refused = await store.get(captureFailedKey(idempotencyKey));
  if (refused) return failed(context, expectRecord(refused, 'capture_failed').message);
  const found = { page, attempt, payment, record, last };
  if (hasHappened(payment, record)) return finish(context, found);
  if (payment.state !== 'authorized') return failed(context, 'There is no open authorization.');
  if (amount > payment.capturable) return failed(context, 'Less is authorized.');
  if (api.capturesOnce && !isFinal && amount < payment.capturable)
    return failed(context, 'An authorization can be captured once. Make this capture the final one.');
  return send(context, request, found);
}

interface Found {
  readonly page: PageRecord;
  readonly attempt: AttemptRecord;
  readonly payment: PagePayment;
  readonly record: CaptureRecord;
  /** The last time that the capture was sent before the payment was queried. */
  readonly last: Numbered<SendRecord> | undefined;
}

const hasHappened = ({ captured }: PagePayment, { before, amount }: CaptureRecord): boolean =>
  captured >= before + amount;

async function send(context: PageContext, request: CaptureRequest, found: Found): Promise<CaptureOutcome> {
  const { api } = context;
  const { idempotencyKey, amount, isFinal, now } = request;
  const { page, attempt, payment, record, last } = found;
  if (!(await claimSend(context, { key: idempotencyKey, now, last })))
    return { kind: 'unknown', cause: new Error(`${api.name}: ${idempotencyKey} has no answer yet`) };
  const rest = isFinal ? payment.capturable - amount : 0;
  try {
    const made = await api.capture(page, { idempotencyKey, amount, currency: attempt.currency, rest });
    return made === amount ? captured(page) : refuse(context, idempotencyKey, describeEarlier(made, attempt));
  } catch (thrown) {
    if (!isRefusal(thrown) || isOfCredentials(thrown)) throw thrown;
    // The payment says more than the refusal: a repeated request may have captured it a moment ago.
    const after = await api.find(page, attempt);
    if (hasHappened(after, record)) return finish(context, { ...found, payment: after });
    return refuse(context, idempotencyKey, thrown.message);
  }
}

/** Nothing is captured under the key now or later: it has this answer from now on. */
async function refuse(context: PageContext, idempotencyKey: string, message: string): Promise<CaptureOutcome> {
  await context.store.putIfAbsent(captureFailedKey(idempotencyKey), { op: 'capture_failed', message });
  return failed(context, message);
}

/** The caller queries the payment after a failure, and records what the earlier capture has taken. */
const describeEarlier = (made: number, { currency }: AttemptRecord): string =>
  `Nothing was captured: an earlier capture of ${toDecimal(made, currency)} ${currency}, which the platform had not recorded, has the same reference. Capture what is still authorized.`;

/** The capture has happened; what a final one leaves is released, as it may have been interrupted before that. */
async function finish({ api }: PageContext, { page, attempt, payment, record }: Found): Promise<CaptureOutcome> {
  if (record.isFinal && payment.state === 'authorized' && payment.capturable > 0)
    await api.release(page, { amount: payment.capturable, currency: attempt.currency });
  return captured(page);
}

const captured = ({ paymentId }: PageRecord): CaptureOutcome => ({ kind: 'captured', reference: paymentId });

const failed = ({ api }: PageContext, message: string): CaptureOutcome => ({
  kind: 'failed',
  ...describeFailure('provider_declined', false, false),
  merchantMessage: `${api.name}: ${message}`,
});
