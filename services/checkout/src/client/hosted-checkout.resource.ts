import {
  toPublicPaymentIntent,
  type Discount,
  type HostedCheckout,
  type HostedDiscount,
  type HostedLineItem,
  type LineItem,
} from '@mizan/contracts';
import { toSessionResource, type Rendering } from '../sessions/session.resource.ts';
import type { Session } from '../sessions/session.ts';

/** A session as the buyer's browser sees it: nothing of the merchant's own, nothing stored about a customer. */
export function toHostedCheckout(session: Session, rendering: Rendering, now: Date): HostedCheckout {
  const {
    metadata: _metadata,
    feeConfig: _feeConfig,
    customerId: _customerId,
    customer: _customer,
    customerUpdate: _customerUpdate,
    customerCreation: _customerCreation,
    clientSecret: _clientSecret,
    paymentIntent,
    lineItems,
    discounts,
    ...shown
  } = toSessionResource(session, rendering, now);
  return {
    ...shown,
    lineItems: lineItems.map(toHostedLineItem),
    discounts: discounts.map(toHostedDiscount),
    paymentIntent: paymentIntent && toPublicPaymentIntent(paymentIntent),
  };
}

function toHostedLineItem(item: LineItem): HostedLineItem {
  const { metadata: _metadata, stock: _stock, ...price } = item.price;
  return { ...item, price };
}

function toHostedDiscount({ id, promotionCodeCode, coupon }: Discount): HostedDiscount {
  const { name, percentOff, amountOff, currency } = coupon;
  return { id, object: 'discount', promotionCodeCode, coupon: { name, percentOff, amountOff, currency } };
}
