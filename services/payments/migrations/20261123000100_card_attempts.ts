import { Migration } from '@mikro-orm/migrations';

/** Counts of declines and attempts of live mode, which stop the testing of stolen cards. */
export class CardAttempts extends Migration {
  override up(): void {
    this.addSql(`create table card_attempts (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      subject text collate "C" not null,
      opened_at timestamptz(3) not null,
      count integer not null,
      constraint card_attempts_pkey primary key (merchant_id, livemode, subject),
      constraint card_attempts_count check (count > 0))`);
    this.addSql('create index card_attempts_opened_at on card_attempts (opened_at)');
  }

  override down(): void {
    this.addSql('drop table card_attempts');
  }
}
