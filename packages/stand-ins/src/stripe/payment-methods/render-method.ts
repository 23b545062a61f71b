import { createHash } from 'node:crypto';
import type { Method } from '../state.ts';
import { cardOf, type Card } from './cards.ts';

/** The card of a method. */
export function cardOfMethod({ id, number }: Method): Card {
  const card = cardOf(number);
  if (!card) throw new Error(`bug: ${id} is a card that does not exist`);
  return card;
}

/** A PaymentMethod as Stripe shows it. */
export const renderMethod = (method: Method): Readonly<Record<string, unknown>> => ({
  id: method.id,
  object: 'payment_method',
  ...renderPreview(method),
  created: method.created,
  livemode: method.livemode,
  metadata: {},
});

/** What a PaymentMethod and the preview of a confirmation token have in common. */
export const renderPreview = (method: Method): Readonly<Record<string, unknown>> => ({
  type: 'card',
  allow_redisplay: 'unspecified',
  billing_details: renderBilling(method),
  card: renderCard(method),
  customer: null,
  customer_account: null,
});

export const renderBilling = ({ billingDetails: { name, email, phone, address } }: Method) => ({
  name: name ?? null,
  email: email ?? null,
  phone: phone ?? null,
  tax_id: null,
  address: Object.fromEntries(
    ['city', 'country', 'line1', 'line2', 'postal_code', 'state'].map((part) => [part, address?.[part] ?? null]),
  ),
});

/** What is shown of a card: never its number. */
export function renderCard(method: Method): Readonly<Record<string, unknown>> {
  const { number, brand, funding, country } = cardOfMethod(method);
  return {
    brand,
    display_brand: brand,
    funding,
    country,
    last4: number.slice(-4),
    exp_month: method.expMonth,
    exp_year: method.expYear,
    fingerprint: createHash('sha256').update(number).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 16),
    generated_from: null,
    networks: { available: [brand], preferred: null },
    three_d_secure_usage: { supported: true },
    checks: {
      cvc_check: method.hasCvc ? 'pass' : null,
      address_line1_check: method.billingDetails.address?.['line1'] === undefined ? null : 'pass',
      address_postal_code_check: method.billingDetails.address?.['postal_code'] === undefined ? null : 'pass',
    },
    wallet:
      method.wallet === null ? null : { type: method.wallet, dynamic_last4: number.slice(-4), [method.wallet]: {} },
  };
}
