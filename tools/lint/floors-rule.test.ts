import { expect, test } from '@jest/globals';
import { refuseImport } from './floors-rule.ts';

const floors = { 'services/catalog': [['products'], ['prices', 'stock']] };

test.each([
  ['prices/get-product.ts', 'products/product.entity.ts', 'prices is below products: imports run downward only.'],
  ['prices/price.ts', 'stock/stock.ts', 'prices and stock share a floor, so neither imports the other.'],
])('the refusal of an import from %s says what to do and where the order is', (from, to, reason) => {
  const message = refuseImport(floors, `services/catalog/src/${from}`, `services/catalog/src/${to}`);
  expect(message).toBe(
    `${reason} Move this file to a higher folder, or what it imports to a lower one; the order is in tools/lint/floors.mjs.`,
  );
});
