import { Migration } from '@mikro-orm/migrations';

/** What the provider of a charge reports as its own fee. */
export class ProviderFee extends Migration {
  override up(): void {
    this.addSql('alter table charges add column provider_fee jsonb');
  }

  override down(): void {
    this.addSql('alter table charges drop column provider_fee');
  }
}
