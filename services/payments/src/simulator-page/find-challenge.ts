import type { NextAction } from '@mizan/contracts';
import { acrossMerchants, type Database, type Scope } from '@mizan/service-kit';
import { charges } from '../payment/charge.table.ts';
import { simulatorName } from '../providers/simulator/simulator.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';

/** A charge of test mode whose buyer acts, or acted, on the simulated page. */
export interface Challenge {
  readonly charge: ChargeRow;
  readonly scope: Scope;
  /** What the buyer has to do; null once it is done. */
  readonly nextAction: NextAction | null;
}

/** Finds a charge by its id alone: the link of the page is enough to use it, as with a real bank. */
export async function findChallenge(db: Database, chargeId: string): Promise<Challenge | undefined> {
  const found = await db.system.one<ChargeRow & { nextAction: NextAction | null }>`
    select ${charges.columns}, case when charges.status = 'PENDING' then payment_intents.next_action end as next_action
    from charges join payment_intents on payment_intents.id = charges.payment_intent_id
    where ${acrossMerchants} and charges.id = ${chargeId} and not charges.livemode and charges.provider = ${simulatorName}`;
  if (!found) return undefined;
  const { nextAction, ...charge } = found;
  return { charge, scope: { merchantId: charge.merchantId, livemode: charge.livemode }, nextAction };
}
