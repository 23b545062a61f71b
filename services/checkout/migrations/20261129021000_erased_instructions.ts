import { Migration } from '@mikro-orm/migrations';

/** A charge without the e-mail addresses of its refunds that have ended; other refunds still need theirs. */
const withoutAddresses = (charge: string) => `
  (select json_object_agg(key, case key when 'refunds' then
    (select coalesce(json_agg(case when refund ->> 'status' in ('PENDING', 'REQUIRES_ACTION') then refund else
        (select json_object_agg(key, value order by place) from json_each(refund) with ordinality as part (key, value, place)
         where key <> 'instructionsEmail') end order by place), '[]')
     from json_array_elements(value) with ordinality as each (refund, place))
    else value end order by place)
  from json_each(${charge}) with ordinality as part (key, value, place))`;

/** Checkouts of deleted customers: of others, what shows a charge has its billing details, be they empty. */
const isErased = `customer_id is not null and payment_intent_id is not null and customer_details is null
  and customer ->> 'name' is null and customer ->> 'email' is null and customer ->> 'phone' is null
  and payment_intent #>> '{latestCharge,billingDetails}' is null and payment_intent::text like '%"instructionsEmail"%'`;

export const eraseInstructions = `
  update checkout_sessions set payment_intent = (
    select json_object_agg(key, case
      when key = 'latestCharge' and json_typeof(value) = 'object' then ${withoutAddresses('value')}
      when key = 'charges' then
        (select coalesce(json_agg(${withoutAddresses('charge')} order by place), '[]')
         from json_array_elements(value) with ordinality as each (charge, place))
      else value end order by place)
    from json_each(payment_intent) with ordinality as part (key, value, place))
  where ${isErased}`;

/** Checkouts of customers who were deleted earlier show no e-mail address of their refunds. */
export class ErasedInstructions extends Migration {
  override up(): void {
    this.addSql(eraseInstructions);
  }

  override down(): void {
    // What was erased stays erased.
  }
}
