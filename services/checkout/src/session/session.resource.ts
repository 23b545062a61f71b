import type { CheckoutSession, Discount, LineItem, PaymentIntent, SessionPaymentIntent } from '@mizan/contracts';
import type { ServiceSecrets } from '@mizan/service-kit';
import { orderedLines } from '../catalog/current-lines.ts';
import { methodsOf } from './payment-methods.ts';
import { feesOf } from './session-pricing.ts';
import { isExpired, isRecoverable } from './session-state.ts';
import type { Session, SessionDiscount } from './session.ts';

/** What rendering needs beside the row. */
export interface Rendering {
  readonly secrets: ServiceSecrets;
  /** Base of checkout links, without a slash at the end. */
  readonly publicUrl: string;
}

/** The address of a session's page without its secret: safe in logs, referrers and the provider's hands. */
export const pageUrl = ({ publicUrl }: Rendering, id: string): string => `${publicUrl}/c/${id}`;

/** A session as the merchant's API shows it. */
export function toSessionResource(session: Session, rendering: Rendering, now: Date): CheckoutSession {
  const { settings } = session;
  const fees = feesOf(session);
  const clientSecret = rendering.secrets.clientSecret(session.id);
  return {
    id: session.id,
    object: 'checkout.session',
    createdAt: session.createdAt.toISOString(),
    updatedAt: session.updatedAt.toISOString(),
    mode: settings.mode,
    uiMode: settings.uiMode,
    submitType: settings.submitType,
    customerCreation: settings.customerCreation,
    status: session.status,
    paymentStatus: session.paymentStatus,
    currency: session.currency,
    amountSubtotal: session.amountSubtotal,
    amountTotal: session.amountTotal,
    totalDetails: session.totalDetails,
    ...(session.pricing?.presentment ? { presentmentDetails: session.pricing.presentment } : {}),
    afterCompletion: settings.afterCompletion,
    ...(settings.cancelUrl === undefined ? {} : { cancelUrl: settings.cancelUrl }),
    // The secret travels in the fragment: browsers send it to nobody, and no log sees it.
    url: `${pageUrl(rendering, session.id)}#${clientSecret}`,
    clientSecret,
    expiresAt: session.expiresAt.toISOString(),
    isExpired: isExpired(session, now),
    ...(session.customerId === null ? {} : { customerId: session.customerId }),
    ...(session.customer === null ? {} : { customer: asNow(session, session.customer) }),
    ...(session.customerDetails === null ? {} : { customerDetails: session.customerDetails }),
    ...(session.paymentIntentId === null ? {} : { paymentIntentId: session.paymentIntentId }),
    ...(session.paymentMethodId === null ? {} : { paymentMethodId: session.paymentMethodId }),
    paymentIntent: session.paymentIntent && {
      ...session.paymentIntent,
      customer: session.paymentIntent.customer && asNow(session, session.paymentIntent.customer),
    },
    lineItems: linesOf(session, now),
    customFields: [...session.customFields],
    discounts: session.discounts.map((discount) => toSessionDiscount(session, discount)),
    allowPromotionCodes: settings.allowPromotionCodes,
    nameCollection: settings.nameCollection,
    billingAddressCollection: settings.billingAddressCollection,
    shippingAddressCollection: settings.shippingAddressCollection,
    phoneNumberCollection: settings.phoneNumberCollection,
    feeConfig: settings.feeConfig,
    brandingSettings: settings.brandingSettings,
    locale: settings.locale,
    paymentMethodTypes: methodsOf(session),
    ...(settings.methodConfiguration ? { paymentMethodConfigurationId: settings.methodConfiguration.id } : {}),
    ...(fees ? { fees } : {}),
    customerUpdate: settings.customerUpdate,
    metadata: settings.metadata,
    merchantId: session.merchantId,
    merchantName: settings.merchantName,
    ...(settings.merchantLogo === undefined ? {} : { merchantLogo: settings.merchantLogo }),
    ...(session.paymentLinkId === null ? {} : { paymentLinkId: session.paymentLinkId }),
    ...(isRecoverable(session, now)
      ? { recoveryUrl: `${pageUrl(rendering, session.id)}/recover#${clientSecret}` }
      : {}),
    livemode: session.livemode,
  };
}

/** An order that can still be paid tells what is on sale of it now; one that is over, or that the catalog was just asked about, what was. */
const linesOf = ({ status, lineItems, catalogChanges: news }: Session, now: Date): LineItem[] =>
  status === 'open' && news !== null ? orderedLines(lineItems, news, now) : [...lineItems];

const toSessionDiscount = (session: Session, { id, coupon, ...rest }: SessionDiscount): Discount => ({
  id,
  object: 'discount',
  coupon,
  promotionCodeId: rest.promotionCodeId,
  promotionCodeCode: rest.promotionCodeCode,
  checkoutSessionId: session.id,
  customerId: session.customerId,
  start: rest.start,
  end: rest.end,
});

/** A customer as it was then, under the id that it has now: guests are merged. */
const asNow = <T extends { id: string }>({ customerId }: Session, customer: T): T => ({
  ...customer,
  id: customerId ?? customer.id,
});

/** An intent inside its own session: without the field that would lead back. */
export function toSessionPaymentIntent({ checkoutSessionId: _own, ...intent }: PaymentIntent): SessionPaymentIntent {
  return intent;
}

/** Line items of one event, characters of JSON: the bus takes messages of 1 MiB. Webhooks leave out more. */
const maxLineItemsLength = 384 * 1024;

/** A session as an event carries it: line items that would make it too large are left out and said to be. */
export function toSessionEvent(resource: CheckoutSession): CheckoutSession {
  const lineItems = thatFit(resource.lineItems);
  return lineItems.length === resource.lineItems.length
    ? resource
    : { ...resource, lineItems, lineItemsTruncated: true };
}

function thatFit(items: LineItem[]): LineItem[] {
  let left = maxLineItemsLength;
  const end = items.findIndex((item) => (left -= JSON.stringify(item).length) < 0);
  return end < 0 ? items : items.slice(0, end);
}
