import { Migration } from '@mikro-orm/migrations';

/** Payment intents, their charges, captures and refunds, and what the simulated processor remembers. */
export class Payments extends Migration {
  override up(): void {
    this.addSql(`create table payment_intents (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version integer not null,
      checkout_session_id text collate "C",
      customer_id text collate "C",
      amount bigint not null,
      amount_capturable bigint not null,
      amount_received bigint not null,
      amount_refunded bigint not null,
      currency text not null,
      status text not null,
      capture_method text not null,
      confirmation_method text not null,
      capture_before timestamptz(3),
      description text,
      receipt_email text,
      canceled_at timestamptz(3),
      cancellation_reason text,
      shipping jsonb,
      amount_details jsonb,
      presentment_details jsonb,
      payment_method jsonb,
      customer jsonb,
      next_action jsonb,
      metadata jsonb not null,
      last_payment_error jsonb,
      attempts integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (id),
      constraint payment_intents_amounts check (
        amount >= 1 and amount <= 999999999999
        and amount_received >= 0 and amount_received <= amount
        and amount_capturable >= 0 and amount_capturable <= amount
        and amount_refunded between 0
        and amount_received
      )
    )`);
    this.addSql(
      `create unique index payment_intents_checkout_session on payment_intents (merchant_id, livemode, checkout_session_id) where checkout_session_id is not null`,
    );
    this.addSql(
      `create index payment_intents_newest on payment_intents (merchant_id, livemode, created_at desc, id desc)`,
    );
    this.addSql(
      `create index payment_intents_customer on payment_intents (merchant_id, livemode, customer_id, created_at desc, id desc)`,
    );

    this.addSql(`create table charges (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version integer not null,
      payment_intent_id text collate "C" not null constraint charges_payment_intent_id_foreign references payment_intents (id),
      checkout_session_id text collate "C",
      customer_id text collate "C",
      attempt integer not null,
      amount bigint not null,
      amount_captured bigint not null,
      amount_refunded bigint not null,
      currency text not null,
      presentment_details jsonb,
      presentment_refunded bigint not null,
      status text not null,
      capture_method text not null,
      captured_at timestamptz(3),
      disputed boolean not null,
      failure_code text,
      failure_message text,
      outcome jsonb,
      receipt_email text,
      billing_details jsonb,
      payment_method_id text collate "C" not null,
      payment_method jsonb not null,
      payment_method_details jsonb not null,
      fee_terms jsonb not null,
      balance_transaction_id text collate "C",
      provider text not null,
      external_charge_id text,
      statement_descriptor text,
      hold_id text,
      merchant_origin text,
      return_url text,
      session_expires_at timestamptz(3),
      settlement_model text not null,
      next_sync_at timestamptz(3),
      sync_attempts integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (id),
      constraint charges_amounts check (
        amount >= 1 and amount <= 999999999999
        and amount_captured >= 0 and amount_captured <= amount
        and amount_refunded between 0
        and amount_captured
        and presentment_refunded >= 0 and presentment_refunded <= 999999999999
      ),
      constraint charges_refunded check ((status = 'REFUNDED') = (amount_refunded > 0 and amount_refunded = amount_captured))
    )`);
    this.addSql(`create unique index charges_attempt on charges (payment_intent_id, attempt)`);
    this.addSql(`create index charges_newest on charges (merchant_id, livemode, created_at desc, id desc)`);
    this.addSql(
      `create index charges_customer on charges (merchant_id, livemode, customer_id, created_at desc, id desc)`,
    );
    this.addSql(`create index charges_due on charges (next_sync_at) where next_sync_at is not null`);

    this.addSql(`create table captures (
      charge_id text collate "C" not null constraint captures_charge_id_foreign references charges (id),
      n integer not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      amount bigint not null,
      is_final boolean not null,
      status text not null,
      created_at timestamptz(3) not null,
      primary key (charge_id, n),
      constraint captures_amount check (n >= 1 and amount >= 1 and amount <= 999999999999)
    )`);

    this.addSql(`create table refunds (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version integer not null,
      charge_id text collate "C" not null constraint refunds_charge_id_foreign references charges (id),
      payment_intent_id text collate "C" not null,
      amount bigint not null,
      currency text not null,
      presentment_details jsonb,
      status text not null,
      is_settled boolean not null,
      is_announced boolean not null,
      reason text,
      failure_reason text,
      failure_message text,
      pending_reason text,
      description text,
      destination_details jsonb,
      instructions_email text,
      action_expires_at timestamptz(3),
      fee_amount bigint not null,
      metadata jsonb not null,
      balance_transaction_id text collate "C" not null,
      failure_balance_transaction_id text collate "C",
      external_refund_id text,
      next_sync_at timestamptz(3),
      sync_attempts integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (id),
      constraint refunds_amounts check (
        amount >= 1 and amount <= 999999999999 and fee_amount >= 0
      )
    )`);
    this.addSql(`create index refunds_newest on refunds (merchant_id, livemode, created_at desc, id desc)`);
    this.addSql(`create index refunds_charge on refunds (charge_id)`);
    this.addSql(`create index refunds_payment_intent on refunds (payment_intent_id)`);
    this.addSql(`create index refunds_due on refunds (next_sync_at) where next_sync_at is not null`);

    this.addSql(`create table simulator_operations (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      key text collate "C" not null,
      record jsonb not null,
      created_at timestamptz(3) not null,
      primary key (merchant_id, livemode, key)
    )`);

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
    for (const table of ['row_counts', 'simulator_operations', 'refunds', 'captures', 'charges', 'payment_intents'])
      this.addSql(`drop table ${table}`);
  }
}
