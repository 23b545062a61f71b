import { Migration } from '@mikro-orm/migrations';

/** Payments that a merchant begins without a checkout, and authorisations that expire. */
export class MerchantIntents extends Migration {
  override up(): void {
    this.addSql(`alter table payment_intents add column payment_method_types jsonb, add column attached_method jsonb`);
    this.addSql(`create index payment_intents_holds on payment_intents (capture_before) where amount_capturable > 0`);
    this.addSql(`create index captures_pending on captures (created_at) where status = 'PENDING'`);
  }

  override down(): void {
    this.addSql(`drop index captures_pending`);
    this.addSql(`drop index payment_intents_holds`);
    this.addSql(`alter table payment_intents drop column payment_method_types, drop column attached_method`);
  }
}
