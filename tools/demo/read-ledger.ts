import { withClient } from '@mizan/stack/with-client';

/** Balance of one kind of ledger account, minor units; credits positive, debits negative. */
export interface LedgerLine {
  readonly account: string;
  readonly currency: string;
  readonly amount: number;
}

/** Every account of a merchant's test mode as the sum of its entries, straight from the append-only table. */
export function readLedger(databaseUrl: string, merchantId: string, currency: string): Promise<LedgerLine[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<LedgerLine>(
      `select account, currency, sum(amount)::float8 as amount
       from payments.ledger_entries
       where merchant_id = $1 and not livemode and currency = $2
       group by account, currency order by account`,
      [merchantId, currency],
    );
    return rows;
  });
}
