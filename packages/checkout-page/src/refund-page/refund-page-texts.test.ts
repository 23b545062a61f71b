import { expect, test } from '@jest/globals';
import { refundPageTexts } from './refund-page-texts.ts';

test('the Arabic texts of a refund page have no Arabic digits: the amount and the date have those of the buyer’s region', () => {
  expect(JSON.stringify(refundPageTexts.ar)).not.toMatch(/[\u0660-\u0669\u06F0-\u06F9]/);
});
