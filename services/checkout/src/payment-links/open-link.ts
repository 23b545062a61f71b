import { CreateCheckoutSession, type CheckoutPrice, type LineItem } from '@mizan/contracts';
import { Problem, resourceMissing, type LoadContext, type SystemReader, type Tx } from '@mizan/service-kit';
import { availabilityAt, offeredLinesAt } from '../catalog/current-lines.ts';
import type { App } from '../config.ts';
import { resolveFeeConfig } from '../session/fee-config.ts';
import { toLineItem } from '../session/line-item.resource.ts';
import { fetchOffers, publishPriceUses, type FirstUses } from '../session/line-prices.ts';
import { countCompletedSessions, countTakenPlaces } from '../session/link-completions.ts';
import { fetchLiveMethods, liveMethodsFor } from '../session/live-methods.ts';
import { lockExchangeRate } from '../session/lock-exchange-rate.ts';
import { newSession } from '../session/new-session.ts';
import { configurationFor, fetchConfigurationIfAvailable, offeredMethods } from '../session/payment-methods.ts';
import { amountStepsOf, plainRules } from '../session/session-pricing.ts';
import { newSessionRow } from '../session/session-rows.ts';
import type { Session } from '../session/session.ts';
import { totalCart } from '../session/total-cart.ts';
import { prepareSession } from '../sessions/prepare-session.ts';
import { lockLink, lockLinkShared } from './link-rows.ts';
import type { Link } from './link.ts';

interface Moment {
  readonly now: Date;
  /** Which checkouts of a link count against `maxCompletions`: the complete sessions by default. */
  readonly count?: typeof countTakenPlaces | undefined;
}

/** Why a link accepts no further checkout; undefined while it does. Sessions that were opened before are not concerned. */
export async function closedBecause(db: SystemReader, link: Link, { now, count = countCompletedSessions }: Moment) {
  if (!link.active) return 'inactive';
  if (link.expiresAt !== null && link.expiresAt <= now) return 'expired';
  if (link.maxCompletions === null) return undefined;
  return (await count(db, link)) >= link.maxCompletions ? 'used up' : undefined;
}

/** @throws Problem `payment_link_expired` | `payment_link_inactive`: also when it was completed as often as allowed */
export async function assertLinkOpen(db: SystemReader, link: Link, moment: Moment): Promise<void> {
  const reason = await closedBecause(db, link, moment);
  if (reason === 'expired') throw new Problem('payment_link_expired', 'This payment link has expired.');
  if (reason) throw new Problem('payment_link_inactive', 'This payment link no longer accepts payments.');
}

/** A session that a link would open, and the link as it was then. */
export interface Opening {
  readonly link: Link;
  readonly session: Session;
  readonly firstUses: FirstUses;
}

/**
 * The session as a link would open it, only to be shown: refuses only what could never be shown, so that a page can
 * show what is sold out. When the catalog does not answer, the lines are shown by its latest events; when payments does
 * not answer, all payment methods of the account are shown in test mode; live mode shows none that may not work.
 *
 * @throws Problem as `fetchLiveMethods`, and as `lockExchangeRate`: the total in the processed currency is unknown
 */
export async function previewLink(
  context: Pick<LoadContext, 'scope' | 'now' | 'calls'>,
  app: App,
  link: Link,
): Promise<Session> {
  const body = toSessionBody(link);
  const defaults = app.defaultConfigurations;
  const account = await app.accounts.get(context);
  const offers = await fetchOffers(body.lineItems, context.calls).catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.status >= 500) return [];
    throw thrown;
  });
  const configuration = await fetchConfigurationIfAvailable(link.settings.paymentMethodConfigurationId, {
    context,
    defaults,
  });
  const known = offeredLinesAt(link.lineItems, link.catalogChanges, context.now);
  const lines = known.map((line, index) => currentLine(line, offers[index], context.now));
  const { currency, exchange } = await lockExchangeRate(context, account, link.currency);
  const feeConfig = resolveFeeConfig(account.feeConfig, { payment_link: link.settings.feeConfig });
  const live = await fetchLiveMethods(app, context);
  const limits = configuration && configurationFor(configuration, currency);
  const methods = offeredMethods({ account, currency, configuration: limits });
  const methodTypes = methods.map(({ type }) => type);
  const liveMethods = liveMethodsFor(live, { currency, methodTypes, captureMethod: body.captureMethod });
  const steps = amountStepsOf({ livemode: link.livemode, currency, liveMethods });
  const preview = newSession(context, body, {
    account,
    feeConfig,
    customer: null,
    configuration,
    methods,
    live,
    cart: totalCart(lines, [], { ...plainRules(currency), exchange, feeConfig, steps }),
  });
  return { ...preview, createdAt: link.createdAt, updatedAt: link.updatedAt, paymentLinkId: link.id };
}

/**
 * Prepares a session of a link as one that the merchant creates; its lines keep the ids that the buyer has seen.
 * @throws Problem as `assertLinkOpen` and `prepareSession`
 */
export async function prepareOpening(context: LoadContext, app: App, link: Link): Promise<Opening> {
  await assertLinkOpen(context.reader, link, context);
  const body = toSessionBody(link);
  const linkFeeConfig = link.settings.feeConfig;
  const loaded = await prepareSession(context, app, { body, idempotencyKey: undefined, linkFeeConfig });
  const lineItems = loaded.cart.lineItems.map((line, index) => ({ ...line, id: link.lineItems[index]?.id ?? line.id }));
  const session = newSession(context, body, { ...loaded, cart: { ...loaded.cart, lineItems } });
  return { link, session: { ...session, paymentLinkId: link.id }, firstUses: loaded.firstUses ?? [] };
}

/**
 * Writes the session that {@link prepareOpening} prepared, unless the link has changed since. Publish the session once the
 * buyer's own change is in it. A payment in progress counts under `maxCompletions`, see `countTakenPlaces`.
 *
 * @throws Problem as `assertLinkOpen`; `resource_invalid_state`: the merchant has just changed the link
 */
export async function insertOpenedSession(tx: Tx, { link, session, firstUses }: Opening): Promise<void> {
  const isLimited = link.maxCompletions !== null; // buyers of any other link need not queue
  const current = await (isLimited ? lockLink(tx, link.id) : lockLinkShared(tx, link.id));
  if (!current) throw resourceMissing();
  await assertLinkOpen(tx, current, { now: tx.now, count: isLimited ? countTakenPlaces : undefined });
  if (current.version !== link.version)
    throw new Problem('resource_invalid_state', 'The payment link has just changed. Show it to the buyer again.');
  await tx.sql`${newSessionRow(tx, session)}`;
  publishPriceUses(tx, session.id, firstUses);
}

/** The request that a merchant would send to create the session; parsed, so that it has all defaults. */
function toSessionBody({ settings, lineItems, customFields }: Link): CreateCheckoutSession {
  const { brandingSettings, feeConfig: _feeConfig, accountFeeConfig: _accountFeeConfig, ...rest } = settings;
  const { warnings: _warnings, ...look } = brandingSettings;
  return CreateCheckoutSession.parse({
    ...rest,
    brandingSettings: look,
    customFields,
    lineItems: lineItems.map(({ price, quantity, adjustableQuantity, customAmount }) => ({
      price: price.id,
      quantity,
      adjustableQuantity,
      customAmount,
    })),
  });
}

function currentLine(line: LineItem, offer: CheckoutPrice | undefined, now: Date) {
  if (!offer) return line;
  const { id, quantity, adjustableQuantity, customAmount } = line;
  const current = toLineItem(id, offer, { quantity, adjustableQuantity, customAmount });
  return { ...current, availability: availabilityAt(offer, now) };
}
