import { Migration } from '@mikro-orm/migrations';

/** Who bears the fee and whether VAT is added unless a link or session says otherwise, and what prices may be in. */
export class Migration20261121200000_account_fee_config extends Migration {
  override up(): void {
    this.addSql(
      `alter table accounts add fee_config jsonb not null default '{"feesPassThrough": false, "vatCollectionEnabled": false}', add presentment_currencies text[]`,
    );
  }

  override down(): void {
    this.addSql(`alter table accounts drop column fee_config, drop column presentment_currencies`);
  }
}
