import type { Operations, QueryOf, Reconciliation } from '@mizan/contracts';
import { Problem, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import { openConnection } from '../providers/connections/connection-store.ts';
import { compareListed } from './compare-listed.ts';
import { compareRecorded, compareRefunded } from './compare-recorded.ts';
import type { Compared, Comparison } from './comparison.ts';
import { type ConnectionFilter, nextConnection, type ReconciledConnection } from './reconciled-connections.ts';
import { decodePosition, encodePosition, type ReconciliationPosition } from './reconciliation-cursor.ts';

type Place = Pick<ReconciliationPosition, 'stage' | 'after'>;
const start: Place = { stage: 'listed', after: null };

/**
 * Compares one page of what is recorded with what a provider says. It reads: no transaction is open while a provider is
 * queried, and nothing is changed on either side.
 *
 * @throws Problem `resource_missing`: no such account, or no such live connection of it
 * @throws Problem `parameter_invalid`: another cursor than that of an earlier page
 */
export async function reconcilePayments(
  app: App,
  { from, to, cursor, ...filter }: QueryOf<Operations['reconcilePayments']>,
): Promise<Reconciliation> {
  const { system } = app.db;
  const position = cursor === undefined ? null : decodePosition(cursor);
  const connection = await nextConnection(system, filter, position && { from: position.connectionId });
  const answer = (
    findings: Compared['findings'],
    totals: Compared['totals'],
    nextCursor: string | null,
  ): Reconciliation => ({
    ...{ object: 'reconciliation', from, to },
    ...{ findings: [...findings], totals: [...totals], nextCursor },
  });
  if (!connection) {
    if (position === null) await assertPresent(app, filter);
    return answer([], [], null);
  }
  const comparison: Comparison = {
    ...{ app, connection, accountId: filter.accountId },
    statement: adapterOf(app, connection.provider).statement,
    opened: await openConnection(app, connection.scope, connection.id),
    period: { from: new Date(from), to: new Date(to) },
  };
  const place = position?.connectionId === connection.id ? position : start;
  const { findings, totals, next } = await compareAt(comparison, place);
  if (next) return answer(findings, totals, cursorOf(connection, next));
  const following = await nextConnection(system, filter, { after: connection.id });
  return answer(findings, totals, following ? cursorOf(following, start) : null);
}

/** Without it, a mistyped ID would look as if everything agreed. */
async function assertPresent(app: App, { accountId, connectionId }: ConnectionFilter): Promise<void> {
  if (accountId !== undefined) {
    const scope = { merchantId: accountId, livemode: true };
    await app.accounts.get({ scope, calls: app.callsFor(scope) }).catch((thrown: unknown) => {
      throw thrown instanceof Problem && thrown.code === 'resource_missing' ? resourceMissing('accountId') : thrown;
    });
  }
  if (connectionId !== undefined) throw resourceMissing('connectionId');
}

const cursorOf = ({ id: connectionId }: ReconciledConnection, { stage, after }: Place): string =>
  encodePosition({ connectionId, stage, after });

function compareAt(comparison: Comparison, { stage, after }: Place): Promise<Compared> {
  if (stage === 'listed') return compareListed(comparison, typeof after === 'string' ? after : null);
  const row = typeof after === 'string' ? null : after;
  return stage === 'recorded' ? compareRecorded(comparison, row) : compareRefunded(comparison, row);
}
