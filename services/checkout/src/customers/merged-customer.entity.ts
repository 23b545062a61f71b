import { defineEntity, p } from '@mikro-orm/core';
import { indexesOf } from '@mizan/service-kit/schema';

const id = () => p.text().collation('C');

/** A guest that was merged into another customer: its checkouts are found under both ids. */
export const MergedCustomerEntity = defineEntity({
  name: 'MergedCustomer',
  tableName: 'merged_customers',
  properties: {
    merchantId: id().primary(),
    livemode: p.boolean().primary(),
    /** The former guest. */
    id: id().primary(),
    /** Never itself a merged guest. */
    mergedInto: id(),
  },
  indexes: indexesOf('merged_customers', { survivor: '(merchant_id, livemode, merged_into)' }),
});
