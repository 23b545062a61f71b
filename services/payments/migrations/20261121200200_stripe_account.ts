import { Migration } from '@mikro-orm/migrations';

/** Which account at Stripe a connection leads to; null for those that were made before it was asked. */
export class StripeAccount extends Migration {
  override up(): void {
    this.addSql(`alter table provider_connections add column stripe_account_id text`);
  }

  override down(): void {
    this.addSql(`alter table provider_connections drop column stripe_account_id`);
  }
}
