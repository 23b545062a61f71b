import { log, type Scope } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { isRefusal } from '../session/attempts.ts';
import {
  findOpenOthers,
  findPaidInstead,
  findSession,
  getSession,
  lockSession,
  originalIdOf,
} from '../session/session-rows.ts';
import { isIdle } from '../session/session-state.ts';
import type { Session } from '../session/session.ts';
import { cancelPayment, finishExpiry, startExpiry } from './expire-checkout-session.ts';

/**
 * Expires the other open checkouts of an order once it is paid late: its buyer may have opened a copy meanwhile. One that is paid while it
 * is open has no others that are, as a copy is only made of what has ended. It takes several transactions, and a call.
 */
export const closeOthers = (app: App) => ({
  before: (moment: Moment, { object }: { readonly object: { readonly id: string } }) =>
    closeOthersOf(moment, app, object.id),
  handle: () => Promise.resolve(),
});

/** Whose checkouts they are, and the time by the clock of that account. */
interface Moment {
  readonly scope: Scope;
  readonly now: Date;
}

/**
 * Waits at the row of the original, as every copy that is created does: one that is created later finds the order paid.
 * No transaction of this holds two checkouts, so that it waits for none that waits for it.
 */
async function closeOthersOf(moment: Moment, app: App, paidIn: string): Promise<void> {
  if (await refundsLateMoney(moment, app)) return;
  const open = await app.db.transact(
    moment.scope,
    async (tx) => {
      const paid = await findSession(tx, paidIn);
      if (!paid) return []; // test data were cleared
      await lockSession(tx, originalIdOf(paid));
      return findOpenOthers(tx, paid);
    },
    moment.now,
  );
  for (const sessionId of open) await close(moment, app, { sessionId, paidIn });
}

/**
 * The checkout, expired if it is an idle copy of an order that is paid in another one. One whose payment was in progress then,
 * and has failed since, is found by this. Where it cannot be expired now, it is returned as it is, and is found again.
 */
export async function closedIfPaid({ scope, now }: Moment, app: App, session: Session): Promise<Session> {
  if (session.recoveredFrom === null || !isIdle(session)) return session;
  const paidIn = await app.db.transact(scope, (tx) => findPaidInstead(tx, session), now);
  if (paidIn === undefined || (await refundsLateMoney({ scope }, app))) return session;
  await close({ scope, now }, app, { sessionId: session.id, paidIn }).catch((err: unknown) =>
    log.warn({ event: 'session.not_closed', sessionId: session.id, paidIn, err }),
  );
  return app.db.transact(scope, (tx) => getSession(tx, session.id), now);
}

/** Money that comes late is returned by itself: then the order is not paid, and its buyer may pay it in the copy. */
async function refundsLateMoney({ scope }: Pick<Moment, 'scope'>, app: App): Promise<boolean> {
  const { lateSuccessPolicy } = await app.accounts.get({ scope, calls: app.callsFor(scope) });
  return lateSuccessPolicy === 'auto_refund';
}

/**
 * Expires a checkout, with its payment canceled, unless a payment of it is in progress: its row lock decides between this and
 * a confirm. If the process dies in between, the janitor completes it.
 */
async function close(
  { scope, now }: Moment,
  app: App,
  { sessionId, paidIn }: { readonly sessionId: string; readonly paidIn: string },
): Promise<void> {
  const expiry = await app.db.transact(
    scope,
    async (tx) =>
      isIdle(await lockSession(tx, sessionId))
        ? startExpiry(tx, app, { sessionId, byMerchant: false, paidIn })
        : undefined,
    now,
  );
  if (!expiry || expiry.cancelKey === null) return;
  const context = { calls: app.callsFor(scope), autocommit: app.db.autocommit(scope, now) };
  const canceled = await cancelPayment(context, { expiry, isFirstCall: true }).catch((thrown: unknown) => {
    if (!isRefusal(thrown)) throw thrown;
    return undefined; // its money is just moving, and it is open
  });
  if (canceled) await app.db.transact(scope, (tx) => finishExpiry(tx, app, { expiry, canceled }), now);
}
