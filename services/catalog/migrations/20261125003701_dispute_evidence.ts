import { Migration } from '@mikro-orm/migrations';

/** Files for the evidence of disputes: pictures and PDF. */
export class DisputeEvidence extends Migration {
  override up(): void {
    this.addSql('alter table uploads drop constraint uploads_purpose, drop constraint uploads_content_type');
    this.addSql(`alter table uploads
      add constraint uploads_purpose check (purpose in ('product_image', 'merchant_logo', 'dispute_evidence')) not valid,
      add constraint uploads_content_type check (content_type in ('image/png', 'image/jpeg', 'image/webp')
        or (content_type = 'application/pdf' and purpose = 'dispute_evidence')) not valid`);
  }

  override down(): void {
    this.addSql(`delete from uploads where purpose = 'dispute_evidence'`);
    this.addSql('alter table uploads drop constraint uploads_purpose, drop constraint uploads_content_type');
    this.addSql(`alter table uploads
      add constraint uploads_purpose check (purpose in ('product_image', 'merchant_logo')),
      add constraint uploads_content_type check (content_type in ('image/png', 'image/jpeg', 'image/webp'))`);
  }
}
