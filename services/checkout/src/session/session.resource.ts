import { displayLocaleOf } from '@mizan/checkout-page';
import type { CheckoutSession, Discount, EventPaymentIntent, LineItem, SessionPaymentIntent } from '@mizan/contracts';
import { orderedLines } from '../catalog/current-lines.ts';
import type { App } from '../config.ts';
import { pageSettingsOf } from './page-settings.ts';
import { methodsOf } from './payment-methods.ts';
import { feesOf } from './session-pricing.ts';
import { isExpired, isRecoverable } from './session-state.ts';
import type { Session, SessionDiscount, StoredPaymentIntent } from './session.ts';

/** What showing a session needs beside its row. */
export type Rendering = Pick<App, 'secrets' | 'paymentSecrets' | 'publicUrl'>;

/** The address of a session's page without its secret: safe in logs, in referrers and with the provider. */
export const pageUrl = ({ publicUrl }: Pick<App, 'publicUrl'>, id: string): string => `${publicUrl}/c/${id}`;

/** Where a bank or provider returns the buyer, also in another browser: the mark tells the page so. */
export const returnUrl = (app: Pick<App, 'publicUrl'>, id: string): string => `${pageUrl(app, id)}?returned=1`;

/** A session as the merchant's API shows it. */
export function toSessionResource(session: Session, app: Rendering, now: Date): CheckoutSession {
  const { settings } = session;
  const fees = feesOf(session);
  const clientSecret = app.secrets.clientSecret(session.id);
  return {
    id: session.id,
    object: 'checkout.session',
    createdAt: session.createdAt.toISOString(),
    updatedAt: session.updatedAt.toISOString(),
    mode: settings.mode,
    uiMode: settings.uiMode,
    submitType: settings.submitType,
    ...pageSettingsOf(settings),
    status: session.status,
    paymentStatus: session.paymentStatus,
    currency: session.currency,
    amountSubtotal: session.amountSubtotal,
    amountTotal: session.amountTotal,
    totalDetails: session.totalDetails,
    ...(session.pricing?.presentment ? { presentmentDetails: session.pricing.presentment } : {}),
    ...(settings.cancelUrl === undefined ? {} : { cancelUrl: settings.cancelUrl }),
    // The secret is in the fragment: browsers send it to no server, so it is in no log.
    url: `${pageUrl(app, session.id)}#${clientSecret}`,
    clientSecret,
    expiresAt: session.expiresAt.toISOString(),
    isExpired: isExpired(session, now),
    ...(session.customerId === null ? {} : { customerId: session.customerId }),
    ...(session.customer === null ? {} : { customer: asNow(session, session.customer) }),
    ...(session.customerDetails === null ? {} : { customerDetails: session.customerDetails }),
    ...(session.paymentIntentId === null ? {} : { paymentIntentId: session.paymentIntentId }),
    ...(session.paymentMethodId === null ? {} : { paymentMethodId: session.paymentMethodId }),
    paymentIntent: toShownIntent(session, app),
    lineItems: linesOf(session, now),
    customFields: [...session.customFields],
    discounts: session.discounts.map((discount) => toSessionDiscount(session, discount)),
    feeConfig: settings.feeConfig,
    brandingSettings: settings.brandingSettings,
    locale: settings.locale,
    displayLocale: displayLocaleOf(settings.locale, settings.merchantLocale ?? 'en'),
    paymentMethodTypes: methodsOf(session),
    ...(settings.methodConfiguration ? { paymentMethodConfigurationId: settings.methodConfiguration.id } : {}),
    ...(fees ? { fees } : {}),
    customerUpdate: settings.customerUpdate,
    metadata: settings.metadata,
    merchantId: session.merchantId,
    merchantName: settings.merchantName,
    ...(settings.merchantLogo === undefined ? {} : { merchantLogo: settings.merchantLogo }),
    ...(session.paymentLinkId === null ? {} : { paymentLinkId: session.paymentLinkId }),
    recoveredFrom: session.recoveredFrom,
    ...(isRecoverable(session, now) ? { recoveryUrl: `${pageUrl(app, session.id)}/recover#${clientSecret}` } : {}),
    livemode: session.livemode,
  };
}

/** An order that can still be paid shows its availability now; one that is over, or was just written, shows it as stored. */
const linesOf = ({ status, lineItems, catalogChanges }: Session, now: Date): LineItem[] =>
  status === 'open' && catalogChanges !== null ? orderedLines(lineItems, catalogChanges, now) : [...lineItems];

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

/** A customer as it was then, under its current id: guests are merged. */
const asNow = <T extends { id: string }>({ customerId }: Session, customer: T): T => ({
  ...customer,
  id: customerId ?? customer.id,
});

/** An intent as its own session stores it: without the reference back to it, and without its secret. */
export function toStoredPaymentIntent({ checkoutSessionId: _own, ...intent }: EventPaymentIntent): StoredPaymentIntent {
  return { ...intent, clientSecret: null };
}

/** The payment intent of a session as the API shows it. */
export function toShownIntent(
  session: Session,
  { paymentSecrets }: Pick<App, 'paymentSecrets'>,
): SessionPaymentIntent | null {
  const { paymentIntent: intent } = session;
  if (intent === null) return null;
  const customer = intent.customer && asNow(session, intent.customer);
  return { ...intent, clientSecret: paymentSecrets.of(intent.id), customer };
}
