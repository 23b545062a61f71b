import { expect, test } from '@jest/globals';
import { toEventPattern } from './event-options.ts';
import { suggestEventType } from './suggest-event-type.ts';

test.each([
  ['payment.succeeded', 'payment_intent.succeeded'],
  ['payment_intent.suceeded', 'payment_intent.succeeded'],
  ['oversold', 'price.oversold'],
  ['payment_intent', 'payment_intent.*'],
])('%s is meant to be %s', (text, type) => {
  expect(suggestEventType(text)).toBe(`Did you mean ${type}?`);
});

test('another word is like no type', () => {
  expect(suggestEventType('bananas')).toBeUndefined();
});

test.each([
  ['payment.succeeded', 'Did you mean payment_intent.succeeded?'],
  ['payment_intnt.*', 'Did you mean payment_intent.*?'],
  ['bananas', 'mizan trigger --list shows the types.'],
])('the pattern %s is refused with what is meant', (text, message) => {
  expect(() => toEventPattern(text)).toThrow(`${text} is not an event type or pattern. ${message}`);
});
