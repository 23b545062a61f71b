import { Migration } from '@mikro-orm/migrations';

/** Coupons, promotion codes, the discounts that checkouts hold and redeem, and by what their buyers are known again. */
export class Discounts extends Migration {
  override up(): void {
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
    this.addSql(`create table paid_marks (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      mark text collate "C" not null,
      primary key (merchant_id, livemode, mark)
    )`);

    this.addSql(`alter table checkout_sessions add column discounts json not null default '[]'`);
  }

  override down(): void {
    this.addSql(`alter table checkout_sessions drop column discounts`);
    this.addSql(`drop table paid_marks`);
    this.addSql(`drop table discount_marks`);
    this.addSql(`drop table discounts`);
    this.addSql(`drop table promotion_codes`);
    this.addSql(`drop table coupons`);
  }
}
