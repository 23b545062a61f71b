import { z } from 'zod';

/** What can go wrong with deliveries when it is asked for. */
export const WebhookChaosMode = z.enum(['duplicate', 'drop', 'reorder', 'corrupt_signature', 'delay']);
export type WebhookChaosMode = z.infer<typeof WebhookChaosMode>;

/** The simulated failures of the next deliveries of an endpoint. */
export const WebhookChaos = z
  .object({
    object: z.literal('webhook_chaos'),
    endpointId: z.string().describe('`we_…`'),
    mode: WebhookChaosMode,
    times: z.int().min(0),
    delaySeconds: z.int().min(1),
  })
  .meta({ id: 'WebhookChaos', description: 'The simulated failures of the next deliveries of an endpoint.' });
export type WebhookChaos = z.infer<typeof WebhookChaos>;
