import { command, query, resourceMissing, type RoutesOf } from '@mizan/service-kit';
import { askForOwner, createPromotionCode } from './create-promotion-code.ts';
import { listPromotionCodes } from './list-promotion-codes.ts';
import { findPromotionCode } from './promotion-code-rows.ts';
import { toPromotionCodeResource } from './promotion-code.resource.ts';
import { updatePromotionCode } from './update-promotion-code.ts';

type Routes = Pick<
  RoutesOf<'checkout'>,
  'createPromotionCode' | 'listPromotionCodes' | 'getPromotionCode' | 'updatePromotionCode'
>;

/** Operations on promotion codes. */
export const promotionCodeRoutes: Routes = {
  createPromotionCode: command({
    load: (context, { body }) => askForOwner(context, body),
    run: (tx, { body }, owner) => createPromotionCode(tx, body, owner),
  }),
  listPromotionCodes: query((reader, { query }) => listPromotionCodes(reader, query)),
  getPromotionCode: query(async (reader, { params }) => {
    const found = await findPromotionCode(reader, params.id);
    if (!found) throw resourceMissing();
    return toPromotionCodeResource(found.code, found.coupon, reader.now);
  }),
  updatePromotionCode: command((tx, { params, body }) => updatePromotionCode(tx, params.id, body)),
};
