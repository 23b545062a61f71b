import { Migration } from '@mikro-orm/migrations';

/** How accounts are connected to real providers, and what the Stripe adapter remembers. */
export class Stripe extends Migration {
  override up(): void {
    this.addSql(`create table provider_connections (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      provider text not null,
      publishable_key text not null,
      secret_key_last4 text not null,
      sealed bytea not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      constraint provider_connections_pkey primary key (merchant_id, livemode, provider))`);
    this.addSql(`create table stripe_records (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      key text collate "C" not null,
      record jsonb not null,
      created_at timestamptz(3) not null,
      constraint stripe_records_pkey primary key (merchant_id, livemode, key))`);
  }

  override down(): void {
    this.addSql(`drop table stripe_records`);
    this.addSql(`drop table provider_connections`);
  }
}
