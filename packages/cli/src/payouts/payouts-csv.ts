import type { PayoutExport } from '@mizan/contracts';
import { toCsv } from '../terminal/csv.ts';
import { decimalOf } from '../terminal/money.ts';

const columns = [
  'id',
  'account',
  'amount',
  'currency',
  'holderName',
  'iban',
  'country',
  'statementDescriptor',
  'executionDate',
] as const;

/** The payouts of an export as CSV (RFC 4180), amounts in major units. */
export function toPayoutsCsv({ executionDate, payouts }: PayoutExport): string {
  const rows = payouts.map(({ accountId: account, statementDescriptor, ...payout }) => ({
    ...payout,
    account,
    amount: decimalOf(payout),
    statementDescriptor: statementDescriptor ?? '',
    executionDate,
  }));
  return toCsv(columns, rows);
}
