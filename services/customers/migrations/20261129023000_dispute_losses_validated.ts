import { Migration } from '@mikro-orm/migrations';

/** Validates the sums of customers while customers are read and written. */
export class DisputeLossesValidated extends Migration {
  override up(): void {
    this.addSql('alter table customers validate constraint customers_spend');
  }

  override down(): void {
    this.addSql(`alter table customers drop constraint customers_spend,
      add constraint customers_spend check (gross_spend >= 0 and gross_spend <= 9007199254740991
        and amount_refunded >= 0 and amount_dispute_losses >= 0 and num_payments >= 0) not valid`);
  }
}
