import { z } from 'zod';
import { CouponDuration, Currency } from '../enums.ts';
import {
  amountInput,
  failWith,
  isGiven,
  Metadata,
  metadataInput,
  reference,
  requestBody,
  requiredText,
  timestampInput,
  unchangeableFields,
} from '../primitives.ts';

/** How often something may be redeemed, as a client sends it. */
export const redemptionsInput = z.int().min(1).max(2_147_483_647);

/** A percentage of a coupon: above 0, at most 100, at most two decimals. */
export const percentOffInput = z
  .number()
  .refine((percent) => percent > 0 && percent <= 100, 'must be above 0 and at most 100')
  .refine((percent) => /^\d+(\.\d{1,2})?$/.test(String(percent)), 'must have at most two decimals')
  .meta({ exclusiveMinimum: 0, maximum: 100 });

interface MinimumRule {
  readonly minimumAmount?: number | null;
  readonly minimumAmountCurrency?: Currency | null;
}

/** An amount without a currency says nothing, and a currency without an amount neither. */
export function checkMinimum(rule: MinimumRule, context: z.core.$RefinementCtx, path: readonly string[] = []): void {
  const { minimumAmount, minimumAmountCurrency } = rule;
  if (isGiven(minimumAmount) === isGiven(minimumAmountCurrency)) return;
  const [sent, other] = isGiven(minimumAmount)
    ? ['minimumAmount', 'minimumAmountCurrency']
    : ['minimumAmountCurrency', 'minimumAmount'];
  context.issues.push({
    ...failWith('parameter_requires_another', `requires ${other} as well`),
    code: 'custom',
    input: undefined,
    path: [...path, sent],
  });
}

/** The body of POST /coupons. */
export const CreateCoupon = z
  .strictObject({
    name: requiredText(250).nullish(),
    percentOff: percentOffInput.nullish().describe('Percentage discount. Either this or `amountOff` is required.'),
    amountOff: amountInput('amount_invalid', 1)
      .nullish()
      .describe('Discount in minor units of `currency`. Either this or `percentOff` is required.'),
    currency: Currency.nullish().describe('Currency of `amountOff`. Required with `amountOff`.'),
    duration: CouponDuration.default('once').describe('Relevant for subscriptions only.'),
    durationInMonths: z.int().min(1).max(1200).nullish().describe('Required if `duration` is `repeating`.'),
    maxRedemptions: redemptionsInput.nullish().describe('Maximum number of redemptions across all customers.'),
    maxRedemptionsPerCustomer: redemptionsInput.nullish(),
    minimumAmount: amountInput('amount_invalid', 1).nullish().describe('Minimum cart amount before discounts.'),
    minimumAmountCurrency: Currency.nullish(),
    redeemBy: timestampInput.nullish().describe('The coupon cannot be redeemed from this time on.'),
    appliesToProductIds: z
      .array(reference('prod'))
      .refine((ids) => ids.length <= 100, failWith('parameter_out_of_range', 'must name at most 100 products'))
      .default([])
      .meta({ maxItems: 100, description: 'Empty means all products.' }),
    active: z.boolean().default(true),
    metadata: metadataInput.nullish(),
  })
  .superRefine((coupon, context) => {
    const fail = (field: string, code: Parameters<typeof failWith>[0], message: string) =>
      context.issues.push({ ...failWith(code, message), code: 'custom', input: undefined, path: [field] });
    const [hasPercent, hasAmount] = [isGiven(coupon.percentOff), isGiven(coupon.amountOff)];
    if (hasPercent && hasAmount) fail('amountOff', 'parameters_exclusive', 'must not be sent together with percentOff');
    if (!hasPercent && !hasAmount) fail('percentOff', 'parameter_missing', 'is required: send percentOff or amountOff');
    if (hasAmount && !isGiven(coupon.currency)) fail('currency', 'parameter_missing', 'is required with amountOff');
    if (!hasAmount && isGiven(coupon.currency)) fail('currency', 'parameter_requires_another', 'requires amountOff');
    const repeats = coupon.duration === 'repeating';
    if (repeats && !isGiven(coupon.durationInMonths))
      fail('durationInMonths', 'parameter_missing', 'is required when duration is repeating');
    if (!repeats && isGiven(coupon.durationInMonths))
      fail('durationInMonths', 'parameter_invalid', 'is allowed only when duration is repeating');
    checkMinimum(coupon, context);
    const { currency, minimumAmountCurrency } = coupon;
    if (isGiven(currency) && isGiven(minimumAmountCurrency) && currency !== minimumAmountCurrency)
      fail('minimumAmountCurrency', 'parameter_invalid', 'must equal currency: a cart has one currency');
  })
  .meta({ id: 'CreateCoupon', description: 'A coupon to create.' });
export type CreateCoupon = z.infer<typeof CreateCoupon>;

/** Fields of a coupon that are fixed when it is created. */
export const fixedCouponFields = [
  'percentOff',
  'amountOff',
  'currency',
  'duration',
  'durationInMonths',
  'maxRedemptions',
  'maxRedemptionsPerCustomer',
  'minimumAmount',
  'minimumAmountCurrency',
  'redeemBy',
  'appliesToProductIds',
] as const;

/** The body of PATCH /coupons/{id}. Its discount and its limits are fixed, because customers may already rely on them. */
export const UpdateCoupon = requestBody('UpdateCoupon', 'Changes to a coupon.', {
  name: requiredText(250).nullable().optional(),
  active: z.boolean().optional(),
  metadata: Metadata.nullable()
    .optional()
    .describe(
      'Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.',
    ),
  ...unchangeableFields(fixedCouponFields),
});
export type UpdateCoupon = z.infer<typeof UpdateCoupon>;
