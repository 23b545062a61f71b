import { resourceMissing, type Reader } from '@mizan/service-kit';
import { accountColumns, type AccountRow } from './account.resource.ts';

/**
 * The account that the reader works for.
 *
 * @throws Problem `resource_missing`: there is none
 */
export async function findAccount(reader: Reader): Promise<AccountRow> {
  const account =
    await reader.one<AccountRow>`select ${accountColumns} from accounts where id = ${reader.scope.merchantId}`;
  if (!account) throw resourceMissing();
  return account;
}
