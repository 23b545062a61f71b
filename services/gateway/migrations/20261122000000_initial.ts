import { Migration } from '@mikro-orm/migrations';

/** Accounts and their API keys, what the rate limits of all gateways share, and the homes of idempotency keys. */
export class Initial extends Migration {
  override up(): void {
    this.addSql(`create table accounts (
      id text collate "C" primary key,
      display_name text not null,
      country text not null,
      default_currency text not null,
      default_locale text not null,
      supported_currencies jsonb not null,
      fee_schedule jsonb not null,
      vat_on_fees_ppm int not null,
      allowed_origins text[] not null,
      logo text,
      live_payments_enabled boolean not null,
      version int not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      two_factor_sealed bytea,
      two_factor_step bigint,
      fee_config jsonb not null default '{"feesPassThrough": false, "vatCollectionEnabled": false}',
      presentment_currencies text[],
      late_success_policy text not null default 'accept',
      constraint accounts_country check (country ~ '^[A-Z]{2}$'),
      constraint accounts_default_currency check (default_currency ~ '^[A-Z]{3}$'),
      constraint accounts_vat_on_fees_ppm check (vat_on_fees_ppm >= 0 and vat_on_fees_ppm <= 1000000),
      constraint accounts_late_success_policy check (late_success_policy in ('accept', 'auto_refund')),
      constraint accounts_version check (version > 0)
    )`);
    this.addSql(`create index accounts_created_at on accounts (created_at, id)`);

    this.addSql(`create table api_keys (
      id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      type text not null,
      key_hash bytea not null,
      prefix text not null,
      last4 text not null,
      name text,
      permissions text[] not null,
      ip_allowlist text[] not null,
      api_version text not null,
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      last_used_at timestamptz(3),
      version int not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      allowed_origins text[] not null default '{}',
      constraint api_keys_key_hash unique (key_hash),
      constraint api_keys_merchant_id_foreign foreign key (merchant_id) references accounts (id) on delete restrict,
      constraint api_keys_type check (type in ('SECRET', 'RESTRICTED', 'PUBLISHABLE')),
      constraint api_keys_key_hash_length check (octet_length(key_hash) = 32),
      constraint api_keys_permissions check (type = 'RESTRICTED' or permissions = '{}'),
      constraint api_keys_allowed_origins check (type = 'PUBLISHABLE' or allowed_origins = '{}'),
      constraint api_keys_version check (version > 0)
    )`);
    this.addSql(`create index api_keys_of_account on api_keys (merchant_id, livemode, created_at, id)`);

    this.addSql(`create table gateway_replicas (id text collate "C" primary key, seen_at timestamptz(3) not null)`);

    this.addSql(`create table attempts (
      subject text collate "C" not null,
      seconds int not null,
      opened_at timestamptz(3) not null,
      count int not null,
      primary key (subject, seconds),
      constraint attempts_count check (count > 0)
    )`);
    this.addSql(`create index attempts_opened_at on attempts (opened_at)`);

    // Vacuumed early: most rows are written once per keyed request and deleted in bulk.
    this.addSql(`create table key_homes (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      key text collate "C" not null,
      service text not null,
      entered int not null,
      failed int not null,
      entered_at timestamptz(6) not null,
      primary key (merchant_id, livemode, key),
      constraint key_homes_counts check (failed >= 0 and failed <= entered)
    ) with (autovacuum_vacuum_scale_factor = 0.01)`);
    this.addSql(`create index key_homes_entered_at on key_homes (entered_at)`);
  }

  override down(): void {
    for (const table of ['key_homes', 'attempts', 'gateway_replicas', 'api_keys', 'accounts'])
      this.addSql(`drop table ${table}`);
  }
}
