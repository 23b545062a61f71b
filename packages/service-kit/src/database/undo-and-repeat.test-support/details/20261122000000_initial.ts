import { Migration } from '@mikro-orm/migrations';

export class Initial extends Migration {
  override up(): void {
    this.addSql(`create table if not exists parcels (n int not null, price numeric(18,6), note varchar(20))`);
    this.addSql(`create type size as enum ('small', 'large')`);
    this.addSql(`create sequence numbers`);
    this.addSql(`alter table parcels enable row level security`);
  }
}
