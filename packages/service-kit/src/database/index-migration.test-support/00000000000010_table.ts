import { Migration } from '@mikro-orm/migrations';

export class CrowdedTable extends Migration {
  override up(): void {
    this.addSql(`create table crowded (n int not null)`);
  }
}
