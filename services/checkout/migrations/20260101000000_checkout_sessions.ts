import { Migration } from '@mikro-orm/migrations';

/** Checkout sessions, and how many a merchant has. */
export class CheckoutSessions extends Migration {
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
    this.addSql(`drop table row_counts`);
    this.addSql(`drop table checkout_sessions`);
  }
}
