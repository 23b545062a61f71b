import { acrossMerchants, type Database, resourceMissing, type Scope } from '@mizan/service-kit';

/** Whose live payout it is, which the operator need not know. @throws Problem `resource_missing` */
export async function scopeOfPayout({ system }: Database, id: string): Promise<Scope> {
  const found = await system.one<Scope>`
    select merchant_id, livemode from payouts where ${acrossMerchants} and livemode and id = ${id}`;
  if (!found) throw resourceMissing();
  return found;
}
