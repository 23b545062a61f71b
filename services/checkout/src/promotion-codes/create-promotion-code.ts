import { randomInt } from 'node:crypto';
import type { CreatePromotionCode, PromotionCode } from '@mizan/contracts';
import { asStored, countRows, json, newId, Problem, type LoadContext, type Tx } from '@mizan/service-kit';
import { lockCoupon, type Counted } from '../coupons/coupon-rows.ts';
import type { CouponRow } from '../coupons/coupon.entity.ts';
import { isValid } from '../coupons/coupon.resource.ts';
import type { PromotionCodeRow } from './promotion-code.entity.ts';
import { toPromotionCodeResource } from './promotion-code.resource.ts';

/** Letters and digits that nobody mistakes for each other: no I, L, O, 0, 1. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const madeUpLength = 8; // 31^8 = 8.5e11: not worth guessing at the rate that a checkout allows
const tries = 5;

/**
 * Asks who the customer is that a code is bound to: under the id that it has now, by which it will be known when it buys.
 *
 * @returns null for a code of everybody's
 * @throws Problem `resource_missing` on `customerId`
 */
export async function askForOwner(
  { calls }: Pick<LoadContext, 'calls'>,
  body: CreatePromotionCode,
): Promise<string | null> {
  if (!body.customerId) return null;
  const { customer } = await calls.getCustomerSummary({ customerId: body.customerId }).catch((thrown: unknown) => {
    if (!(thrown instanceof Problem) || thrown.code !== 'resource_missing') throw thrown;
    throw new Problem('resource_missing', 'No such customer.', { param: 'customerId', cause: thrown });
  });
  return customer.id;
}

/**
 * Creates a promotion code. That active codes differ is the database's to say.
 *
 * @param customerId from {@link askForOwner}
 * @throws Problem `resource_missing`: no such coupon for this merchant and mode
 * @throws Problem `coupon_invalid`: the coupon is inactive, expired or used up
 * @throws Problem `parameter_out_of_range`: a limit exceeds the coupon's
 * @throws Problem `promotion_code_exists`: an active code has this text
 */
export async function createPromotionCode(
  tx: Tx,
  body: CreatePromotionCode,
  customerId: string | null,
): Promise<PromotionCode> {
  const coupon = await lockCoupon(tx, body.couponId, 'couponId'); // it cannot be deleted meanwhile
  if (!isValid(coupon, tx.now))
    throw new Problem('coupon_invalid', 'The coupon is inactive, expired or used up.', { param: 'couponId' });
  checkLimits(body, coupon, tx.now);
  const code = await insertCode(tx, { ...body, customerId });
  const resource = toPromotionCodeResource(code, coupon, tx.now);
  tx.emit('promotion_code.created', { object: resource, version: code.version });
  return resource;
}

function checkLimits({ maxRedemptions, expiresAt }: CreatePromotionCode, coupon: CouponRow, now: Date): void {
  if (expiresAt && new Date(expiresAt) <= now)
    throw new Problem('parameter_invalid', 'expiresAt must be in the future.', { param: 'expiresAt' });
  if (maxRedemptions && coupon.maxRedemptions !== null && maxRedemptions > coupon.maxRedemptions)
    throw new Problem(
      'parameter_out_of_range',
      `maxRedemptions must not exceed the coupon's ${coupon.maxRedemptions}.`,
      {
        param: 'maxRedemptions',
      },
    );
  if (expiresAt && coupon.redeemBy !== null && new Date(expiresAt) > coupon.redeemBy)
    throw new Problem('parameter_out_of_range', "expiresAt must not be after the coupon's redeemBy.", {
      param: 'expiresAt',
    });
}

async function insertCode(tx: Tx, body: CreatePromotionCode): Promise<PromotionCodeRow> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const code = newCode(tx, body, body.code ?? madeUpCode());
    if (await isInserted(tx, code)) return code;
    if (body.code !== undefined) throw promotionCodeExists();
  }
  throw new Error('bug: five made-up codes existed already');
}

/** What somebody gets who wants the text of an active code. */
export const promotionCodeExists = (cause?: unknown): Problem =>
  new Problem('promotion_code_exists', 'An active promotion code with this text exists.', { param: 'code', cause });

const madeUpCode = (): string =>
  Array.from({ length: madeUpLength }, () => alphabet[randomInt(alphabet.length)]).join('');

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
  const made = await tx.one<{ id: string }>`
    insert into promotion_codes (
      id, merchant_id, livemode, version, created_at, updated_at, code, coupon_id, active, max_redemptions, expires_at,
      customer_id, first_time_transaction, minimum_amount, minimum_amount_currency, metadata)
    values (
      ${code.id}, ${code.merchantId}, ${code.livemode}, ${code.version}, ${code.createdAt}, ${code.updatedAt},
      ${code.code}, ${code.couponId}, ${code.active}, ${code.maxRedemptions}, ${code.expiresAt}, ${code.customerId},
      ${code.firstTimeTransaction}, ${code.minimumAmount}, ${code.minimumAmountCurrency}, ${json(code.metadata)})
    on conflict (merchant_id, livemode, code) where active do nothing
    returning id`;
  if (made) tx.alongCommit`${countRows(tx, oneMore)}`;
  return made !== undefined;
}
