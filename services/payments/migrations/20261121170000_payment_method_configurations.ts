import { Migration } from '@mikro-orm/migrations';

/** Which ways to pay a checkout offers, and the checkouts that are open with it. */
export class PaymentMethodConfigurations extends Migration {
  override up(): void {
    this.addSql(`create table payment_method_configurations (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version integer not null,
      name text not null,
      is_default boolean not null,
      method_types jsonb not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (id),
      constraint payment_method_configurations_enabled check (
        jsonb_path_exists(method_types, '$[*]."enabled"?(@ == true)')
      )
    )`);
    this.addSql(
      `create index payment_method_configurations_newest on payment_method_configurations (merchant_id, livemode, created_at desc, id desc)`,
    );
    this.addSql(
      `create unique index payment_method_configurations_default on payment_method_configurations (merchant_id, livemode) where is_default`,
    );

    this.addSql(`create table payment_method_configuration_uses (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      used_by text collate "C" not null,
      configuration_id text collate "C" not null,
      until timestamptz(3),
      primary key (merchant_id, livemode, used_by, configuration_id),
      constraint payment_method_configuration_uses_configuration_id_foreign
        foreign key (configuration_id) references payment_method_configurations (id)
    )`);
    this.addSql(
      `create index payment_method_configuration_uses_configuration on payment_method_configuration_uses (configuration_id)`,
    );
    this.addSql(
      `create index payment_method_configuration_uses_until on payment_method_configuration_uses (until) where until is not null`,
    );
  }

  override down(): void {
    this.addSql(`drop table payment_method_configuration_uses`);
    this.addSql(`drop table payment_method_configurations`);
  }
}
