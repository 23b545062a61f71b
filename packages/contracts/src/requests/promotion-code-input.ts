import { z } from 'zod';
import { Currency } from '../enums.ts';
import {
  amountInput,
  Metadata,
  metadataInput,
  reference,
  text,
  timestampInput,
  unchangeableFields,
} from '../primitives.ts';
import { checkMinimum, redemptionsInput } from './coupon-input.ts';

/** What a promotion code may look like, once in upper case. */
const codePattern = /^[A-Z0-9-]{3,50}$/;

/** The text of a promotion code as a merchant sends it. */
export const promotionCodeInput = text(50)
  .transform((code) => code.toUpperCase())
  .refine((code) => codePattern.test(code), 'must be 3 to 50 letters A to Z, digits and hyphens')
  .meta({ type: 'string', pattern: '^[A-Za-z0-9-]{3,50}$' });

const minimumAmount = amountInput('amount_invalid', 1).nullish();

/** The body of POST /promotion-codes; `coupon` and `couponId` are two names of one field, read as `couponId`. */
export const CreatePromotionCode = z
  .strictObject({
    couponId: reference('coupon').optional().describe('ID of the coupon that the code applies.'),
    coupon: reference('coupon').optional().describe('Same as `couponId`.'),
    code: promotionCodeInput.optional().describe('The text that buyers enter. Generated if absent.'),
    active: z.boolean().default(true),
    maxRedemptions: redemptionsInput.nullish().describe('Cannot exceed the limit of the coupon.'),
    expiresAt: timestampInput.nullish().describe("Cannot be later than the coupon's `redeemBy`."),
    customerId: reference('cus').nullish().describe('The only customer who can use the code.'),
    restrictions: z
      .strictObject({
        firstTimeTransaction: z.boolean().default(false),
        minimumAmount,
        minimumAmountCurrency: Currency.nullish(),
      })
      .nullish(),
    metadata: metadataInput.nullish(),
  })
  .superRefine(({ couponId, coupon, restrictions }, context) => {
    const fail = (field: string, message: string) =>
      context.issues.push({ code: 'custom', input: undefined, path: [field], message });
    if ((couponId ?? coupon) === undefined) fail('couponId', 'is required');
    if (couponId !== undefined && coupon !== undefined && couponId !== coupon)
      fail('coupon', 'must equal couponId when both are sent');
    if (restrictions) checkMinimum(restrictions, context, ['restrictions']);
  })
  .transform(({ coupon, couponId, ...code }) => ({ ...code, couponId: (couponId ?? coupon) as string }))
  .meta({ id: 'CreatePromotionCode', description: 'A promotion code to create.' });
export type CreatePromotionCode = z.infer<typeof CreatePromotionCode>;

/** Fields of a promotion code that are fixed when it is created. */
export const fixedPromotionCodeFields = ['code', 'couponId', 'maxRedemptions', 'expiresAt', 'customerId'] as const;

/** The body of PATCH /promotion-codes/{id}. */
export const UpdatePromotionCode = z
  .strictObject({
    active: z.boolean().optional(),
    metadata: Metadata.nullable()
      .optional()
      .describe(
        'Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.',
      ),
    restrictions: z
      .strictObject({
        firstTimeTransaction: z.boolean().optional(),
        minimumAmount,
        minimumAmountCurrency: Currency.nullish(),
      })
      .optional()
      .describe('Can be changed only before the first redemption. Fields that you omit keep their values.'),
    ...unchangeableFields(fixedPromotionCodeFields),
  })
  .meta({ id: 'UpdatePromotionCode', description: 'Changes to a promotion code.' });
export type UpdatePromotionCode = z.infer<typeof UpdatePromotionCode>;
