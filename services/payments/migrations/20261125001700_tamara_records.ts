import { Migration } from '@mikro-orm/migrations';

/** What payments through Tamara are known by. */
export class TamaraRecords extends Migration {
  override up(): void {
    this.addSql(`create table tamara_records (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      key text collate "C" not null,
      record jsonb not null,
      created_at timestamptz(3) not null,
      primary key (merchant_id, livemode, key)
    )`);
  }

  override down(): void {
    this.addSql('drop table tamara_records');
  }
}
