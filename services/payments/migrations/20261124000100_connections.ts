import { Migration } from '@mikro-orm/migrations';

/**
 * Several connections for an account, each with an id, and the routes between them. The former table stays for replicas of
 * the release before, which read it while they are replaced.
 */
export class Connections extends Migration {
  override up(): void {
    this.addSql(`create table connections (
      id text collate "C" not null primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      provider text not null,
      settles_to text not null,
      status text not null,
      methods jsonb not null,
      provider_account text,
      public_config jsonb not null,
      credential_hints jsonb not null,
      sealed bytea not null,
      last_checked_at timestamptz(3),
      last_error text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      constraint connections_settles_to check (settles_to in ('platform', 'merchant')),
      constraint connections_status check (status in ('ACTIVE', 'INVALID', 'DELETED'))
    )`);
    this.addSql('create index connections_newest on connections (merchant_id, livemode, created_at desc, id desc)');
    this.addSql(`create table provider_routes (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      payment_method_type text not null,
      currency text not null,
      connection_ids text[] not null,
      primary key (merchant_id, livemode, payment_method_type, currency)
    )`);
    this.addSql(`create table manual_records (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      key text collate "C" not null,
      record jsonb not null,
      created_at timestamptz(3) not null,
      primary key (merchant_id, livemode, key)
    )`);
    this.addSql(`alter table charges
      add column connection_id text collate "C",
      add column settles_to text not null default 'platform'`);
    this.addSql(`insert into connections
      select 'pvc_' || substr(md5(merchant_id || livemode::text || provider), 1, 24), merchant_id, livemode, provider,
        'platform', 'ACTIVE',
        '[{"type": "card", "integration": null, "currencies": ["EGP", "USD", "EUR", "GBP", "SAR", "AED", "QAR", "AUD", "CAD", "CNY", "KWD", "JOD", "OMR", "BHD"]}]',
        stripe_account_id, jsonb_build_object('publishableKey', publishable_key),
        jsonb_build_object('secretKey', secret_key_last4), sealed, null, null, created_at, updated_at
      from provider_connections`);
  }

  override down(): void {
    this.addSql('alter table charges drop column connection_id, drop column settles_to');
    this.addSql('drop table manual_records');
    this.addSql('drop table provider_routes');
    this.addSql('drop table connections');
  }
}
