import {
  amountFields,
  CreatePrice,
  fixedPriceFields,
  parseIssues,
  type Price,
  type UpdatePrice,
} from '@mizan/contracts';
import {
  checkFixedFields,
  countRows,
  formerAttributes,
  json,
  mergeMetadata,
  Problem,
  type Tx,
} from '@mizan/service-kit';
import type { Counted } from '../product/insert-products.ts';
import { lockPrice } from '../product/lock-price.ts';
import { newPrice } from '../product/new-price.ts';
import type { PriceRow } from '../product/price.entity.ts';
import { toPriceResource } from '../product/price.resource.ts';

/**
 * Changes a price; its rules are judged on what it would be. What it costs is fixed from its first line item on; sending
 * back what is stored is no change.
 *
 * @throws Problem `resource_missing`: no such price for this merchant and mode
 * @throws Problem `price_immutable_while_used`: what it costs would change, and it was part of a line item
 * @throws Problem `parameter_invalid`: the price would go to another product
 * @throws Problem `parameter_invalid`, `price_date_range_invalid`: the fields do not fit together
 */
export async function updatePrice(tx: Tx, id: string, body: UpdatePrice): Promise<Price> {
  const before = await lockPrice(tx, id);
  const was = toPriceResource(before);
  checkFixedFields(fixedPriceFields, body, was);
  const { metadata, productId: _productId, ...fields } = body;
  const after = merged(tx, before, was, fields, mergeMetadata(before.metadata, metadata) ?? {});
  const is = toPriceResource(after);

  const previousAttributes = formerAttributes(was, is);
  if (Object.keys(previousAttributes).length === 0) return was;
  const fixed = amountFields.find((field) => field in previousAttributes);
  if (fixed && before.isUsed)
    throw new Problem('price_immutable_while_used', 'The price was sold from; make a new one instead.', {
      param: fixed,
    });

  store(tx, before, after);
  tx.emit('price.updated', { object: is, version: after.version, previousAttributes });
  return is;
}

/** The row as it would be created with what is given and, for the rest, what is stored. */
function merged(
  tx: Tx,
  before: PriceRow,
  was: Price,
  fields: Omit<UpdatePrice, 'metadata' | 'productId'>,
  metadata: PriceRow['metadata'],
): PriceRow {
  const { name, description, currency, unitAmount, type, recurring, customUnitAmount, startDate, expirationDate } = was;
  // Stock may be below zero by now, which nobody may ask for.
  const { stock = before.stock, active = before.active, ...rest } = fields;
  const whole = {
    name,
    description,
    currency,
    unitAmount,
    type,
    recurring,
    customUnitAmount,
    startDate,
    expirationDate,
  };
  const checked = CreatePrice.safeParse({ ...whole, ...rest });
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
  tx.alongCommit`
    update prices set name = ${after.name}, description = ${after.description}, currency = ${after.currency},
      type = ${after.type}, unit_amount = ${after.unitAmount}, recurring_interval = ${after.recurringInterval},
      recurring_interval_count = ${after.recurringIntervalCount}, custom_minimum = ${after.customMinimum},
      custom_maximum = ${after.customMaximum}, custom_preset = ${after.customPreset}, stock = ${after.stock},
      start_date = ${after.startDate}, expiration_date = ${after.expirationDate}, active = ${after.active},
      metadata = ${json(after.metadata)}, version = ${after.version}, updated_at = ${after.updatedAt}
    where merchant_id = ${after.merchantId} and livemode = ${after.livemode} and id = ${after.id}`;
  if (before.active === after.active || after.isSystemCreated) return;
  const moved = new Map<Counted, number>([
    ['prices.active', after.active ? 1 : -1],
    ['prices.archived', after.active ? -1 : 1],
  ]);
  tx.alongCommit`${countRows(tx, moved)}`;
}
