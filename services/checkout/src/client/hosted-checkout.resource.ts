import type {
  Discount,
  HostedCheckout,
  HostedDiscount,
  HostedLineItem,
  LineItem,
  PublicPaymentIntent,
  SessionPaymentIntent,
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
    paymentIntent: paymentIntent && toPublicIntent(paymentIntent),
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

/** What a buyer may see of a payment: how it stands and what to do next. */
export function toPublicIntent(intent: SessionPaymentIntent): PublicPaymentIntent {
  const { paymentMethod: method, lastPaymentError: error } = intent;
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    currency: intent.currency,
    status: intent.status,
    createdAt: intent.createdAt,
    clientSecret: intent.clientSecret,
    presentmentDetails: intent.presentmentDetails,
    nextAction: intent.nextAction,
    livemode: intent.livemode,
    paymentMethod: method && {
      type: method.type,
      card: method.card && { brand: method.card.brand, last4: method.card.last4 },
    },
    lastPaymentError: error && { code: error.code, message: error.message, type: error.type, param: error.param },
  };
}
