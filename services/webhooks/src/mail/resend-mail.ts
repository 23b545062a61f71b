import type { Mail } from '@mizan/contracts';
import { acrossMerchants, own, Problem, resourceMissing, type Database, type Scope, type Tx } from '@mizan/service-kit';
import { listedColumns, toMailResource, type ListedMail } from './mail.resource.ts';
import { mails } from './mail.table.ts';

/** Whose mail it is, which the operator need not know. @throws Problem `resource_missing` */
export async function scopeOfMail({ system }: Database, id: string): Promise<Scope> {
  const mail = await system.one<Scope>`select merchant_id, livemode from mails where ${acrossMerchants} and id = ${id}`;
  if (!mail) throw resourceMissing();
  return mail;
}

/**
 * Queues a mail again that was not accepted, or whose acceptance is unknown, with the days that a new one has.
 *
 * @throws Problem `resource_invalid_state`: it is on its way, or was accepted; `resource_missing`
 */
export async function resendMail(tx: Tx, id: string, wake: (livemode: boolean) => void): Promise<Mail> {
  const at = new Date();
  const changes = mails.set({ status: 'PENDING', attempts: 0, nextAt: at, queuedAt: at, claimId: null });
  const row = await tx.one<ListedMail>`
    update mails set ${changes}
    where ${own(tx)} and id = ${id} and status in ('REFUSED', 'FAILED', 'UNKNOWN')
    returning ${listedColumns}`;
  if (!row) {
    const found = await tx.one<Pick<ListedMail, 'status'>>`select status from mails where ${own(tx)} and id = ${id}`;
    if (!found) throw resourceMissing();
    const message = `This mail is ${found.status}: only one that is REFUSED, FAILED or UNKNOWN can be sent again.`;
    throw new Problem('resource_invalid_state', message);
  }
  tx.afterCommit(() => wake(tx.scope.livemode));
  return toMailResource(row);
}
