import { Migration } from '@mikro-orm/migrations';

const none = `'{"instapay": {"handle": null}, "bank_transfer": [], "cash_on_delivery": {"enabled": false}}'`;

/** What merchants set themselves: mail, and the methods that they receive without a provider, for each mode. */
export class AccountSettings extends Migration {
  override up(): void {
    this.addSql(`alter table accounts
      add column mail jsonb not null default '{"replyTo": null, "receipts": false}',
      add column manual_methods jsonb not null default ${none},
      add column test_manual_methods jsonb not null default ${none}`);
  }

  override down(): void {
    this.addSql('alter table accounts drop column test_manual_methods, drop column manual_methods, drop column mail');
  }
}
