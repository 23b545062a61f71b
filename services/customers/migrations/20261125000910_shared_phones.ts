import { Migration } from '@mikro-orm/migrations';

/** The phones of guests without an e-mail, under a key of their own: many guests may share a phone. */
export class SharedPhones extends Migration {
  override up(): void {
    this.addSql(`insert into guest_marks (merchant_id, livemode, mark, customer_id)
      select merchant_id, livemode, 'phone-without-email:' || given.number, id
      from customers, unnest(guest_phones) as given (number)
      where type = 'guest' and merged_into is null and guest_emails = '{}'
      on conflict do nothing`);
  }

  override down(): void {
    this.addSql(`delete from guest_marks where mark like 'phone-without-email:%'`);
  }
}
