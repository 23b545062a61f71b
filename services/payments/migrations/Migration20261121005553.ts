import { Migration } from '@mikro-orm/migrations';

export class Migration20261121005553 extends Migration {

  override name = 'Migration20261121005553';

  override up(): void | Promise<void> {
    this.addSql(`create schema if not exists "payments";`);
    this.addSql(`create table "payments"."balance_transactions" ("id" text collate "C" not null, "merchant_id" text collate "C" not null, "livemode" boolean not null, "version" int not null, "type" text not null, "gross" bigint not null, "fee" bigint not null, "net" bigint not null, "currency" text not null, "status" text not null, "available_on" timestamptz(3) not null, "fee_details" jsonb null, "source_type" text null, "source_id" text collate "C" null, "journal_source" text collate "C" not null, "exchange_rate" double precision null, "description" text null, "created_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create index balance_transactions_newest on balance_transactions (merchant_id, livemode, created_at desc, id desc);`);
    this.addSql(`create index balance_transactions_source on balance_transactions (merchant_id, livemode, source_id);`);
    this.addSql(`create index balance_transactions_due on balance_transactions (available_on) where status = 'pending';`);

    this.addSql(`create table "payments"."captures" ("charge_id" text collate "C" not null, "n" int not null, "merchant_id" text collate "C" not null, "livemode" boolean not null, "amount" bigint not null, "is_final" boolean not null, "status" text not null, "created_at" timestamptz(3) not null, primary key ("charge_id", "n"));`);

    this.addSql(`create table "payments"."charges" ("id" text collate "C" not null, "merchant_id" text collate "C" not null, "livemode" boolean not null, "version" int not null, "payment_intent_id" text collate "C" not null, "checkout_session_id" text collate "C" null, "customer_id" text collate "C" null, "attempt" int not null, "amount" bigint not null, "amount_captured" bigint not null, "amount_refunded" bigint not null, "currency" text not null, "presentment_details" jsonb null, "presentment_refunded" bigint not null, "status" text not null, "capture_method" text not null, "captured_at" timestamptz(3) null, "disputed" boolean not null, "failure_code" text null, "failure_message" text null, "outcome" jsonb null, "receipt_email" text null, "billing_details" jsonb null, "payment_method_id" text collate "C" not null, "payment_method" jsonb not null, "payment_method_details" jsonb not null, "fee_terms" jsonb not null, "balance_transaction_id" text collate "C" null, "provider" text not null, "external_charge_id" text null, "statement_descriptor" text null, "hold_id" text null, "merchant_origin" text null, "return_url" text null, "session_expires_at" timestamptz(3) null, "settlement_model" text not null, "next_sync_at" timestamptz(3) null, "sync_attempts" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create unique index charges_attempt on charges (payment_intent_id, attempt);`);
    this.addSql(`create index charges_newest on charges (merchant_id, livemode, created_at desc, id desc);`);
    this.addSql(`create index charges_due on charges (next_sync_at) where next_sync_at is not null;`);

    this.addSql(`create table "payments"."ledger_accounts" ("merchant_id" text collate "C" not null, "livemode" boolean not null, "account" text collate "C" not null, "currency" text collate "C" not null, "balance" bigint not null, primary key ("merchant_id", "livemode", "account", "currency"));`);

    this.addSql(`create table "payments"."ledger_entries" ("tx_id" bigint not null, "account" text collate "C" not null, "currency" text collate "C" not null, "merchant_id" text collate "C" not null, "livemode" boolean not null, "amount" bigint not null, primary key ("tx_id", "account", "currency"));`);

    this.addSql(`create table "payments"."ledger_tx" ("id" bigserial primary key, "merchant_id" text collate "C" not null, "livemode" boolean not null, "source_kind" text collate "C" not null, "source_id" text collate "C" not null, "created_at" timestamptz(3) not null);`);
    this.addSql(`create unique index ledger_tx_source on ledger_tx (source_kind, source_id);`);

    this.addSql(`create table "payments"."payment_intents" ("id" text collate "C" not null, "merchant_id" text collate "C" not null, "livemode" boolean not null, "version" int not null, "checkout_session_id" text collate "C" null, "customer_id" text collate "C" null, "amount" bigint not null, "amount_capturable" bigint not null, "amount_received" bigint not null, "amount_refunded" bigint not null, "currency" text not null, "status" text not null, "capture_method" text not null, "confirmation_method" text not null, "capture_before" timestamptz(3) null, "description" text null, "receipt_email" text null, "canceled_at" timestamptz(3) null, "cancellation_reason" text null, "shipping" jsonb null, "amount_details" jsonb null, "presentment_details" jsonb null, "payment_method" jsonb null, "customer" jsonb null, "next_action" jsonb null, "metadata" jsonb not null, "last_payment_error" jsonb null, "attempts" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create unique index payment_intents_checkout_session on payment_intents (merchant_id, livemode, checkout_session_id) where checkout_session_id is not null;`);
    this.addSql(`create index payment_intents_newest on payment_intents (merchant_id, livemode, created_at desc, id desc);`);
    this.addSql(`create index payment_intents_customer on payment_intents (merchant_id, livemode, customer_id, created_at desc, id desc);`);

    this.addSql(`create table "payments"."refunds" ("id" text collate "C" not null, "merchant_id" text collate "C" not null, "livemode" boolean not null, "version" int not null, "charge_id" text collate "C" not null, "payment_intent_id" text collate "C" not null, "amount" bigint not null, "currency" text not null, "presentment_details" jsonb null, "status" text not null, "is_settled" boolean not null, "is_announced" boolean not null, "reason" text null, "failure_reason" text null, "failure_message" text null, "pending_reason" text null, "description" text null, "destination_details" jsonb null, "instructions_email" text null, "action_expires_at" timestamptz(3) null, "fee_amount" bigint not null, "metadata" jsonb not null, "balance_transaction_id" text collate "C" not null, "failure_balance_transaction_id" text collate "C" null, "external_refund_id" text null, "next_sync_at" timestamptz(3) null, "sync_attempts" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create index refunds_newest on refunds (merchant_id, livemode, created_at desc, id desc);`);
    this.addSql(`create index refunds_charge on refunds (charge_id);`);
    this.addSql(`create index refunds_payment_intent on refunds (payment_intent_id);`);
    this.addSql(`create index refunds_due on refunds (next_sync_at) where next_sync_at is not null;`);

    this.addSql(`create table "payments"."simulator_operations" ("merchant_id" text collate "C" not null, "livemode" boolean not null, "key" text collate "C" not null, "record" jsonb not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "livemode", "key"));`);

    this.addSql(`alter table "payments"."balance_transactions" add constraint "balance_transactions_amounts" check (net = gross - fee and gross between -999999999999 and 999999999999 and fee between -999999999999 and 999999999999);`);

    this.addSql(`alter table "payments"."captures" add constraint "captures_amount" check (n >= 1 and amount between 1 and 999999999999);`);

    this.addSql(`alter table "payments"."charges" add constraint "charges_amounts" check (amount between 1 and 999999999999 and amount_captured between 0 and amount and amount_refunded between 0 and amount_captured and presentment_refunded between 0 and 999999999999);`);

    this.addSql(`alter table "payments"."ledger_accounts" add constraint "ledger_accounts_balance" check (balance between 0 and 9007199254740991);`);

    this.addSql(`alter table "payments"."ledger_entries" add constraint "ledger_entries_amount" check (amount <> 0);`);

    this.addSql(`alter table "payments"."payment_intents" add constraint "payment_intents_amounts" check (amount between 1 and 999999999999 and amount_received between 0 and amount and amount_capturable between 0 and amount and amount_refunded between 0 and amount_received);`);

    this.addSql(`alter table "payments"."refunds" add constraint "refunds_amounts" check (amount between 1 and 999999999999 and fee_amount >= 0);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "payments"."balance_transactions" cascade;`);
    this.addSql(`drop table if exists "payments"."captures" cascade;`);
    this.addSql(`drop table if exists "payments"."charges" cascade;`);
    this.addSql(`drop table if exists "payments"."ledger_accounts" cascade;`);
    this.addSql(`drop table if exists "payments"."ledger_entries" cascade;`);
    this.addSql(`drop table if exists "payments"."ledger_tx" cascade;`);
    this.addSql(`drop table if exists "payments"."payment_intents" cascade;`);
    this.addSql(`drop table if exists "payments"."refunds" cascade;`);
    this.addSql(`drop table if exists "payments"."simulator_operations" cascade;`);

    this.addSql(`drop schema if exists "payments";`);
  }

}
