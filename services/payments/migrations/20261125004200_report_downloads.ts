import { Migration } from '@mikro-orm/migrations';

/** Which API keys are downloading a report. */
export class ReportDownloads extends Migration {
  override up(): void {
    this.addSql(`create table report_downloads (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      key_id text collate "C" not null,
      download_id uuid not null,
      leased_until timestamptz(3) not null,
      constraint report_downloads_pkey primary key (merchant_id, livemode, key_id))`);
  }

  override down(): void {
    this.addSql('drop table report_downloads');
  }
}
