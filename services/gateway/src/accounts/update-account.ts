import type { AccountProfile, UpdateAccount } from '@mizan/contracts';
import { formerAttributes, resourceMissing, type Tx } from '@mizan/service-kit';
import { accountColumns, toAccountProfile, type AccountRow } from './account.resource.ts';
import { accounts } from './account.table.ts';
import { assertAccountTerms } from './create-account.ts';

/**
 * Changes the transaction's account, its logo and language in both modes. Every service drops it from its cache when it
 * receives the event, and after five seconds at the latest. @throws Problem `resource_missing`, or as {@link assertAccountTerms}
 */
export async function updateAccount(tx: Tx, changes: UpdateAccount): Promise<AccountProfile> {
  const before = await tx.one<AccountRow>`
    select ${accountColumns} from accounts where id = ${tx.scope.merchantId} for update`;
  if (!before) throw resourceMissing();
  const { logo, defaultLocale } = changes;
  const changed = {
    ...changes,
    ...(logo !== undefined && { testLogo: logo }),
    ...(defaultLocale !== undefined && { testDefaultLocale: defaultLocale }),
  };
  const after = { ...before, ...changed };
  assertAccountTerms(after);
  const version = before.version + 1;
  tx.alongCommit`
    update accounts set ${accounts.set({ ...changed, version, updatedAt: tx.now })} where id = ${before.id}`;
  const [previous, object] = [toAccountProfile(before, true), toAccountProfile(after, true)];
  tx.emit('account.updated', { object, version, previousAttributes: formerAttributes(previous, object) });
  return object;
}
