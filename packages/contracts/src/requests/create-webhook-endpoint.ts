import { z } from 'zod';
import { familiesOf } from '../event.ts';
import { publicEventTypes, type EventType } from '../events.ts';
import { failWith, Metadata, metadataInput, text } from '../primitives.ts';
import { WebhookEndpointStatus } from '../enums.ts';

const families = familiesOf(publicEventTypes);

/** True for `*`, a published event type, and `family.*` of one. */
export const isEventPattern = (value: string): boolean =>
  value === '*' || families.has(value) || publicEventTypes.some((type) => type === value);

/** True when an event of this type goes to an endpoint that enabled these patterns. */
export const matchesEventPatterns = (type: string, patterns: readonly string[]): boolean =>
  patterns.some((p) => p === '*' || p === type || (p.endsWith('.*') && type.startsWith(p.slice(0, -1))));

const url = text(2048)
  .refine((value) => URL.parse(value)?.protocol === 'https:', 'must be an https URL')
  .meta({ format: 'uri', description: 'https.' });
const enabledEvents = z
  .array(z.string().refine(isEventPattern, 'must be an event type, family.* or *'))
  .min(1, 'must name at least one event type; * means all')
  .max(200)
  .transform((patterns) => [...new Set(patterns)])
  .describe('Event types, `family.*`, or `*` for all.');

/** The body of POST /webhook-endpoints. */
export const CreateWebhookEndpoint = z
  .strictObject({ url, description: text(1000).nullish(), enabledEvents, metadata: metadataInput.nullish() })
  .meta({ id: 'CreateWebhookEndpoint', description: 'An endpoint to create.' });
export type CreateWebhookEndpoint = z.infer<typeof CreateWebhookEndpoint>;

/** The body of PATCH /webhook-endpoints/{id}. */
export const UpdateWebhookEndpoint = z
  .strictObject({
    url,
    description: text(1000).nullable(),
    enabledEvents,
    status: WebhookEndpointStatus.describe('`disabled`: nothing is sent, and what waits is dropped.'),
    metadata: Metadata.nullable().describe('Merged; a null value takes its key away, null takes all away.'),
    replayMissed: z
      .boolean()
      .describe(
        'With `status: enabled`: whether what it missed while it was disabled is delivered now, as far as it is stored.',
      ),
  })
  .partial()
  .refine((change) => change.replayMissed !== true || change.status === 'enabled', {
    ...failWith('parameter_requires_another', 'needs status: enabled beside it'),
    path: ['replayMissed'],
  })
  .meta({ id: 'UpdateWebhookEndpoint', description: 'What to change about an endpoint.' });
export type UpdateWebhookEndpoint = z.infer<typeof UpdateWebhookEndpoint>;

const longestOverlapSeconds = 24 * 3600;

/** The body of POST /webhook-endpoints/{id}/rotate-secret. */
export const RotateWebhookSecret = z
  .strictObject({
    expireOldAfterSeconds: z
      .number()
      .refine(Number.isInteger, 'must be a whole number of seconds')
      .refine(
        (seconds) => seconds >= 0 && seconds <= longestOverlapSeconds,
        failWith('parameter_out_of_range', `must be from 0 to ${longestOverlapSeconds}`),
      )
      .meta({ type: 'integer', minimum: 0, maximum: longestOverlapSeconds })
      .default(longestOverlapSeconds)
      .describe('How long deliveries are signed with the old secret too, seconds.'),
  })
  .meta({ id: 'RotateWebhookSecret', description: 'How to replace a signing secret.' });
export type RotateWebhookSecret = z.infer<typeof RotateWebhookSecret>;

/** The body of POST /webhook-endpoints/{id}/test. */
export const SendTestEvent = z
  .strictObject({
    type: z
      .enum(publicEventTypes as [EventType, ...EventType[]])
      .default('webhook_endpoint.test')
      .describe('What kind of event to send; enabled for the endpoint or not.'),
  })
  .meta({ id: 'SendTestEvent', description: 'A test event to send.' });
export type SendTestEvent = z.infer<typeof SendTestEvent>;
