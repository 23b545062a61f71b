import { Migration } from '@mikro-orm/migrations';

/** Validates what disputes may take of a charge while charges are read and written. */
export class DisputeLossesValidated extends Migration {
  override up(): void {
    this.addSql('alter table charges validate constraint charges_lost');
  }

  override down(): void {
    this.addSql(`alter table charges drop constraint charges_lost,
      add constraint charges_lost
        check (amount_lost >= 0 and amount_refunded + amount_lost <= amount_captured) not valid`);
  }
}
