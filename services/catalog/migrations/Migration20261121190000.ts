import { Migration } from '@mikro-orm/migrations';

/** Prices that a line item which is being written may be made from. */
export class Migration20261121190000 extends Migration {
  override up(): void {
    this.addSql(`alter table prices add column reserved_until timestamptz(3)`);
  }

  override down(): void {
    this.addSql(`alter table prices drop column reserved_until`);
  }
}
