import { Migration } from '@mikro-orm/migrations';

/** Charges that a payment did not need, when a returning browser had the provider queried, and closed attempts. */
export class Surplus extends Migration {
  override up(): void {
    this.addSql(`alter table charges
      add column is_surplus boolean not null default false,
      add column queried_at timestamptz(3)`);
    this.addSql(`alter table refunds add column is_surplus boolean not null default false`);
    this.addSql(`alter table late_successes add column is_surplus boolean not null default false`);
    this.addSql(`create table closed_attempts (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      checkout_session_id text collate "C" not null,
      attempt integer not null,
      created_at timestamptz(3) not null default now(),
      constraint closed_attempts_pkey primary key (merchant_id, livemode, checkout_session_id),
      constraint closed_attempts_attempt check (attempt >= 1))`);
  }

  override down(): void {
    this.addSql(`drop table closed_attempts`);
    this.addSql(`alter table late_successes drop column is_surplus`);
    this.addSql(`alter table refunds drop column is_surplus`);
    this.addSql(`alter table charges drop column is_surplus, drop column queried_at`);
  }
}
