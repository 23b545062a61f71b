import { defineOrm, RowCountEntity } from '@mizan/service-kit/schema';
import { CustomerEntity } from './src/customer/customer.entity.ts';
import { GuestMarkEntity } from './src/customer/guest-mark.entity.ts';
import {
  SpendDisputeEntity,
  SpendItemEntity,
  SpendPaymentEntity,
  SpendRefundEntity,
} from './src/spend/spend.entity.ts';

/** Entities and migrations of the `customers` schema. */
export default defineOrm({
  service: 'customers',
  entities: [
    CustomerEntity,
    GuestMarkEntity,
    SpendPaymentEntity,
    SpendItemEntity,
    SpendRefundEntity,
    SpendDisputeEntity,
    RowCountEntity,
  ],
  migrations: new URL('./migrations/', import.meta.url),
});
