import { Migration } from '@mikro-orm/migrations';

/**
 * What payments are in other currencies. Those counted before, or by an older replica meanwhile, have none and are left
 * out of what a customer spends in another currency, as before.
 */
export class Migration20261121220000 extends Migration {
  override up(): void {
    this.addSql(`alter table spend_payments add column converted jsonb`);
    this.addSql(`alter table spend_items add column converted jsonb`);
  }

  override down(): void {
    this.addSql(`alter table spend_items drop column converted`);
    this.addSql(`alter table spend_payments drop column converted`);
  }
}
