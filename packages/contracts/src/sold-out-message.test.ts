import { expect, test } from '@jest/globals';
import { readSoldOutMessage, soldOutMessage } from './sold-out-message.ts';

test('a client can read from the message of price_sold_out how many pieces of which price are left', () => {
  expect(readSoldOutMessage(soldOutMessage('price_1', 3))).toEqual({ priceId: 'price_1', left: 3 });
  expect(readSoldOutMessage(soldOutMessage('price_1', 0))).toEqual({ priceId: 'price_1', left: 0 });
  expect(readSoldOutMessage('Only one payment per order.')).toBeUndefined();
});
