import { type Database, log, type Page, Problem, resourceMissing, type Scope } from '@mizan/service-kit';
import { disputeNotices } from '../disputes/dispute-notice.table.ts';
import type { App } from '../payment/app.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import {
  openConnection,
  openConnectionOfCallback,
  openDeletedConnection,
} from '../providers/connections/connection-store.ts';
import type { ProviderNotice, SignedCallback } from '../providers/port/adapter.ts';
import type { Connection } from '../providers/port/connection.ts';
import { findTaker, type Taker } from './find-taker.ts';
import { makeCaptureDue } from './make-capture-due.ts';
import { makeChargeDue } from './make-charge-due.ts';
import { makeRefundDue } from './make-refund-due.ts';

/** A callback for the connection that its address names; the signature proves that it is meant. */
interface ConnectionCallback extends SignedCallback {
  readonly provider: string;
  readonly connectionId: string;
}

/**
 * Accepts a callback of a provider. It settles nothing: the charge, capture, refund or dispute becomes due, and the janitor queries the
 * provider. A callback may be old, arrive twice, or overtake another.
 *
 * @throws Problem `resource_missing`: no such connection; `invalid_signature`
 */
export async function receiveProviderCallback(
  { db }: { readonly db: Database },
  app: App,
  { provider, connectionId, ...callback }: ConnectionCallback,
): Promise<Page> {
  const addressed = { provider, id: connectionId };
  const own = await openConnectionOfCallback(app, addressed);
  const connection = own ?? (await openDeletedConnection(app, addressed));
  if (!connection) throw resourceMissing();
  const { callbacks } = adapterOf(app, connection.provider);
  const headers = Object.fromEntries(callbacks.headers.map((name) => [name, callback.headers[name]]));
  const read = (by: Connection) => callbacks.read(by, { ...callback, headers });
  const first = await read(connection);
  if (!first && own) throw new Problem('invalid_signature', 'The signature does not match the body.');
  const taker = first && (await findNoticedTaker(db, connection, first));
  const other = first && taker && (await openOtherTaker(app, connection, { notice: first, taker }));
  if (!first || (!own && !other)) throw resourceMissing(); // the deleted connection's own notices wait until it is connected again
  if (!taker) warnOfUnknownMoney(connection, first);
  // Read again: what an adapter remembers of a payment is the taker's, whose own secret must have signed it.
  const notice = other ? ((await read(other)) ?? nothing) : first;
  const { scope } = other ?? connection;
  const now = db.clocks.nowOf(scope);
  if (notice.charge) await makeChargeDue(db, scope, { ...notice.charge, provider, now });
  if (notice.charge?.changesHold) await makeCaptureDue(db, scope, { ...notice.charge, provider, now });
  if (notice.refundId !== null) await makeRefundDue(db, scope, { id: notice.refundId, now });
  if (notice.disputeId !== undefined)
    await noteDispute(db, scope, { connectionId, externalDisputeId: notice.disputeId, now });
  return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"received":true}' };
}

const nothing: ProviderNotice = { charge: null, refundId: null };

/** Who took the charge of a notice; undefined for a notice of none, and of one that is not known. */
const findNoticedTaker = async (
  db: Database,
  connection: Connection,
  { charge, about = charge?.id }: ProviderNotice,
): Promise<Taker | undefined> => (about === undefined ? undefined : findTaker(db, connection, about));

/** The provider has money, and no charge here says so: an operator has to look. */
function warnOfUnknownMoney(
  { id: connectionId, provider, scope }: Connection,
  { charge, paidReference }: ProviderNotice,
): void {
  if (paidReference === undefined) return;
  const named = { ...(charge && { chargeId: charge.id }), reference: paidReference.slice(0, maxReferenceLength) };
  log.warn({ event: 'provider.unknown_charge_paid', provider, connectionId, merchantId: scope.merchantId, ...named });
}

/** Longer than those of all providers; a notice whose body is not signed may have any. */
const maxReferenceLength = 100;

/**
 * The connection of another merchant, to the same account at the provider, that took the charge of a notice; undefined for
 * the notices of the merchant whose address was used, and where that connection was deleted.
 *
 * @throws Problem `resource_missing`: it was deleted, and money came that is found if the provider repeats the notice later
 */
async function openOtherTaker(
  app: App,
  connection: Connection,
  { notice, taker }: { readonly notice: ProviderNotice; readonly taker: Taker },
): Promise<Connection | undefined> {
  if (!taker.connectionId || isSameScope(taker.scope, connection.scope)) return undefined;
  const other = await openConnection(app, taker.scope, taker.connectionId);
  if (!other && notice.charge?.bringsMoney) throw resourceMissing();
  return other && { ...other, recordsOf: taker.connectionId };
}

const isSameScope = (one: Scope, other: Scope): boolean =>
  one.merchantId === other.merchantId && one.livemode === other.livemode;

/** Has the janitor of disputes query the provider about one that the platform may not know yet. */
async function noteDispute(
  db: Database,
  { merchantId, livemode }: Scope,
  { now, ...dispute }: { readonly connectionId: string; readonly externalDisputeId: string; readonly now: Date },
): Promise<void> {
  const row = { ...dispute, merchantId, livemode, reports: 1, dueAt: now, attempts: 0, createdAt: now };
  await db.system.sql`
    ${disputeNotices.insert([row])}
    on conflict (connection_id, external_dispute_id) do update
      set reports = dispute_notices.reports + 1, due_at = excluded.due_at, attempts = 0`;
}
