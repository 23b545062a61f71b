import { Migration } from '@mikro-orm/migrations';

export class Precision extends Migration {
  override up(): void {
    this.addSql(`alter table parcels alter column price type numeric(20,6)`);
  }

  override down(): void {
    this.addSql(`alter table parcels alter column price type numeric(18,6)`);
  }
}
