import { own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';

/**
 * Deletes a bank account, with its IBAN. Payouts that were sent keep what they need.
 *
 * @throws Problem `resource_missing`; `resource_in_use`: a PENDING payout goes there, or a schedule sends payouts there
 */
export async function deleteBankAccount(
  tx: Tx,
  id: string,
): Promise<{ readonly id: string; readonly object: 'bank_account'; readonly deleted: true }> {
  // Payouts and schedules that name it lock it as well: none can be created meanwhile.
  const found = await tx.one`select 1 from bank_accounts where ${own(tx)} and id = ${id} for update`;
  if (!found) throw resourceMissing();
  const used = await tx.one`
    select 1 where exists (
      select from payouts where ${own(tx)} and bank_account_id = ${id} and status = 'PENDING'
    ) or exists (select from payout_schedules where ${own(tx)} and bank_account_id = ${id})`;
  if (used) {
    const message =
      'A pending payout or a payout schedule uses this bank account. Cancel the payout, or change the schedule.';
    throw new Problem('resource_in_use', message);
  }
  await tx.sql`delete from bank_accounts where ${own(tx)} and id = ${id}`;
  return { id, object: 'bank_account', deleted: true };
}
