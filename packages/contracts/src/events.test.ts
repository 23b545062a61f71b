import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { calls } from './calls.ts';
import { CloudEvent, events, eventTypes, isEventType, publicEventTypes } from './events.ts';
import { operations } from './operations/index.ts';
import type { Operation } from './operation.ts';

const idOf = (schema: z.ZodType) => z.globalRegistry.get(schema)?.id;

test('every public event carries a resource that the API has a name for', () => {
  const nameless = publicEventTypes.filter((type) => idOf(events[type].object) === undefined);
  expect(nameless).toEqual([]);
});

test('an event of a resource that can be read carries exactly what its GET answers, but for what authorizes a buyer', () => {
  const readable = (Object.values(operations) as Operation[]).map((row) => row.response);
  const families = [
    'product.',
    'price.',
    'customer.',
    'checkout.session.',
    'payment_link.',
    'payment_intent.',
    'charge.',
    'refund.',
    'payment_method_configuration.',
  ].concat('coupon.', 'promotion_code.');
  // A member that is null in events alone needs a shape of its own where the API never answers null.
  const hasOwnShape = (type: (typeof publicEventTypes)[number]) =>
    events[type].secrets.length > 0 && idOf(events[type].object)?.startsWith('Event');
  const others = publicEventTypes.filter(
    (type) => families.some((family) => type.startsWith(family)) && !readable.includes(events[type].object),
  );
  expect(others).toEqual(publicEventTypes.filter(hasOwnShape));
  const membersOf = (schema: z.ZodType) => Object.keys((schema as z.ZodObject).shape);
  for (const type of others) {
    const shown = readable.find((schema) => `Event${idOf(schema)}` === idOf(events[type].object));
    expect(membersOf(events[type].object)).toEqual(shown && membersOf(shown));
  }
});

test('internal events never reach webhooks', () => {
  const hidden = eventTypes.filter((type) => !(publicEventTypes as readonly string[]).includes(type));
  expect(hidden).toEqual([
    'checkout.prices_used',
    'checkout.lines_sold',
    'mail.accepted',
    'api_key.updated',
    'live_methods.changed',
    'account.created',
    'account.updated',
  ]);
  expect(isEventType('account.updated')).toBe(true);
  expect(isEventType('toString')).toBe(false);
});

test('the envelope is CloudEvents 1.0 with the extensions that consumers order and trace by', () => {
  expect(Object.keys(CloudEvent.shape)).toEqual(
    expect.arrayContaining(['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'data']),
  );
  expect(Object.keys(CloudEvent.shape)).toEqual(
    expect.arrayContaining(['merchantid', 'livemode', 'objectversion', 'traceparent', 'requestid', 'idempotencykey']),
  );
});

test('no service calls itself, and a payment is answered before the deadline of its confirm in the gateway', () => {
  expect(Object.entries(calls).filter(([, call]) => (call.from as readonly string[]).includes(call.to))).toEqual([]);
  expect(calls.confirmPayment.deadlineMs).toBeLessThan(operations.confirmHostedCheckout.deadlineMs);
});
