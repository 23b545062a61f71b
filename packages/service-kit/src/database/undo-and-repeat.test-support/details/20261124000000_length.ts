import { Migration } from '@mikro-orm/migrations';

export class Length extends Migration {
  override up(): void {
    this.addSql(`alter table parcels alter column note type varchar(40)`);
  }

  override down(): void {
    this.addSql(`alter table parcels alter column note type varchar(20)`);
  }
}
