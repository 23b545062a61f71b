import { countRows, fragment, json, resourceMissing, type Reader, type Tx } from '@mizan/service-kit';
import { catalogChangesOf } from '../catalog/catalog-rows.ts';
import { isDue, isRecoverable } from './session-state.ts';
import type { Session } from './session.ts';

type Sql = Pick<Reader, 'sql' | 'one' | 'scope'>;

/** Every column of a session under its property's name. */
export const sessionColumns = fragment`
  id, merchant_id as "merchantId", livemode, version, created_at as "createdAt", updated_at as "updatedAt",
  expires_at as "expiresAt", status, payment_status as "paymentStatus", currency, amount_subtotal as "amountSubtotal",
  amount_total as "amountTotal", customer_id as "customerId", payment_link_id as "paymentLinkId",
  payment_intent_id as "paymentIntentId", total_details as "totalDetails", line_items as "lineItems", settings, customer,
  customer_details as "customerDetails", custom_fields as "customFields", payment_intent as "paymentIntent",
  intent_version as "intentVersion", attempt, attempt_until as "attemptUntil", hold_id as "holdId",
  recovered_from as "recoveredFrom", discounts, pricing, payment_method_id as "paymentMethodId",
  closed_by_merchant as "closedByMerchant",
  ${catalogChangesOf(fragment`checkout_sessions`, fragment`checkout_sessions.status = 'open'`)}`;

/** The session, or undefined when this account and mode has none with that id. */
export function findSession(reader: Sql, id: string): Promise<Session | undefined> {
  const { merchantId, livemode } = reader.scope;
  return reader.one<Session>`
    select ${sessionColumns} from checkout_sessions
    where id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode}`;
}

/**
 * The session as one account and mode has it.
 *
 * @throws Problem `resource_missing`
 */
export async function getSession(reader: Sql, id: string): Promise<Session> {
  const session = await findSession(reader, id);
  if (!session) throw resourceMissing();
  return session;
}

/** The session with that id, whichever account has it: for buyers, who know nothing else. */
export const findSessionOfAnyAccount = (system: Pick<Reader, 'one'>, id: string): Promise<Session | undefined> =>
  system.one<Session>`select ${sessionColumns} from checkout_sessions where id = ${id}`;

/**
 * The session, locked until the transaction ends: confirms, changes, events and jobs of one session queue here.
 *
 * @throws Problem `resource_missing`
 */
export async function lockSession(tx: Sql, id: string): Promise<Session> {
  const { merchantId, livemode } = tx.scope;
  const session = await tx.one<Session>`
    select ${sessionColumns} from checkout_sessions
    where id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode}
    for update`;
  if (!session) throw resourceMissing();
  return session;
}

/** Version of the payment intent that a session has a copy of; undefined when there is no such session. */
export async function findIntentVersion({ one, scope }: Sql, id: string): Promise<number | undefined> {
  const session = await one<Pick<Session, 'intentVersion'>>`
    select intent_version as "intentVersion" from checkout_sessions
    where id = ${id} and merchant_id = ${scope.merchantId} and livemode = ${scope.livemode}`;
  return session?.intentVersion;
}

/** Lists whose length is counted. */
export type Counted = 'sessions';

const oneMore = new Map<Counted, number>([['sessions', 1]]);

/** Writes a new session and counts it, in one statement. */
export async function insertSession(tx: Sql, session: Session): Promise<void> {
  await tx.sql`
    with made as (insert into checkout_sessions (
      id, merchant_id, livemode, version, created_at, updated_at, expires_at, status, payment_status, currency,
      amount_subtotal, amount_total, customer_id, payment_link_id, total_details, line_items, settings, customer,
      customer_details, custom_fields, recovered_from, discounts, pricing)
    values (
      ${session.id}, ${session.merchantId}, ${session.livemode}, ${session.version}, ${session.createdAt},
      ${session.updatedAt}, ${session.expiresAt}, ${session.status}, ${session.paymentStatus}, ${session.currency},
      ${session.amountSubtotal}, ${session.amountTotal}, ${session.customerId}, ${session.paymentLinkId},
      ${json(session.totalDetails)}, ${json(session.lineItems)}, ${json(session.settings)}, ${json(session.customer)},
      ${json(session.customerDetails)}, ${json(session.customFields)}, ${session.recoveredFrom},
      ${json(session.discounts)}, ${json(session.pricing)}))
    ${countRows(tx, oneMore)}`;
}

/** Writes what a payment intent or the clock may change. The row must be locked. */
export async function saveOutcome(tx: Sql, session: Session): Promise<void> {
  await tx.sql`
    update checkout_sessions
    set status = ${session.status}, payment_status = ${session.paymentStatus}, version = ${session.version},
      updated_at = ${session.updatedAt}, payment_intent_id = ${session.paymentIntentId},
      payment_intent = ${json(session.paymentIntent)}, intent_version = ${session.intentVersion},
      payment_method_id = ${session.paymentMethodId}, attempt_until = ${session.attemptUntil},
      discounts = ${json(session.discounts)}, closed_by_merchant = ${session.closedByMerchant}
    where id = ${session.id}`;
}

/** Writes what a buyer may change. The row must be locked. */
export async function saveCart(tx: Sql, session: Session): Promise<void> {
  await tx.sql`
    update checkout_sessions
    set updated_at = ${session.updatedAt}, amount_subtotal = ${session.amountSubtotal},
      amount_total = ${session.amountTotal}, total_details = ${json(session.totalDetails)},
      line_items = ${json(session.lineItems)}, customer_details = ${json(session.customerDetails)},
      custom_fields = ${json(session.customFields)}, discounts = ${json(session.discounts)},
      pricing = ${json(session.pricing)}
    where id = ${session.id}`;
}

/** Writes what a merchant may change. The row must be locked. */
export async function saveMerchantUpdate(tx: Tx, session: Session): Promise<void> {
  await tx.sql`
    update checkout_sessions
    set updated_at = ${session.updatedAt}, amount_subtotal = ${session.amountSubtotal},
      amount_total = ${session.amountTotal}, total_details = ${json(session.totalDetails)},
      line_items = ${json(session.lineItems)}, settings = ${json(session.settings)},
      customer_id = ${session.customerId}, customer = ${json(session.customer)},
      customer_details = ${json(session.customerDetails)}, custom_fields = ${json(session.customFields)},
      discounts = ${json(session.discounts)}, pricing = ${json(session.pricing)}
    where id = ${session.id}`;
}

/** Id of the session that this one and its copies stem from: a copy of a copy is a copy of the original. */
export const originalIdOf = ({ id, recoveredFrom }: Session): string => recoveredFrom ?? id;

/** The newest copy of a session, unless that copy has expired unpaid and can itself be recovered. */
export async function findCopy(
  { one, scope, now }: Pick<Reader, 'one' | 'scope' | 'now'>,
  session: Session,
): Promise<Session | undefined> {
  const copy = await one<Session>`
    select ${sessionColumns} from checkout_sessions
    where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and recovered_from = ${originalIdOf(session)}
    order by created_at desc, id desc limit 1`;
  return copy && !isDue(copy, now) && !isRecoverable(copy, now) ? copy : undefined;
}
