import { Migration } from '@mikro-orm/migrations';

/**
 * Checkout sessions, coupons, promotion codes and their uses, payment links, what the checkout stores of catalog and
 * customers, and the stored counts of lists.
 */
export class Initial extends Migration {
  override up(): void {
    this.addSql(`create table checkout_sessions (
      id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      status text not null,
      payment_status text not null,
      currency text not null,
      amount_subtotal bigint not null,
      amount_total bigint not null,
      customer_id text collate "C",
      payment_link_id text collate "C",
      payment_intent_id text collate "C",
      total_details json not null,
      line_items json not null,
      settings json not null,
      customer json,
      customer_details json,
      custom_fields json not null,
      payment_intent json,
      intent_version integer not null default 0,
      attempt integer not null default 0,
      attempt_until timestamptz(3),
      hold_id text collate "C",
      discounts json not null default '[]',
      pricing json,
      recovered_from text collate "C",
      payment_method_id text collate "C",
      closed_by_merchant boolean not null default false,
      constraint checkout_sessions_status check (status in ('open', 'complete', 'expired')),
      constraint checkout_sessions_payment_status check (payment_status in ('paid', 'unpaid', 'no_payment_required')),
      constraint checkout_sessions_subtotal check (amount_subtotal >= 0 and amount_subtotal <= 999999999999),
      constraint checkout_sessions_total check (amount_total >= 0 and amount_total <= 999999999999),
      constraint checkout_sessions_free check (payment_status <> 'no_payment_required' or amount_total = 0),
      constraint checkout_sessions_attempt check (status = 'open' or attempt_until is null)
    )`);
    this.addSql(
      `create index checkout_sessions_newest on checkout_sessions (merchant_id, livemode, created_at desc, id desc)`,
    );
    this.addSql(
      `create index checkout_sessions_customer on checkout_sessions (merchant_id, livemode, customer_id, created_at desc) where customer_id is not null`,
    );
    this.addSql(
      `create index checkout_sessions_payment_link on checkout_sessions (merchant_id, livemode, payment_link_id, created_at desc) where payment_link_id is not null`,
    );
    this.addSql(`create index checkout_sessions_due on checkout_sessions (expires_at) where status = 'open'`);
    this.addSql(
      `create index checkout_sessions_attempts on checkout_sessions (attempt_until) where attempt_until is not null`,
    );
    this.addSql(
      `create index checkout_sessions_recovered on checkout_sessions (merchant_id, livemode, recovered_from, created_at desc) where recovered_from is not null`,
    );
    this.addSql(
      `create index checkout_sessions_open_of_link on checkout_sessions (merchant_id, livemode, payment_link_id) where status = 'open' and payment_link_id is not null`,
    );

    this.addSql(`create table coupons (
      id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      name text,
      percent_off numeric(5,2),
      amount_off bigint,
      currency text,
      duration text not null,
      duration_in_months integer,
      max_redemptions integer,
      max_redemptions_per_customer integer,
      minimum_amount bigint,
      minimum_amount_currency text,
      redeem_by timestamptz(3),
      applies_to_product_ids jsonb not null,
      active boolean not null,
      metadata jsonb not null,
      times_redeemed integer not null default 0,
      held integer not null default 0,
      over_redeemed integer not null default 0,
      constraint coupons_value check ((percent_off is null) <> (amount_off is null)),
      constraint coupons_percent check (percent_off > 0 and percent_off <= 100),
      constraint coupons_amount check (amount_off >= 1 and amount_off <= 999999999999),
      constraint coupons_currency check ((amount_off is null) = (currency is null)),
      constraint coupons_duration check ((duration = 'repeating') = (duration_in_months is not null)),
      constraint coupons_minimum check ((minimum_amount is null) = (minimum_amount_currency is null)),
      constraint coupons_counts check (times_redeemed >= 0 and held >= 0 and over_redeemed >= 0 and over_redeemed <= times_redeemed),
      constraint coupons_cap check (times_redeemed - over_redeemed + held <= max_redemptions)
    )`);
    this.addSql(`create index coupons_newest on coupons (merchant_id, livemode, created_at desc, id desc)`);

    this.addSql(`create table promotion_codes (
      id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      code text collate "C" not null,
      coupon_id text collate "C" not null,
      active boolean not null,
      max_redemptions integer,
      expires_at timestamptz(3),
      customer_id text collate "C",
      first_time_transaction boolean not null,
      minimum_amount bigint,
      minimum_amount_currency text,
      metadata jsonb not null,
      times_redeemed integer not null default 0,
      held integer not null default 0,
      over_redeemed integer not null default 0,
      constraint promotion_codes_code check (code = upper(code)),
      constraint promotion_codes_minimum check ((minimum_amount is null) = (minimum_amount_currency is null)),
      constraint promotion_codes_counts check (times_redeemed >= 0 and held >= 0 and over_redeemed >= 0 and over_redeemed <= times_redeemed),
      constraint promotion_codes_cap check (times_redeemed - over_redeemed + held <= max_redemptions)
    )`);
    this.addSql(
      `create index promotion_codes_newest on promotion_codes (merchant_id, livemode, created_at desc, id desc)`,
    );
    this.addSql(`create index promotion_codes_code on promotion_codes (merchant_id, livemode, code, created_at desc)`);
    this.addSql(
      `create unique index promotion_codes_active_code on promotion_codes (merchant_id, livemode, code) where active`,
    );
    this.addSql(
      `create index promotion_codes_coupon on promotion_codes (merchant_id, livemode, coupon_id, created_at desc)`,
    );
    this.addSql(
      `create index promotion_codes_customer on promotion_codes (merchant_id, livemode, customer_id, created_at desc) where customer_id is not null`,
    );

    this.addSql(`create table discounts (
      id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version integer not null,
      state text not null,
      checkout_session_id text collate "C" not null,
      position smallint not null,
      attempt integer not null,
      coupon_id text collate "C" not null,
      coupon json not null,
      promotion_code_id text collate "C",
      promotion_code_code text,
      customer_id text collate "C",
      marks jsonb not null,
      held_at timestamptz(3) not null,
      start_at timestamptz(3),
      end_at timestamptz(3),
      constraint discounts_state check (state in ('held', 'redeemed', 'returned')),
      constraint discounts_start check ((state = 'held') = (start_at is null))
    )`);
    this.addSql(
      `create unique index discounts_once_per_session on discounts (merchant_id, livemode, checkout_session_id, position)`,
    );
    this.addSql(
      `create index discounts_newest on discounts (merchant_id, livemode, start_at desc, id desc) where state = 'redeemed'`,
    );
    this.addSql(
      `create index discounts_coupon on discounts (merchant_id, livemode, coupon_id, start_at desc) where state = 'redeemed'`,
    );
    this.addSql(
      `create index discounts_customer on discounts (merchant_id, livemode, customer_id, start_at desc) where customer_id is not null`,
    );

    this.addSql(`create table discount_marks (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      coupon_id text collate "C" not null,
      mark text collate "C" not null,
      discount_id text collate "C" not null,
      primary key (merchant_id, livemode, coupon_id, mark, discount_id)
    )`);
    this.addSql(`create index discount_marks_mark on discount_marks (merchant_id, livemode, mark)`);

    this.addSql(`create table paid_marks (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      mark text collate "C" not null,
      primary key (merchant_id, livemode, mark)
    )`);

    this.addSql(`create table payment_links (
      id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      slug text collate "C" not null,
      active boolean not null,
      expires_at timestamptz(3),
      has_expired boolean not null,
      max_completions integer,
      currency text not null,
      computed_amount bigint not null,
      line_items json not null,
      custom_fields json not null,
      settings json not null,
      search_text text not null,
      product_ids text[] not null default '{}',
      constraint payment_links_slug unique (slug),
      constraint payment_links_computed_amount check (computed_amount >= 0 and computed_amount <= 999999999999),
      constraint payment_links_max_completions check (max_completions > 0),
      constraint payment_links_expired check (not has_expired or expires_at is not null)
    )`);
    this.addSql(`create index payment_links_newest on payment_links (merchant_id, livemode, created_at desc, id desc)`);
    // Without the merchant in front, as for products: the text decides.
    this.addSql(`create index payment_links_search on payment_links using gin (search_text public.gin_trgm_ops)`);
    this.addSql(
      `create index payment_links_due on payment_links (expires_at) where not has_expired and expires_at is not null`,
    );
    this.addSql(`create index payment_links_products on payment_links using gin (product_ids)`);

    this.addSql(`create table catalog_objects (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      id text collate "C" not null,
      version integer not null,
      shown json not null,
      primary key (merchant_id, livemode, id)
    )`);

    this.addSql(`create table merged_customers (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      id text collate "C" not null,
      merged_into text collate "C" not null,
      primary key (merchant_id, livemode, id)
    )`);
    this.addSql(`create index merged_customers_survivor on merged_customers (merchant_id, livemode, merged_into)`);

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
    for (const table of [
      'row_counts',
      'merged_customers',
      'catalog_objects',
      'payment_links',
      'paid_marks',
      'discount_marks',
      'discounts',
      'promotion_codes',
      'coupons',
      'checkout_sessions',
    ])
      this.addSql(`drop table ${table}`);
  }
}
