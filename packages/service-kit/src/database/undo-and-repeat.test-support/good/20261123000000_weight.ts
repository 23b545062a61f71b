import { Migration } from '@mikro-orm/migrations';

export class Weight extends Migration {
  override up(): void {
    this.addSql(`alter table parcels add column weight int`);
  }

  override down(): void {
    this.addSql(`alter table parcels drop column weight`);
  }
}
