import { expect, test } from '@jest/globals';
import { events, publicEventTypes } from '@mizan/contracts';
import { sampleObject } from './sample-object.ts';

test.each(publicEventTypes)('a made-up object of %s is one that the contract allows', (type) => {
  const made = sampleObject(type, { now: new Date(), livemode: true });
  expect(events[type].object.safeParse(made).error?.issues ?? []).toEqual([]);
});

test('it says its mode, and its id ends in zeros', () => {
  expect(sampleObject('payment_intent.succeeded', { now: new Date(0), livemode: true })).toMatchObject({
    id: `pi_${'0'.repeat(24)}`,
    object: 'payment_intent',
    livemode: true,
    createdAt: '1970-01-01T00:00:00.000Z',
  });
});
