import { Migration } from '@mikro-orm/migrations';

/** Products and prices, the stock that payments hold, what was sold, uploaded pictures, and the stored counts of lists. */
export class Initial extends Migration {
  override up(): void {
    this.addSql(`create table products (
      id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      name text not null,
      description text,
      image text,
      unit_label text,
      active boolean not null,
      is_system_created boolean not null,
      metadata jsonb,
      default_price_id text collate "C",
      version int not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    )`);
    this.addSql(
      `create index products_list on products (merchant_id, livemode, created_at desc, id desc) where not is_system_created`,
    );
    // Without the merchant as the first column: with it, a search took 11.7 ms instead of 0.9 at a million rows. For a
    // merchant with few rows Postgres walks products_list instead.
    this.addSql(`create index products_search on products using gin (
      (name || e'\\n' || coalesce(description, '') || e'\\n' || coalesce(unit_label, '')) public.gin_trgm_ops
    ) where not is_system_created`);
    this.addSql(
      `create index products_metadata on products using gin (metadata jsonb_path_ops) where not is_system_created`,
    );

    this.addSql(`create table prices (
      id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      product_id text collate "C" not null constraint prices_product_id_foreign references products (id) on delete no action,
      name text,
      description text,
      currency text not null,
      type text not null,
      unit_amount bigint,
      recurring_interval text,
      recurring_interval_count int,
      custom_minimum bigint,
      custom_maximum bigint,
      custom_preset bigint,
      stock int,
      held int not null,
      start_date timestamptz(3),
      expiration_date timestamptz(3),
      active boolean not null,
      is_system_created boolean not null,
      metadata jsonb not null,
      first_referenced_at timestamptz(3),
      reserved_until timestamptz(3),
      version int not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      constraint prices_type check (type in ('ONE_TIME', 'RECURRING', 'CUSTOM')),
      constraint prices_unit_amount check ((type = 'CUSTOM') = (unit_amount is null) and unit_amount >= 0 and unit_amount <= 999999999999),
      constraint prices_recurring check (
        (type = 'RECURRING') = (recurring_interval is not null) and (recurring_interval is null) = (recurring_interval_count is null)
      ),
      constraint prices_held check (held >= 0),
      constraint prices_dates check (expiration_date > start_date)
    )`);
    this.addSql(
      `create index prices_by_product on prices (merchant_id, livemode, product_id, is_system_created, created_at desc, id desc)`,
    );
    this.addSql(
      `create index prices_list on prices (merchant_id, livemode, created_at desc, id desc) where not is_system_created`,
    );

    this.addSql(`create table holds (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      id text collate "C" not null,
      checkout_session_id text collate "C" not null,
      payment_intent_id text collate "C",
      state text not null,
      items jsonb not null,
      held_at timestamptz(3) not null,
      ended_at timestamptz(3),
      primary key (merchant_id, livemode, id),
      constraint holds_state check (state in ('held', 'released', 'sold'))
    )`);
    this.addSql(`create index holds_session on holds (merchant_id, livemode, checkout_session_id)`);
    this.addSql(
      `create unique index holds_one_sale_per_session on holds (merchant_id, livemode, checkout_session_id) where state = 'sold'`,
    );

    this.addSql(`create table sale_orders (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      id text collate "C" not null,
      amount bigint not null,
      refunded bigint not null,
      intent_version int not null,
      sold_at timestamptz(3),
      primary key (merchant_id, livemode, id)
    )`);
    this.addSql(`create table sale_lines (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      order_id text collate "C" not null,
      line_id text collate "C" not null,
      product_id text collate "C" not null,
      price_id text collate "C" not null,
      quantity int not null,
      currency text not null,
      gross bigint not null,
      discount bigint not null,
      refunded bigint not null,
      sold_at timestamptz(3) not null,
      primary key (merchant_id, livemode, order_id, line_id),
      constraint sale_lines_amounts check (
        gross >= 0 and discount >= 0 and discount <= gross and refunded >= 0 and refunded <= gross - discount)
    )`);
    this.addSql(`create index sale_lines_product on sale_lines (merchant_id, livemode, product_id, sold_at desc)`);

    this.addSql(`create table uploads (
      name text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      purpose text not null,
      content_type text not null,
      max_bytes int not null,
      token_hash text collate "C" not null constraint uploads_token unique,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      object_key text collate "C",
      claimed_at timestamptz(3),
      stored_bytes int,
      stored_at timestamptz(3),
      constraint uploads_purpose check (purpose in ('product_image', 'merchant_logo')),
      constraint uploads_content_type check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
      constraint uploads_size check (max_bytes >= 1 and max_bytes <= 5242880 and stored_bytes >= 1 and stored_bytes <= max_bytes),
      constraint uploads_state check (
        (claimed_at is null or object_key is not null) and (stored_at is null) = (stored_bytes is null)
        and (stored_at is null or claimed_at is not null))
    )`);
    // Across merchants: only the janitor reads it.
    this.addSql(`create index uploads_unused on uploads (expires_at) where stored_at is null`);

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
    for (const table of ['row_counts', 'uploads', 'sale_lines', 'sale_orders', 'holds', 'prices', 'products'])
      this.addSql(`drop table ${table}`);
  }
}
