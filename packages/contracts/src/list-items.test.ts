import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { listItemOf } from './bounds.ts';
import { operations } from './operations/index.ts';
import { ProductListPrice } from './resources/product.ts';

/** The fields of the lists whose items have a shape of their own; `truncated` says what was cut. */
const fieldsOf = {
  listCustomers: 'id type createdAt name email phone country latestPaymentMethod spendData',
  listPaymentLinks:
    'id merchantId active expiresAt currency computedAmount submitType afterCompletion lineItems createdAt updatedAt truncated successfulTransactions',
  listProducts:
    'id name description image unitLabel active isSystemCreated metadata merchantId prices createdAt updatedAt truncated',
} as const;
const ownShapes = ['listCustomers', 'listPaymentLinks', 'listProducts'] as const;

test.each(ownShapes)('every item of %s has all fields, null when there is no value', (name) => {
  const item = listItemOf(operations[name].response)?.schema as z.ZodObject;
  const absent = Object.entries(item.shape).filter(([, field]) => field instanceof z.ZodOptional);
  expect(absent.map(([field]) => field).filter((field) => field !== 'truncated')).toEqual([]);
});

test.each(ownShapes)('the items of %s have the documented fields and no others', (name) => {
  const item = listItemOf(operations[name].response)?.schema as z.ZodObject;
  expect(Object.keys(item.shape).sort()).toEqual(fieldsOf[name].split(' ').sort());
});

test('the prices of a listed product have all fields, null when there is no value', () => {
  const fields = Object.entries(ProductListPrice.shape);
  expect(fields.filter(([, field]) => field instanceof z.ZodOptional)).toEqual([]);
  expect(fields.map(([name]) => name).sort()).toEqual(
    ['createdAt', 'currency', 'customUnitAmount', 'id', 'recurring', 'stock', 'type', 'unitAmount'].sort(),
  );
});
