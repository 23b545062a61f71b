import { CreateCheckoutSession } from '@mizan/contracts';
import { command, Problem, type LoadContext, type RoutesOf, type Tx } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { findLink, lockLink } from '../payment-links/link-rows.ts';
import { assertLinkOpen } from '../payment-links/open-link.ts';
import { countTakenPlaces } from '../session/link-completions.ts';
import { findLiveMode } from '../session/live-methods.ts';
import { newSession, type SessionDependencies } from '../session/new-session.ts';
import { findCurrent, isAsRead, lockSession, originalIdOf, type ReadSession } from '../session/session-rows.ts';
import { hasReceived, isClosed, isLost, isPaidElsewhere, isRecoverable } from '../session/session-state.ts';
import type { Session } from '../session/session.ts';
import { saveNewSession } from '../sessions/create-checkout-session.ts';
import { prepareSession } from '../sessions/prepare-session.ts';
import { buyerScope, sessionOf } from './buyer-access.ts';
import { withCardEntry } from './card-entry.ts';
import { toHostedCheckout, withSecret } from './hosted-checkout.resource.ts';

/** Recovers a checkout that expired unpaid, as a copy. */
export const recoverHostedCheckout = (app: App): RoutesOf<'checkout'>['recoverHostedCheckout'] =>
  command({
    scope: buyerScope(app),
    load: async (context) => ({
      recovery: await prepareRecovery(context, app, sessionOf(context.scope)),
      live: await findLiveMode(app, context),
    }),
    run: async (tx, _input, { recovery, live }) => {
      const copy = await openCopy(tx, app, recovery);
      return withCardEntry(withSecret(toHostedCheckout(copy, app, tx.now), copy.id, app), live, copy);
    },
  });

/** A checkout to recover. */
interface Recovery {
  readonly session: ReadSession;
  /** The same order at current prices, in a session as a merchant opens it; undefined when there is one to pay it in. */
  readonly opened?: { readonly session: Session; readonly loaded: SessionDependencies };
  /** Its payment link, if that limits how often it can be paid. */
  readonly limitedLinkId?: string;
}

/**
 * Prepares a copy of a checkout that expired unpaid, unless there is one, or its order was paid in another: the same order at
 * current prices, the merchant's settings, what the buyer had filled in, and the discounts that still apply.
 *
 * @throws Problem `resource_invalid_state`, and as `assertLinkOpen` and `prepareSession`
 */
async function prepareRecovery(context: LoadContext, app: App, session: ReadSession): Promise<Recovery> {
  const mayBeCopied = isRecoverable(session, context.now);
  if (!mayBeCopied && !isPaidElsewhere(session)) throw notRecoverable(session);
  const current = await findCurrent(context.reader, session);
  if (current && isClosed(current)) throw notRecoverable(current);
  if (current) return { session };
  if (!mayBeCopied) throw notRecoverable(session);
  const link = session.paymentLinkId === null ? undefined : await findLink(context.reader, session.paymentLinkId);
  if (link) await assertLinkOpen(context.reader, link, context);
  const prepare = (body: CreateCheckoutSession) => prepareSession(context, app, { body, idempotencyKey: undefined });
  const { body, loaded } = await prepareAvailable(prepare, { ...toBody(session), discounts: discountsOf(session) });
  const limited = link && link.maxCompletions !== null ? { limitedLinkId: link.id } : {};
  return { session, opened: { session: newSession(context, body, loaded), loaded }, ...limited };
}

const notRecoverable = (session: Session): Problem =>
  new Problem(
    'resource_invalid_state',
    isLost(session.paymentIntent) && hasReceived(session)
      ? 'A part of the payment of this checkout was received, so it cannot be recovered. Contact the shop to pay the rest.'
      : 'Only a checkout that expired by itself and was not paid can be recovered.',
  );

const changedMeanwhile = (): Problem =>
  new Problem('internal_error', 'The checkout was changed meanwhile. Nothing was recovered; retry shortly.', {
    status: 503,
    retryAfterSeconds: 1,
  });

/** Prepares without what is no longer available: discounts that no longer apply, a customer whom the merchant deleted. */
async function prepareAvailable(
  prepare: (body: CreateCheckoutSession) => Promise<SessionDependencies>,
  body: CreateCheckoutSession,
): Promise<{ readonly body: CreateCheckoutSession; readonly loaded: SessionDependencies }> {
  try {
    return { body, loaded: await prepare(body) };
  } catch (thrown) {
    const { code, param } = thrown instanceof Problem ? thrown : {};
    if (param?.startsWith('discounts') && body.discounts?.length)
      return prepareAvailable(prepare, { ...body, discounts: [] });
    if (code === 'resource_missing' && param === 'customerId' && body.customerId !== undefined)
      return prepareAvailable(prepare, { ...body, customerId: undefined });
    throw thrown;
  }
}

/**
 * Writes the copy with its event, unless there is one by now, or the order is paid: requests to recover one checkout wait at
 * the row of its original. The checkout is read again, locked: it may have been paid while the copy was prepared, or its
 * buyer's data erased, which the copy would restore.
 *
 * @throws Problem `resource_invalid_state`, `internal_error` 503: it was changed meanwhile, and as `assertLinkOpen`
 */
async function openCopy(tx: Tx, app: App, { session: read, opened, limitedLinkId }: Recovery): Promise<Session> {
  const link = limitedLinkId === undefined ? undefined : await lockLink(tx, limitedLinkId);
  const original = await lockSession(tx, originalIdOf(read));
  const session = original.id === read.id ? original : await lockSession(tx, read.id);
  if (!isPaidElsewhere(session)) {
    if (!isRecoverable(session, tx.now)) throw notRecoverable(session);
    if (hasReceived(original)) throw notRecoverable(original);
  }
  const current = await findCurrent(tx, session);
  if (current && !isClosed(current)) return current;
  if (current || !opened) throw notRecoverable(current ?? session);
  if (!(await isAsRead(tx, read))) throw changedMeanwhile();
  if (link) await assertLinkOpen(tx, link, { now: tx.now, count: countTakenPlaces });
  const copy = copyOf(session, opened.session, opened.loaded);
  await saveNewSession(tx, app, { session: copy, firstUses: opened.loaded.firstUses ?? [] });
  return copy;
}

/** The request that a merchant would send to sell the same again; the other settings are copied from the session. */
function toBody(session: Session): CreateCheckoutSession {
  const { lineItems, settings, createdAt, expiresAt } = session;
  const { source: _source, ...feeConfig } = settings.feeConfig;
  return CreateCheckoutSession.parse({
    lineItems: lineItems.map(({ price, quantity, adjustableQuantity, customAmount }) => ({
      price: price.id,
      quantity,
      adjustableQuantity,
      customAmount,
    })),
    mode: settings.mode,
    customerId: settings.customerId,
    expiresAfterMinutes: Math.round((expiresAt.getTime() - createdAt.getTime()) / 60_000),
    captureMethod: settings.captureMethod,
    feeConfig,
    paymentMethodConfigurationId:
      settings.methodConfiguration?.isDefault === false ? settings.methodConfiguration.id : undefined,
  });
}

const discountsOf = ({ discounts }: Session): CreateCheckoutSession['discounts'] =>
  discounts.map(({ coupon, promotionCodeId }) =>
    promotionCodeId === null ? { coupon: coupon.id } : { promotionCode: promotionCodeId },
  );

function copyOf(session: Session, opened: Session, { methods }: SessionDependencies): Session {
  const { merchantName, merchantCountry, merchantLocale, merchantLogo, ...present } = opened.settings;
  const { customerId, methodConfiguration, liveMethods } = present;
  const { merchantLogo: _former, customerId: _customer, liveMethods: _then, ...settings } = session.settings;
  const methodTypes = methods.map(({ type }) => type).filter((type) => settings.methodTypes.includes(type));
  if (methodTypes.length === 0)
    throw new Problem('resource_invalid_state', 'No payment method of this checkout is available any more.');
  return {
    ...opened,
    customerDetails: session.customerDetails,
    customFields: session.customFields,
    paymentLinkId: session.paymentLinkId,
    recoveredFrom: originalIdOf(session),
    settings: {
      ...settings,
      methodTypes,
      merchantName,
      merchantCountry,
      ...(merchantLocale === undefined ? {} : { merchantLocale }),
      ...(merchantLogo === undefined ? {} : { merchantLogo }),
      ...(customerId === undefined ? {} : { customerId }),
      ...(methodConfiguration && { methodConfiguration }),
      ...(liveMethods && { liveMethods }),
    },
  };
}
