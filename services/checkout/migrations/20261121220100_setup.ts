import { Migration } from '@mikro-orm/migrations';

/** The payment method that a session of mode setup saved. */
export class Setup extends Migration {
  override up(): void {
    this.addSql(`alter table checkout_sessions add payment_method_id text collate "C"`);
  }

  override down(): void {
    this.addSql(`alter table checkout_sessions drop column payment_method_id`);
  }
}
