import { CardBrand, type PaymentMethodType } from '@mizan/contracts';
import type { ChargedCard } from '../port/provider-method.ts';
import type { Transaction } from './paymob-objects.ts';

const wallets = ['apple_pay', 'google_pay'] as const;

/**
 * A card as a transaction describes it; null for other methods, and where Paymob withholds its last digits.
 *
 * @param type what the buyer paid with: a wallet's transaction looks like one of the card in it
 */
export function cardOf({ source_data: source }: Transaction, type: PaymentMethodType): ChargedCard | null {
  const last4 = /(\d{4})$/.exec(source?.pan ?? '')?.[1];
  if (source?.type !== 'card' || last4 === undefined) return null;
  const wallet = wallets.find((each) => each === type);
  return {
    brand: CardBrand.catch('unknown').parse(source.sub_type?.toLowerCase()),
    funding: 'unknown',
    last4,
    expMonth: null,
    expYear: null,
    country: null,
    issuer: null,
    fingerprint: null,
    threeDSecure: null,
    wallet: wallet ? { type: wallet } : null,
    checks: { cvc: 'unavailable', addressLine1: 'unavailable', postalCode: 'unavailable' },
  };
}
