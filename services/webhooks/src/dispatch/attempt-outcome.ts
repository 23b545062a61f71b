import { newId } from '@mizan/service-kit';
import type { ClaimedDelivery } from './claim-due-deliveries.ts';
import type { OutcomeRecord } from './record-outcomes.ts';
import { nextStep, type NextStep } from './schedule.ts';
import { isTimeout, type SendResult } from '../sending/send-result.ts';

/** The record of an attempt and what follows from it. */
export interface AttemptOutcome {
  readonly outcome: OutcomeRecord;
  /** `undefined` after a success. */
  readonly next: NextStep | undefined;
}

interface FinishedAttempt {
  readonly result: SendResult;
  /** When the attempt was made, real time. */
  readonly sentAt: Date;
  /** Real time; what is recorded and scheduled is by the account's own clock. */
  readonly now: Date;
  /** From 0 to just below 1, for the jitter. */
  readonly random: number;
}

/** Turns the result of an attempt into its record and the next step of the schedule. */
export function toAttemptOutcome(
  delivery: ClaimedDelivery,
  { result, sentAt, now, random }: FinishedAttempt,
): AttemptOutcome {
  const recorded = {
    id: delivery.id,
    claimId: delivery.claimId,
    attemptedAt: new Date(sentAt.getTime() + delivery.aheadMs),
    sentAt: delivery.aheadMs > 0 ? sentAt : null,
    url: delivery.url,
    durationMs: result.durationMs,
    statusCode: result.statusCode,
    responseHeaders: result.responseHeaders,
    responseBody: result.responseSnippet,
  };
  if (result.outcome === 'delivered') {
    return { outcome: { ...recorded, state: 'succeeded', error: null, retry: null }, next: undefined };
  }
  const next = nextStep(
    {
      livemode: delivery.livemode,
      attempt: delivery.attempt,
      statusCode: result.statusCode,
      timedOut: isTimeout(result.error),
      retryAfterSeconds: result.retryAfterSeconds,
      createdAt: delivery.firstAt,
    },
    new Date(now.getTime() + delivery.aheadMs),
    random,
  );
  const retry = next.step === 'retry' ? { id: newId('dlv', now.getTime()), at: next.at } : null;
  // With a response, its status is the reason; otherwise the error says why there was none.
  const error = result.statusCode === null ? result.error : null;
  return { outcome: { ...recorded, state: 'failed', error, retry }, next };
}
