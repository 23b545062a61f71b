import type { Route } from '../../server/route.ts';
import { type Api, endpoint } from '../api/endpoint.ts';
import { listPage, pageShape } from '../api/list-page.ts';
import { text } from '../parameters/readers.ts';
import type { Dispute } from '../state.ts';
import { type Caller, findOwn } from '../stripe-app.ts';
import { closeDispute, renderDispute, updateDispute, updateDisputeShape } from './dispute.ts';

const find = (caller: Caller, { id = '' }: { readonly id?: string }): Dispute =>
  findOwn(caller, caller.app.state.disputes, { id, name: 'dispute' });

/** Disputes: read, answered with evidence, and closed. */
export const disputeRoutes = (api: Api): Route[] => [
  endpoint(api, {
    method: 'GET',
    path: '/v1/disputes/{id}',
    shape: {},
    act: (caller, _, params) => renderDispute(caller.app, find(caller, params)),
  }),
  endpoint(api, {
    method: 'POST',
    path: '/v1/disputes/{id}',
    shape: updateDisputeShape,
    act: (caller, given, params) => renderDispute(caller.app, updateDispute(caller, find(caller, params), given)),
  }),
  endpoint(api, {
    method: 'POST',
    path: '/v1/disputes/{id}/close',
    shape: {},
    act: (caller, _, params) => renderDispute(caller.app, closeDispute(caller, find(caller, params))),
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/disputes',
    shape: { ...pageShape, charge: text(), payment_intent: text() },
    act: (caller, given) =>
      listPage(caller, given, {
        kept: caller.app.state.disputes,
        url: '/v1/disputes',
        name: 'dispute',
        matches: ({ chargeId, intentId }) =>
          (given.charge ?? chargeId) === chargeId && (given.payment_intent ?? intentId) === intentId,
        render: (each) => renderDispute(caller.app, each),
      }),
  }),
];
