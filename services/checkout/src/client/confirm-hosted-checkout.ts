import {
  type Calls,
  type ConfirmedCheckout,
  type ConfirmHostedCheckout,
  type Geocoding,
  type HostedCheckout,
  type ReplyOf,
} from '@mizan/contracts';
import {
  log,
  newId,
  phased,
  Problem,
  withUnstored,
  type LoadContext,
  type PhaseContext,
  type RoutesOf,
  type Tx,
  type TxAtOnce,
} from '@mizan/service-kit';
import type { App } from '../config.ts';
import { buyerIdentifiersOf, identifyBuyer } from '../discounts/buyer-marks.ts';
import { holdDiscounts } from '../discounts/hold-discounts.ts';
import { releaseDiscounts } from '../discounts/settle-discounts.ts';
import { insertOpenedSession } from '../payment-links/open-link.ts';
import {
  completeAtOnce,
  completeFreeSession,
  completeSession,
  updateFromAnswer,
  type FreeCompletion,
} from '../sessions/complete-session.ts';
import { closedIfPaid } from '../sessions/close-paid-order.ts';
import { refreshPayment } from '../sessions/refresh-payment.ts';
import {
  abandonAttempt,
  hasNoEffect,
  isRefusal,
  resumeAttempt,
  startAttempt,
  startAttemptAtOnce,
} from '../session/attempts.ts';
import { findLiveMode, findLiveModeNow, withLiveMethods } from '../session/live-methods.ts';
import { publishSession } from '../session/publish-session.ts';
import { getSession, lockSession, saveCart } from '../session/session-rows.ts';
import { isSetup, needsStock } from '../session/session-state.ts';
import type { Session } from '../session/session.ts';
import { showPrice } from '../session/show-price.ts';
import { reprice } from '../session/total-cart.ts';
import { asStillConfirming, assertConfirmable, stillConfirming } from '../session/assert-confirmable.ts';
import { buyerScope, loadCheckout, sessionOf } from './buyer-access.ts';
import { type LivePage, withCardEntry } from './card-entry.ts';
import { chooseMethodToPay, describeOnce, fetchCardFingerprint } from './choose-method.ts';
import { toHostedCheckout, withSecret } from './hosted-checkout.resource.ts';
import { toPaymentRequest, toSaveMethodRequest } from './payment-request.ts';
import { resolveBuyer } from './resolve-buyer.ts';
import { savedMethodsOwner } from './saved-methods-owner.ts';

/**
 * Pays a hosted checkout. At a payment link the same request opens the session first.
 *
 * 1. Load: the price with the buyer's payment method, and the customer whom the buyer is.
 * 2. Reserve: hold the session and its discounts for this attempt.
 * 3. Call: hold the stock, then have the payment confirmed. No transaction is open.
 * 4. Settle: record the outcome.
 */
export const confirmHostedCheckout = (app: App): RoutesOf<'checkout'>['confirmHostedCheckout'] =>
  phased({
    scope: buyerScope(app),
    load: (context, { body }) => loadConfirm(context, app, body),
    reserveAtOnce: ({ body, clientPlace }, loaded) => startConfirmAtOnce({ body, loaded, clientPlace }),
    reserve: (tx, { body, clientPlace }, loaded) => startConfirm(tx, app, { body, loaded, clientPlace }),
    call: async (attempt, context, { body, clientIp, idempotencyKey }) => {
      const live = findLiveMode(app, context); // beside the payment: nothing may delay the answer to a buyer who has paid
      const paid = await pay(context, app, { attempt, body, clientIp }).catch((thrown: unknown) => {
        // To a buyer with a key of their own, the first request with it is still running.
        throw idempotencyKey === undefined ? asStillConfirming(thrown) : thrown;
      });
      return { paid, live: await live };
    },
    settleAtOnce: ({ reservation: attempt, outcome: { paid, live } }) =>
      settleConfirmAtOnce(app, { attempt, paid, live }),
    settle: (tx, { reservation: attempt, outcome: { paid, live } }) => settleConfirm(tx, app, { attempt, paid, live }),
  });

/** What a confirm depends on; `opening` at a payment link, whose session is yet to be written. */
type LoadedConfirm = Awaited<ReturnType<typeof loadConfirm>>;

async function loadConfirm(context: LoadContext, app: App, body: ConfirmHostedCheckout) {
  const { session: found, opening } = await loadCheckout(context, app);
  const [current, live] = await Promise.all([
    opening ? found : refreshPayment(context, app, found).then((known) => closedIfPaid(context, app, known)),
    context.scope.livemode ? findLiveModeNow(context) : undefined, // a method that has gone is refused here, not by its provider
  ]);
  const session = withLiveMethods(current, live);
  const describe = describeOnce(context, app, session);
  const chosen = await chooseMethodToPay(context, app, { session, body, describe });
  const priced = reprice(session, chosen);
  if (!opening && priced.amountTotal !== session.amountTotal) await showPrice(app.db, context.scope, priced);
  const { buyer, methodType } = assertConfirmable(priced, body, context.now);
  const cardFingerprint = await fetchCardFingerprint(priced, body, describe);
  const customer = await resolveBuyer(context.calls, {
    session: priced,
    buyer,
    cardFingerprint,
    methodType,
  });
  const read = session === found && priced === session && !opening ? sessionOf(context.scope) : undefined;
  return { sessionId: session.id, read, opening, chosen, live, customer, cardFingerprint };
}

/** What a confirm starts with. */
interface StartedConfirm {
  readonly body: ConfirmHostedCheckout;
  readonly loaded: LoadedConfirm;
  readonly clientPlace: Geocoding | null;
}

/** A confirm between its two transactions, as a retry after a crash finds it. */
interface Attempt {
  readonly sessionId: string;
  readonly attempt: number;
  readonly holdId: string;
  /** Set when a payment link opened the session for this very confirm. */
  readonly isOpened?: true;
  /** Where the buyer started it; absent if that is unknown. A retry from elsewhere repeats the same request to payments. */
  readonly place?: Geocoding;
  /** The held session. Not stored: only the process that started the attempt has it. */
  readonly session?: Session;
}

/**
 * Holds the session and its discounts for this attempt, after checking them again. Parallel confirms queue at the row lock:
 * the first one holds the session, every other finds it held.
 */
async function startConfirm(tx: Tx, app: App, { body, loaded, clientPlace }: StartedConfirm): Promise<Attempt> {
  const { sessionId, opening, chosen, live, cardFingerprint } = loaded;
  if (opening) await insertOpenedSession(tx, opening);
  const found = await lockSession(tx, sessionId);
  if (opening) publishSession(tx, app, { type: 'checkout.session.created', session: found });
  const priced = withLiveMethods(reprice(found, chosen), live);
  const { buyer, customFields } = assertConfirmable(priced, body, tx.now);
  if (priced !== found) await saveCart(tx, priced);
  const session = await startAttempt(tx, priced, attemptOf(loaded, customFields));
  const started = startedAttempt(session, { isOpened: opening !== undefined, clientPlace });
  if (session.discounts.length > 0) {
    const known = { emails: [buyer.email], phones: [buyer.phone], cards: [cardFingerprint] };
    await holdDiscounts(tx, session, identifyBuyer(app, tx.scope, { ...buyerIdentifiersOf(session), ...known }));
  }
  return started;
}

/** As {@link startConfirm}, where the session is as it was read and has no discounts, in one round trip. */
function startConfirmAtOnce({ body, loaded, clientPlace }: StartedConfirm): ((tx: TxAtOnce) => Attempt) | undefined {
  const { read } = loaded;
  if (!read || read.discounts.length > 0) return undefined;
  return (tx) => {
    const { customFields } = assertConfirmable(read, body, tx.now);
    return startedAttempt(startAttemptAtOnce(tx, read, attemptOf(loaded, customFields)), {
      isOpened: false,
      clientPlace,
    });
  };
}

const attemptOf = ({ customer }: LoadedConfirm, customFields: Session['customFields']) => ({
  customerId: customer.id,
  customer,
  customFields,
  holdId: newId('hold'),
  closedByMerchant: false,
  paidIn: null,
});

function startedAttempt(
  session: Session & Pick<Attempt, 'holdId'>,
  { isOpened, clientPlace }: Pick<StartedConfirm, 'clientPlace'> & { readonly isOpened: boolean },
): Attempt {
  const { id: sessionId, attempt, holdId } = session;
  return withUnstored<Attempt, Pick<Attempt, 'session'>>(
    { sessionId, attempt, holdId, ...(isOpened ? { isOpened } : {}), ...(clientPlace ? { place: clientPlace } : {}) },
    { session },
  );
}

type PayContext = Pick<PhaseContext, 'calls' | 'reader' | 'autocommit'>;

/** The payment of an attempt; null when there was nothing to pay, or the attempt was settled elsewhere. */
type PaidAttempt = ReplyOf<Calls['getSessionPayment']> & {
  /** What a session of mode setup saved. */
  readonly paymentMethodId?: string;
};

const nothingPaid: PaidAttempt = { paymentIntent: null, objectVersion: 0 };

/**
 * Holds the stock, then has the payment confirmed. The hold's id and the payment's key belong to this attempt alone, so that
 * a resumed attempt repeats nothing.
 *
 * If this process dies, or an answer is lost:
 * - before `confirmPayment`: no money moved, but stock may be held; the janitor closes the attempt at payments, finds no
 *   payment, releases the stock and ends the attempt, unless it is resumed before;
 * - after it was sent: the session stays held, because the money may have moved, until the intent's event arrives or the
 *   janitor fetches the state of the payment. The stock stays held with it.
 *
 * A plain refusal ends the attempt at once, with its stock: the buyer may try again. So does a connection that was never
 * made, unless the attempt is a resumed one, whose earlier calls may still be running. When the stock cannot be released at
 * that moment, the janitor ends the attempt.
 */
async function pay(
  context: PayContext,
  app: App,
  {
    attempt,
    body,
    clientIp,
  }: { readonly attempt: Attempt; readonly body: ConfirmHostedCheckout; readonly clientIp: string | undefined },
): Promise<PaidAttempt> {
  const { calls, autocommit } = context;
  const session = attempt.session ?? (await resumeAttempt(autocommit, attempt.sessionId, attempt.attempt));
  if (!session) return settledElsewhere(context, attempt);
  const movedNothing = attempt.session ? hasNoEffect : isRefusal;
  const key = `${session.id}:${attempt.attempt}`;
  try {
    if (isSetup(session)) {
      const request = toSaveMethodRequest(session, body);
      const { paymentMethodId } = await calls.savePaymentMethod(request, { idempotencyKey: `${key}:save` });
      return { ...nothingPaid, paymentMethodId };
    }
    await holdStock(context, attempt, session);
    if (session.amountTotal === 0) return nothingPaid;
    const savedMethodsOf = await savedMethodsOwner(context.reader, session);
    const request = toPaymentRequest(app, { ...attempt, session, body, clientIp, savedMethodsOf });
    const paid = await calls.confirmPayment(request, { idempotencyKey: key });
    if (!needsStock(paid.paymentIntent)) await releaseStock(context, attempt);
    return paid;
  } catch (thrown) {
    if (movedNothing(thrown)) await abandon(context, attempt, session);
    throw thrown;
  }
}

async function holdStock({ calls }: PayContext, { holdId }: Attempt, { id, lineItems }: Session): Promise<void> {
  const items = lineItems.map(({ price, quantity }) => ({ priceId: price.id, quantity }));
  try {
    await calls.holdStock({ holdId, checkoutSessionId: id, items });
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.status >= 500) throw thrown;
    throw new Problem(thrown.code, thrown.message, { param: 'lineItems', status: thrown.status, cause: thrown });
  }
}

/** Ends an attempt that moved no money. While its stock cannot be released it goes on: the janitor finds both later. */
async function abandon(context: PayContext, attempt: Attempt, session: Session): Promise<void> {
  const { sessionId, attempt: number } = attempt;
  if (!isSetup(session)) {
    if (!(await releaseStock(context, attempt))) return;
    await releaseDiscounts(context.autocommit, sessionId, number);
  }
  await abandonAttempt(context.autocommit, sessionId, number);
}

/**
 * Releases the stock now rather than by the failed charge's event: the next try may need the last pieces.
 *
 * @returns false when the catalog did not; the event of a failed charge still does
 */
const releaseStock = ({ calls }: PayContext, { sessionId, holdId }: Attempt): Promise<boolean> =>
  calls.releaseStock({ holdId }).then(
    () => true,
    (thrown: unknown) => {
      log.warn({ event: 'hold.release_postponed', sessionId, holdId, err: thrown });
      return false;
    },
  );

/** An attempt that ended, or was taken over, while its process was away: the session has the outcome. */
async function settledElsewhere({ reader }: PayContext, { sessionId }: Attempt): Promise<PaidAttempt> {
  const session = await getSession(reader, sessionId);
  if (session.status !== 'open') return nothingPaid;
  if (session.attemptUntil !== null) throw stillConfirming();
  if (session.paymentIntent !== null) return nothingPaid;
  throw new Problem('resource_invalid_state', 'This attempt was abandoned. Confirm again with a new Idempotency-Key.');
}

interface MadeAttempt {
  readonly attempt: Attempt;
  readonly paid: PaidAttempt;
  readonly live: LivePage | undefined;
}

/**
 * Applies the payment, a declined one too, to its session. The intent's event may have done so already, or do so later; both
 * call `completeSession`.
 */
async function settleConfirm(tx: Tx, app: App, { attempt: made, paid, live }: MadeAttempt): Promise<ConfirmedCheckout> {
  const { sessionId, attempt, isOpened } = made;
  const update = updateFromAnswer(paid);
  const session = update
    ? await completeSession(tx, app, { sessionId, update, attempt })
    : await completeUnpaid(tx, app, { sessionId, attempt, paymentMethodId: paid.paymentMethodId });
  const checkout = toHostedCheckout(session, app, tx.now);
  return shown(isOpened ? withSecret(checkout, sessionId, app) : checkout, live, session);
}

/** As {@link settleConfirm}, where this process started the attempt and it was paid, in one round trip. */
function settleConfirmAtOnce(
  app: App,
  { attempt: { session, isOpened }, paid, live }: MadeAttempt,
): ((tx: TxAtOnce) => ConfirmedCheckout) | undefined {
  const update = updateFromAnswer(paid);
  if (!session || !update || isOpened) return undefined;
  const complete = completeAtOnce(app, { session, update });
  return complete && ((tx) => shown(toHostedCheckout(complete(tx), app, tx.now), live, session));
}

const shown = (checkout: HostedCheckout, live: LivePage | undefined, session: Session): ConfirmedCheckout => ({
  checkoutSession: withCardEntry(checkout, live, session),
  paymentIntent: checkout.paymentIntent,
});

async function completeUnpaid(tx: Tx, app: App, completion: FreeCompletion): Promise<Session> {
  const session = await getSession(tx, completion.sessionId);
  return session.amountTotal === 0 ? completeFreeSession(tx, app, completion) : session;
}
