import { Migration } from '@mikro-orm/migrations';

/**
 * What a charge is in other currencies, and rates of test mode between those of the demo accounts. Charges that were made
 * before, or by an older replica meanwhile, have none: they count in their own currency only.
 */
export class ConvertedAmounts extends Migration {
  override up(): void {
    this.addSql(`alter table charges add column converted_amounts jsonb`);
    for (const [base, quote, rate] of seeds)
      this.addSql(
        `insert into exchange_rates values ('fxr_${`${base}${quote}`.padStart(24, '0')}', '', false, '${base}', '${quote}', ${rate}, 'seed', '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z')`,
      );
  }

  override down(): void {
    for (const [base, quote] of seeds)
      this.addSql(`delete from exchange_rates where id = 'fxr_${`${base}${quote}`.padStart(24, '0')}'`);
    this.addSql(`alter table charges drop column converted_amounts`);
  }
}

/** Not into Kuwaiti dinars: six decimals would leave four digits of those rates. */
const seeds = [
  ['EGP', 'USD', '0.020619'],
  ['EGP', 'SAR', '0.07734'],
  ['EGP', 'AED', '0.075729'],
  ['USD', 'SAR', '3.75'],
  ['USD', 'AED', '3.6725'],
  ['SAR', 'USD', '0.266667'],
  ['SAR', 'AED', '0.979333'],
  ['AED', 'USD', '0.272294'],
  ['AED', 'SAR', '1.021102'],
  ['KWD', 'USD', '3.239659'],
  ['KWD', 'SAR', '12.148721'],
  ['KWD', 'AED', '11.897648'],
] as const;
