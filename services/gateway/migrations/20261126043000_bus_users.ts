import { Migration } from '@mikro-orm/migrations';

/** The users of the bus, so that they can be listed and revoked. Those that were created before are not known. */
export class BusUsers extends Migration {
  override up(): void {
    this.addSql(`create table bus_users (
      id text collate "C" primary key,
      team text not null,
      mode text null,
      merchant_id text collate "C" null,
      types text[] not null,
      durables text[] not null,
      public_key text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3) null,
      constraint bus_users_public_key unique (public_key),
      constraint bus_users_merchant_id_foreign foreign key (merchant_id) references accounts (id) on delete restrict,
      constraint bus_users_mode check (mode in ('test', 'live')),
      constraint bus_users_public_key_format check (public_key ~ '^U[A-Z2-7]{55}$'),
      constraint bus_users_expires_at check (expires_at > created_at)
    )`);
    this.addSql('create index bus_users_revoked on bus_users (expires_at) where revoked_at is not null');
  }

  override down(): void {
    this.addSql('drop table bus_users');
  }
}
