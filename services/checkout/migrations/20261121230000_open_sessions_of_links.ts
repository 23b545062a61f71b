import { Migration } from '@mikro-orm/migrations';

/** The open sessions of a payment link, which are counted where it may be completed so many times only. */
export class OpenSessionsOfLinks extends Migration {
  override up(): void {
    this.addSql(
      `create index checkout_sessions_open_of_link on checkout_sessions (merchant_id, livemode, payment_link_id) where status = 'open' and payment_link_id is not null`,
    );
  }

  override down(): void {
    this.addSql(`drop index checkout_sessions_open_of_link`);
  }
}
