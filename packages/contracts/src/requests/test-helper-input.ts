import { z } from 'zod';
import { DeclineCode } from '../decline-codes.ts';
import { publicEventTypes } from '../events.ts';
import { WebhookChaosMode } from '../resources/test-helpers.ts';
import { amountInput, failWith, reference, requestBody, text, timestampInput } from '../primitives.ts';
import { stockInput } from './price-input.ts';

const units = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const longestSeconds = 3_660 * units.d;

/** Seconds, or a number with a unit: `90s`, `5m`, `2h`, `7d`. */
const duration = z
  .union([z.number(), z.string()], 'must be a number of seconds, or text with a unit such as 90s, 5m, 2h or 7d')
  .transform((value, context) => {
    const [, count, unit = 's'] = /^(\d{1,9})([smhd])$/.exec(String(value)) ?? [];
    const seconds = typeof value === 'number' ? value : Number(count ?? Number.NaN) * units[unit as keyof typeof units];
    if (Number.isInteger(seconds) && seconds >= 1 && seconds <= longestSeconds) return seconds;
    const message =
      'must be from 1 second to ten years: a number of seconds, or text with a unit such as 90s, 5m, 2h or 7d';
    context.issues.push({ code: 'custom', input: value, message });
    return z.NEVER;
  })
  .meta({ type: ['integer', 'string'], examples: ['24h', 3600] });

/** The body of POST /test-helpers/clock. */
export const AdvanceTestClock = z
  .strictObject({
    now: timestampInput.optional().describe('The time to set. Either this or `advance` is required.'),
    advance: duration.optional().describe('How far to advance: a number of seconds, or `90s`, `5m`, `2h` or `7d`.'),
    drain: z.boolean().default(true).describe('Whether to run everything that becomes due, in order.'),
  })
  .refine(({ now, advance }) => now === undefined || advance === undefined, {
    ...failWith('parameters_exclusive', 'must not be sent together with now'),
    path: ['advance'],
  })
  .refine(({ now, advance }) => now !== undefined || advance !== undefined, {
    ...failWith('parameter_missing', 'is required, such as 2h, unless you send now'),
    path: ['advance'],
  })
  .meta({ id: 'AdvanceTestClock', description: 'How far to advance the test clock.' });
export type AdvanceTestClock = z.infer<typeof AdvanceTestClock>;

/** The body of POST /test-helpers/payment-intents/{id}/simulate. */
export const SimulatePayment = requestBody('SimulatePayment', 'The outcome of a pending payment.', {
  outcome: text(100).describe(
    '`succeed` (or `collected`), `decline` or `decline:<declineCode>` (or `refused`), `expire` (also for an authorization).',
  ),
  declineCode: DeclineCode.optional().describe('Used with `decline`.'),
  amountReceived: amountInput('amount_invalid', 1)
    .optional()
    .describe(
      'Only for payments that the merchant receives itself, such as bank transfers: a part of what is missing. All of it once the attempt to pay has failed.',
    ),
});
export type SimulatePayment = z.infer<typeof SimulatePayment>;

/** The body of PUT /test-helpers/prices/{id}/stock. */
export const SetPriceStock = requestBody('SetPriceStock', 'The stock of a price.', {
  stock: stockInput.nullable().describe('Units in stock. `null` means unlimited.'),
});
export type SetPriceStock = z.infer<typeof SetPriceStock>;

/** The body of POST /test-helpers/events/trigger. */
export const TriggerEvent = requestBody('TriggerEvent', 'An event to trigger.', {
  type: z.enum(publicEventTypes).describe('Type of the event to trigger.'),
  overrides: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Fields of the request that creates the object of the event.'),
});
export type TriggerEvent = z.infer<typeof TriggerEvent>;

/** The body of POST /test-helpers/webhooks/chaos. */
export const SetWebhookChaos = z
  .strictObject({
    endpointId: reference('we'),
    mode: WebhookChaosMode.describe(
      '`duplicate`: delivered twice. `drop`: lost, then retried on the normal schedule. `reorder`: delivered after later events, including those of the same object. `corrupt_signature`: signed with a wrong secret. `delay`: delivered late.',
    ),
    times: z.int().min(0).max(1_000).default(1).describe('Number of deliveries to apply it to. 0 ends the simulation.'),
    delaySeconds: z.int().min(1).max(3_600).default(5).describe('Used with `delay` and `reorder`.'),
  })
  .meta({ id: 'SetWebhookChaos', description: 'The failure to simulate on the next deliveries of an endpoint.' });
export type SetWebhookChaos = z.infer<typeof SetWebhookChaos>;

/** The body of DELETE /test-helpers/data. */
export const DeleteTestData = requestBody('DeleteTestData', 'Confirms that all test data is to be deleted.', {
  confirm: z.literal('RESET').describe('`RESET`: this cannot be undone.'),
});

/** The body of POST /test-helpers/refunds/{id}/simulate. */
export const SimulateRefund = requestBody('SimulateRefund', 'The outcome of a refund.', {
  outcome: text(100).describe('`succeed`, `fail` or `fail:<failureReason>`.'),
});
