import { z } from 'zod';
import { closestName } from '../closest-name.ts';
import { familiesOf } from '../event.ts';
import { publicEventTypes, type EventType } from '../events.ts';
import { failWith, httpsUrl, Metadata, metadataInput, overlapSeconds, requestBody, text } from '../primitives.ts';
import { WebhookEndpointStatus } from '../enums.ts';

const families = familiesOf(publicEventTypes);

/** True for `*`, a published event type, and `family.*` of one. */
export const isEventPattern = (value: string): boolean =>
  value === '*' || families.has(value) || publicEventTypes.some((type) => type === value);

/** True when an event of this type goes to an endpoint that enabled these patterns. */
export const matchesEventPatterns = (type: string, patterns: readonly string[]): boolean =>
  patterns.some((p) => p === '*' || p === type || (p.endsWith('.*') && type.startsWith(p.slice(0, -1))));

/** Why a pattern is refused, with the type or family that was probably meant. */
export function describeWrongPattern(pattern: string, types: readonly string[] = publicEventTypes): string {
  const meant = closestEventType(pattern, types);
  return `must be an event type, family.* or *${meant === undefined ? '' : `. Did you mean ${meant}?`}`;
}

/**
 * The event type or family that was probably meant: a typing error, a family without its star, or a family by the
 * beginning of its name, as in `payment.succeeded`.
 */
export function closestEventType(pattern: string, types: readonly string[] = publicEventTypes): string | undefined {
  const known = familiesOf(types);
  if (known.has(`${pattern}.*`)) return `${pattern}.*`;
  const candidates = pattern.endsWith('.*') ? [...known] : types;
  const [family = '', ending = ''] = pattern.split(/\.(.*)/s);
  return (
    closestName(pattern, candidates) ??
    candidates.find((each) => each.startsWith(`${family}_`) && each.endsWith(`.${ending}`))
  );
}

const enabledEvents = z
  .array(z.string().refine(isEventPattern, { error: ({ input }) => describeWrongPattern(String(input)) }))
  .min(1, 'must name at least one event type; * means all')
  .max(200)
  .transform((patterns) => [...new Set(patterns)])
  .describe('Event types, `family.*`, or `*` for all.');

const localHosts = /^http:\/\/(localhost|127\.|0\.0\.0\.0|\[::1\])/i;

/** A handler on the developer's machine has no certificate: the platform forwards events to it another way. */
const endpointUrl = z
  .string()
  .refine((url) => !localHosts.test(url), {
    error:
      'must be an https URL that the platform can reach. To receive events on your machine, run mizan listen --forward-to with this address instead',
    abort: true,
  })
  .pipe(httpsUrl)
  .meta({ type: 'string', format: 'uri', description: 'An https URL.' });

/** The body of POST /webhook-endpoints. */
export const CreateWebhookEndpoint = requestBody('CreateWebhookEndpoint', 'A webhook endpoint to create.', {
  url: endpointUrl,
  description: text(1000).nullish(),
  enabledEvents,
  metadata: metadataInput.nullish(),
});
export type CreateWebhookEndpoint = z.infer<typeof CreateWebhookEndpoint>;

/** The body of PATCH /webhook-endpoints/{id}. */
export const UpdateWebhookEndpoint = z
  .strictObject({
    url: endpointUrl,
    description: text(1000).nullable(),
    enabledEvents,
    status: WebhookEndpointStatus.describe('`disabled` stops all deliveries and drops pending ones.'),
    metadata: Metadata.nullable().describe(
      'Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.',
    ),
    replayMissed: z
      .boolean()
      .describe(
        'With `status: enabled`, for a disabled endpoint: whether to deliver the events that it missed while it was disabled, and those that failed since its last success, as far as they are still stored.',
      ),
  })
  .partial()
  .refine((change) => change.replayMissed !== true || change.status === 'enabled', {
    ...failWith('parameter_requires_another', 'requires status: enabled'),
    path: ['replayMissed'],
  })
  .meta({ id: 'UpdateWebhookEndpoint', description: 'Changes to a webhook endpoint.' });
export type UpdateWebhookEndpoint = z.infer<typeof UpdateWebhookEndpoint>;

const longestOverlapSeconds = 24 * 3600;

/** The body of POST /webhook-endpoints/{id}/rotate-secret. */
export const RotateWebhookSecret = requestBody('RotateWebhookSecret', 'How to rotate a signing secret.', {
  expireOldAfterSeconds: overlapSeconds(longestOverlapSeconds)
    .default(longestOverlapSeconds)
    .describe('How long deliveries are also signed with the old secret, in seconds.'),
});

/** The body of POST /webhook-endpoints/{id}/test. */
export const SendTestEvent = requestBody('SendTestEvent', 'A test event to send.', {
  type: z
    .enum(publicEventTypes as [EventType, ...EventType[]])
    .default('webhook_endpoint.test')
    .describe('Type of the event to send. The endpoint does not need to have it enabled.'),
});

/** The body of POST /events/{id}/resend. */
export const ResendEvent = requestBody('ResendEvent', 'Where to resend an event.', {
  webhookEndpointId: z
    .string()
    .min(1, 'must not be empty')
    .max(255, 'must be at most 255 characters')
    .optional()
    .describe(
      '`we_…`: the only endpoint to send to, regardless of its enabled event types. If absent, all enabled endpoints that receive this type.',
    ),
});
