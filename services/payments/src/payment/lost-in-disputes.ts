import { own, type Tx } from '@mizan/service-kit';

/** Minor units of a charge that its disputes have lost: all of them together, also where the rest was refunded before. */
export async function lostInDisputes(tx: Pick<Tx, 'one' | 'scope'>, chargeId: string): Promise<number> {
  const sum = await tx.one<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from disputes
    where ${own(tx)} and charge_id = ${chargeId} and status = 'LOST'`;
  return sum?.amount ?? 0;
}
