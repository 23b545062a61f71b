import { Migration } from '@mikro-orm/migrations';

/** Fails: there is no such type. */
export class Wrong extends Migration {
  override up(): void {
    this.addSql('create table wrong (n number)');
  }
}
