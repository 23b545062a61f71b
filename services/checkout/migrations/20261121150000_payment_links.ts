import { Migration } from '@mikro-orm/migrations';

/** Payment links. */
export class PaymentLinks extends Migration {
  override up(): void {
    this.addSql(`create table payment_links (
      id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      slug text collate "C" not null,
      active boolean not null,
      expires_at timestamptz(3),
      has_expired boolean not null,
      max_completions integer,
      currency text not null,
      computed_amount bigint not null,
      line_items json not null,
      custom_fields json not null,
      settings json not null,
      search_text text not null,
      constraint payment_links_slug unique (slug),
      constraint payment_links_computed_amount check (computed_amount >= 0 and computed_amount <= 999999999999),
      constraint payment_links_max_completions check (max_completions > 0),
      constraint payment_links_expired check (not has_expired or expires_at is not null)
    )`);
    this.addSql(`create index payment_links_newest on payment_links (merchant_id, livemode, created_at desc, id desc)`);
    // Without the merchant in front, as for products: the text decides.
    this.addSql(`create index payment_links_search on payment_links using gin (search_text public.gin_trgm_ops)`);
    this.addSql(
      `create index payment_links_due on payment_links (expires_at) where not has_expired and expires_at is not null`,
    );
  }

  override down(): void {
    this.addSql(`drop table payment_links`);
  }
}
