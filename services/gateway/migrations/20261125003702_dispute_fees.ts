import { Migration } from '@mikro-orm/migrations';

/** What disputes cost an account, by currency. */
export class DisputeFees extends Migration {
  override up(): void {
    this.addSql(`alter table accounts add column dispute_fees jsonb not null default '[]'`);
  }

  override down(): void {
    this.addSql('alter table accounts drop column dispute_fees');
  }
}
