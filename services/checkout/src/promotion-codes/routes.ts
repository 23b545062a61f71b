import { command, query, type RoutesOf } from '@mizan/service-kit';
import { fetchOwner, createPromotionCode } from './create-promotion-code.ts';
import { getPromotionCode, listPromotionCodes } from './read-promotion-codes.ts';
import { updatePromotionCode } from './update-promotion-code.ts';

/** Operations on promotion codes. */
export const promotionCodeRoutes = {
  createPromotionCode: command({
    load: (context, { body }) => fetchOwner(context, body),
    isLoadRepeatable: true,
    run: (tx, { body }, owner) => createPromotionCode(tx, body, owner),
  }),
  listPromotionCodes: query((reader, { query }) => listPromotionCodes(reader, query)),
  getPromotionCode: query((reader, { params }) => getPromotionCode(reader, params.id)),
  updatePromotionCode: command((tx, { params, body }) => updatePromotionCode(tx, params.id, body)),
} satisfies Partial<RoutesOf<'checkout'>>;
