import {
  type Address,
  type Calls,
  completeShipping,
  type ConfirmHostedCheckout,
  type Geocoding,
  type RequestOf,
  type Shipping,
} from '@mizan/contracts';
import { amountDetailsOf } from '@mizan/money';
import { networkOf } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { capturableMethodsOf, canPay } from '../session/payment-methods.ts';
import { returnUrl as returnUrlOf } from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';
import { buyerOf, mailAddressOf } from '../session/buyer-details.ts';

type Request = RequestOf<Calls['confirmPayment']>;

interface AttemptToPay {
  readonly session: Session;
  readonly holdId: string;
  readonly body: ConfirmHostedCheckout;
  readonly clientIp: string | undefined;
  /** The customer whose saved methods may pay; null where no one's may. */
  readonly savedMethodsOf: string | null;
  /** Where the buyer is; absent if that is unknown. */
  readonly place?: Geocoding;
}

/** The request to payments to confirm the payment of a session. Contains the card: never stored, never logged. */
export function toPaymentRequest(app: App, attempt: AttemptToPay): Request {
  const { session, holdId, body, clientIp, place, savedMethodsOf } = attempt;
  const { paymentMethod, returnUrl } = body;
  const { settings, customer, totalDetails, pricing } = session;
  if (!customer || !paymentMethod) throw new Error('bug: a payment without customer or method');
  const buyer = buyerOf(session.customerDetails, paymentMethod);
  const { name, email, phone, address } = buyer;
  return {
    checkoutSessionId: session.id,
    attempt: session.attempt,
    amount: session.amountTotal,
    currency: session.currency,
    customer: {
      id: customer.id,
      name: customer.name ?? name,
      email: customer.email ?? email,
      phone: customer.phone ?? phone,
    },
    captureMethod: settings.captureMethod,
    confirmationMethod: settings.payment.confirmationMethod,
    amountDetails: amountDetailsOf({
      amountSubtotal: session.amountSubtotal,
      amountDiscount: totalDetails.amountDiscount,
      amountTax: totalDetails.amountTax,
      amountShipping: totalDetails.amountShipping ?? 0,
      amountCollectedVat: totalDetails.amountCollectedVat ?? 0,
      amountPlatformFee: totalDetails.amountPlatformFee ?? 0,
      amountTotal: session.amountTotal,
      lines: [],
    }),
    presentmentDetails: presentmentOf(session),
    ...(settings.feeConfig.feesPassThrough && pricing?.chosen ? { feeTerms: pricing.chosen.terms } : {}),
    description: settings.payment.description,
    receiptEmail: settings.payment.receiptEmail ?? mailAddressOf(session, email),
    shipping: shippingOf(buyer.shipping, customer.shipping ?? null),
    metadata: settings.payment.metadata,
    returnUrl: returnUrl ?? returnUrlOf(app, session.id),
    geocoding: place ?? null,
    merchantOrigin: originOf(settings.uiMode === 'hosted' ? app.publicUrl : returnUrl),
    holdId,
    savedMethodsOf,
    ...(session.paymentLinkId === null
      ? {}
      : { link: { paymentLinkId: session.paymentLinkId, network: networkOf(clientIp ?? '') } }),
    sessionExpiresAt: session.expiresAt.toISOString(),
    paymentMethodTypes: capturableMethodsOf(session).flatMap((method) =>
      canPay(method, session.amountTotal) ? method.type : [],
    ),
    paymentMethod: {
      ...paymentMethod,
      billingDetails: paymentMethod.billingDetails ?? { name, email, phone, address: addressOf(address) },
    },
  };
}

/**
 * The request to payments to save the method of a session of mode setup. Payments keeps one row for a customer and card, so
 * that neither a resumed attempt nor the next one saves it twice.
 */
export function toSaveMethodRequest(
  { id, customer, customerDetails }: Session,
  { paymentMethod }: ConfirmHostedCheckout,
): RequestOf<Calls['savePaymentMethod']> {
  if (!customer || !paymentMethod) throw new Error('bug: a setup without customer or method');
  const { email, phone } = buyerOf(customerDetails, paymentMethod);
  return { checkoutSessionId: id, customerId: customer.id, paymentMethod, email, phone };
}

/** Where the buyer pays: our own page, or the merchant's page that the buyer returns to from a bank. */
const originOf = (url: string | undefined): string | null =>
  url === undefined ? null : (URL.parse(url)?.origin ?? null);

/** The total in the currency of the prices. */
function presentmentOf({ pricing }: Session): Request['presentmentDetails'] {
  if (!pricing?.presentment) return null;
  const { amount, currency, exchangeRate, exchangeRateId } = pricing.presentment;
  return { amount, currency, exchangeRate, exchangeRateId };
}

function shippingOf(given: Shipping | null, saved: Shipping | null): Request['shipping'] {
  const shipping = given ? completeShipping(given, saved) : saved;
  return shipping && { ...shipping, address: addressOf(shipping.address) };
}

/** A stored address may carry anything under keys of the merchant's own; payments accepts text only. */
const addressOf = (address: Address | null | undefined) =>
  address &&
  Object.fromEntries(Object.entries(address).filter((part): part is [string, string] => typeof part[1] === 'string'));
