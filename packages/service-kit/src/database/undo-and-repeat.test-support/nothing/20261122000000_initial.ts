import { Migration } from '@mikro-orm/migrations';

export class Initial extends Migration {
  override up(): void {
    this.addSql(`create table if not exists parcels (n int not null)`);
  }
}
