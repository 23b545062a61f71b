import type { calls } from '@mizan/contracts';
import {
  acrossMerchants,
  type CallInput,
  fragment,
  type Fragment,
  type JobContext,
  own,
  type Tx,
} from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { closedAttempts } from '../payment/closed-attempt.table.ts';
import { type SessionPayment, toSessionPayment } from '../payment/payment-intent.resource.ts';
import { lockSessionPayment } from '../payment/payment.ts';

type ConfirmBody = CallInput<typeof calls.confirmPayment>['body'];
type CloseBody = CallInput<typeof calls.closeAttempt>['body'];

/**
 * Closes the attempts of a session up to `attempt` for good, so that a confirm that was delayed on its way can no longer
 * start one. An attempt that has started goes on, and the intent that is returned shows it.
 */
export async function closeAttempt(
  tx: Tx,
  app: App,
  { checkoutSessionId, attempt }: CloseBody,
): Promise<SessionPayment> {
  const { merchantId, livemode } = tx.scope;
  // Waits for confirms that have not committed yet; those that come after it see what is closed.
  await tx.sql`select pg_advisory_xact_lock(${lockKeyOf(checkoutSessionId)})`;
  await tx.sql`
    ${closedAttempts.insert([{ merchantId, livemode, checkoutSessionId, attempt }])}
    on conflict (merchant_id, livemode, checkout_session_id) do update
      set attempt = excluded.attempt, created_at = now() where closed_attempts.attempt < excluded.attempt`;
  return toSessionPayment(await lockSessionPayment(tx, checkoutSessionId), app);
}

/** Makes `closeAttempt` of the session wait until the transaction ends. Call it before {@link isClosed} is evaluated. */
export async function holdAttempts(tx: Tx, checkoutSessionId: string): Promise<void> {
  await tx.sql`select pg_advisory_xact_lock_shared(${lockKeyOf(checkoutSessionId)})`;
}

const lockKeyOf = (checkoutSessionId: string): Fragment =>
  fragment`hashtextextended(${`attempts ${checkoutSessionId}`}, 0)`;

const keptDays = 60;
const batchRows = 1_000; // short statements, so that vacuum keeps up

/**
 * Deletes closed attempts that are so old, in real time, that no confirm of them can still be on its way: a session
 * expires long before, and after that no attempt of it starts anyway.
 */
export async function deleteOldClosedAttempts({ db }: Pick<JobContext, 'db'>): Promise<number> {
  const deleted = await db.system.sql`
    delete from closed_attempts where ctid = any(array(
      select ctid from closed_attempts
      where ${acrossMerchants} and created_at < now() - ${keptDays} * interval '1 day' limit ${batchRows}))
    returning 1`;
  return deleted.length;
}

/** A condition: the attempt of a session must not start any more, because it was closed. */
export const isClosed = (tx: Tx, { checkoutSessionId, attempt }: Pick<ConfirmBody, keyof CloseBody>): Fragment =>
  fragment`exists (
    select 1 from closed_attempts
    where ${own(tx)} and checkout_session_id = ${checkoutSessionId} and attempt >= ${attempt})`;
