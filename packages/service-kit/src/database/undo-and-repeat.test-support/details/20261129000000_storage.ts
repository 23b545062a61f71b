import { Migration } from '@mikro-orm/migrations';

export class Storage extends Migration {
  override up(): void {
    this.addSql(`alter table parcels alter column note set storage external`);
  }

  override down(): void {
    this.addSql(`alter table parcels alter column note set storage extended`);
  }
}
