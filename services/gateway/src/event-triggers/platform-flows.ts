import { objectIdOf, type WebhookEndpoint } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import type { Flow } from './flow.ts';

/** Events of endpoints, keys and the clock. */
export const platformFlows = {
  'webhook_endpoint.disabled': async (make, given, { disableTestEndpoint }) => {
    const { id } = await make.endpoint(given);
    await disableTestEndpoint(id);
    return id;
  },
  'webhook_endpoint.secret_rotated': async (make, given) => {
    const { id } = await make.endpoint(given);
    await make.post(`/webhook-endpoints/${id}/rotate-secret`);
    return id;
  },
  'webhook_endpoint.test': async (make) => {
    const { data } = await make.requests.send<{ data: WebhookEndpoint[] }>('GET', '/webhook-endpoints?status=enabled');
    const [newest] = data;
    if (newest === undefined)
      throw new Problem(
        'resource_missing',
        'webhook_endpoint.test is sent to enabled endpoints. Enable or create one first.',
        {
          param: 'type',
        },
      );
    await Promise.all(data.map(({ id }) => make.post(`/webhook-endpoints/${id}/test`)));
    return newest.id;
  },
  'api_key.created': async (make, given) => (await make.apiKey(given)).id,
  'api_key.revoked': async (make, given) => {
    const { id } = await make.apiKey(given);
    await make.delete(`/api-keys/${id}`);
    return id;
  },
  'test_clock.advanced': async (make, given, { merchantId }) => {
    await make.requests.send('POST', '/test-helpers/clock', { body: { advance: 1, ...given } });
    return objectIdOf({ object: 'test_clock' }, merchantId);
  },
} as const satisfies Record<string, Flow>;
