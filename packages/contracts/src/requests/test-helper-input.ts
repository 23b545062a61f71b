import { z } from 'zod';
import { DeclineCode } from '../decline-codes.ts';
import { publicEventTypes } from '../events.ts';
import { WebhookChaosMode } from '../resources/webhook-chaos.ts';
import { amountInput, failWith, reference, text, timestampInput } from '../primitives.ts';
import { stockInput } from './create-price.ts';

const units = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const longestSeconds = 3_660 * units.d;

/** Seconds, or a number with a unit: `90s`, `5m`, `2h`, `7d`. */
const duration = z
  .union([z.number(), z.string()], 'must be seconds, or a duration such as 90s, 5m, 2h or 7d')
  .transform((value, context) => {
    const [, count, unit = 's'] = /^(\d{1,9})([smhd])$/.exec(String(value)) ?? [];
    const seconds = typeof value === 'number' ? value : Number(count ?? Number.NaN) * units[unit as keyof typeof units];
    if (Number.isInteger(seconds) && seconds >= 1 && seconds <= longestSeconds) return seconds;
    const message = 'must be from 1 second to ten years: seconds, or a duration such as 90s, 5m, 2h or 7d';
    context.issues.push({ code: 'custom', input: value, message });
    return z.NEVER;
  })
  .meta({ type: ['integer', 'string'], examples: ['24h', 3600] });

/** The body of POST /test-helpers/clock. */
export const AdvanceTestClock = z
  .strictObject({
    now: timestampInput.optional().describe('Where to set the clock; this or `advance`.'),
    advance: duration.optional().describe('How far to go: seconds, or `90s`, `5m`, `2h`, `7d`.'),
    drain: z.boolean().default(true).describe('Does what comes due on the way, in the order in which it does.'),
  })
  .refine(({ now, advance }) => now === undefined || advance === undefined, {
    ...failWith('parameters_exclusive', 'must not be sent together with now'),
    path: ['advance'],
  })
  .refine(({ now, advance }) => now !== undefined || advance !== undefined, {
    ...failWith('parameter_missing', 'is required: send advance or now'),
    path: ['advance'],
  })
  .meta({ id: 'AdvanceTestClock', description: 'How far the clock of test mode goes forward.' });
export type AdvanceTestClock = z.infer<typeof AdvanceTestClock>;

/** The body of POST /test-helpers/payment-intents/{id}/simulate. */
export const SimulatePayment = z
  .strictObject({
    outcome: text(100).describe(
      '`succeed` (also `collected`), `decline` or `decline:<declineCode>` (also `refused`), `expire` (also of an authorisation).',
    ),
    declineCode: DeclineCode.optional().describe('With `decline`.'),
    amountReceived: amountInput('amount_invalid', 1).optional().describe('Bank transfers: a part of what is missing.'),
  })
  .meta({ id: 'SimulatePayment', description: 'How a waiting payment ends.' });
export type SimulatePayment = z.infer<typeof SimulatePayment>;

/** The body of PUT /test-helpers/prices/{id}/stock. */
export const SetPriceStock = z
  .strictObject({ stock: stockInput.nullable().describe('Pieces left; null is unlimited.') })
  .meta({ id: 'SetPriceStock', description: 'What there is of a price.' });
export type SetPriceStock = z.infer<typeof SetPriceStock>;

/** The body of POST /test-helpers/events/trigger. */
export const TriggerEvent = z
  .strictObject({
    type: z.enum(publicEventTypes).describe('What is to happen.'),
    overrides: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('Fields for the request that creates the object which the event is about.'),
  })
  .meta({ id: 'TriggerEvent', description: 'An event to be made to happen.' });
export type TriggerEvent = z.infer<typeof TriggerEvent>;

/** The body of POST /test-helpers/webhooks/chaos. */
export const SetWebhookChaos = z
  .strictObject({
    endpointId: reference('we'),
    mode: WebhookChaosMode.describe(
      '`duplicate`: sent twice; `drop`: lost, and tried again by the schedule; `reorder`: overtaken by what comes later, also of the same object; `corrupt_signature`: signed with another secret; `delay`: comes later.',
    ),
    times: z.int().min(0).max(1_000).default(1).describe('To how many deliveries it happens; 0 ends it.'),
    delaySeconds: z.int().min(1).max(3_600).default(5).describe('With `delay` and `reorder`.'),
  })
  .meta({ id: 'SetWebhookChaos', description: 'What is to go wrong with the next deliveries of an endpoint.' });
export type SetWebhookChaos = z.infer<typeof SetWebhookChaos>;

/** The body of DELETE /test-helpers/data. */
export const DeleteTestData = z
  .strictObject({ confirm: z.literal('RESET').describe('`RESET`: this cannot be undone.') })
  .meta({ id: 'DeleteTestData', description: 'Says that everything in test mode is to go.' });
export type DeleteTestData = z.infer<typeof DeleteTestData>;

/** The body of POST /test-helpers/refunds/{id}/simulate. */
export const SimulateRefund = z
  .strictObject({ outcome: text(100).describe('`succeed`, `fail` or `fail:<failureReason>`.') })
  .meta({ id: 'SimulateRefund', description: 'How a refund ends.' });
export type SimulateRefund = z.infer<typeof SimulateRefund>;
