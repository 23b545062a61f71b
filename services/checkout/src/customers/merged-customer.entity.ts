import { defineEntity, p } from '@mikro-orm/core';

const id = () => p.text().collation('C');

/** A guest that became part of another customer: whoever asks for its checkouts means the other's. */
export const MergedCustomerEntity = defineEntity({
  name: 'MergedCustomer',
  tableName: 'merged_customers',
  properties: {
    merchantId: id().primary(),
    livemode: p.boolean().primary(),
    /** The guest that is no more. */
    id: id().primary(),
    /** Never itself one that was merged. */
    mergedInto: id(),
  },
  indexes: [
    {
      name: 'merged_customers_survivor',
      expression: `create index merged_customers_survivor on merged_customers (merchant_id, livemode, merged_into)`,
    },
  ],
});
