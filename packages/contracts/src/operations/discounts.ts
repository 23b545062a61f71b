import { z } from 'zod';
import { cursorListOf, cursorListQuery } from '../cursor.ts';
import { booleanParameter } from '../list-grammar.ts';
import { operation, deletedResource, commonEchoes } from '../operation.ts';
import { exampleIdOf } from '../primitives.ts';
import { CreateCoupon, UpdateCoupon } from '../requests/coupon-input.ts';
import { CreatePromotionCode, UpdatePromotionCode } from '../requests/promotion-code-input.ts';
import { Coupon } from '../resources/coupon.ts';
import { Discount } from '../resources/discount.ts';
import { PromotionCode } from '../resources/promotion-code.ts';

const merchant = { service: 'checkout', audience: 'merchant' } as const;
const idParameter = (prefix: string) => z.string().min(1).max(255).describe(`\`${prefix}_…\``);
const computedOfCoupon = ['timesRedeemed', 'valid'] as const;

/** Why a cart cannot have a discount, in the order in which the reasons are looked for. */
export const discountRefusals = [
  'promotion_code_not_found',
  'promotion_code_inactive',
  'promotion_code_expired',
  'promotion_code_max_redemptions',
  'promotion_code_customer_mismatch',
  'coupon_invalid',
  'coupon_currency_mismatch',
  'promotion_code_minimum_amount',
  'coupon_minimum_amount',
  'promotion_code_first_time_only',
  'coupon_customer_max_redemptions',
  'too_many_discounts',
] as const;

/** Coupons, the promotion codes that give them, and the discounts that checkouts got. */
export const discountOperations = {
  createCoupon: operation('POST /coupons', {
    ...merchant,
    permission: 'COUPON_WRITE',
    summary: 'Create a coupon',
    description:
      'A percentage or a fixed amount. Apply it yourself with `discounts`, or let buyers redeem it with promotion codes.',
    body: CreateCoupon,
    example: { name: 'Ramadan', percentOff: 12.5, maxRedemptions: 500 },
    echoes: [...commonEchoes, ...computedOfCoupon],
    response: Coupon,
    status: 201,
    errors: [
      'amount_invalid',
      'parameters_exclusive',
      'parameter_missing',
      'parameter_requires_another',
      'parameter_out_of_range',
      'resource_missing',
    ],
  }),
  listCoupons: operation('GET /coupons', {
    ...merchant,
    permission: 'COUPON_READ',
    summary: 'List coupons',
    description: 'Newest first.',
    query: cursorListQuery({ active: booleanParameter.optional() }),
    response: cursorListOf(Coupon).meta({ id: 'CouponList', description: 'A page of coupons.' }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  getCoupon: operation('GET /coupons/{id}', {
    ...merchant,
    permission: 'COUPON_READ',
    summary: 'Retrieve a coupon',
    description: 'Contains how often it was redeemed.',
    response: Coupon,
  }),
  updateCoupon: operation('PATCH /coupons/{id}', {
    ...merchant,
    permission: 'COUPON_WRITE',
    summary: 'Update a coupon',
    description: 'The discount of a coupon cannot change. Deactivate the coupon and create a new one instead.',
    body: UpdateCoupon,
    example: { active: false },
    echoes: [...commonEchoes, ...computedOfCoupon],
    response: Coupon,
  }),
  deleteCoupon: operation('DELETE /coupons/{id}', {
    ...merchant,
    permission: 'COUPON_WRITE',
    summary: 'Delete a coupon',
    description:
      'Possible only while the coupon has never been redeemed and has no active promotion codes. Its inactive promotion codes are deleted with it.',
    response: deletedResource('coupon').meta({ id: 'DeletedCoupon', description: 'A deleted coupon.' }),
    errors: ['coupon_in_use'],
  }),
  createPromotionCode: operation('POST /promotion-codes', {
    ...merchant,
    permission: 'PROMOTION_CODE_WRITE',
    summary: 'Create a promotion code',
    description: 'Its limits cannot exceed those of its coupon.',
    body: CreatePromotionCode,
    example: { couponId: exampleIdOf('coupon'), code: 'SUMMER10' },
    echoes: [...commonEchoes, 'timesRedeemed'],
    response: PromotionCode,
    status: 201,
    errors: [
      'resource_missing',
      'promotion_code_exists',
      'coupon_invalid',
      'amount_invalid',
      'parameter_out_of_range',
      'parameter_requires_another',
    ],
  }),
  listPromotionCodes: operation('GET /promotion-codes', {
    ...merchant,
    permission: 'PROMOTION_CODE_READ',
    summary: 'List promotion codes',
    description: 'Newest first. Filter by `couponId` or `code`.',
    query: cursorListQuery({
      code: z.string().min(1).max(255).optional().describe('Matches the whole code, regardless of case.'),
      couponId: idParameter('coupon').optional(),
      customerId: idParameter('cus').optional(),
      active: booleanParameter.optional(),
    }),
    response: cursorListOf(PromotionCode).meta({ id: 'PromotionCodeList', description: 'A page of promotion codes.' }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  getPromotionCode: operation('GET /promotion-codes/{id}', {
    ...merchant,
    permission: 'PROMOTION_CODE_READ',
    summary: 'Retrieve a promotion code',
    description: 'Contains its coupon and how often it was redeemed.',
    response: PromotionCode,
  }),
  updatePromotionCode: operation('PATCH /promotion-codes/{id}', {
    ...merchant,
    permission: 'PROMOTION_CODE_WRITE',
    summary: 'Update a promotion code',
    description: 'Deactivate a code, or change its restrictions. Its text and coupon stay the same.',
    body: UpdatePromotionCode,
    example: { active: false },
    echoes: [...commonEchoes, 'timesRedeemed', 'coupon'],
    response: PromotionCode,
    errors: ['resource_invalid_state', 'promotion_code_exists', 'amount_invalid', 'parameter_requires_another'],
  }),
  listDiscounts: operation('GET /discounts', {
    ...merchant,
    permission: 'COUPON_READ',
    summary: 'List discounts',
    description: 'Lists redeemed discounts. Pending ones appear only in their checkout session.',
    query: cursorListQuery({
      couponId: idParameter('coupon').optional(),
      customerId: idParameter('cus').optional(),
      checkoutSessionId: idParameter('cs').optional(),
    }),
    response: cursorListOf(Discount).meta({ id: 'DiscountList', description: 'A page of discounts.' }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
};
