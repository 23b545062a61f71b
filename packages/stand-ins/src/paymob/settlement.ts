import { countries } from './account.ts';
import type { PaymobApp } from './paymob-app.ts';
import type { Transaction } from './state.ts';

const dayMs = 86_400_000;

/**
 * Whether the business day of a transaction is over in the account's zone: from then on it is settled and cannot be voided.
 * Only what succeeded is settled.
 */
export function isSettled(app: PaymobApp, { createdAt, outcome }: Transaction): boolean {
  const zoneMs = Number(countries[app.state.account.country].zone.slice(1, 3)) * 3_600_000;
  const dayOf = (time: number): number => Math.floor((time + zoneMs) / dayMs);
  return outcome === 'approved' && dayOf(app.clock.now()) > dayOf(createdAt);
}

/** What Paymob keeps of a payment, in minor units: 2.75 % and 3.00. Its contracts vary; the amount is known once it is settled. */
export const commissionOf = (amount: number): number => Math.floor((amount * 275 + 5_000) / 10_000) + 300;
