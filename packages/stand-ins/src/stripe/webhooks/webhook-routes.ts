import type { Route } from '../../server/route.ts';
import { endpoint, type Api } from '../api/endpoint.ts';
import { listPage, pageShape } from '../api/list-page.ts';
import { list, text } from '../parameters/readers.ts';
import { findOwn, type Caller } from '../stripe-app.ts';
import { renderEvent } from './emit.ts';
import { createEndpoint, createEndpointShape, renderEndpoint } from './endpoints.ts';

const eventListShape = { ...pageShape, type: text(), types: list(text()) };

/** /v1/webhook_endpoints and /v1/events */
export const webhookRoutes = (api: Api): Route[] => [
  endpoint(api, {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    shape: createEndpointShape,
    act: (caller, given) => renderEndpoint(createEndpoint(caller, given), true),
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    shape: pageShape,
    act: (caller, given) =>
      listPage(caller, given, {
        kept: api.app.state.endpoints,
        url: '/v1/webhook_endpoints',
        name: 'webhook endpoint',
        render: (each) => renderEndpoint(each),
      }),
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/webhook_endpoints/{id}',
    shape: {},
    act: (caller, _, { id = '' }) => renderEndpoint(findEndpoint(caller, id)),
  }),
  endpoint(api, {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/{id}',
    shape: {},
    act: (caller, _, { id = '' }) => {
      const { endpoints } = api.app.state;
      endpoints.splice(endpoints.indexOf(findEndpoint(caller, id)), 1);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/events/{id}',
    shape: {},
    act: (caller, _, { id = '' }) => renderEvent(api.app, findOwn(caller, api.app.state.events, { id, name: 'event' })),
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/events',
    shape: eventListShape,
    act: (caller, given) =>
      listPage(caller, given, {
        kept: api.app.state.events,
        url: '/v1/events',
        name: 'event',
        matches: ({ type }) => (given.type ?? type) === type && (given.types?.includes(type) ?? true),
        render: (each) => renderEvent(api.app, each),
      }),
  }),
];

const findEndpoint = (caller: Caller, id: string) =>
  findOwn(caller, caller.app.state.endpoints, { id, name: 'webhook endpoint' });
