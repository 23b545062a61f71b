import { Migration } from '@mikro-orm/migrations';

/** Validates what uploads may be while they are read and written. */
export class DisputeEvidenceValidated extends Migration {
  override up(): void {
    this.addSql('alter table uploads validate constraint uploads_purpose, validate constraint uploads_content_type');
  }

  override down(): void {
    this.addSql(`alter table uploads drop constraint uploads_purpose, drop constraint uploads_content_type,
      add constraint uploads_purpose check (purpose in ('product_image', 'merchant_logo', 'dispute_evidence')) not valid,
      add constraint uploads_content_type check (content_type in ('image/png', 'image/jpeg', 'image/webp')
        or (content_type = 'application/pdf' and purpose = 'dispute_evidence')) not valid`);
  }
}
