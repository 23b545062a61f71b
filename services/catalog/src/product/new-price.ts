import type { CreatePrice } from '@mizan/contracts';
import { asStored, newId, type Reader } from '@mizan/service-kit';
import type { PriceRow } from './price.entity.ts';

/** The row of a price to create, its rules already checked by the contract. */
export function newPrice(
  { scope, now }: Pick<Reader, 'scope' | 'now'>,
  body: CreatePrice,
  of: { id?: string; productId: string; isSystemCreated: boolean },
): PriceRow {
  return {
    id: of.id ?? newId('price'),
    merchantId: scope.merchantId,
    livemode: scope.livemode,
    productId: of.productId,
    name: body.name ?? null,
    description: body.description ?? null,
    currency: body.currency,
    type: body.type,
    unitAmount: body.unitAmount ?? null,
    recurringInterval: body.recurring?.interval ?? null,
    recurringIntervalCount: body.recurring?.intervalCount ?? null,
    customMinimum: body.customUnitAmount?.minimum ?? null,
    customMaximum: body.customUnitAmount?.maximum ?? null,
    customPreset: body.customUnitAmount?.preset ?? null,
    stock: body.stock ?? null,
    held: 0,
    startDate: body.startDate ? new Date(body.startDate) : null,
    expirationDate: body.expirationDate ? new Date(body.expirationDate) : null,
    active: body.active,
    isSystemCreated: of.isSystemCreated,
    metadata: asStored(body.metadata ?? {}),
    firstReferencedAt: null,
    reservedUntil: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
