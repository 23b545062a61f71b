import { type Database, failpoint, own, type Page, resourceMissing, seeOther } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import { fallbackTime, type PlannedQuery } from '../payment/payment.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import { openConnectionOfCallback, openDeletedConnection } from '../providers/connections/connection-store.ts';
import { findTaker } from './find-taker.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';
import { settleCharge } from '../settle/settle-charge.ts';
import { toPaymentOutcome } from '../settle/settle-declined.ts';

/** A browser that a provider has sent back. */
interface Return {
  readonly provider: string;
  readonly connectionId: string;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * The buyer comes back from the provider's page: the provider is queried about the payment, and the buyer is redirected to
 * the merchant. What the browser says counts for nothing but which charge it is. @throws Problem `resource_missing`
 */
export async function returnFromProvider(
  { db }: { readonly db: Database },
  app: App,
  { provider, connectionId, query }: Return,
): Promise<Page> {
  const addressed = { provider, id: connectionId };
  const connection = (await openConnectionOfCallback(app, addressed)) ?? (await openDeletedConnection(app, addressed));
  if (!connection) throw resourceMissing();
  const chargeId = adapterOf(app, connection.provider).callbacks.chargeOfReturn(query);
  if (chargeId === undefined) throw resourceMissing();
  const taker = await findTaker(db, connection, chargeId);
  if (!taker) throw resourceMissing();
  const charge = await db.system.one<ChargeRow>`
    select ${charges.columns} from charges where ${own(taker)} and id = ${chargeId}`;
  if (!charge) throw resourceMissing();
  if (charge.status === 'PENDING') await syncCharge(db, app, charge);
  return charge.returnUrl === null ? donePage : seeOther(charge.returnUrl);
}

const donePage: Page = {
  status: 200,
  headers: {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/plain; charset=utf-8',
  },
  body: 'You can close this page now.\nيمكنك إغلاق هذه الصفحة الآن.\n',
};

/** This address needs no credentials: the provider is queried once in this time for each charge. */
const queryIntervalMs = 3_000;

/**
 * Claims the next query about the charge; undefined when it was queried a moment ago. If this process dies, or Stripe does not
 * answer, the janitor queries Stripe soon, not at the end of the buyer's time; at once after the interval where this
 * browser was too early.
 */
async function claimQuery(
  db: Database,
  { id, merchantId, livemode }: ChargeRow,
  now: Date,
): Promise<Pick<PlannedQuery, 'fallbackAt'> | undefined> {
  const fallbackAt = new Date(now.getTime() + crashGraceMs);
  const scope = { merchantId, livemode };
  const claimed = await db.system.one<object>`
    update charges set ${charges.set({ queriedAt: now, nextSyncAt: fallbackTime(fallbackAt) })}
    where ${own({ scope })} and id = ${id} and status = 'PENDING'
      and (queried_at is null or queried_at <= ${new Date(now.getTime() - queryIntervalMs)})
    returning 1`;
  if (!claimed)
    await db.system.sql`
      update charges set ${charges.set({ nextSyncAt: fallbackTime(new Date(now.getTime() + queryIntervalMs)) })}
      where ${own({ scope })} and id = ${id} and status = 'PENDING'`;
  return claimed ? { fallbackAt } : undefined;
}

async function syncCharge(db: Database, app: App, charge: ChargeRow): Promise<void> {
  const scope = { merchantId: charge.merchantId, livemode: charge.livemode };
  const now = db.clocks.nowOf(scope);
  const claim = await claimQuery(db, charge, now);
  if (!claim) return;
  const answer = await app.providers.moneyOf(scope).completeAction({ chargeId: charge.id, now, answer: {} });
  failpoint('pay.after_provider');
  // A buyer who comes back too early keeps waiting; a payment that is not confirmed yet is the janitor's, after its grace.
  if (answer.kind === 'unknown' || answer.kind === 'requires_action' || answer.kind === 'not_found') return;
  const key = { chargeId: charge.id, paymentIntentId: charge.paymentIntentId, ...claim };
  await db.transact(scope, (tx) => settleCharge(tx, app, { ...key, answer: toPaymentOutcome(answer, charge) }));
}
