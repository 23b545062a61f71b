import { Migration } from '@mikro-orm/migrations';

/**
 * Payments with their charges, captures and refunds, the balance and the ledger behind it, what accounts configure, and
 * what the adapters of the providers record.
 */
export class Initial extends Migration {
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
      payment_method_types jsonb,
      attached_method jsonb,
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
    this.addSql(`create index payment_intents_holds on payment_intents (capture_before) where amount_capturable > 0`);
    this.addSql(
      `create index payment_intents_exchange_rate on payment_intents ((presentment_details ->> 'exchangeRateId')) where presentment_details is not null`,
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
      amount_reported bigint not null,
      action_answer jsonb,
      converted_amounts jsonb,
      primary key (id),
      constraint charges_amounts check (
        amount >= 1 and amount <= 999999999999
        and amount_captured >= 0 and amount_captured <= amount
        and amount_refunded between 0
        and amount_captured
        and presentment_refunded >= 0 and presentment_refunded <= 999999999999
      ),
      constraint charges_reported check (amount_reported >= 0 and amount_reported <= amount),
      constraint charges_refunded check ((status = 'REFUNDED') = (amount_refunded > 0 and amount_refunded = amount_captured))
    )`);
    this.addSql(`create unique index charges_attempt on charges (payment_intent_id, attempt)`);
    this.addSql(`create index charges_newest on charges (merchant_id, livemode, created_at desc, id desc)`);
    this.addSql(
      `create index charges_customer on charges (merchant_id, livemode, customer_id, created_at desc, id desc)`,
    );
    this.addSql(`create unique index charges_undecided on charges (payment_intent_id) where status = 'PENDING'`);
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
      next_sync_at timestamptz(3),
      sync_attempts int not null,
      primary key (charge_id, n),
      constraint captures_amount check (n >= 1 and amount >= 1 and amount <= 999999999999)
    )`);
    this.addSql(`create index captures_pending on captures (created_at) where status = 'PENDING'`);

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

    this.addSql(`create table balance_transactions (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      type text not null,
      gross bigint not null,
      fee bigint not null,
      net bigint not null,
      currency text not null,
      status text not null,
      available_on timestamptz(3) not null,
      fee_details jsonb,
      source_type text,
      source_id text collate "C",
      journal_source text collate "C" not null,
      exchange_rate double precision,
      description text,
      created_at timestamptz(3) not null,
      primary key (id),
      constraint balance_transactions_amounts check (
        net = gross - fee
        and gross >= -999999999999 and gross <= 999999999999
        and fee >= -999999999999 and fee <= 999999999999
      )
    )`);
    this.addSql(
      `create index balance_transactions_newest on balance_transactions (merchant_id, livemode, created_at desc, id desc)`,
    );
    this.addSql(`create index balance_transactions_source on balance_transactions (merchant_id, livemode, source_id)`);
    this.addSql(
      `create index balance_transactions_due on balance_transactions (available_on) where status = 'pending'`,
    );

    this.addSql(`create table balance_announcements (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version integer not null,
      primary key (merchant_id, livemode)
    )`);
    this.addSql(`create table balance_dues (
      id bigserial primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null
    )`);

    this.addSql(`create table ledger_accounts (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      account text collate "C" not null,
      currency text collate "C" not null,
      slot smallint not null,
      balance bigint not null,
      primary key (merchant_id, livemode, account, currency, slot),
      constraint ledger_accounts_balance check (balance >= -9007199254740991 and balance <= 9007199254740991)
    )`);

    this.addSql(`create table ledger_tx (
      id bigserial primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      source_kind text collate "C" not null,
      source_id text collate "C" not null,
      created_at timestamptz(3) not null
    )`);
    this.addSql(`create unique index ledger_tx_source on ledger_tx (source_kind, source_id)`);

    this.addSql(`create table ledger_entries (
      tx_id bigint not null constraint ledger_entries_tx_id_foreign references ledger_tx (id),
      account text collate "C" not null,
      currency text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      amount bigint not null,
      primary key (tx_id, account, currency),
      constraint ledger_entries_amount check (amount <> 0)
    )`);

    this.addSql(balanced);
    this.addSql(`create constraint trigger ledger_tx_balanced after insert on ledger_entries
      deferrable initially deferred for each row execute function ledger_tx_balanced()`);

    this.addSql(immutable);
    for (const table of ['ledger_tx', 'ledger_entries']) {
      this.addSql(`create trigger ${table}_immutable before update or delete on ${table}
        for each row execute function ledger_immutable()`);
      this.addSql(`create trigger ${table}_not_emptied before truncate on ${table}
        for each statement execute function ledger_immutable()`);
    }
    this.addSql(withheld);

    this.addSql(`create table payment_method_configurations (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version integer not null,
      name text not null,
      is_default boolean not null,
      method_types jsonb not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (id),
      constraint payment_method_configurations_enabled check (
        jsonb_path_exists(method_types, '$[*]."enabled"?(@ == true)')
      )
    )`);
    this.addSql(
      `create index payment_method_configurations_newest on payment_method_configurations (merchant_id, livemode, created_at desc, id desc)`,
    );
    this.addSql(
      `create unique index payment_method_configurations_default on payment_method_configurations (merchant_id, livemode) where is_default`,
    );

    this.addSql(`create table payment_method_configuration_uses (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      used_by text collate "C" not null,
      configuration_id text collate "C" not null,
      until timestamptz(3),
      primary key (merchant_id, livemode, used_by, configuration_id),
      constraint payment_method_configuration_uses_configuration_id_foreign
        foreign key (configuration_id) references payment_method_configurations (id)
    )`);
    this.addSql(
      `create index payment_method_configuration_uses_configuration on payment_method_configuration_uses (configuration_id)`,
    );
    this.addSql(
      `create index payment_method_configuration_uses_until on payment_method_configuration_uses (until) where until is not null`,
    );

    this.addSql(`create table exchange_rates (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      base text not null,
      quote text not null,
      rate numeric(20,6) not null,
      source text not null,
      fetched_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      constraint exchange_rates_pkey primary key (id),
      constraint exchange_rates_rate check (rate > 0 and rate < 1000000000),
      constraint exchange_rates_pair check (base <> quote),
      constraint exchange_rates_own check (merchant_id = '' or not livemode))`);
    this.addSql(
      `create index exchange_rates_newest on exchange_rates (merchant_id, livemode, base, quote, fetched_at desc, id desc)`,
    );
    this.addSql(`create table stale_rate_notices (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      rate_id text collate "C" not null,
      created_at timestamptz(3) not null,
      constraint stale_rate_notices_pkey primary key (merchant_id, livemode, rate_id))`);
    for (const [base, quote, rate] of seeds)
      this.addSql(
        `insert into exchange_rates values ('fxr_${`${base}${quote}`.padStart(24, '0')}', '', false, '${base}', '${quote}', ${rate}, 'seed', '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z')`,
      );

    this.addSql(`create table payment_methods (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      customer_id text collate "C" not null,
      type text not null,
      method jsonb not null,
      fingerprint text not null,
      is_duplicate boolean not null default false,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      version integer not null,
      primary key (id)
    )`);
    this.addSql(
      `create unique index payment_methods_card on payment_methods (merchant_id, livemode, customer_id, fingerprint) where not is_duplicate`,
    );
    this.addSql(`create index payment_methods_customer on payment_methods (merchant_id, livemode, customer_id)`);

    this.addSql(`create table provider_connections (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      provider text not null,
      publishable_key text not null,
      secret_key_last4 text not null,
      sealed bytea not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      stripe_account_id text,
      constraint provider_connections_pkey primary key (merchant_id, livemode, provider))`);
    this.addSql(`create table stripe_records (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      key text collate "C" not null,
      record jsonb not null,
      created_at timestamptz(3) not null,
      constraint stripe_records_pkey primary key (merchant_id, livemode, key))`);

    this.addSql(`create table provider_expectations (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      id text collate "C" not null,
      operation text not null,
      amount bigint null,
      metadata jsonb null,
      reference text collate "C" null,
      fault jsonb not null,
      remaining int not null,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      constraint provider_expectations_pkey primary key (merchant_id, livemode, id),
      constraint provider_expectations_operation check (operation in ('authorize', 'capture', 'refund', 'cancel', 'sync')),
      constraint provider_expectations_remaining check (remaining >= 0 and remaining <= 1000),
      constraint provider_expectations_of_test_mode check (not livemode))`);
    this.addSql(
      `create index provider_expectations_left on provider_expectations (merchant_id, livemode, operation, id) where remaining > 0`,
    );

    this.addSql(`create table late_successes (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      charge_id text collate "C" not null,
      due_at timestamptz(3) not null,
      attempts int not null,
      created_at timestamptz(3) not null,
      constraint late_successes_pkey primary key (merchant_id, livemode, charge_id),
      constraint late_successes_attempts check (attempts >= 0))`);
    this.addSql(`create index late_successes_due on late_successes (due_at)`);
  }
}

/**
 * Rates of every test mode, never of live mode: plausible, not true. There are none into Kuwaiti dinars, of which six
 * decimals would leave four digits.
 */
const seeds = [
  ['USD', 'EGP', '48.5'],
  ['EUR', 'EGP', '52.75'],
  ['GBP', 'EGP', '62.5'],
  ['SAR', 'EGP', '12.93'],
  ['AED', 'EGP', '13.205'],
  ['QAR', 'EGP', '13.32'],
  ['KWD', 'EGP', '157.123456'],
  ['JOD', 'EGP', '68.4'],
  ['OMR', 'EGP', '125.97'],
  ['BHD', 'EGP', '128.64'],
  ['LYD', 'EGP', '8.95'],
  ['AUD', 'EGP', '31.6'],
  ['CAD', 'EGP', '34.85'],
  ['CNY', 'EGP', '6.72'],
  ['EGP', 'USD', '0.020619'],
  ['EGP', 'SAR', '0.07734'],
  ['EGP', 'AED', '0.075729'],
  ['USD', 'SAR', '3.75'],
  ['USD', 'AED', '3.6725'],
  ['SAR', 'USD', '0.266667'],
  ['SAR', 'AED', '0.979333'],
  ['AED', 'USD', '0.272294'],
  ['AED', 'SAR', '1.021102'],
  ['KWD', 'USD', '3.239659'],
  ['KWD', 'SAR', '12.148721'],
  ['KWD', 'AED', '11.897648'],
] as const;

/** Checked when the transaction commits, so that the lines of a journal may come in any number of statements. */
const balanced = `create function ledger_tx_balanced() returns trigger language plpgsql as $$
  begin
    if exists (select from payments.ledger_entries where tx_id = new.tx_id group by currency having sum(amount) <> 0) then
      raise exception 'ledger tx % is out of balance', new.tx_id using errcode = '23514';
    end if;
    return null;
  end $$`;

const immutable = `create function ledger_immutable() returns trigger language plpgsql as $$
  begin
    raise exception 'the ledger is append-only' using errcode = '42501';
  end $$`;

/** New tables are granted whole to the service's login; of the ledger it may only read and append. */
const withheld = `do $$
  declare
    app text := current_database() || '_payments_app';
  begin
    if exists (select from pg_roles where rolname = app) then
      execute format('revoke update, delete, truncate on ledger_tx, ledger_entries from %I', app);
    end if;
  end $$`;
