import type { Account as AccountResource, AccountProfile, LiveMethods, operations, QueryOf } from '@mizan/contracts';
import {
  resourceMissing,
  type AnswerCache,
  type BoundCalls,
  type Identity,
  type Reader,
  type Scope,
  type SystemReader,
} from '@mizan/service-kit';
import { accountColumns, toAccount, toAccountProfile, type AccountRow } from './account.resource.ts';

/** The account of the reader's scope. @param param which names it in the request @throws Problem `resource_missing` */
export async function loadAccount(reader: Reader, param?: string): Promise<AccountRow> {
  const account =
    await reader.one<AccountRow>`select ${accountColumns} from accounts where id = ${reader.scope.merchantId}`;
  if (!account) throw resourceMissing(param);
  return account;
}

/** What tells which payment methods live mode can take. */
export interface LiveMethodSource {
  readonly callsFor: (scope: Scope) => BoundCalls;
  readonly liveMethods: AnswerCache<LiveMethods>;
}

/**
 * The caller's account, with what its key may do.
 * @throws Problem as the call `getLiveMethods`, for a live key: methods that may not work are never listed
 */
export async function getAccount(
  reader: Reader,
  { callsFor, liveMethods }: LiveMethodSource,
  identity: Identity,
): Promise<AccountResource> {
  const { scope } = reader;
  const [account, live] = await Promise.all([
    loadAccount(reader),
    scope.livemode ? liveMethods.get({ scope, calls: callsFor(scope) }) : undefined,
  ]);
  return toAccount(account, identity, live?.methods);
}

/** The account of the reader's scope, with its terms. @throws Problem `resource_missing` */
export const getOperatorAccount = async (reader: Reader): Promise<AccountProfile> =>
  toAccountProfile(await loadAccount(reader), true);

/** As many as one line names. */
const shownMax = 20;

/** Accounts that take live payments and have mail to buyers turned on, oldest first. */
export async function listLiveMailAccounts(
  reader: Pick<SystemReader, 'sql'>,
): Promise<{ accountIds: string[]; hasMore: boolean }> {
  const rows = await reader.sql<{ id: string }>`
    select id from accounts where live_payments_enabled and (mail ->> 'receipts' = 'true' or mail ->> 'recovery' = 'true') order by created_at, id limit ${shownMax + 1}`;
  return { accountIds: rows.slice(0, shownMax).map(({ id }) => id), hasMore: rows.length > shownMax };
}

/** A page of all accounts, newest first, for the operator: `readPage` is for the rows of one merchant. */
export async function listAccounts(
  reader: Pick<Reader, 'sql' | 'one'>,
  { page, limit }: QueryOf<(typeof operations)['listAccounts']>,
): Promise<{ data: AccountProfile[]; totalCount: number }> {
  const [rows, count] = await Promise.all([
    reader.sql<AccountRow>`
      select ${accountColumns} from accounts order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
    reader.one<{ count: number }>`select count(*) as count from accounts`,
  ]);
  return { data: rows.map((row) => toAccountProfile(row, true)), totalCount: count?.count ?? 0 };
}
