import pg from 'pg';

/** Balance of one kind of ledger account, minor units; debits positive, credits negative. */
export interface LedgerLine {
  readonly account: string;
  readonly currency: string;
  readonly amount: number;
}

/** Every account of a merchant's test mode as the sum of its entries, straight from the append-only table. */
export async function readLedger(databaseUrl: string, merchantId: string, currency: string): Promise<LedgerLine[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<LedgerLine>(
      `select a.kind as account, e.currency, sum(e.amount)::float8 as amount
       from payments.ledger_entries e join payments.ledger_accounts a on a.id = e.account_id
       where e.merchant_id = $1 and not e.livemode and e.currency = $2
       group by 1, 2 order by 1`,
      [merchantId, currency],
    );
    return rows;
  } finally {
    await client.end();
  }
}
