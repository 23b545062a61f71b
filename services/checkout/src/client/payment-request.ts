import type { Address, calls as callTable, ConfirmHostedCheckout, RequestOf, Shipping } from '@mizan/contracts';
import { amountDetailsOf } from '@mizan/money';
import { payableMethodsOf, canPay } from '../session/payment-methods.ts';
import { pageUrl, type Rendering } from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';
import { buyerOf } from './buyer-details.ts';

/** What payments is told about a session that is to be paid. Carries the card: never stored, never logged. */
export function toPaymentRequest(
  rendering: Rendering,
  session: Session,
  holdId: string,
  { paymentMethod, returnUrl }: ConfirmHostedCheckout,
): Request {
  const { settings, customer, totalDetails, pricing } = session;
  if (!customer || !paymentMethod) throw new Error('bug: a payment without customer or method was let through');
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
    receiptEmail: settings.payment.receiptEmail ?? email ?? customer.email ?? null,
    shipping: shippingOf(buyer.shipping ?? customer.shipping ?? null),
    metadata: settings.payment.metadata,
    returnUrl: returnUrl ?? pageUrl(rendering, session.id),
    merchantOrigin: settings.uiMode === 'hosted' ? new URL(rendering.publicUrl).origin : null,
    holdId,
    savedMethodsOf: settings.customerId === undefined ? null : customer.id,
    sessionExpiresAt: session.expiresAt.toISOString(),
    paymentMethodTypes: payableMethodsOf(session).flatMap((method) =>
      canPay(method, session.amountTotal) ? method.type : [],
    ),
    paymentMethod: {
      ...paymentMethod,
      billingDetails: paymentMethod.billingDetails ?? { name, email, phone, address: addressOf(address) },
    },
  };
}

type Request = RequestOf<(typeof callTable)['confirmPayment']>;

/** What the buyer pays in the currency of the prices. */
function presentmentOf({ pricing }: Session): Request['presentmentDetails'] {
  if (!pricing?.presentment) return null;
  const { amount, currency, exchangeRate, exchangeRateId } = pricing.presentment;
  return { amount, currency, exchangeRate, exchangeRateId };
}

const shippingOf = (shipping: Shipping | null): Request['shipping'] =>
  shipping && { ...shipping, address: addressOf(shipping.address) };

/** A stored address may carry anything under keys of the merchant's own; payments takes text. */
const addressOf = (address: Address | null | undefined) =>
  address &&
  Object.fromEntries(Object.entries(address).filter((part): part is [string, string] => typeof part[1] === 'string'));
