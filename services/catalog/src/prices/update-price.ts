import {
  amountFields,
  CreatePrice,
  fixedPriceFields,
  parseIssues,
  type Price,
  type UpdatePrice,
} from '@mizan/contracts';
import { checkFixedFields, formerAttributes, mergeMetadata, own, Problem, type Tx } from '@mizan/service-kit';
import { countMoved, newPrice } from '../product/insert-products.ts';
import { lockPrice } from '../product/lock-products.ts';
import type { PriceRow } from '../product/price.entity.ts';
import { toPriceResource } from '../product/price.resource.ts';
import { prices } from '../product/price.table.ts';

/**
 * Updates a price. The result must follow the same rules as a new price. Its amount is fixed once a line item was
 * created from it; sending the stored value is not a change.
 *
 * @throws Problem `price_immutable_while_used`: its amount would change after a line item was created from it
 * @throws Problem `parameter_invalid`: the price would move to another product
 * @throws Problem `parameter_invalid`, `price_date_range_invalid`: the fields contradict each other
 */
export async function updatePrice(tx: Tx, id: string, body: UpdatePrice): Promise<Price> {
  const before = await lockPrice(tx, id);
  const resourceBefore = toPriceResource(before);
  checkFixedFields(fixedPriceFields, body, resourceBefore);
  const after = withChanges(tx, before, body);
  const resource = toPriceResource(after);

  const previousAttributes = formerAttributes(resourceBefore, resource);
  if (Object.keys(previousAttributes).length === 0) return resourceBefore;
  const fixed = amountFields.find((field) => field in previousAttributes);
  if (fixed && before.isUsed)
    throw new Problem(
      'price_immutable_while_used',
      `${fixed} cannot change: this price has been used in a checkout. Create a new price instead.`,
      { param: fixed },
    );

  store(tx, before, after);
  tx.emit('price.updated', { object: resource, version: after.version, previousAttributes });
  return resource;
}

/** The row as it would be created from the changes and, for the rest, from what is stored. */
function withChanges(tx: Tx, before: PriceRow, body: UpdatePrice): PriceRow {
  const { name, description, startDate, expirationDate, ...shown } = toPriceResource(before);
  const { currency, unitAmount, type, recurring, customUnitAmount } = shown;
  const amounts = { currency, unitAmount, type, recurring, customUnitAmount };
  // The stock may be below zero by now, which no request may set.
  const { metadata: changed, productId: _productId, stock = before.stock, active = before.active, ...changes } = body;
  const metadata = mergeMetadata(before.metadata, changed) ?? {};
  const checked = CreatePrice.safeParse({ name, description, startDate, expirationDate, ...amounts, ...changes });
  if (!checked.success) {
    const { code, message, param } = parseIssues(checked.error, 'body');
    throw new Problem(code, message, { param });
  }
  return {
    ...before,
    ...newPrice(tx, { ...checked.data, active, stock, metadata }, before),
    held: before.held,
    firstReferencedAt: before.firstReferencedAt,
    reservedUntil: before.reservedUntil,
    createdAt: before.createdAt,
    version: before.version + 1,
  };
}

function store(tx: Tx, before: PriceRow, after: PriceRow): void {
  const { id, merchantId: _merchant, livemode: _mode, productId: _product, createdAt: _createdAt, ...rest } = after;
  tx.alongCommit`update prices set ${prices.set(rest)} where ${own(tx)} and id = ${id}`;
  if (before.active !== after.active && !after.isSystemCreated) countMoved(tx, 'prices', after.active);
}
