import { Migration } from '@mikro-orm/migrations';

/** What becomes of money that arrives when its payment is over. */
export class Migration20261122000000_late_success_policy extends Migration {
  override up(): void {
    this.addSql(
      `alter table accounts add late_success_policy text not null default 'accept' constraint accounts_late_success_policy check (late_success_policy in ('accept', 'auto_refund'))`,
    );
  }

  override down(): void {
    this.addSql(`alter table accounts drop column late_success_policy`);
  }
}
