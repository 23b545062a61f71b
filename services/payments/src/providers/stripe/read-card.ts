import { CardBrand, CardCheck, CardFunding, ThreeDSecureResult } from '@mizan/contracts';
import type { Stripe } from 'stripe';
import type { CardDetails } from '../port/provider-method.ts';

type Preview = Stripe.ConfirmationToken['payment_method_preview'];
/** A card as a PaymentMethod or the preview of a confirmation token has it. */
export type StripeCard = NonNullable<Stripe.PaymentMethod['card']> | NonNullable<NonNullable<Preview>['card']>;
type OfCharge = NonNullable<NonNullable<Stripe.Charge['payment_method_details']>['card']>;

/** A card as Stripe's PaymentMethod or confirmation token describes it, before any payment. */
export const cardOfMethod = (card: StripeCard): CardDetails => ({
  ...describe(card),
  last4: card.last4,
  expMonth: card.exp_month,
  expYear: card.exp_year,
  threeDSecure: null,
});

/** A card as Stripe's Charge used it: with what authentication and the issuer's checks found. */
export function cardOfCharge(card: OfCharge): CardDetails | null {
  if (!card.last4 || card.exp_month === null || card.exp_year === null) return null;
  const { three_d_secure: threeDSecure } = card;
  return {
    ...describe(card),
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    threeDSecure: threeDSecure && {
      result: ThreeDSecureResult.nullable().catch(null).parse(resultOf(threeDSecure.result)),
      version: threeDSecure.version ?? null,
    },
  };
}

/** What both descriptions of a card have in common. */
const describe = (card: StripeCard | OfCharge) => ({
  brand: CardBrand.catch('unknown').parse(card.brand),
  funding: CardFunding.catch('unknown').parse(card.funding),
  country: card.country,
  issuer: null,
  fingerprint: card.fingerprint ?? null,
  wallet: walletOf(card.wallet?.type),
  checks: {
    cvc: checkOf(card.checks?.cvc_check),
    addressLine1: checkOf(card.checks?.address_line1_check),
    postalCode: checkOf(card.checks?.address_postal_code_check),
  },
});

const checkOf = (check: string | null | undefined): CardCheck => CardCheck.catch('unavailable').parse(check);

/** `attempt_acknowledged` is what the standard calls attempted. */
const resultOf = (result: string | null): string | null =>
  result === 'attempt_acknowledged' ? 'attempted' : result === 'processing_error' ? 'failed' : result;

const wallets = ['apple_pay', 'google_pay', 'samsung_pay'] as const;

function walletOf(type: string | undefined): CardDetails['wallet'] {
  const known = wallets.find((wallet) => wallet === type);
  return known ? { type: known } : null;
}
