import { command, query, type RoutesOf } from '@mizan/service-kit';
import { getCoupon } from './coupon-rows.ts';
import { toCouponResource } from './coupon.resource.ts';
import { checkProducts, createCoupon } from './create-coupon.ts';
import { deleteCoupon } from './delete-coupon.ts';
import { listCoupons } from './list-coupons.ts';
import { updateCoupon } from './update-coupon.ts';

type Routes = Pick<
  RoutesOf<'checkout'>,
  'createCoupon' | 'listCoupons' | 'getCoupon' | 'updateCoupon' | 'deleteCoupon'
>;

/** Operations on coupons. */
export const couponRoutes: Routes = {
  createCoupon: command({
    load: (context, { body }) => checkProducts(context, body),
    run: (tx, { body }) => createCoupon(tx, body),
  }),
  listCoupons: query((reader, { query }) => listCoupons(reader, query)),
  getCoupon: query(async (reader, { params }) => toCouponResource(await getCoupon(reader, params.id), reader.now)),
  updateCoupon: command((tx, { params, body }) => updateCoupon(tx, params.id, body)),
  deleteCoupon: command((tx, { params }) => deleteCoupon(tx, params.id)),
};
