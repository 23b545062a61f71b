import { Migration } from '@mikro-orm/migrations';

/** Logo, language and mail for each mode: formerly a test key changed those of live mode. Test mode starts with a copy. */
export class SettingsByMode extends Migration {
  override up(): void {
    this.addSql(`alter table accounts
      add column test_default_locale text,
      add column test_logo text,
      add column test_mail jsonb not null default '{"replyTo": null, "receipts": false}'`);
    this.addSql('update accounts set test_default_locale = default_locale, test_logo = logo, test_mail = mail');
  }

  override down(): void {
    this.addSql('alter table accounts drop column test_mail, drop column test_logo, drop column test_default_locale');
  }
}
