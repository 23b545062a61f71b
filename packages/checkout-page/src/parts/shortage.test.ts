import { describe, expect, test } from '@jest/globals';
import type { CheckoutView } from '../view/checkout-view.ts';
import { scarceItems } from './shortage.ts';

type Line = CheckoutView['lineItems'][number];

/** A line of which the buyer may change the quantity down to `minimum`; undefined if not at all. */
const line = (id: string, quantity: number, { price = id, minimum, availability = 'available' }: LineOptions = {}) =>
  ({
    id,
    quantity,
    availability,
    price: { id: price, type: 'ONE_TIME' },
    product: { name: `Product ${price}` },
    adjustableQuantity: { enabled: minimum !== undefined, minimum: minimum ?? 1, maximum: 99 },
  }) as Line;
interface LineOptions {
  readonly price?: string;
  readonly minimum?: number;
  readonly availability?: string;
}

const choices = (lineItems: readonly Line[], shortage?: { lineId: string; left: number }) => {
  const { names, ...can } = scarceItems({ lineItems, status: 'open' } as never, shortage);
  return [names, ...Object.entries(can).flatMap(([name, isPossible]) => (isPossible ? [name] : []))];
};

describe('an order that cannot be paid for want of stock', () => {
  const other = line('other', 1);
  test.each([
    ['an adjustable quantity', [line('a', 5, { minimum: 1 })], 3, [['Product a'], 'canLower', 'canRemove', 'canWait']],
    ['one that may not be as low', [line('a', 5, { minimum: 3 })], 2, [['Product a'], 'canWait']],
    ['a fixed one', [line('a', 5), other], 3, [['Product a'], 'canWait']],
    ['one that may be removed', [line('a', 5, { minimum: 0 }), other], 0, [['Product a'], 'canRemove', 'canWait']],
    ['the only item', [line('a', 5, { minimum: 0 })], 0, [['Product a'], 'canWait']],
    [
      'two lines of one price, of which one is fixed',
      [line('a', 2, { price: 'p' }), line('b', 2, { price: 'p', minimum: 1 })],
      3,
      [['Product p'], 'canLower', 'canRemove', 'canWait'],
    ],
    [
      'another item that is sold out',
      [line('a', 5, { minimum: 1 }), line('b', 1, { availability: 'sold_out' })],
      3,
      [['Product a', 'Product b']],
    ],
    [
      'what is sold out, and may be removed',
      [line('a', 1, { minimum: 0, availability: 'sold_out' }), other],
      0,
      [['Product a'], 'canRemove'],
    ],
  ])('names what is short, and what helps: %s', (_case, lineItems, left, expected) => {
    expect(choices(lineItems, { lineId: 'a', left })).toEqual(expected);
  });

  test('whose refusal does not name it is judged by what the items show', () => {
    expect(choices([line('a', 2, { minimum: 1, availability: 'low_stock' }), other])).toEqual([
      ['Product a'],
      'canLower',
      'canRemove',
    ]);
    expect(choices([line('a', 2, { availability: 'sold_out' }), other])).toEqual([['Product a']]);
  });
});
