import type { Route } from '../../server/route.ts';
import { endpoint, type Api } from '../api/endpoint.ts';
import { datedPageShape, listPage } from '../api/list-page.ts';
import { keyRefused } from '../api/refusal.ts';
import { text } from '../parameters/readers.ts';
import type { Intent } from '../state.ts';
import type { Caller } from '../stripe-app.ts';
import { cancelIntent, cancelIntentShape } from './cancel-intent.ts';
import { captureIntent, captureIntentShape } from './capture-intent.ts';
import { confirmIntent, confirmIntentShape } from './confirm-intent.ts';
import { createIntent, createIntentShape } from './create-intent.ts';
import { findIntent } from './intent-state.ts';
import { renderIntent } from './render-intent.ts';
import { updateIntent, updateIntentShape } from './update-intent.ts';

/** /v1/payment_intents. A page may read and confirm one with its client secret. */
export const paymentIntentRoutes = (api: Api): Route[] => [
  endpoint(api, {
    method: 'POST',
    path: '/v1/payment_intents',
    shape: createIntentShape,
    act: (caller, given) => renderIntent(api.app, createIntent(caller, given)),
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/payment_intents',
    shape: datedPageShape,
    act: (caller, given) =>
      listPage(caller, given, {
        kept: api.app.state.intents,
        url: '/v1/payment_intents',
        name: 'payment_intent',
        render: (each) => renderIntent(api.app, each),
      }),
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/payment_intents/{id}',
    access: 'publishable',
    shape: { client_secret: text() },
    act: (caller, given, { id = '' }) => renderIntent(api.app, openIntent(caller, id, given.client_secret)),
  }),
  endpoint(api, {
    method: 'POST',
    path: '/v1/payment_intents/{id}',
    shape: updateIntentShape,
    act: (caller, given, { id = '' }) => renderIntent(api.app, updateIntent(caller, findIntent(caller, id), given)),
  }),
  endpoint(api, {
    method: 'POST',
    path: '/v1/payment_intents/{id}/confirm',
    access: 'publishable',
    shape: { ...confirmIntentShape, client_secret: text() },
    act: (caller, { client_secret: secret, ...given }, { id = '' }) =>
      renderIntent(api.app, confirmIntent(caller, openIntent(caller, id, secret), given)),
  }),
  endpoint(api, {
    method: 'POST',
    path: '/v1/payment_intents/{id}/capture',
    shape: captureIntentShape,
    act: (caller, given, { id = '' }) => renderIntent(api.app, captureIntent(caller, findIntent(caller, id), given)),
  }),
  endpoint(api, {
    method: 'POST',
    path: '/v1/payment_intents/{id}/cancel',
    shape: cancelIntentShape,
    act: (caller, given, { id = '' }) => renderIntent(api.app, cancelIntent(caller, findIntent(caller, id), given)),
  }),
];

/** @throws StripeRefusal 401: a page's key without the intent's own client secret */
function openIntent(caller: Caller, id: string, clientSecret: string | undefined): Intent {
  const intent = findIntent(caller, id);
  const isAllowed = clientSecret === undefined ? !caller.isPublishable : clientSecret === intent.clientSecret;
  if (!isAllowed)
    throw keyRefused(
      401,
      'The client_secret provided does not match any associated PaymentIntent on this account.',
      'payment_intent_invalid_parameter',
    );
  return intent;
}
