import { defineOrm, RowCountEntity } from '@mizan/service-kit/schema';
import { CatalogObjectEntity } from './src/catalog/catalog-object.entity.ts';
import { CouponEntity } from './src/coupons/coupon.entity.ts';
import { MergedCustomerEntity } from './src/customers/merged-customer.entity.ts';
import { DiscountEntity, DiscountMarkEntity, PaidMarkEntity } from './src/discounts/discount.entity.ts';
import { PaymentLinkEntity } from './src/payment-links/payment-link.entity.ts';
import { PromotionCodeEntity } from './src/promotion-codes/promotion-code.entity.ts';
import { CheckoutSessionEntity } from './src/session/session.entity.ts';

/** Entities and migrations of the `checkout` schema. */
export default defineOrm({
  service: 'checkout',
  entities: [
    CheckoutSessionEntity,
    CouponEntity,
    PromotionCodeEntity,
    DiscountEntity,
    DiscountMarkEntity,
    PaidMarkEntity,
    PaymentLinkEntity,
    CatalogObjectEntity,
    MergedCustomerEntity,
    RowCountEntity,
  ],
  migrations: new URL('./migrations/', import.meta.url),
});
