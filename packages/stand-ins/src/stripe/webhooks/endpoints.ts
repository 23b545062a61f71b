import { refused } from '../api/refusal.ts';
import { address, ignored, list, metadata, required, text, type Read } from '../parameters/readers.ts';
import { newId, type Endpoint } from '../state.ts';
import { isOwn, owned, type Caller } from '../stripe-app.ts';

export const createEndpointShape = {
  url: address,
  enabled_events: list(text()),
  description: text(),
  metadata,
  api_version: ignored,
};

const mostEndpoints = 16;

/** POST /v1/webhook_endpoints. Its own secret is in this answer only. */
export function createEndpoint(caller: Caller, given: Read<typeof createEndpointShape>): Endpoint {
  const url = required(given.url, 'url');
  const enabledEvents = required(given.enabled_events, 'enabled_events');
  if (caller.livemode && !url.startsWith('https:'))
    throw refused('Invalid URL: URLs must be https in live mode.', 'url_invalid', 'url');
  const unknown = enabledEvents.find((type) => type !== '*' && !/^[a-z_]+(\.[a-z_]+)+$/.test(type));
  if (unknown !== undefined || enabledEvents.length === 0)
    throw refused(`Invalid enabled_events: ${unknown ?? 'empty'}`, undefined, 'enabled_events');
  return keepEndpoint(caller, {
    url,
    enabledEvents,
    description: given.description ?? null,
    metadata: given.metadata ?? {},
    secret: newId('whsec'),
  });
}

/** @throws StripeRefusal 400: the account has as many endpoints as it may have */
export function keepEndpoint(
  caller: Caller,
  made: Pick<Endpoint, 'url' | 'enabledEvents' | 'description' | 'metadata' | 'secret'>,
): Endpoint {
  const { endpoints } = caller.app.state;
  if (endpoints.filter((each) => isOwn(caller, each)).length >= mostEndpoints)
    throw refused(`You have reached the maximum of ${mostEndpoints} webhook endpoints.`);
  const endpoint = { ...owned(caller, newId('we')), ...made };
  endpoints.push(endpoint);
  return endpoint;
}

/** A WebhookEndpoint as Stripe shows it: without its secret, except to the request that created it. */
export const renderEndpoint = (endpoint: Endpoint, isNew = false): Readonly<Record<string, unknown>> => ({
  id: endpoint.id,
  object: 'webhook_endpoint',
  api_version: null,
  application: null,
  created: endpoint.created,
  description: endpoint.description,
  enabled_events: endpoint.enabledEvents,
  livemode: endpoint.livemode,
  metadata: endpoint.metadata,
  ...(isNew ? { secret: endpoint.secret } : {}),
  status: 'enabled',
  url: endpoint.url,
});
