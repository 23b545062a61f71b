import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@mizan/service-kit';
import type pg from 'pg';
import { createAccount, demoAccount, type BenchAccount } from './accounts.ts';
import { drained } from './measure-purchases.ts';
import { openPlatformShop } from './purchases.ts';
import { openReceiver, subscribe } from './receiver.ts';
import type { BenchStack } from './stack.ts';

const spanDays = 90;
const otherMerchants = 999;
/** One purchase in so many is of the account that is measured; the others are spread over the other merchants. */
const measuredEvery = 10;
const batch = 20_000;
const writers = 2;
/** A purchase has fewer rows in any table, and the numbers of a fresh stack are lower. */
const numbersPerCopy = 1_000;
const firstNumber = 1_000_000_000;
/** Beyond the numbers of all copies: what is bought while measuring has these. */
const firstBought = 5_000_000_000;

/** What grows with purchases, and for how many days a purchase leaves it there. */
const growing: Readonly<Record<string, number>> = {
  'catalog.holds': spanDays,
  'catalog.sale_orders': spanDays,
  'catalog.sale_lines': spanDays,
  'customers.customers': spanDays,
  'customers.guest_marks': spanDays,
  'customers.spend_payments': spanDays,
  'customers.spend_items': spanDays,
  'checkout.checkout_sessions': spanDays,
  'checkout.paid_marks': spanDays,
  'payments.payment_intents': spanDays,
  'payments.charges': spanDays,
  'payments.captures': spanDays,
  'payments.balance_transactions': spanDays,
  'payments.simulator_operations': spanDays,
  'payments.payment_methods': spanDays,
  'payments.receipts': spanDays,
  'payments.ledger_tx': spanDays,
  'payments.ledger_entries': spanDays,
  'webhooks.events': 30,
  'webhooks.deliveries': 30,
  ...Object.fromEntries(
    ['catalog', 'customers', 'checkout', 'payments', 'webhooks', 'gateway'].flatMap((service) => [
      [`${service}.outbox`, 7],
      [`${service}.inbox`, 21],
      [`${service}.idempotency_keys`, 3],
    ]),
  ),
};
/** What belongs to accounts and products, or is summed for each account. */
const standing = new Set([
  ...['products', 'prices', 'uploads', 'row_counts', 'sale_sums'].map((name) => `catalog.${name}`),
  ...['catalog_objects', 'row_counts', 'coupons', 'promotion_codes', 'payment_links'].map((name) => `checkout.${name}`),
  'customers.row_counts',
  'customers.spend_disputes',
  ...[
    'ledger_accounts',
    'ledger_sums',
    'row_counts',
    'balance_announcements',
    'balance_dues',
    'disputes',
    'dispute_notices',
  ].map((n) => `payments.${n}`),
  ...['payment_method_configurations', 'payment_method_configuration_uses', 'exchange_rates'].map(
    (n) => `payments.${n}`,
  ),
  'payments.receipt_sequences',
  'payments.refund_details',
  ...['webhook_endpoints', 'endpoint_health', 'event_sequences', 'delivery_queue', 'mails', 'undelivered_events'].map(
    (name) => `webhooks.${name}`,
  ),
]);
/** Columns that must differ and hold no id: what a copy has there. */
const special: Readonly<Record<string, string>> = {
  'customers.email': `copy.suffix || '.' || t.email`,
  'customers.guest_emails': `array[copy.suffix || '.' || t.guest_emails[1]]`,
  'guest_marks.mark': `case when t.mark like 'email:%' then 'email:' || copy.suffix || '.' || substr(t.mark, 7) else t.mark end`,
  'idempotency_keys.key': `t.key || ' ' || copy.n`,
  'ledger_tx.id': `${firstNumber} + copy.n * ${numbersPerCopy} + t.id`,
  'sale_lines.is_summed': 'true', // else the service would sum all copies while others are measured
  'receipts.number': `copy.n * ${numbersPerCopy} + t.number`,
  'ledger_entries.tx_id': `${firstNumber} + copy.n * ${numbersPerCopy} + t.tx_id`,
  'events.sequence': `${firstNumber} + copy.n * ${numbersPerCopy} + t.sequence`,
  'outbox.stream_seq': `-(copy.n * ${numbersPerCopy} + t.stream_seq % ${numbersPerCopy})`, // nothing of the stream is claimed
  'inbox.stream_seq': `-(copy.n * ${numbersPerCopy} + t.stream_seq % ${numbersPerCopy})`,
};
/** Lists whose length is kept. */
const counted = [
  'customers.customers',
  'payments.payment_intents',
  'payments.charges',
  'payments.balance_transactions',
  'checkout.checkout_sessions',
];
const id = '_[0-9A-Za-z]{24}';

/** Parameters are the first copy, the last one, and the days that the table keeps. */
interface Insert {
  readonly days: number;
  readonly sql: string;
}

/** Rows as purchases leave them, copied from those of a few real ones: of a thousand merchants, over ninety days. */
export class GrowthRows {
  readonly #admin: pg.Pool;
  readonly #measured: string;
  readonly #inserts: readonly Insert[];
  #purchases = 0;

  private constructor(admin: pg.Pool, measured: string, inserts: readonly Insert[]) {
    this.#admin = admin;
    this.#measured = measured;
    this.#inserts = inserts;
  }

  /** Buys what is copied, in an account of its own with a webhook endpoint. */
  static async prepare(stack: BenchStack): Promise<GrowthRows> {
    const account = await createAccount(stack, 'Template');
    const receiver = await openReceiver(stack);
    let since = new Date();
    try {
      await subscribe(stack, account, receiver.url('/template'));
      const shop = await openPlatformShop(stack.dev, account.headers['authorization']);
      await drained(stack);
      const { rows } = await stack.admin.query<{ now: Date }>('select now()');
      since = rows[0]?.now ?? since;
      await shop.buy();
      await shop.close();
      await drained(stack);
      for (let waits = 0; (await isQueued(stack.admin, account)) && waits < 100; waits++) await wait(100);
    } finally {
      receiver.close();
    }
    await prepareCopies(stack.admin);
    const inserts = await insertsOf(stack.admin, account.id, since);
    return new GrowthRows(stack.admin, demoAccount(stack).id, inserts);
  }

  /** Fills up to so many purchases. @param say is called with how far it is */
  async growTo(purchases: number, say: (text: string) => void): Promise<void> {
    const from = this.#purchases;
    await this.#admin.query(
      `insert into bench.copies
       select n, at, case when n % ${measuredEvery} = 0 then $1 else 'acct_bench' || lpad((n % ${otherMerchants})::text, 4, '0') end,
         bench.base62(extract(epoch from at) * 1000), lpad(to_hex(n), 8, '0')
       from (select n, now() - ${spanDays} * interval '1 day' * ($3::float8 - n) / ($3::float8 - $2::float8) as at
             from generate_series($2::int, $3::int - 1) as n) as numbered`,
      [this.#measured, from, purchases],
    );
    const starts = Array.from({ length: Math.ceil((purchases - from) / batch) }, (_, i) => from + i * batch);
    let done = 0;
    const write = async (): Promise<void> => {
      const client = await this.#admin.connect();
      try {
        await client.query(`set session_replication_role = replica; set synchronous_commit = off`);
        for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
          for (const { sql, days } of this.#inserts)
            await client.query(sql, [start, Math.min(start + batch, purchases), days]);
          done += batch;
          say(`${Math.min(from + done, purchases).toLocaleString('en')} purchases`);
        }
      } finally {
        client.release(true);
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
    this.#purchases = purchases;
    await this.#sum(from);
    await this.#admin.query('vacuum analyze');
  }

  /** Bytes of a table with its indexes, for each purchase. */
  async bytesPerPurchase(): Promise<readonly { readonly table: string; readonly bytes: number }[]> {
    const { rows } = await this.#admin.query<{ table: string; bytes: number }>(
      `select nspname || '.' || coalesce(whole.relname, part.relname) as table,
         sum(pg_total_relation_size(part.oid))::float8 / $2 as bytes
       from pg_class part join pg_namespace on pg_namespace.oid = part.relnamespace
         left join pg_inherits on inhrelid = part.oid left join pg_class whole on whole.oid = inhparent
       where part.relkind = 'r' and nspname || '.' || coalesce(whole.relname, part.relname) = any($1)
       group by 1 order by 2 desc`,
      [Object.keys(growing), this.#purchases],
    );
    return rows;
  }

  /** What the services keep beside the rows: balances, sums, counts and numbers. */
  async #sum(from: number): Promise<void> {
    const added = `from payments.ledger_entries
      where tx_id >= ${firstNumber + from * numbersPerCopy} and tx_id < ${firstBought}
      and account in ('held_by_merchant', 'merchant_available', 'merchant_pending') group by merchant_id, livemode, account, currency`;
    await this.#admin.query(`
      insert into payments.ledger_accounts (merchant_id, livemode, account, currency, slot, balance)
      select merchant_id, livemode, account, currency, 0, sum(amount) ${added}
      on conflict (merchant_id, livemode, account, currency, slot)
        do update set balance = ledger_accounts.balance + excluded.balance;
      delete from payments.ledger_sums;
      insert into payments.ledger_sums
      select merchant_id, livemode, account, currency, sum(amount) from payments.ledger_entries
      where account in ('held_by_merchant', 'merchant_available', 'merchant_pending') group by merchant_id, livemode, account, currency;
      select setval('payments.ledger_tx_id_seq', greatest(${firstBought}, (select max(id) from payments.ledger_tx)));
      update payments.ledger_progress set seen_through = (select max(id) from payments.ledger_tx), seen_at = now();
      update payments.ledger_progress set summed_through = seen_through;
      update payments.receipt_sequences set last_number = 2 * ${firstNumber} + last_number % ${firstNumber};
      update webhooks.event_sequences set last_sequence = 2 * ${firstNumber} + last_sequence % ${firstNumber},
        stored_count = (select count(*) from webhooks.events e
          where e.merchant_id = event_sequences.merchant_id and e.livemode = event_sequences.livemode)
      where merchant_id = '${this.#measured}' and not livemode`);
    for (const table of counted) {
      const [schema, name] = table.split('.');
      await this.#admin.query(
        `update ${schema}.row_counts set rows = case when slot = (
             select min(slot) from ${schema}.row_counts where merchant_id = $1 and not livemode and counted like $2)
           then (select count(*) from ${table} where merchant_id = $1 and not livemode) else 0 end
         where merchant_id = $1 and not livemode and counted like $2`,
        [this.#measured, `${name}%`],
      );
    }
  }
}

async function isQueued(admin: pg.Pool, { id: merchantId }: BenchAccount): Promise<boolean> {
  const { rowCount } = await admin.query(`select from webhooks.delivery_queue where merchant_id = $1`, [merchantId]);
  return (rowCount ?? 0) > 0;
}

/** A schema for the copies' merchants and times, and the partitions of the days that they are in. */
async function prepareCopies(admin: pg.Pool): Promise<void> {
  await admin.query(`
    create schema bench;
    create unlogged table bench.copies (
      n int primary key, at timestamptz not null, merchant text not null, tid text not null, suffix text not null);
    create function bench.base62(number numeric) returns text language sql immutable as $$
      select string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
        (div(number, 62::numeric ^ (8 - i)) % 62)::int + 1, 1), '' order by i) from generate_series(0, 8) as i $$`);
  const dayMs = 86_400_000;
  const idAt = (ms: number) => newId('evt', ms).slice(0, 'evt_'.length + 9);
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  for (const [table, days] of Object.entries(growing)) {
    const [schema, name] = table.split('.');
    const { rowCount } = await admin.query(`select from pg_partitioned_table where partrelid = to_regclass($1)`, [
      table,
    ]);
    if (!rowCount) continue;
    for (let ago = 1; ago <= days + 1; ago++) {
      const start = today - ago * dayMs;
      const day = new Date(start).toISOString().slice(0, 10).replaceAll('-', '');
      await admin.query(`select ${schema}.add_day($1, $2, $3, $4)`, [name, day, idAt(start), idAt(start + dayMs)]);
    }
  }
}

/** One for each table that grows. @throws Error when a purchase leaves rows in a table of which nothing is said here */
async function insertsOf(admin: pg.Pool, merchantId: string, since: Date): Promise<Insert[]> {
  const { rows: tables } = await admin.query<{ table: string; columns: { name: string; type: string }[] }>(
    `select table_schema || '.' || table_name as table, json_agg(json_build_object('name', column_name, 'type', data_type)) as columns
     from information_schema.columns
     where table_schema in ('catalog', 'customers', 'checkout', 'payments', 'webhooks', 'gateway') and is_identity = 'NO'
       and (table_schema || '.' || table_name)::regclass in (select oid from pg_class where relkind in ('r', 'p') and not relispartition)
     group by 1`,
  );
  const [base, account] = [`'${since.toISOString()}'::timestamptz`, `merchant_id = '${merchantId}' and not livemode`];
  const inserts = [];
  for (const { table, columns } of tables) {
    const [, name = ''] = table.split('.');
    const has = (column: string): boolean => columns.some((each) => each.name === column);
    if (!(has('merchant_id') && has('livemode')) && name !== 'inbox') continue;
    const since = has('created_at') ? ` and created_at >= ${base}` : '';
    const rows =
      {
        inbox: `select * from ${table} where event_id in (select id from webhooks.events where ${account} and created_at >= ${base})`,
        ledger_entries: `select * from ${table} where tx_id in (
        select id from payments.ledger_tx where ${account} and created_at >= ${base})`,
      }[name] ?? `select * from ${table} where ${account}${since}`;
    const ids = columns.filter(({ type }) => type === 'text').map((column) => column.name);
    const { rows: found } = await admin.query<Record<string, boolean | number>>(
      `select count(*)::int as "rows of it" ${ids.map((each) => `, bool_or(length(${each}) < 100 and ${each} ~ '${id}') as ${each}`).join('')} from (${rows}) as t`,
    );
    const [first = {}] = found;
    if (first['rows of it'] === 0) continue;
    const days = growing[table];
    if (days === undefined) {
      if (standing.has(table) || table.startsWith('gateway.')) continue;
      throw new Error(`say whether ${table} grows with purchases`);
    }
    const valueOf = ({ name: column, type }: { name: string; type: string }): string => {
      if (special[`${name}.${column}`]) return special[`${name}.${column}`] as string;
      if (column === 'merchant_id') return 'copy.merchant';
      if (type.startsWith('timestamp')) return `t.${column} + (copy.at - ${base})`;
      if (type !== 'text' || !first[column]) return `t.${column}`;
      return `regexp_replace(t.${column}, '_[0-9A-Za-z]{9}([0-9A-Za-z]{7})[0-9A-Za-z]{8}', '_' || copy.tid || '\\1' || copy.suffix)`;
    };
    inserts.push({
      days,
      sql: `insert into ${table} (${columns.map((column) => column.name).join(', ')})
        select ${columns.map(valueOf).join(', ')} from bench.copies copy, (${rows}) as t
        where copy.n >= $1 and copy.n < $2 and copy.at > now() - $3::int * interval '1 day'
        on conflict do nothing`,
    });
  }
  return inserts;
}
