import { defineEntity, p } from '@mikro-orm/core';

/**
 * A mark by which a guest is recognized: `email:…`, `phone:…` or `card:…`. The guest's own row has the same marks in
 * order. A table with a B-tree, because on a small table Postgres prefers a sequential scan to any GIN index, and keeps
 * that plan long after the table has grown.
 */
export const GuestMarkEntity = defineEntity({
  name: 'GuestMark',
  tableName: 'guest_marks',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    mark: p.text().collation('C').primary(),
    customerId: p.text().collation('C').primary(),
  },
});
