import type {
  CheckoutPrice,
  HostedCheckout,
  LineItem,
  UpdateHostedCheckout,
  ConfirmHostedCheckout,
} from '@mizan/contracts';
import { Problem, resourceMissing, type BoundCalls, type Tx } from '@mizan/service-kit';
import { changePromotionCode, assertMinimumsStillReached, type Discounting } from '../discounts/apply-discounts.ts';
import { insertOpenedSession, publishOpenedSession, type Opening } from '../payment-links/open-link.ts';
import { mergeDetails } from '../sessions/change-session.ts';
import { assertQuantity, assertCustomAmount, assertInStock } from '../session/assert-lines.ts';
import { availabilityOf } from '../catalog/current-lines.ts';
import { payableMethodsOf } from '../session/payment-methods.ts';
import { pricedCartOf, rulesOf, type ChosenMethod } from '../session/session-pricing.ts';
import { lockSession, saveCart } from '../session/session-rows.ts';
import type { Rendering } from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';
import { reprice, totalCart } from '../session/total-cart.ts';
import { assertTotal } from '../session/assert-total.ts';
import { assertOpen } from './assert-confirmable.ts';
import { beginConfirm, type Attempt, type BegunSessions, type BuyerFacts } from './confirm-hosted-checkout.ts';
import { answerFields } from './custom-field-answers.ts';
import { toHostedCheckout, withSecret } from './hosted-checkout.resource.ts';

type LineChanges = NonNullable<UpdateHostedCheckout['lineItems']>;

/** What the catalog can still sell of the lines whose quantity changes, by price id. Asked before the transaction. */
export async function askForStock(
  session: Session,
  changes: LineChanges | undefined,
  calls: BoundCalls,
): Promise<Map<string, CheckoutPrice>> {
  const changed = new Set(changes?.filter(({ quantity }) => quantity !== undefined).map(({ id }) => id));
  const lines = session.lineItems.filter(({ id }) => changed.has(id));
  const priceIds = [...new Set(lines.map(({ price }) => price.id))];
  if (priceIds.length === 0) return new Map();
  const { prices } = await calls.getCheckoutPrices({ priceIds });
  return new Map(prices.map((offer) => [offer.price.id, offer]));
}

/**
 * Changes what a buyer may change: a promotion code, a discount that they go on without, quantities that the merchant made adjustable, amounts of CUSTOM prices, answers and
 * personal details. Prices stay those of the session; only what is left of them is asked anew.
 *
 * @param stock from {@link askForStock}
 * @param chosen from `chooseMethod`
 * @throws Problem as `assertOpen`
 * @throws Problem `resource_missing`: no such line or discount
 * @throws Problem `price_sold_out` | `amount_invalid` | `parameter_invalid` | `validation_error`
 * @throws Problem `checkout_empty_cart`: every line would be taken away
 * @throws Problem `payment_method_mismatch`: the session does not take that method
 * @throws Problem as `changePromotionCode`
 */
export async function updateHostedCheckout(
  rendering: Rendering,
  tx: Tx,
  sessionId: string,
  body: UpdateHostedCheckout,
  stock: ReadonlyMap<string, CheckoutPrice>,
  discounting: Discounting,
  chosen: ChosenMethod | null | undefined,
): Promise<HostedCheckout> {
  const session = await lockSession(tx, sessionId);
  if (!session) throw resourceMissing();
  assertOpen(session, tx.now);
  assertMethodOffered(session, body.paymentMethodType);
  const customerDetails = body.customerDetails
    ? mergeDetails(session.customerDetails, body.customerDetails)
    : session.customerDetails;
  const told = reprice({ ...session, customerDetails }, chosen);
  const changed: Session = {
    ...told,
    ...(await changeCart(tx, told, body, stock, discounting)),
    customFields: body.customFields ? answerFields(session.customFields, body.customFields) : session.customFields,
    updatedAt: tx.now,
  };
  await saveCart(tx, changed);
  return toHostedCheckout(changed, rendering, tx.now);
}

function assertMethodOffered({ settings }: Session, type: UpdateHostedCheckout['paymentMethodType']): void {
  if (type === undefined || settings.methodTypes.includes(type)) return;
  throw new Problem('payment_method_mismatch', `This checkout does not take ${type}.`, { param: 'paymentMethodType' });
}

/** The lines, what is taken off them and what they sum up to. */
async function changeCart(
  tx: Tx,
  session: Session,
  { lineItems: changes, promotionCode, withoutDiscount }: UpdateHostedCheckout,
  stock: ReadonlyMap<string, CheckoutPrice>,
  discounting: Discounting,
): Promise<Partial<Session>> {
  if (changes === undefined && promotionCode === undefined && withoutDiscount === undefined) return {};
  const lineItems = changes ? changeLines(session, changes, stock) : session.lineItems;
  const rules = rulesOf(session);
  const cart = pricedCartOf({ ...session, ...totalCart(lineItems, [], rules) });
  const left = withoutDiscount === undefined ? session.discounts : leaveOut(session, withoutDiscount);
  const discounts = await changePromotionCode(tx, { ...session, discounts: left }, promotionCode, cart, discounting);
  if (changes) await assertMinimumsStillReached(tx, discounts, cart);
  const totalled = totalCart(lineItems, discounts, rules);
  assertTotal(totalled.amountTotal, payableMethodsOf(session), rules);
  return { ...totalled, discounts };
}

/** A buyer may always pay more: one whose discount cannot be given any more need not leave the order. */
function leaveOut({ discounts }: Session, place: number): Session['discounts'] {
  if (place >= discounts.length) throw resourceMissing('withoutDiscount');
  return discounts.filter((_discount, index) => index !== place);
}

function changeLines(session: Session, changes: LineChanges, stock: ReadonlyMap<string, CheckoutPrice>): LineItem[] {
  const lines = new Map(session.lineItems.map((line) => [line.id, line]));
  changes.forEach((change, index) => {
    const param = `lineItems[${index}]`;
    const line = lines.get(change.id);
    if (!line) throw resourceMissing(`${param}.id`);
    lines.set(line.id, changeLine(line, change, param, stock));
  });
  const items = [...lines.values()].filter(({ quantity }) => quantity > 0);
  if (items.length === 0)
    throw new Problem('checkout_empty_cart', 'This would leave nothing to buy.', { param: 'lineItems' });
  assertInStock(
    items.flatMap((line, index) => {
      const offer = stock.get(line.price.id);
      return offer ? [{ param: `lineItems[${index}]`, offer, quantity: line.quantity }] : [];
    }),
  );
  return items;
}

function changeLine(
  line: LineItem,
  { quantity, customAmount }: LineChanges[number],
  param: string,
  stock: ReadonlyMap<string, CheckoutPrice>,
): LineItem {
  if (customAmount !== undefined)
    assertCustomAmount(`${param}.customAmount`, line.price.customUnitAmount, customAmount);
  if (quantity !== undefined && quantity !== line.quantity) {
    if (line.price.type === 'CUSTOM')
      throw new Problem('parameter_invalid', 'An item whose amount the buyer chooses has the quantity 1.', {
        param: `${param}.quantity`,
      });
    if (line.adjustableQuantity?.enabled !== true)
      throw new Problem('parameter_invalid', 'The quantity of this item cannot be changed.', {
        param: `${param}.quantity`,
      });
    assertQuantity(`${param}.quantity`, line.adjustableQuantity, quantity);
  }
  const offer = stock.get(line.price.id);
  return {
    ...line,
    quantity: quantity ?? line.quantity,
    ...(customAmount === undefined ? {} : { customAmount }),
    ...(offer ? { availability: availabilityOf(offer.price.stock) } : {}),
  };
}

type Stock = Parameters<typeof updateHostedCheckout>[4];

/**
 * A buyer's first change at a payment link: opens the session and makes the change, both or neither.
 *
 * @returns the session as the buyer sees it, with its id and client secret
 * @throws Problem as `insertOpenedSession` and `updateHostedCheckout`
 */
export async function changeAtLink(
  rendering: Rendering,
  tx: Tx,
  opening: Opening,
  body: UpdateHostedCheckout,
  stock: Stock,
  discounting: Discounting,
  chosen: ChosenMethod | null | undefined,
): Promise<HostedCheckout> {
  const { id } = opening.session;
  await insertOpenedSession(tx, opening);
  const checkout = await updateHostedCheckout(rendering, tx, id, body, stock, discounting, chosen);
  await publishOpenedSession(rendering, tx, id);
  return withSecret(checkout, id, rendering);
}

/**
 * A buyer's confirm at a payment link without a change before: opens the session and holds it for the attempt.
 *
 * @throws Problem as `insertOpenedSession` and `beginConfirm`
 */
export async function beginConfirmAtLink(
  rendering: Rendering,
  tx: Tx,
  opening: Opening,
  body: ConfirmHostedCheckout,
  facts: BuyerFacts,
  begun: BegunSessions,
): Promise<Attempt> {
  const { id } = opening.session;
  await insertOpenedSession(tx, opening, true);
  await publishOpenedSession(rendering, tx, id);
  const attempt = await beginConfirm(tx, id, body, facts, begun, rendering.secrets);
  const opened: Attempt = { ...attempt, isOpened: true };
  const session = begun.get(attempt);
  if (session) begun.set(opened, session);
  return opened;
}
