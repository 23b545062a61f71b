import { Migration } from '@mikro-orm/migrations';

/**
 * Exchange rates, and the ones that every test mode comes with: plausible, not true, and never in live mode.
 */
export class ExchangeRates extends Migration {
  override up(): void {
    this.addSql(`create table exchange_rates (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      base text not null,
      quote text not null,
      rate numeric(20,6) not null,
      source text not null,
      fetched_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      constraint exchange_rates_pkey primary key (id),
      constraint exchange_rates_rate check (rate > 0 and rate < 1000000000),
      constraint exchange_rates_pair check (base <> quote),
      constraint exchange_rates_own check (merchant_id = '' or not livemode))`);
    this.addSql(
      `create index exchange_rates_newest on exchange_rates (merchant_id, livemode, base, quote, fetched_at desc, id desc)`,
    );
    this.addSql(`create table stale_rate_notices (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      rate_id text collate "C" not null,
      created_at timestamptz(3) not null,
      constraint stale_rate_notices_pkey primary key (merchant_id, livemode, rate_id))`);
    for (const [base, rate] of Object.entries(toEgp))
      this.addSql(
        `insert into exchange_rates values ('fxr_${`${base}EGP`.padStart(24, '0')}', '', false, '${base}', 'EGP', ${rate}, 'seed', '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z')`,
      );
  }

  override down(): void {
    this.addSql(`drop table stale_rate_notices`);
    this.addSql(`drop table exchange_rates`);
  }
}

/** Egyptian pounds for one major unit. */
const toEgp = {
  USD: '48.5',
  EUR: '52.75',
  GBP: '62.5',
  SAR: '12.93',
  AED: '13.205',
  QAR: '13.32',
  KWD: '157.123456',
  JOD: '68.4',
  OMR: '125.97',
  BHD: '128.64',
  LYD: '8.95',
  AUD: '31.6',
  CAD: '34.85',
  CNY: '6.72',
} as const;
