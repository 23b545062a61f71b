import type { CheckoutPrice, LineItem, LiveMethods, UpdateHostedCheckout } from '@mizan/contracts';
import { command, Problem, resourceMissing, type LoadContext, type RoutesOf, type Tx } from '@mizan/service-kit';
import { availabilityOf } from '../catalog/current-lines.ts';
import type { App } from '../config.ts';
import { assertMinimumsStillReached, changePromotionCode } from '../discounts/apply-discounts.ts';
import { insertOpenedSession } from '../payment-links/open-link.ts';
import { assertCustomAmount, assertInStock, assertQuantity, quantityOfCustom } from '../session/assert-lines.ts';
import { assertTotal } from '../session/assert-total.ts';
import { findLiveMode, withLiveMethods } from '../session/live-methods.ts';
import { piecesByPrice } from '../session/change-lines.ts';
import { notOffered, payableMethodsOf } from '../session/payment-methods.ts';
import { publishSession } from '../session/publish-session.ts';
import { pricedCartOf, rulesOf } from '../session/session-pricing.ts';
import { getSession, lockSession, saveCart } from '../session/session-rows.ts';
import type { Session } from '../session/session.ts';
import { reprice, totalCart } from '../session/total-cart.ts';
import { mergeDetails } from '../sessions/change-session.ts';
import { assertOpen } from '../session/assert-confirmable.ts';
import { buyerScope, loadCheckout } from './buyer-access.ts';
import { withCardEntry } from './card-entry.ts';
import { chooseMethod } from './choose-method.ts';
import { answerFields } from '../session/custom-field-answers.ts';
import { toHostedCheckout, withSecret } from './hosted-checkout.resource.ts';

/** A change by the buyer. At a payment link the first one opens the session, both or neither. */
export const updateHostedCheckout = (app: App): RoutesOf<'checkout'>['updateHostedCheckout'] =>
  command({
    scope: buyerScope(app),
    load: async (context, { body }) => ({
      ...(await loadChange(context, app, body)),
      live: await findLiveMode(app, context),
    }),
    run: async (tx, { body }, loaded) => {
      const { opening, sessionId } = loaded;
      const { live } = loaded;
      if (opening) await insertOpenedSession(tx, opening);
      const session = await changeCheckout(tx, app, { body, loaded });
      const changed = toHostedCheckout(session, app, tx.now);
      if (!opening) return withCardEntry(changed, live, session);
      publishSession(tx, app, { type: 'checkout.session.created', session: await getSession(tx, sessionId) });
      return withCardEntry(withSecret(changed, sessionId, app), live, session);
    },
  });

interface Change {
  readonly body: UpdateHostedCheckout;
  readonly loaded: LoadedChange;
}

type LineChanges = NonNullable<UpdateHostedCheckout['lineItems']>;
type Stock = ReadonlyMap<string, CheckoutPrice>;

/** What a buyer's change depends on; `opening` at a payment link, whose session is yet to be written. */
type LoadedChange = Awaited<ReturnType<typeof loadChange>> & { readonly live: LiveMethods | undefined };

async function loadChange(context: LoadContext, app: App, body: UpdateHostedCheckout) {
  const { session, opening } = await loadCheckout(context, app);
  assertOpen(session, context.now);
  const chosen = await chooseMethod(context, app, { session, body });
  const stock = await fetchStock(context, session, body.lineItems);
  return { sessionId: session.id, opening, chosen, stock };
}

/** What the catalog can still sell of the lines whose quantity changes, by price id. */
async function fetchStock({ calls }: LoadContext, { lineItems }: Session, changes: LineChanges = []): Promise<Stock> {
  const changed = new Set(changes.filter(({ quantity }) => quantity !== undefined).map(({ id }) => id));
  const lines = lineItems.filter(({ id }) => changed.has(id));
  const priceIds = [...new Set(lines.map(({ price }) => price.id))];
  if (priceIds.length === 0) return new Map();
  const { prices } = await calls.getCheckoutPrices({ priceIds });
  return new Map(prices.map((offer) => [offer.price.id, offer]));
}

/**
 * Changes what a buyer may change: a promotion code, a discount to go on without, quantities that the merchant made
 * adjustable, amounts of CUSTOM prices, custom fields and personal details. Prices are those of the session; only their
 * stock is fetched again.
 */
async function changeCheckout(tx: Tx, app: App, { body, loaded }: Change): Promise<Session> {
  const session = withLiveMethods(await lockSession(tx, loaded.sessionId), loaded.live);
  assertOpen(session, tx.now);
  assertMethodOffered(session, body.paymentMethodType);
  const customerDetails = body.customerDetails
    ? mergeDetails(session.customerDetails, body.customerDetails)
    : session.customerDetails;
  const priced = reprice({ ...session, customerDetails }, loaded.chosen);
  const changed: Session = {
    ...priced,
    ...(await changeCart(tx, app, { session: priced, body, stock: loaded.stock })),
    customFields: body.customFields ? answerFields(session.customFields, body.customFields) : session.customFields,
    updatedAt: tx.now,
  };
  await saveCart(tx, changed);
  return changed;
}

function assertMethodOffered(session: Session, type: UpdateHostedCheckout['paymentMethodType']): void {
  const { methodTypes, liveMethods } = session.settings;
  const isLive = liveMethods?.some((method) => method.type === type) ?? true;
  if (type === undefined || (methodTypes.includes(type) && isLive)) return;
  throw notOffered(session, type, 'paymentMethodType');
}

/** The changed lines, discounts and totals. */
async function changeCart(
  tx: Tx,
  app: App,
  { session, body, stock }: { readonly session: Session; readonly body: UpdateHostedCheckout; readonly stock: Stock },
): Promise<Partial<Session>> {
  const { lineItems: changes, promotionCode: text, withoutDiscount } = body;
  if (changes === undefined && text === undefined && withoutDiscount === undefined) return {};
  const lineItems = changes ? changeLines(session, changes, stock) : session.lineItems;
  const rules = rulesOf(session);
  const cart = pricedCartOf({ ...session, ...totalCart(lineItems, [], rules) });
  const kept = withoutDiscount === undefined ? session.discounts : removeDiscount(session, withoutDiscount);
  const discounts = await changePromotionCode(tx, app, { session: { ...session, discounts: kept }, text, cart });
  if (changes) await assertMinimumsStillReached(tx, discounts, cart);
  const totalled = totalCart(lineItems, discounts, rules);
  const param = changes ? 'lineItems' : text !== undefined ? 'promotionCode' : 'withoutDiscount';
  assertTotal(totalled.amountTotal, payableMethodsOf(session), { ...rules, param });
  return { ...totalled, discounts };
}

/** A buyer may always pay more: an order whose discount is no longer available can be paid without it. */
function removeDiscount({ discounts }: Session, position: number): Session['discounts'] {
  if (position >= discounts.length) throw resourceMissing('withoutDiscount');
  return discounts.filter((_discount, index) => index !== position);
}

const noSuchItem = 'This checkout has no item with this ID. An item that was removed cannot be added again.';

function changeLines(session: Session, changes: LineChanges, stock: Stock): LineItem[] {
  const lines = new Map(session.lineItems.map((line) => [line.id, line]));
  changes.forEach((change, index) => {
    const param = `lineItems[${index}]`;
    const line = lines.get(change.id);
    if (!line) throw new Problem('resource_missing', noSuchItem, { param: `${param}.id` });
    lines.set(line.id, changeLine(line, change, { param, stock }));
  });
  const items = [...lines.values()].filter(({ quantity }) => quantity > 0);
  if (items.length === 0)
    throw new Problem('checkout_empty_cart', 'At least one item must remain in the checkout.', { param: 'lineItems' });
  const [before, after] = [piecesByPrice(session.lineItems), piecesByPrice(items)];
  assertInStock(
    items.flatMap((line, index) => {
      const { id } = line.price;
      const offer = (after.get(id) ?? 0) > (before.get(id) ?? 0) ? stock.get(id) : undefined; // fewer is always allowed
      return offer ? [{ param: `lineItems[${index}]`, offer, quantity: line.quantity }] : [];
    }),
  );
  return items;
}

function changeLine(
  line: LineItem,
  { quantity, customAmount }: LineChanges[number],
  { param, stock }: { readonly param: string; readonly stock: Stock },
): LineItem {
  if (customAmount !== undefined)
    assertCustomAmount(`${param}.customAmount`, line.price.customUnitAmount, customAmount);
  if (quantity !== undefined && quantity !== line.quantity) assertAdjustable(line, quantity, `${param}.quantity`);
  const offer = stock.get(line.price.id);
  return {
    ...line,
    quantity: quantity ?? line.quantity,
    ...(customAmount === undefined ? {} : { customAmount }),
    ...(offer ? { availability: availabilityOf(offer.price.stock) } : {}),
  };
}

function assertAdjustable({ price, adjustableQuantity: range }: LineItem, quantity: number, param: string): void {
  if (price.type === 'CUSTOM') throw new Problem('parameter_invalid', quantityOfCustom, { param });
  if (range?.enabled !== true)
    throw new Problem(
      'parameter_invalid',
      'The quantity of this item cannot be changed: its line was created without adjustableQuantity.enabled.',
      { param },
    );
  assertQuantity(param, range, quantity);
}
