import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** Pieces of one price in a hold. */
export interface HeldItem {
  priceId: string;
  quantity: number;
}

/** `held` while the payment is pending, then `released` or `sold`. A late payment turns `released` into `sold`. */
export const holdStates = ['held', 'released', 'sold'] as const;
export type HoldState = (typeof holdStates)[number];

/** Pieces that one payment attempt of a checkout session keeps from other buyers. */
export const HoldEntity = defineEntity({
  name: 'Hold',
  tableName: 'holds',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    /** Chosen by the caller, so that a repeated request holds nothing more. */
    id: p.text().collation('C').primary(),
    checkoutSessionId: p.text().collation('C'),
    /** Set when the hold becomes a sale; null for a free order. */
    paymentIntentId: p.text().collation('C').strictNullable(),
    state: p.text().$type<HoldState>(),
    /** One entry per limited price, in the order of its id. */
    items: p.json<HeldItem[]>(),
    heldAt: p.datetime(3),
    endedAt: p.datetime(3).strictNullable(),
  },
  indexes: [{ name: 'holds_session', properties: ['merchantId', 'livemode', 'checkoutSessionId'] }],
  uniques: [
    {
      name: 'holds_one_sale_per_session',
      properties: ['merchantId', 'livemode', 'checkoutSessionId'],
      where: `state = 'sold'`,
    },
  ],
  checks: [{ name: 'holds_state', expression: `state in ('held', 'released', 'sold')` }],
});
export type HoldRow = InferEntity<typeof HoldEntity>;
