import { Migration } from '@mikro-orm/migrations';

/** Merchants and the keys they call with. */
export class AccountsAndApiKeys extends Migration {
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
      constraint accounts_country check (country ~ '^[A-Z]{2}$'),
      constraint accounts_default_currency check (default_currency ~ '^[A-Z]{3}$'),
      constraint accounts_vat_on_fees_ppm check (vat_on_fees_ppm >= 0 and vat_on_fees_ppm <= 1000000),
      constraint accounts_version check (version > 0)
    )`);
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
      constraint api_keys_key_hash unique (key_hash),
      constraint api_keys_merchant_id_foreign foreign key (merchant_id) references accounts (id) on delete restrict,
      constraint api_keys_type check (type in ('SECRET', 'RESTRICTED', 'PUBLISHABLE')),
      constraint api_keys_key_hash_length check (octet_length(key_hash) = 32),
      constraint api_keys_permissions check (type = 'RESTRICTED' or permissions = '{}'),
      constraint api_keys_version check (version > 0)
    )`);
    this.addSql(`create index api_keys_of_account on api_keys (merchant_id, livemode, created_at, id)`);
  }

  override down(): void {
    this.addSql('drop table api_keys');
    this.addSql('drop table accounts');
  }
}
