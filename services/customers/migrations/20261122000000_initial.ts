import { Migration } from '@mikro-orm/migrations';

/** Customers and the marks of guests, what they spent, and the stored counts of lists. */
export class Initial extends Migration {
  override up(): void {
    this.addSql(`create table customers (
      id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      type text not null,
      name text,
      email text,
      phone text,
      address jsonb,
      shipping jsonb,
      metadata jsonb not null,
      currency text not null,
      guest_emails text[] not null,
      guest_phones text[] not null,
      guest_cards text[] not null,
      gross_spend bigint not null,
      amount_refunded bigint not null,
      num_payments int not null,
      first_purchase_at timestamptz(3),
      last_purchase_at timestamptz(3),
      latest_payment_method jsonb,
      merged_into text collate "C",
      version int not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      constraint customers_type check (type in ('registered', 'guest')),
      constraint customers_spend check (
        gross_spend >= 0 and gross_spend <= 9007199254740991 and amount_refunded >= 0 and num_payments >= 0
      ),
      constraint customers_purchases check (
        (num_payments = 0) = (first_purchase_at is null) and first_purchase_at <= last_purchase_at
      )
    )`);
    this.addSql(
      `create unique index customers_email on customers (merchant_id, livemode, lower(email)) where email is not null and merged_into is null`,
    );
    this.addSql(
      `create index customers_list on customers (merchant_id, livemode, created_at desc, id desc) where merged_into is null`,
    );
    // Without the merchant as the first column: with it, searches were ten times slower at a million rows.
    this.addSql(`create index customers_search on customers using gin (
      (coalesce(name, '') || e'\\n' || coalesce(email, '') || e'\\n' || coalesce(phone, '')) public.gin_trgm_ops
    ) where merged_into is null`);
    this.addSql(
      `create index customers_tombstones on customers (merchant_id, livemode, merged_into) where merged_into is not null`,
    );
    this.addSql(`create table guest_marks (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      mark text collate "C" not null,
      customer_id text collate "C" not null,
      primary key (merchant_id, livemode, mark, customer_id)
    )`);

    this.addSql(`create table spend_payments (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      payment_intent_id text collate "C" not null,
      customer_id text collate "C",
      currency text,
      amount bigint not null,
      converted jsonb,
      refunded bigint not null,
      succeeded_at timestamptz(3),
      primary key (merchant_id, livemode, payment_intent_id)
    )`);
    this.addSql(`create index spend_payments_customer on spend_payments (merchant_id, livemode, customer_id)`);
    this.addSql(`create table spend_refunds (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      refund_id text collate "C" not null,
      reversed boolean not null,
      primary key (merchant_id, livemode, refund_id)
    )`);
    this.addSql(`create table spend_items (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      checkout_session_id text collate "C" not null,
      product_id text collate "C" not null,
      customer_id text collate "C" not null,
      name text not null,
      currency text not null,
      quantity bigint not null,
      amount bigint not null,
      converted jsonb,
      bought_at timestamptz(3) not null,
      primary key (merchant_id, livemode, checkout_session_id, product_id)
    )`);
    this.addSql(`create index spend_items_customer on spend_items (merchant_id, livemode, customer_id, bought_at)`);

    this.addSql(`create table row_counts (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      counted text collate "C" not null,
      slot smallint not null,
      rows bigint not null,
      primary key (merchant_id, livemode, counted, slot)
    )`);
  }

  override down(): void {
    for (const table of ['row_counts', 'spend_items', 'spend_refunds', 'spend_payments', 'guest_marks', 'customers'])
      this.addSql(`drop table ${table}`);
  }
}
