import type { Database, Scope } from '@mizan/service-kit';
import type { ChargeRow } from '../charges/charge.entity.ts';

/** A charge of test mode whose buyer acts, or acted, at the simulated bank. */
export interface Challenge {
  readonly charge: ChargeRow;
  readonly scope: Scope;
  /** True while the buyer's answer is awaited. */
  readonly isOpen: boolean;
}

/**
 * Finds a charge by its id alone: whoever has the link of the bank's page may use it, as with a real bank.
 *
 * @returns undefined when there is none, or none that a simulated bank knows
 */
export async function findChallenge(db: Database, chargeId: string): Promise<Challenge | undefined> {
  const found = await db.system.one<ChargeRow & { is_open: boolean }>`
    select charges.*, payment_intents.status = 'REQUIRES_ACTION' and charges.status = 'PENDING' as is_open
    from charges join payment_intents on payment_intents.id = charges.payment_intent_id
    where charges.id = ${chargeId} and not charges.livemode and charges.provider = 'simulator'`;
  if (!found) return undefined;
  const { is_open: isOpen, ...charge } = found;
  return { charge, scope: { merchantId: charge.merchant_id, livemode: charge.livemode }, isOpen };
}
