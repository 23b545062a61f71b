import {
  acrossMerchants,
  countRows,
  fragment,
  own,
  requireUnchanged,
  resourceMissing,
  type Fragment,
  type Reader,
  type SystemReader,
  type Tx,
  type TxAtOnce,
} from '@mizan/service-kit';
import { catalogChangesOf } from '../catalog/catalog-rows.ts';
import { idleIntentStatuses, isDue, isRecoverable } from './session-state.ts';
import { checkoutSessions } from './session.table.ts';
import type { Session } from './session.ts';

/** Every column of a session, with the catalog's changes while it is open. */
export const sessionColumns = fragment`${checkoutSessions.columns},
  ${catalogChangesOf(fragment`checkout_sessions`, fragment`checkout_sessions.status = 'open'`)}`;

/** The session, or undefined when this account and mode has none with that id. */
export const findSession = (reader: Reader, id: string): Promise<Session | undefined> =>
  reader.one<Session>`select ${sessionColumns} from checkout_sessions where ${own(reader)} and id = ${id}`;

/** The session as one account and mode has it. @throws Problem `resource_missing` */
export async function getSession(reader: Reader, id: string): Promise<Session> {
  const session = await findSession(reader, id);
  if (!session) throw resourceMissing();
  return session;
}

/** A session as it was read without a lock. */
export interface ReadSession extends Session {
  /** Id of the transaction that wrote it, which no later one has if it is unchanged. */
  readonly writtenBy: string;
}

/** The session with that id, whichever account has it: for buyers, who know nothing else. */
export const findSessionOfAnyAccount = (system: SystemReader, id: string): Promise<ReadSession | undefined> =>
  system.one<ReadSession>`
    select ${sessionColumns}, checkout_sessions.xmin::text as written_by from checkout_sessions
    where ${acrossMerchants} and id = ${id}`;

/**
 * The session, locked until the transaction ends: confirms, changes, events and jobs of one session queue here.
 *
 * @throws Problem `resource_missing`
 */
export async function lockSession(tx: Tx, id: string): Promise<Session> {
  const session = await tx.one<Session>`
    select ${sessionColumns} from checkout_sessions where ${own(tx)} and id = ${id} for update`;
  if (!session) throw resourceMissing();
  return session;
}

/** Whether a locked session is as it was read. */
export async function isAsRead(tx: Tx, { id, writtenBy }: ReadSession): Promise<boolean> {
  const found = await tx.one`
    select 1 from checkout_sessions where ${own(tx)} and id = ${id} and xmin = ${writtenBy}::xid`;
  return found !== undefined;
}

/** Version of the payment intent that a session has a copy of; undefined when there is no such session. */
export async function findIntentVersion(reader: Reader, id: string): Promise<number | undefined> {
  const session = await reader.one<Pick<Session, 'intentVersion'>>`
    select ${checkoutSessions.pick('intentVersion')} from checkout_sessions where ${own(reader)} and id = ${id}`;
  return session?.intentVersion;
}

/** The same for sessions of any account, with the account, by id. */
export async function findIntentVersions(db: SystemReader, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await db.sql<Pick<Session, 'id' | 'merchantId' | 'intentVersion'>>`
    select ${checkoutSessions.pick('id', 'merchantId', 'intentVersion')} from checkout_sessions
    where ${acrossMerchants} and id = any(${ids}::text[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Id of the session that this one and its copies stem from: a copy of a copy is a copy of the original. */
export const originalIdOf = ({ id, recoveredFrom }: Session): string => recoveredFrom ?? id;

const isPaid = fragment`payment_status <> 'unpaid'`;
const isRefunded = fragment`coalesce(payment_intent ->> 'status' = 'REFUNDED', false)`;
const takesMoney = fragment`coalesce(payment_intent ->> 'status' <> all(${idleIntentStatuses}::text[]), false)`;

/**
 * The session to pay the order of a recoverable session in, if there is one: the original or the copy that money has arrived
 * for, also late, or may still arrive for; otherwise the newest copy, unless that has expired unpaid and can itself be recovered.
 */
export async function findCurrent(reader: Reader, session: Session): Promise<Session | undefined> {
  const originalId = originalIdOf(session);
  const current = await reader.one<Session>`
    select ${sessionColumns} from checkout_sessions
    where ${own(reader)} and (recovered_from = ${originalId} or (id = ${originalId} and (${isPaid} or ${takesMoney})))
    order by ${isPaid} desc, ${takesMoney} desc, created_at desc, id desc limit 1`;
  return current && !isDue(current, reader.now) && !isRecoverable(current, reader.now) ? current : undefined;
}

/** Id of another session of the same order that is paid and was not refunded in full, if there is one. */
export async function findPaidInstead(reader: Reader, session: Session): Promise<string | undefined> {
  const originalId = originalIdOf(session);
  const paid = await reader.one<Pick<Session, 'id'>>`
    select id from checkout_sessions
    where ${own(reader)} and (recovered_from = ${originalId} or id = ${originalId}) and id <> ${session.id} and ${isPaid}
      and not ${isRefunded}
    order by created_at, id limit 1`;
  return paid?.id;
}

/** Ids of the other sessions of the same order that are open. */
export async function findOpenOthers(reader: Reader, session: Session): Promise<string[]> {
  const originalId = originalIdOf(session);
  const open = await reader.sql<Pick<Session, 'id'>>`
    select id from checkout_sessions
    where ${own(reader)} and (recovered_from = ${originalId} or id = ${originalId}) and id <> ${session.id}
      and status = 'open'`;
  return open.map(({ id }) => id);
}

/** Lists whose length is counted. */
export type Counted = 'sessions';

const oneMore = new Map<Counted, number>([['sessions', 1]]);

/** The statement that writes a new session and counts it. */
export const newSessionRow = (tx: Tx, session: Session): Fragment =>
  fragment`with created as (${checkoutSessions.insert([session])}) ${countRows(tx, oneMore)}`;

type Changes = Parameters<typeof checkoutSessions.set>[0];

/**
 * The statement that writes what a payment intent or the clock may change. The row must be locked.
 *
 * @param startedAs instead of the lock: fails as stale when the attempt no longer runs as it was started, or its session
 *   shows another payment, or customer
 */
export function outcomeOf(tx: TxAtOnce, session: Session, startedAs?: Session): Fragment {
  const { status, paymentStatus, version, updatedAt, attemptUntil, discounts, closedByMerchant, paidIn } = session;
  const { paymentIntentId, paymentIntent, intentVersion, paymentMethodId } = session;
  const outcome = { status, paymentStatus, version, updatedAt, attemptUntil, discounts, closedByMerchant, paidIn };
  // What kept it from expiring may be over with this.
  const changes = { ...outcome, expiryRetryAt: null, paymentIntentId, paymentIntent, intentVersion, paymentMethodId };
  return fragment`
    with saved as (
      update checkout_sessions set ${checkoutSessions.set(changes)}
      where ${own(tx)} and id = ${session.id} ${startedAs ? runsAs(startedAs) : fragment``} returning 1)
    select ${requireUnchanged(fragment`exists (select from saved)`)}`;
}

/** A condition: the attempt still runs as it was started. While it runs, only these columns change, and of an erased customer the copies. */
const runsAs = ({
  attempt,
  status,
  version,
  intentVersion,
  customerId,
  erasedCustomerId,
}: Session): Fragment => fragment`
  and attempt = ${attempt} and attempt_until is not null and status = ${status} and version = ${version}
  and intent_version = ${intentVersion} and customer_id is not distinct from ${customerId}
  and erased_customer_id is not distinct from ${erasedCustomerId}`;

/** Writes what a buyer may change; in live mode, what can be taken now as well. The row must be locked. */
export const saveCart = (tx: Tx, session: Session): Promise<void> =>
  save(tx, session, { ...cartOf(session), ...(session.settings.liveMethods && { settings: session.settings }) });

/** Writes what a merchant may change. The row must be locked. */
export function saveMerchantUpdate(tx: Tx, session: Session): Promise<void> {
  const { settings, customerId, customer } = session;
  return save(tx, session, { ...cartOf(session), settings, customerId, customer });
}

function cartOf(session: Session): Changes {
  const { updatedAt, lineItems, amountSubtotal, amountTotal, totalDetails, discounts, pricing } = session;
  const { customerDetails, customFields } = session;
  const totals = { amountSubtotal, amountTotal, totalDetails, pricing };
  return { updatedAt, lineItems, discounts, customerDetails, customFields, ...totals };
}

async function save(tx: Tx, { id }: Session, changes: Changes): Promise<void> {
  await tx.sql`update checkout_sessions set ${checkoutSessions.set(changes)} where ${own(tx)} and id = ${id}`;
}
