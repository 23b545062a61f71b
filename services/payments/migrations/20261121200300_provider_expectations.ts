import { Migration } from '@mikro-orm/migrations';

/** How the simulator misbehaves at an account's next operations. */
export class ProviderExpectations extends Migration {
  override up(): void {
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
  }

  override down(): void {
    this.addSql(`drop table provider_expectations`);
  }
}
