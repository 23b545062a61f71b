import { Migration } from '@mikro-orm/migrations';

/** Addresses to upload pictures to, and the pictures. */
export class Migration20261121143000 extends Migration {
  override up(): void {
    this.addSql(`create table uploads (
      name text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      purpose text not null,
      content_type text not null,
      max_bytes int not null,
      token_hash text collate "C" not null constraint uploads_token unique,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      object_key text collate "C",
      claimed_at timestamptz(3),
      stored_bytes int,
      stored_at timestamptz(3),
      constraint uploads_purpose check (purpose in ('product_image', 'merchant_logo')),
      constraint uploads_content_type check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
      constraint uploads_size check (max_bytes >= 1 and max_bytes <= 5242880 and stored_bytes >= 1 and stored_bytes <= max_bytes),
      constraint uploads_state check (
        (claimed_at is null or object_key is not null) and (stored_at is null) = (stored_bytes is null)
        and (stored_at is null or claimed_at is not null))
    )`);
    // Across merchants: only the sweeper looks here.
    this.addSql(`create index uploads_unused on uploads (expires_at) where stored_at is null`);
  }

  override down(): void {
    this.addSql(`drop table uploads`);
  }
}
