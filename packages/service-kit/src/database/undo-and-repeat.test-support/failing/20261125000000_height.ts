import { Migration } from '@mikro-orm/migrations';

export class Height extends Migration {
  override up(): void {
    this.addSql(`alter table parcels add column height int, add column width int`);
  }

  override down(): void {
    this.addSql(`alter table parcels drop column height`);
  }
}
