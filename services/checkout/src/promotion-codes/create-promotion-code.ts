import { randomInt } from 'node:crypto';
import type { CreatePromotionCode, PromotionCode } from '@mizan/contracts';
import { assertFuture, asStored, countRows, newId, Problem, type LoadContext, type Tx } from '@mizan/service-kit';
import { lockCoupon, type Counted } from '../coupons/coupon-rows.ts';
import type { CouponRow } from '../coupons/coupon.entity.ts';
import { isValid } from '../coupons/coupon.resource.ts';
import { fetchCustomer } from '../customers/customers.ts';
import type { PromotionCodeRow } from './promotion-code.entity.ts';
import { toPromotionCodeResource } from './promotion-code.resource.ts';
import { promotionCodes } from './promotion-code.table.ts';

/** Letters and digits that cannot be mistaken for each other: no I, L, O, 0, 1. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const randomLength = 8; // 31^8 = 8.5e11: cannot be guessed at the rate that a checkout allows
const tries = 5;

/**
 * The current id of the customer to whom a code is restricted; null for a code that anyone may use.
 * @throws Problem `resource_missing` on `customerId`
 */
export const fetchOwner = async (
  { calls }: LoadContext,
  { customerId }: CreatePromotionCode,
): Promise<string | null> => (customerId ? (await fetchCustomer(calls, customerId)).id : null);

/**
 * Creates a promotion code for a customer, or for anyone. A unique index keeps active codes different.
 *
 * @param customerId from {@link fetchOwner}
 * @throws Problem `resource_missing`: no such coupon; `parameter_invalid`: it would expire in the past, or as
 *   {@link assertMinimumCurrency}
 * @throws Problem `coupon_invalid`: the coupon is inactive, expired or used up
 * @throws Problem `parameter_out_of_range`: a limit exceeds the coupon's
 * @throws Problem `promotion_code_exists`: an active code has this text
 */
export async function createPromotionCode(
  tx: Tx,
  body: CreatePromotionCode,
  customerId: string | null,
): Promise<PromotionCode> {
  const coupon = await lockCoupon(tx, body.couponId, 'couponId'); // so that it cannot be deleted meanwhile
  if (!isValid(coupon, tx.now))
    throw new Problem('coupon_invalid', 'The coupon is inactive, expired or used up.', { param: 'couponId' });
  assertLimits(body, coupon, tx.now);
  assertMinimumCurrency(body.restrictions, coupon);
  const code = await insertCode(tx, { ...body, customerId });
  const resource = toPromotionCodeResource(code, coupon, tx.now);
  tx.emit('promotion_code.created', { object: resource, version: code.version });
  return resource;
}

function assertLimits({ maxRedemptions, expiresAt }: CreatePromotionCode, coupon: CouponRow, now: Date): void {
  if (expiresAt) assertFuture('expiresAt', new Date(expiresAt), now);
  const tooMany = `maxRedemptions must not exceed the coupon's ${coupon.maxRedemptions}.`;
  if (maxRedemptions && coupon.maxRedemptions !== null && maxRedemptions > coupon.maxRedemptions)
    throw new Problem('parameter_out_of_range', tooMany, { param: 'maxRedemptions' });
  const tooLate = "expiresAt must not be after the coupon's redeemBy.";
  if (expiresAt && coupon.redeemBy !== null && new Date(expiresAt) > coupon.redeemBy)
    throw new Problem('parameter_out_of_range', tooLate, { param: 'expiresAt' });
}

/** Refuses a minimum in another currency than the coupon's, which no cart could reach. @throws Problem `parameter_invalid` */
export function assertMinimumCurrency(restrictions: CreatePromotionCode['restrictions'], coupon: CouponRow): void {
  const minimumCurrency = restrictions?.minimumAmountCurrency;
  const currency = coupon.currency ?? coupon.minimumAmountCurrency;
  if (!minimumCurrency || currency === null || minimumCurrency === currency) return;
  const param = 'restrictions.minimumAmountCurrency';
  throw new Problem('parameter_invalid', `${param} must be ${currency}, as the coupon is for carts in it.`, { param });
}

async function insertCode(tx: Tx, body: CreatePromotionCode): Promise<PromotionCodeRow> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const code = newCode(tx, body, body.code ?? randomCode());
    if (await isInserted(tx, code)) return code;
    if (body.code !== undefined) throw promotionCodeExists();
  }
  throw new Error('bug: five random codes existed already');
}

/** The refusal of a text that an active code has. */
export const promotionCodeExists = (cause?: unknown): Problem =>
  new Problem('promotion_code_exists', 'An active promotion code with this text exists.', { param: 'code', cause });

const randomCode = (): string =>
  Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');

const newCode = ({ scope, now }: Tx, body: CreatePromotionCode, code: string): PromotionCodeRow => ({
  id: newId('promo'),
  ...scope,
  version: 1,
  createdAt: now,
  updatedAt: now,
  code,
  couponId: body.couponId,
  active: body.active,
  maxRedemptions: body.maxRedemptions ?? null,
  expiresAt: body.expiresAt ? new Date(body.expiresAt) : null,
  customerId: body.customerId ?? null,
  firstTimeTransaction: body.restrictions?.firstTimeTransaction ?? false,
  minimumAmount: body.restrictions?.minimumAmount ?? null,
  minimumAmountCurrency: body.restrictions?.minimumAmountCurrency ?? null,
  metadata: asStored(body.metadata ?? {}),
  timesRedeemed: 0,
  held: 0,
  overRedeemed: 0,
});

const oneMore = new Map<Counted, number>([['promotion_codes', 1]]);

async function isInserted(tx: Tx, code: PromotionCodeRow): Promise<boolean> {
  const created = await tx.one<{ id: string }>`
    ${promotionCodes.insert([code])} on conflict (merchant_id, livemode, code) where active do nothing returning id`;
  if (created) tx.alongCommit`${countRows(tx, oneMore)}`;
  return created !== undefined;
}
