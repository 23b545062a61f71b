import { CreateCheckoutSession, type HostedCheckout } from '@mizan/contracts';
import { Problem, resourceMissing, type LoadContext, type Tx } from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import type { Discounting } from '../discounts/apply-discounts.ts';
import { checkLinkOpen } from '../payment-links/check-link-open.ts';
import { findLink } from '../payment-links/link-rows.ts';
import { askForSession } from '../sessions/create-session.ts';
import { openSession, type SessionFacts } from '../sessions/open-session.ts';
import { publishUses, type FirstUses } from '../sessions/price-uses.ts';
import { findCopy, firstOf } from '../sessions/recovery.ts';
import { insertSession, lockSession } from '../sessions/session-rows.ts';
import { toSessionEvent, toSessionResource, type Rendering } from '../sessions/session.resource.ts';
import { isClosed, isRecoverable } from '../sessions/session-state.ts';
import type { Session } from '../sessions/session.ts';
import { toHostedCheckout, withSecret } from './hosted-checkout.resource.ts';

/** A copy that is there, or is yet to be written. */
export interface Recovery {
  readonly copy: Session;
  /** From `reserveUnused`. */
  readonly firstUses: FirstUses;
}

/**
 * Prepares a copy of a checkout that ended without money: the same order at the prices of now, the merchant's settings,
 * what the buyer had filled in, and the discounts that still apply. Asked before the transaction.
 *
 * @returns the copy that is there already, or else a new one that is yet to be written
 * @throws Problem `resource_invalid_state`: the checkout is open, paid, undecided, ended too long ago, or the merchant
 *   ended it or its copy
 * @throws Problem as `checkLinkOpen` and `askForSession`
 */
export async function askForRecovery(
  accounts: Accounts,
  context: LoadContext,
  session: Session,
  discounting: Discounting,
): Promise<Recovery> {
  if (!isRecoverable(session, context.now)) throw notRecoverable();
  const copy = await findCopy(context.reader, session);
  if (copy && isClosed(copy)) throw notRecoverable();
  if (copy) return { copy, firstUses: [] };
  const link = session.paymentLinkId === null ? undefined : await findLink(context.reader, session.paymentLinkId);
  if (link) await checkLinkOpen(context.reader, link, context.now);
  const body = toBody(session);
  const { facts, asked } = await askForLess(
    (asked) => askForSession(accounts, context, { body: asked, idempotencyKey: undefined }, discounting),
    { ...body, discounts: discountsOf(session) },
  );
  return { copy: copyOf(session, openSession(context, asked, facts), facts), firstUses: facts.firstUses ?? [] };
}

const notRecoverable = (): Problem =>
  new Problem('resource_invalid_state', 'Only a checkout that ended by itself and without payment can be begun again.');

/** Asks without what is gone since: the discounts that no longer apply, the customer whom the merchant has deleted. */
async function askForLess(
  ask: (body: CreateCheckoutSession) => Promise<SessionFacts>,
  asked: CreateCheckoutSession,
): Promise<{ readonly facts: SessionFacts; readonly asked: CreateCheckoutSession }> {
  try {
    return { facts: await ask(asked), asked };
  } catch (thrown) {
    const { code, param } = thrown instanceof Problem ? thrown : {};
    if (param?.startsWith('discounts') && asked.discounts?.length) return askForLess(ask, { ...asked, discounts: [] });
    if (code === 'resource_missing' && param === 'customerId' && asked.customerId !== undefined)
      return askForLess(ask, { ...asked, customerId: undefined });
    throw thrown;
  }
}

/**
 * Writes the copy that {@link askForRecovery} prepared, with its event, unless there is one by now: whoever begins the
 * same checkout again at the same time waits at its row.
 *
 * @returns the copy as its buyer sees it, with its id and client secret
 */
export async function recoverCheckout(
  rendering: Rendering,
  tx: Tx,
  session: Session,
  prepared: Recovery,
): Promise<HostedCheckout> {
  if (!(await lockSession(tx, firstOf(session)))) throw resourceMissing();
  const copy = (await findCopy(tx, session)) ?? (await openCopy(rendering, tx, prepared));
  return withSecret(toHostedCheckout(copy, rendering, tx.now), copy.id, rendering);
}

async function openCopy(rendering: Rendering, tx: Tx, { copy, firstUses }: Recovery): Promise<Session> {
  await insertSession(tx, copy);
  const object = toSessionEvent(toSessionResource(copy, rendering, tx.now));
  tx.emit('checkout.session.created', { object, version: copy.version });
  publishUses(tx, copy.id, firstUses);
  return copy;
}

/** What a merchant would send to sell the same again; what only the session's own settings say is copied from them. */
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

function copyOf(session: Session, opened: Session, { methods }: SessionFacts): Session {
  const { merchantName, merchantCountry, merchantLogo, customerId, methodConfiguration } = opened.settings;
  const { merchantLogo: _former, customerId: _customer, ...settings } = session.settings;
  const methodTypes = methods.map(({ type }) => type).filter((type) => settings.methodTypes.includes(type));
  if (methodTypes.length === 0) throw new Problem('resource_invalid_state', 'No way to pay this checkout is left.');
  return {
    ...opened,
    customerDetails: session.customerDetails,
    customFields: session.customFields,
    paymentLinkId: session.paymentLinkId,
    recoveredFrom: firstOf(session),
    settings: {
      ...settings,
      methodTypes,
      merchantName,
      merchantCountry,
      ...(merchantLogo === undefined ? {} : { merchantLogo }),
      ...(customerId === undefined ? {} : { customerId }),
      ...(methodConfiguration && { methodConfiguration }),
    },
  };
}
