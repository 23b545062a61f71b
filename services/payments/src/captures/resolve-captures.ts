import {
  acrossMerchants,
  type DueClocks,
  fragment,
  type JobContext,
  log,
  own,
  type Scope,
  sweep,
  type SystemReader,
} from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { CaptureRow } from '../payment/capture.entity.ts';
import { captures } from '../payment/capture.table.ts';
import { crashGraceMs, nextScheduledAt, retryAt } from '../providers/port/sync-schedule.ts';
import { submitCapture } from './capture-payment-intent.ts';
import { settleCapture } from './settle-capture.ts';

type DueCapture = CaptureRow & {
  readonly provider: string;
  readonly paymentIntentId: string;
  readonly capturedBefore: number;
};

const batchSize = 50; // of each provider; the next pass follows at once while there are more

/** A condition: the provider's answer is not known. */
export const isPendingCapture = fragment`captures.status = 'PENDING'`;

/** When the provider is queried about an undecided capture. */
export const captureDueAt = fragment`coalesce(
  captures.next_sync_at, captures.created_at + ${crashGraceMs} * interval '1 millisecond')`;

/**
 * The janitor of captures: repeats captures whose answer got lost, or that a crash left between two transactions. Each has
 * its own key, so that repeating it captures nothing twice.
 */
export const resolveCaptures = (context: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> =>
  sweep<DueCapture>(context, {
    failure: { event: 'capture.resolve_failed', ids: ({ chargeId }) => ({ chargeId }) },
    due: ({ system }, clocks) => findDueCaptures(system, clocks),
    laneOf: ({ provider }) => provider, // one that does not answer holds up its own captures alone
    handle: (capture, scope, now) => resolveCapture(app, capture, { scope, now }),
  });

/** Captures whose query is due: of each provider the first ones, so that none fills the batch of the others. */
export const findDueCaptures = ({ sql }: Pick<SystemReader, 'sql'>, clocks: DueClocks): Promise<DueCapture[]> =>
  sql<DueCapture>`
    select ${captures.columns}, provider, payment_intent_id, captured_before from (
      select captures.*, charges.provider, charges.payment_intent_id, charges.amount_captured as captured_before,
        row_number() over (partition by charges.provider order by ${captureDueAt}, captures.charge_id) as place
      from captures join charges on charges.id = captures.charge_id
      where ${acrossMerchants} and ${isPendingCapture} and ${clocks.isDue(captureDueAt, fragment`captures`)}) as captures
    where place <= ${batchSize}
    order by ${captureDueAt}, captures.charge_id`;

async function resolveCapture(
  app: App,
  capture: DueCapture,
  { scope, now }: { readonly scope: Scope; readonly now: Date },
): Promise<void> {
  const { db } = app;
  const { chargeId, n, amount, isFinal, paymentIntentId, capturedBefore } = capture;
  const attempts = capture.syncAttempts + 1;
  // Rescheduled first, so that a capture that keeps failing does not block the others. It is polled until the provider answers.
  await db.system.sql`
    update captures set ${captures.set({ syncAttempts: fragment`sync_attempts + 1`, nextSyncAt: retryAt(attempts, now) })}
    where ${own({ scope })} and charge_id = ${chargeId} and n = ${n}
      and ${isPendingCapture} and ${captureDueAt} <= ${now}`;
  const reservation = { paymentIntentId, chargeId, n, amount, capturedBefore, isFinal };
  const answer = await submitCapture({ scope, now }, app, reservation);
  await db.transact(scope, (tx) => settleCapture(tx, app, { reservation, answer }));
  const { outcome } = answer;
  const line = { event: 'capture.resolved', chargeId, n, merchantId: scope.merchantId, attempts };
  // Repeated daily from here on: the money is held or captured, and an operator has to look.
  if (outcome.kind === 'unknown' && nextScheduledAt(attempts, now) === null)
    log.error({ ...line, outcome: 'unknown: the schedule is used up' });
  else log.info({ ...line, outcome: outcome.kind });
}
