import type { Coupon, CreateCoupon } from '@mizan/contracts';
import {
  assertFuture,
  asStored,
  countRows,
  newId,
  resourceMissing,
  type LoadContext,
  type Tx,
} from '@mizan/service-kit';
import type { Counted } from './coupon-rows.ts';
import type { CouponRow } from './coupon.entity.ts';
import { toCouponResource } from './coupon.resource.ts';
import { coupons } from './coupon.table.ts';

/** Checks with the catalog that a coupon's products exist. @throws Problem `resource_missing` with the entry as its param */
export async function assertProducts({ calls }: Pick<LoadContext, 'calls'>, body: CreateCoupon): Promise<void> {
  const productIds = [...new Set(body.appliesToProductIds)];
  if (productIds.length === 0) return;
  const [missing] = (await calls.findMissingProducts({ productIds })).missing;
  if (missing === undefined) return;
  throw resourceMissing(`appliesToProductIds[${body.appliesToProductIds.indexOf(missing)}]`);
}

const oneMore = new Map<Counted, number>([['coupons', 1]]);

/** Creates a coupon. @throws Problem `parameter_invalid`: it would have expired already */
export async function createCoupon(tx: Tx, body: CreateCoupon): Promise<Coupon> {
  const coupon = newCoupon(tx, body);
  if (coupon.redeemBy !== null) assertFuture('redeemBy', coupon.redeemBy, tx.now);
  await tx.sql`with created as (${coupons.insert([coupon])}) ${countRows(tx, oneMore)}`;
  const resource = toCouponResource(coupon, tx.now);
  tx.emit('coupon.created', { object: resource, version: coupon.version });
  return resource;
}

const newCoupon = ({ scope, now }: Tx, body: CreateCoupon): CouponRow => ({
  id: newId('coupon'),
  ...scope,
  version: 1,
  createdAt: now,
  updatedAt: now,
  name: body.name ?? null,
  percentOff: body.percentOff === null || body.percentOff === undefined ? null : String(body.percentOff),
  amountOff: body.amountOff ?? null,
  currency: body.currency ?? null,
  duration: body.duration,
  durationInMonths: body.durationInMonths ?? null,
  maxRedemptions: body.maxRedemptions ?? null,
  maxRedemptionsPerCustomer: body.maxRedemptionsPerCustomer ?? null,
  minimumAmount: body.minimumAmount ?? null,
  minimumAmountCurrency: body.minimumAmountCurrency ?? null,
  redeemBy: body.redeemBy ? new Date(body.redeemBy) : null,
  appliesToProductIds: [...new Set(body.appliesToProductIds)],
  active: body.active,
  metadata: asStored(body.metadata ?? {}),
  timesRedeemed: 0,
  held: 0,
  overRedeemed: 0,
});
