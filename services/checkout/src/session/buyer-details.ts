import {
  type BillingDetails,
  type ConfirmHostedCheckout,
  type CustomerDetails,
  type PaymentMethodType,
  type Shipping,
  paymentMethods,
} from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import type { Session } from './session.ts';

/** The buyer's details from every part of a request; null where none gives one. */
export interface Buyer {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: BillingDetails['address'] | null;
  readonly shipping: Shipping | null;
}

type PaymentMethod = ConfirmHostedCheckout['paymentMethod'];

/** Details that the buyer entered come before those of the payment method; empty text counts as missing. */
export function buyerOf(details: CustomerDetails | null, method: PaymentMethod): Buyer {
  const billing = [details?.billingDetails, method?.billingDetails];
  const pick = (field: 'name' | 'email' | 'phone'): string | null =>
    [details?.[field], ...billing.map((each) => each?.[field])].find((value) => value?.trim()) ?? null;
  return {
    name: pick('name') ?? method?.card?.holderName ?? null,
    email: pick('email'),
    phone: pick('phone') ?? method?.phone ?? null,
    address: billing.find((each) => each?.address)?.address ?? null,
    shipping: details?.shipping ?? null,
  };
}

/**
 * Where mail about a checkout goes: to the address that its buyer entered, or to that of the customer whom the merchant chose. Null
 * where there is neither: a customer who is recognized by a phone or a card may be another person who has the same.
 */
export const mailAddressOf = (
  { settings, customer }: Pick<Session, 'settings' | 'customer'>,
  entered: string | null | undefined,
): string | null => entered ?? (settings.customerId === customer?.id ? customer?.email : null) ?? null;

/**
 * Refuses a confirm while a detail that the merchant collects, or the payment method needs, is missing. Details of the
 * chosen customer count.
 *
 * @throws Problem `parameter_missing`
 */
export function assertCollected(session: Session, buyer: Buyer, methodType: PaymentMethodType | undefined): void {
  const { settings } = session;
  const customer = settings.customerId === undefined ? null : session.customer; // else the buyer of an earlier attempt
  const needs = methodType ? paymentMethods[methodType].requiredCustomerFields : [];
  const { name, email, phone, address, shipping } = buyer;
  const details = {
    'customerDetails.name': {
      isRequired: settings.nameCollection || needs.includes('name'),
      given: name ?? shipping?.name ?? customer?.name,
    },
    'customerDetails.email': { isRequired: needs.includes('email'), given: email ?? customer?.email },
    'customerDetails.phone': {
      isRequired: settings.phoneNumberCollection || needs.includes('phone'),
      given: phone ?? shipping?.phone ?? customer?.phone,
    },
    'customerDetails.billingDetails.address': {
      isRequired: settings.billingAddressCollection,
      given: address?.line1 ?? address?.country ?? customer?.address?.line1,
    },
    'customerDetails.shipping.address': {
      isRequired: settings.shippingAddressCollection || needs.includes('shipping.address'),
      given: shipping?.address?.line1 ?? customer?.shipping?.address?.line1,
    },
  };
  for (const [param, { isRequired, given }] of Object.entries(details))
    if (isRequired && !given) throw new Problem('parameter_missing', missingMessage(param), { param });
}

/** A confirm does not accept the buyer's details. */
const missingMessage = (param: string): string =>
  `${param.endsWith('.address') ? `${param}.line1` : param} is required. Set it with PATCH /client/checkout/{id} before you confirm.`;
