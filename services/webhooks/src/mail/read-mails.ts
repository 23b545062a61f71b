import type { Mail, operations, QueryOf } from '@mizan/contracts';
import { acrossMerchants, countUpToMax, fragment, type Database } from '@mizan/service-kit';
import { listedColumns, toMailResource, type ListedMail } from './mail.resource.ts';

/** A page of the mail of all accounts, newest first, for the operator. Ids sort by time. */
export async function listMails(
  { system }: Pick<Database, 'system'>,
  { page, limit, status, merchantId, aboutId }: QueryOf<(typeof operations)['listMails']>,
): Promise<{ data: Mail[]; totalCount: number }> {
  const filters = [
    ...(status === undefined ? [] : [fragment`status = ${status}`]),
    ...(merchantId === undefined ? [] : [fragment`merchant_id = ${merchantId}`]),
    ...(aboutId === undefined ? [] : [fragment`about_id = ${aboutId}`]),
  ];
  const matching = filters.reduce(
    (all, each) => fragment`${all} and ${each}`,
    fragment`from mails where ${acrossMerchants}`,
  );
  const [rows, count] = await Promise.all([
    system.sql<ListedMail>`
      select ${listedColumns} ${matching} order by id desc limit ${limit} offset ${(page - 1) * limit}`,
    system.one<{ count: number }>`select ${countUpToMax(matching)}::int as count`,
  ]);
  return { data: rows.map(toMailResource), totalCount: count?.count ?? 0 };
}
