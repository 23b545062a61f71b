import { Migration } from '@mikro-orm/migrations';

export class Index extends Migration {
  override up(): void {
    this.addSql(`create index if not exists parcels_n on parcels (n)`);
  }

  override down(): void {
    this.addSql(`drop index if exists parcels_m`);
  }
}
