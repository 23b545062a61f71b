import { defineEntity, p } from '@mikro-orm/core';

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
  indexes: [
    {
      name: 'merged_customers_survivor',
      expression: `create index merged_customers_survivor on merged_customers (merchant_id, livemode, merged_into)`,
    },
  ],
});
