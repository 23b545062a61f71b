import { expect, test } from '@jest/globals';
import { mailTexts } from '../mail/mail-texts.ts';
import { receiptTexts } from '../receipt/receipt-texts.ts';
import { refundPageTexts } from '../refund-page/refund-page-texts.ts';
import { orderTexts } from './order-rows.ts';
import { texts } from './texts.ts';

/** The placeholders of every text that has any, by the path of the text: `methods.walletPhone: {method}`. */
function placeholdersOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string') {
    const names = [...new Set(value.match(/\{[^{}]*\}/g))].sort();
    return names.length > 0 ? [`${path}: ${names.join(' ')}`] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .flatMap(([key, inner]) => placeholdersOf(inner, path ? `${path}.${key}` : key))
    .sort();
}

test.each([
  ['page', texts],
  ['order', orderTexts],
  ['receipt', receiptTexts],
  ['refund page', refundPageTexts],
  ['mail', mailTexts],
])('every text of the %s has the same placeholders in Arabic as in English', (_name, { en, ar }) => {
  expect(placeholdersOf(en)).not.toEqual([]);
  expect(placeholdersOf(ar)).toEqual(placeholdersOf(en));
});
