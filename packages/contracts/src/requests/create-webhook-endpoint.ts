import { z } from 'zod';
import { publicEventTypes } from '../events.ts';
import { metadataInput, text } from '../primitives.ts';

const families = new Set(
  publicEventTypes.flatMap((type) => {
    const parts = type.split('.');
    return parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
  }),
);

/** True for `*`, a published event type, and `family.*` of one. */
export const isEventPattern = (value: string): boolean =>
  value === '*' || families.has(value) || publicEventTypes.some((type) => type === value);

/** True when an event of this type goes to an endpoint that enabled these patterns. */
export const matchesEventPatterns = (type: string, patterns: readonly string[]): boolean =>
  patterns.some((p) => p === '*' || p === type || (p.endsWith('.*') && type.startsWith(p.slice(0, -1))));

/** The body of POST /webhook-endpoints. */
export const CreateWebhookEndpoint = z
  .strictObject({
    url: text(2048)
      .refine((value) => URL.parse(value)?.protocol === 'https:', 'must be an https URL')
      .meta({ format: 'uri', description: 'https.' }),
    description: text(1000).nullish(),
    enabledEvents: z
      .array(z.string().refine(isEventPattern, 'must be an event type, family.* or *'))
      .min(1, 'must name at least one event type; * means all')
      .max(200)
      .transform((patterns) => [...new Set(patterns)])
      .describe('Event types, `family.*`, or `*` for all.'),
    metadata: metadataInput.nullish(),
  })
  .meta({ id: 'CreateWebhookEndpoint', description: 'An endpoint to create.' });
export type CreateWebhookEndpoint = z.infer<typeof CreateWebhookEndpoint>;
