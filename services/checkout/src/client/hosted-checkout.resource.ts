import { amountReceivedOf } from '@mizan/checkout-page';
import {
  toPublicPaymentIntent,
  type Discount,
  type HostedCheckout,
  type HostedDiscount,
  type HostedLineItem,
  type LineItem,
} from '@mizan/contracts';
import type { Link } from '../payment-links/link.ts';
import { linkUrl } from '../payment-links/payment-link.resource.ts';
import { afterCompletionOf } from '../session/after-completion.ts';
import { toSessionResource, type Rendering } from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';
import { coversAnyOf } from '../session/total-lines.ts';

/** A session as the buyer's browser sees it: nothing of the merchant's own, nothing stored about a customer. */
export function toHostedCheckout(session: Session, app: Rendering, now: Date): HostedCheckout {
  const {
    metadata: _metadata,
    feeConfig: _feeConfig,
    customerId: _customerId,
    customer: _customer,
    customerUpdate: _customerUpdate,
    customerCreation: _customerCreation,
    clientSecret: _clientSecret,
    paymentMethodConfigurationId: _paymentMethodConfigurationId,
    paymentMethodId: _paymentMethodId,
    recoveredFrom: _recoveredFrom,
    paymentIntent,
    lineItems,
    discounts,
    ...shown
  } = toSessionResource(session, app, now);
  const amountReceived = amountReceivedOf(session);
  return {
    ...shown,
    afterCompletion: afterCompletionOf(session),
    lineItems: lineItems.map(toHostedLineItem),
    discounts: discounts.map((discount) => toHostedDiscount(discount, session)),
    paymentIntent: paymentIntent && toPublicPaymentIntent(paymentIntent),
    ...(amountReceived > 0 ? { amountReceived } : {}),
  };
}

/** A payment link as a buyer's browser sees it: the session that it would open, which has no id yet. */
export function toHostedLink(
  app: Rendering,
  { link, preview, now }: { readonly link: Link; readonly preview: Session; readonly now: Date },
): HostedCheckout {
  const { id: _id, ...shown } = toHostedCheckout(preview, app, now);
  return { ...shown, url: linkUrl(app, link) };
}

/** A session that the buyer's request has just opened, with the secret that further requests need. */
export const withSecret = (checkout: HostedCheckout, sessionId: string, { secrets }: Rendering): HostedCheckout => ({
  ...checkout,
  clientSecret: secrets.clientSecret(sessionId),
});

function toHostedLineItem(item: LineItem): HostedLineItem {
  const { metadata: _metadata, stock: _stock, ...price } = item.price;
  return { ...item, price };
}

function toHostedDiscount({ id, promotionCodeCode, coupon }: Discount, session: Session): HostedDiscount {
  const { name, percentOff, amountOff, currency } = coupon;
  return {
    id,
    object: 'discount',
    promotionCodeCode,
    coupon: { name, percentOff, amountOff, currency },
    appliesToOrder: coversAnyOf(coupon, session),
  };
}
