import { CreateCheckoutSession, type CheckoutPrice, type LineItem } from '@mizan/contracts';
import { Problem, resourceMissing, type LoadContext, type Tx } from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import { offeredLinesAt } from '../catalog/current-lines.ts';
import { resolveFeeConfig } from '../pricing/fee-config.ts';
import { lockExchange } from '../pricing/lock-exchange.ts';
import { amountStepOf, plainRules } from '../pricing/session-pricing.ts';
import { askForSession } from '../sessions/create-session.ts';
import { availabilityAt, toLineItem } from '../sessions/line-item.resource.ts';
import { configurationFor, lookAtConfiguration } from '../sessions/method-configuration.ts';
import { findOffers } from '../sessions/offer-lines.ts';
import { openSession } from '../sessions/open-session.ts';
import { offeredMethods } from '../sessions/payment-methods.ts';
import { publishUses, type FirstUses } from '../sessions/price-uses.ts';
import { findSession, insertSession } from '../sessions/session-rows.ts';
import { toSessionEvent, toSessionResource, type Rendering } from '../sessions/session.resource.ts';
import { totalCart } from '../sessions/total-cart.ts';
import type { Session } from '../sessions/session.ts';
import { checkLinkOpen } from './check-link-open.ts';
import { countTakenPlaces } from './count-completions.ts';
import { lockLink, shareLink } from './link-rows.ts';
import type { Link } from './link.ts';

/** A session that a link would open, and the link as it was then. */
export interface Opening {
  readonly link: Link;
  readonly session: Session;
  /** From `reserveUnused`. */
  readonly firstUses: FirstUses;
}

/**
 * The session as a link would open it, to be looked at: nothing is refused but what could never be shown, so that a page
 * can say what is sold out. When the catalog does not answer, the lines are shown as it was last heard of them;
 * when payments does not, so are all the ways to pay that the account has.
 *
 * @throws Problem as `lockExchange`: what the order costs in the currency that is processed cannot be said
 */
export async function previewLink(
  accounts: Accounts,
  context: Pick<LoadContext, 'scope' | 'now' | 'calls'>,
  link: Link,
): Promise<Session> {
  const body = toSessionBody(link);
  const account = await accounts.get(context);
  const offers = await findOffers(body.lineItems, context.calls).catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.status >= 500) return [];
    throw thrown;
  });
  const configuration = await lookAtConfiguration(link.settings.paymentMethodConfigurationId, context.calls);
  const known = offeredLinesAt(link.lineItems, link.news, context.now);
  const lines = known.map((line, index) => currentLine(line, offers[index], context.now));
  const { currency, exchange } = await lockExchange(context, account, link.currency);
  const feeConfig = resolveFeeConfig(account.feeConfig, { payment_link: link.settings.feeConfig });
  const amountStep = amountStepOf(context.scope.livemode, currency);
  const facts = {
    account,
    feeConfig,
    customer: null,
    configuration,
    methods: offeredMethods(account, currency, undefined, configuration && configurationFor(configuration, currency)),
    cart: totalCart(lines, [], { ...plainRules(currency), exchange, feeConfig, amountStep }),
  };
  const { createdAt, updatedAt } = link;
  return { ...openSession(context, body, facts), createdAt, updatedAt, paymentLinkId: link.id };
}

/**
 * Asks everything that a session of a link depends on, as for one that the merchant creates; its lines keep the ids that
 * the buyer has seen.
 *
 * @throws Problem as `checkLinkOpen` and `askForSession`
 */
export async function askForOpening(accounts: Accounts, context: LoadContext, link: Link): Promise<Opening> {
  await checkLinkOpen(context.reader, link, context.now);
  const body = toSessionBody(link);
  const facts = await askForSession(
    accounts,
    context,
    { body, idempotencyKey: undefined },
    undefined,
    link.settings.feeConfig,
  );
  const lineItems = facts.cart.lineItems.map((line, index) => ({ ...line, id: link.lineItems[index]?.id ?? line.id }));
  const session = openSession(context, body, { ...facts, cart: { ...facts.cart, lineItems } });
  return { link, session: { ...session, paymentLinkId: link.id }, firstUses: facts.firstUses ?? [] };
}

/**
 * Writes the session that {@link askForOpening} prepared, unless the link has changed since. {@link publishOpened} says
 * so once the buyer's own change is in it.
 *
 * @param isPaid the same transaction begins to pay for it: takes a place under `maxCompletions`, see `countTakenPlaces`
 * @throws Problem as `checkLinkOpen`
 * @throws Problem `resource_invalid_state`: the merchant has just changed the link
 */
export async function insertOpened(tx: Tx, { link, session, firstUses }: Opening, isPaid = false): Promise<void> {
  const takesPlace = isPaid && link.maxCompletions !== null; // buyers of any other link need not queue
  const now = await (takesPlace ? lockLink(tx, link.id) : shareLink(tx, link.id));
  if (!now) throw resourceMissing();
  await checkLinkOpen(tx, now, tx.now, takesPlace ? countTakenPlaces : undefined);
  if (now.version !== link.version)
    throw new Problem('resource_invalid_state', 'The payment link has just changed. Show it to the buyer again.');
  await insertSession(tx, session);
  publishUses(tx, session.id, firstUses);
}

/** Publishes a session that a link has opened, as it is at the end of the transaction. */
export async function publishOpened(rendering: Rendering, tx: Tx, sessionId: string): Promise<void> {
  const session = await findSession(tx, sessionId);
  if (!session) throw new Error('bug: a session that was just written is gone');
  const object = toSessionEvent(toSessionResource(session, rendering, tx.now));
  tx.emit('checkout.session.created', { object, version: session.version });
}

/** What a merchant would send to create the session; parsed, so that whatever a session has by default it has too. */
function toSessionBody({ settings, lineItems, customFields }: Link): CreateCheckoutSession {
  const { brandingSettings, feeConfig: _ours, accountFeeConfig: _theirs, ...rest } = settings;
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
