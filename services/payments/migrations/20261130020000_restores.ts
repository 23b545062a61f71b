import { Migration } from '@mikro-orm/migrations';

/** That the database was restored from a backup, and until when money is held because of it. */
export class Restores extends Migration {
  override up(): void {
    this.addSql(`create table restores (
      restored_to timestamptz(3) not null,
      restored_at timestamptz(3) not null,
      released_at timestamptz(3),
      constraint restores_pkey primary key (restored_to))`);
  }

  override down(): void {
    this.addSql('drop table restores');
  }
}
