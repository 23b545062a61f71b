import { Migration } from '@mikro-orm/migrations';

/** Versions of saved payment methods; by default the first, so that a replica of before can go on saving. */
export class PaymentMethodVersions extends Migration {
  override up(): void {
    this.addSql(`alter table payment_methods add column version integer not null default 1`);
  }

  override down(): void {
    this.addSql(`alter table payment_methods drop column version`);
  }
}
