import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { listItemOf } from './bounds.ts';
import { operations } from './operations/index.ts';

/** The lists whose items have a shape of their own. */
const ownShapes = ['listCustomers', 'listPaymentLinks', 'listProducts'] as const;

test.each(ownShapes)('every item of %s has all fields, null when there is no value', (name) => {
  const item = listItemOf(operations[name].response)?.schema as z.ZodObject;
  const absent = Object.entries(item.shape).filter(([, field]) => field instanceof z.ZodOptional);
  expect(absent.map(([field]) => field).filter((field) => field !== 'truncated')).toEqual([]);
});
