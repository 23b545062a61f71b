import { Migration } from '@mikro-orm/migrations';

/** Which payments began with an exchange rate: those keep it from being forgotten. */
export class PaymentsByRate extends Migration {
  override up(): void {
    this.addSql(
      `create index payment_intents_exchange_rate on payment_intents ((presentment_details ->> 'exchangeRateId')) where presentment_details is not null`,
    );
  }

  override down(): void {
    this.addSql(`drop index payment_intents_exchange_rate`);
  }
}
