import { Migration } from '@mikro-orm/migrations';

/** Publishable keys say whose pages may frame checkouts and use the key. */
export class Migration20261121130000_allowed_origins extends Migration {
  override up(): void {
    this.addSql(`alter table api_keys add allowed_origins text[] not null default '{}'`);
    this.addSql(
      `alter table api_keys add constraint api_keys_allowed_origins check (type = 'PUBLISHABLE' or allowed_origins = '{}')`,
    );
  }
}
