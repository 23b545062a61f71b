import type { Refund, ResolveRefund } from '@mizan/contracts';
import {
  acrossMerchants,
  type Database,
  fragment,
  type LoadContext,
  log,
  own,
  Problem,
  resourceMissing,
  type Scope,
  type Tx,
} from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { isReturnedByMerchant } from '../payment/charge-traits.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import { resolvedReference } from '../payment/refund-state.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { refunds } from '../payment/refund.table.ts';
import type { RefundFailed, RefundSucceeded, SyncRefundOutcome } from '../providers/port/provider-outcome.ts';
import { retryAt } from '../providers/port/sync-schedule.ts';
import { isHeldByRestore, isOlderThanRestore } from '../restores/held-by-restore.ts';
import { lockRefund } from './lock-refundable-charge.ts';
import { refundKeyOf, settleRefund } from './settle-refund.ts';

/** How long the platform tries alone: by then every query that is not daily has been made. */
const undecidedMs = 24 * 60 * 60_000;

/** Longer than the janitor needs to query and send a refund, and longer than this command takes. */
const holdMs = 2 * 60_000;

type RefundEnd = RefundSucceeded | RefundFailed;

/** Whose live refund it is, which the operator need not know. @throws Problem `resource_missing` */
export async function scopeOfRefund({ system }: Database, id: string): Promise<Scope> {
  const found = await system.one<Scope>`
    select merchant_id, livemode from refunds where ${acrossMerchants} and livemode and id = ${id}`;
  if (!found) throw resourceMissing();
  return found;
}

/**
 * Queries the provider once more about a refund that is undecided for a day, or from before a restore. Where it still does not say so, what the operator
 * found becomes its answer, for the provider's adapter as well: later refunds of the charge wait for it. If the process dies
 * after that, the next query finds it.
 *
 * @throws Problem `resource_missing`; `parameters_exclusive`; `resource_invalid_state`: it is younger, not pending, not
 *   returned by a provider, being queried now, or the provider says how it stands; it would fail although the provider has
 *   accepted it, or succeed under the reference of another refund
 */
export async function loadRefundEnd(
  { scope, reader }: LoadContext,
  app: App,
  { id, body }: { readonly id: string; readonly body: ResolveRefund },
): Promise<RefundEnd> {
  const outcome = outcomeOf(id, body);
  const refund =
    await reader.one<RefundRow>`select ${refunds.columns} from refunds where ${own(reader)} and id = ${id}`;
  if (!refund) throw resourceMissing();
  const charge = await reader.one<ChargeRow>`
    select ${charges.columns} from charges where ${own(reader)} and id = ${refund.chargeId}`;
  if (!charge || isReturnedByMerchant(refund, charge))
    throw refuse('The merchant returns this refund, and marks it as paid or failed.');
  const { isHeld, isFromBefore } = await readRestored(reader, id);
  assertResolvable(refund, outcome, { now: reader.now, isFromBefore });
  await assertReferenceFree(reader, refund, outcome);
  await holdFromJanitor(app, scope, { refund, now: reader.now });
  const money = app.providers.moneyOf(scope);
  const standing = await money.syncRefund({ refundId: id, now: reader.now });
  const isOpen = standing.kind === 'unknown' || (standing.kind === 'not_found' && isHeld);
  if (!isOpen) throw refuse(saying[standing.kind]);
  const kept = await money.endRefund?.({ refundId: id, now: reader.now, outcome });
  return kept && kept.kind !== outcome.kind ? kept : outcome; // the operator's words are more precise than an adapter's record
}

/** Records how an undecided refund ended. @throws Problem as `loadRefundEnd` */
export async function resolveRefund(
  tx: Tx,
  app: App,
  { id, outcome }: { readonly id: string; readonly outcome: RefundEnd },
): Promise<Refund> {
  const refund = await lockRefund(tx, id);
  assertResolvable(refund, outcome, { now: tx.now, ...(await readRestored(tx, id)) });
  await assertReferenceFree(tx, refund, outcome);
  const { merchantId } = tx.scope;
  tx.afterCommit(() =>
    log.warn({ event: 'refund.resolved_by_operator', refundId: id, merchantId, outcome: outcome.kind }),
  );
  return settleRefund(tx, app, { ...refundKeyOf(refund), answer: outcome });
}

/** @throws Problem `resource_invalid_state`: it is not pending, too young, or the provider has to say itself that it failed */
function assertResolvable(
  { status, createdAt, externalRefundId }: RefundRow,
  { kind }: RefundEnd,
  { now, isFromBefore }: { readonly now: Date; readonly isFromBefore: boolean },
): void {
  if (status !== 'PENDING') throw refuse(`This refund is ${status} already.`);
  if (!isFromBefore && now.getTime() - createdAt.getTime() < undecidedMs)
    throw refuse('This refund is younger than a day: the platform is still querying the provider.');
  if (kind === 'failed' && externalRefundId !== null)
    throw refuse('The provider has accepted this refund. It fails when the provider says so.');
}

/** What a restore makes of a refund. */
interface Restored {
  /** It is not sent before the operator releases it, because it may have been sent after the backup. */
  readonly isHeld: boolean;
  /** It was created before a restore, so that the provider may have made it and what is recorded here does not tell. */
  readonly isFromBefore: boolean;
}

async function readRestored(reader: Pick<Tx, 'scope' | 'one'>, id: string): Promise<Restored> {
  const createdAt = fragment`refunds.created_at`;
  const restored = await reader.one<Restored>`
    select ${isHeldByRestore(createdAt)} as is_held, ${isOlderThanRestore(createdAt)} as is_from_before
    from refunds where ${own(reader)} and id = ${id}`;
  if (!restored) throw new Error('bug: a refund that was just read is gone');
  return restored;
}

/** One transaction of a provider is not two refunds. @throws Problem `resource_invalid_state` */
async function assertReferenceFree(
  reader: Pick<LoadContext['reader'], 'scope' | 'one'>,
  { id, chargeId }: RefundRow,
  outcome: RefundEnd,
): Promise<void> {
  if (outcome.kind !== 'succeeded') return;
  const { reference } = outcome;
  const other = await reader.one<{ id: string }>`
    select id from refunds
    where ${own(reader)} and charge_id = ${chargeId} and external_refund_id = ${reference} and id <> ${id} limit 1`;
  if (other) throw refuse(`${reference} is the refund ${other.id}.`);
}

/**
 * Keeps the janitor from sending the refund while this command runs.
 *
 * @throws Problem `resource_invalid_state`: it may be doing so now
 */
async function holdFromJanitor(
  { db }: App,
  scope: Scope,
  { refund: { id, nextSyncAt, syncAttempts }, now }: { readonly refund: RefundRow; readonly now: Date },
): Promise<void> {
  // The janitor postpones a refund by the schedule before it queries: that says when it last did.
  const delayMs = retryAt(syncAttempts, new Date(0)).getTime();
  const sinceQueryMs = nextSyncAt === null ? Infinity : now.getTime() - (nextSyncAt.getTime() - delayMs);
  const isQueried = Math.abs(sinceQueryMs) < holdMs; // clocks differ, and may show it a moment ahead
  const until = new Date(now.getTime() + holdMs);
  const held =
    !isQueried &&
    (await db.system.one`
      update refunds set next_sync_at = greatest(next_sync_at, ${until})
      where ${own({ scope })} and id = ${id} and status = 'PENDING' and next_sync_at is not distinct from ${nextSyncAt}
      returning 1`);
  if (!held) throw refuse('The platform is querying the provider about this refund. Repeat in a few minutes.');
}

/** What the provider said of a refund that needs no operator. */
const saying: Readonly<Record<Exclude<SyncRefundOutcome['kind'], 'unknown'>, string>> = {
  succeeded: 'The provider says that it has made this refund. The platform records it within a day.',
  failed: 'The provider says that this refund has failed. The platform records it within a day.',
  pending: 'The provider is still making this refund.',
  not_found: 'The provider has no such refund. The platform sends it again within a day.',
};

const refuse = (message: string): Problem => new Problem('resource_invalid_state', message);

/** @throws Problem `parameters_exclusive` */
function outcomeOf(id: string, { outcome, failureReason, reference }: ResolveRefund): RefundEnd {
  const exclusive = (param: string) =>
    new Problem('parameters_exclusive', `${param} does not go with the outcome ${outcome}.`, { param });
  if (outcome === 'succeeded') {
    if (failureReason !== undefined) throw exclusive('failureReason');
    return {
      kind: 'succeeded',
      reference: reference ?? resolvedReference(id),
      networkReference: null,
      checkAgainAt: null,
    };
  }
  if (reference !== undefined) throw exclusive('reference');
  const message = 'The operator found that the provider has not made this refund.';
  return { kind: 'failed', failureReason: failureReason ?? 'unknown', message, reference: null };
}
