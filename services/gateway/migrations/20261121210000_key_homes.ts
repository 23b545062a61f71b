import { Migration } from '@mikro-orm/migrations';

/** Which service an idempotency key belongs to. */
export class Migration20261121210000_key_homes extends Migration {
  override up(): void {
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
    this.addSql(`drop table key_homes`);
  }
}
