import { Migration } from '@mikro-orm/migrations';

/** What buyers try is not only to pay. */
export class Migration20261121120000_attempts extends Migration {
  override up(): void {
    this.addSql(`alter table payment_attempts rename to attempts`);
    this.addSql(`alter table attempts rename constraint payment_attempts_pkey to attempts_pkey`);
    this.addSql(`alter table attempts rename constraint payment_attempts_count to attempts_count`);
    this.addSql(`alter index payment_attempts_opened_at rename to attempts_opened_at`);
  }
}
