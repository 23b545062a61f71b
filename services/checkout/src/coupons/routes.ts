import { command, query, type RoutesOf } from '@mizan/service-kit';
import { assertProducts, createCoupon } from './create-coupon.ts';
import { deleteCoupon } from './delete-coupon.ts';
import { getCoupon, listCoupons } from './read-coupons.ts';
import { updateCoupon } from './update-coupon.ts';

/** Operations on coupons. */
export const couponRoutes = {
  createCoupon: command({
    load: (context, { body }) => assertProducts(context, body),
    isLoadRepeatable: true,
    run: (tx, { body }) => createCoupon(tx, body),
  }),
  listCoupons: query((reader, { query }) => listCoupons(reader, query)),
  getCoupon: query((reader, { params }) => getCoupon(reader, params.id)),
  updateCoupon: command((tx, { params, body }) => updateCoupon(tx, params.id, body)),
  deleteCoupon: command((tx, { params }) => deleteCoupon(tx, params.id)),
} satisfies Partial<RoutesOf<'checkout'>>;
