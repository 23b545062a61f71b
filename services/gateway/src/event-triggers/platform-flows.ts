import { objectIdOf, type WebhookEndpoint } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { changing, creating, type Flow } from './flow.ts';

/** Events of endpoints, keys and the clock. */
export const platformFlows = {
  'webhook_endpoint.disabled': changing('endpoint', (_make, id, { disableTestEndpoint }) => disableTestEndpoint(id)),
  'webhook_endpoint.secret_rotated': changing('endpoint', (make, id) =>
    make.post(`/webhook-endpoints/${id}/rotate-secret`),
  ),
  'webhook_endpoint.test': async (make) => {
    const { data } = await make.requests.send<{ data: WebhookEndpoint[] }>('GET', '/webhook-endpoints?status=enabled');
    const [newest] = data;
    const none = 'webhook_endpoint.test is sent to enabled endpoints. Enable or create one first.';
    if (newest === undefined) throw new Problem('resource_missing', none, { param: 'type' });
    await Promise.all(data.map(({ id }) => make.post(`/webhook-endpoints/${id}/test`)));
    return newest.id;
  },
  'api_key.created': creating('apiKey'),
  'api_key.revoked': changing('apiKey', (make, id) => make.delete(`/api-keys/${id}`)),
  'test_clock.advanced': async (make, given, { merchantId }) => {
    await make.requests.send('POST', '/test-helpers/clock', { body: { advance: 1, ...given } });
    return objectIdOf({ object: 'test_clock' }, merchantId);
  },
} as const satisfies Record<string, Flow>;
