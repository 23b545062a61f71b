import { defineEntity, p } from '@mikro-orm/core';

/**
 * One thing that a guest is recognised by, for finding whom it belongs to: `email:…`, `phone:…` or `card:…`. The guest's
 * own row lists the same marks in their order. A table with a B-tree, because on a young table Postgres prefers reading
 * all of it to any GIN index, and keeps to that plan long after it has grown.
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
