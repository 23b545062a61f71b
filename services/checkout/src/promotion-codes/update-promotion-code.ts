import {
  fixedPromotionCodeFields,
  isGiven,
  type PromotionCode,
  type PromotionCodeRestrictions,
  type UpdatePromotionCode,
} from '@mizan/contracts';
import {
  checkFixedFields,
  formerAttributes,
  mergeMetadata,
  own,
  Problem,
  violatedConstraint,
  type Tx,
} from '@mizan/service-kit';
import { assertMinimumCurrency, promotionCodeExists } from './create-promotion-code.ts';
import { lockPromotionCode } from './promotion-code-rows.ts';
import type { PromotionCodeRow } from './promotion-code.entity.ts';
import { toPromotionCodeResource } from './promotion-code.resource.ts';
import { promotionCodes } from './promotion-code.table.ts';

/**
 * Changes whether a promotion code may be used, its metadata and, before its first redemption, its restrictions.
 *
 * @throws Problem `resource_invalid_state`: its restrictions would change although it was redeemed, or a payment holds it
 * @throws Problem `promotion_code_exists`: it would become active while another active code has its text
 * @throws Problem `parameter_invalid` | `parameter_requires_another`
 */
export async function updatePromotionCode(tx: Tx, id: string, body: UpdatePromotionCode): Promise<PromotionCode> {
  const { code: before, coupon } = await lockPromotionCode(tx, id);
  const was = toPromotionCodeResource(before, coupon, tx.now);
  checkFixedFields(fixedPromotionCodeFields, body, was);
  const after: PromotionCodeRow = {
    ...before,
    ...restrictionsOf(was.restrictions, body.restrictions),
    active: body.active ?? before.active,
    metadata: mergeMetadata(before.metadata, body.metadata) ?? {},
    version: before.version + 1,
    updatedAt: tx.now,
  };
  const is = toPromotionCodeResource(after, coupon, tx.now);
  const previousAttributes = formerAttributes(was, is);
  if (Object.keys(previousAttributes).length === 0) return was;
  if ('restrictions' in previousAttributes) {
    if (before.timesRedeemed + before.held > 0) throw inUse(before);
    const { minimumAmount, minimumAmountCurrency } = body.restrictions ?? {};
    if (minimumAmount !== undefined || minimumAmountCurrency !== undefined)
      assertMinimumCurrency(is.restrictions, coupon);
  }
  await store(tx, after);
  tx.emit('promotion_code.updated', { object: is, version: after.version, previousAttributes });
  return is;
}

function inUse({ timesRedeemed }: PromotionCodeRow): Problem {
  const why =
    timesRedeemed > 0
      ? 'The code was redeemed: its restrictions cannot change any more.'
      : 'A payment that is not decided yet holds the code: its restrictions can change again if that payment fails.';
  return new Problem('resource_invalid_state', why, { param: 'restrictions' });
}

function restrictionsOf(
  stored: PromotionCodeRestrictions,
  change: UpdatePromotionCode['restrictions'] = {},
): PromotionCodeRestrictions {
  // `null` removes, `undefined` keeps.
  const {
    firstTimeTransaction = stored.firstTimeTransaction,
    minimumAmount = stored.minimumAmount,
    minimumAmountCurrency = stored.minimumAmountCurrency,
  } = change;
  const merged = { firstTimeTransaction, minimumAmount, minimumAmountCurrency };
  if (isGiven(merged.minimumAmount) !== isGiven(merged.minimumAmountCurrency))
    throw new Problem('parameter_requires_another', 'minimumAmount and minimumAmountCurrency need each other.', {
      param: `restrictions.${isGiven(merged.minimumAmount) ? 'minimumAmount' : 'minimumAmountCurrency'}`,
    });
  return merged;
}

async function store(tx: Tx, after: PromotionCodeRow): Promise<void> {
  const { id, active, metadata, firstTimeTransaction, minimumAmount, minimumAmountCurrency, version, updatedAt } =
    after;
  const restrictions = { firstTimeTransaction, minimumAmount, minimumAmountCurrency };
  await tx.sql`
    update promotion_codes set ${promotionCodes.set({ active, metadata, ...restrictions, version, updatedAt })}
    where ${own(tx)} and id = ${id}`.catch((thrown: unknown) => {
    throw violatedConstraint(thrown) === 'promotion_codes_active_code' ? promotionCodeExists(thrown) : thrown;
  });
}
