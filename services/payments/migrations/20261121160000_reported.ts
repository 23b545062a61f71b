import { Migration } from '@mikro-orm/migrations';

/** Cash and transfers come in parts, and the merchant says so. */
export class Reported extends Migration {
  override up(): void {
    this.addSql(`alter table charges add column amount_reported bigint not null default 0`);
    this.addSql(`alter table charges alter column amount_reported drop default`);
    this.addSql(
      `alter table charges add constraint charges_reported check (amount_reported >= 0 and amount_reported <= amount)`,
    );
  }

  override down(): void {
    this.addSql(`alter table charges drop column amount_reported`);
  }
}
