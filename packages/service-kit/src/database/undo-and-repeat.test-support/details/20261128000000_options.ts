import { Migration } from '@mikro-orm/migrations';

export class Options extends Migration {
  override up(): void {
    this.addSql(`alter table parcels set (fillfactor = 80)`);
  }

  override down(): void {
    this.addSql(`alter table parcels reset (fillfactor)`);
  }
}
