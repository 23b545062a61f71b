import { Migration } from '@mikro-orm/migrations';

/** A table for the harness's own tests. */
export class Notes extends Migration {
  override up(): void {
    this.addSql('create table notes (text text not null)');
  }
}
