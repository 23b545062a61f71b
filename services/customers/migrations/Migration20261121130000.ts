import { Migration } from '@mikro-orm/migrations';

/** Tombstones are found by the guest that they were merged into. */
export class Migration20261121130000 extends Migration {
  override up(): void {
    this.addSql(
      `create index customers_tombstones on customers (merchant_id, livemode, merged_into) where merged_into is not null`,
    );
  }

  override down(): void {
    this.addSql(`drop index customers_tombstones`);
  }
}
