import {
  type BillingDetails,
  type ConfirmHostedCheckout,
  type CustomerDetails,
  type PaymentMethodType,
  type Shipping,
  paymentMethods,
} from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import type { Session } from '../session/session.ts';

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

/** Whether a field is required, its name in the API, whether it is present. */
type Requirement = readonly [isRequired: boolean, param: string, isPresent: boolean];

/**
 * Refuses a confirm while a detail that the merchant collects, or the payment method needs, is missing. Details of the
 * chosen customer count.
 *
 * @throws Problem `parameter_missing`
 */
export function assertCollected(session: Session, buyer: Buyer, methodType: PaymentMethodType | undefined): void {
  const { settings, customer } = session;
  const needs = methodType ? paymentMethods[methodType].requiredCustomerFields : [];
  const hasShipping = Boolean(buyer.shipping?.address?.line1 ?? customer?.shipping?.address?.line1);
  const requirements: Requirement[] = [
    [
      settings.nameCollection || needs.includes('name'),
      'customerDetails.name',
      Boolean(buyer.name ?? buyer.shipping?.name ?? customer?.name),
    ],
    [needs.includes('email'), 'customerDetails.email', Boolean(buyer.email ?? customer?.email)],
    [
      settings.phoneNumberCollection || needs.includes('phone'),
      'customerDetails.phone',
      Boolean(buyer.phone ?? buyer.shipping?.phone ?? customer?.phone),
    ],
    [
      settings.billingAddressCollection,
      'customerDetails.billingDetails.address',
      Boolean(buyer.address?.line1 ?? buyer.address?.country ?? customer?.address?.line1),
    ],
    [
      settings.shippingAddressCollection || needs.includes('shipping.address'),
      'customerDetails.shipping.address',
      hasShipping,
    ],
  ];
  const missing = requirements.find(([isRequired, , isPresent]) => isRequired && !isPresent);
  if (missing) throw new Problem('parameter_missing', `${missing[1]} is required.`, { param: missing[1] });
}
