import { z } from 'zod';
import { operation } from '../operation.ts';
import { SetStripeConnection } from '../requests/set-stripe-connection.ts';
import { deletedResource } from '../resources/deleted-resource.ts';
import { StripeConnection } from '../resources/stripe-connection.ts';

const operator = {
  service: 'payments',
  audience: 'operator',
  permission: null,
  path: '/operator/accounts/{id}/providers/stripe',
} as const;

/** Real providers: how accounts are connected to them, and what they send back. */
export const providerOperations = {
  setStripeConnection: operation({
    ...operator,
    method: 'PUT',
    summary: 'Connect an account to Stripe',
    description:
      'From here on the live mode of the account takes card payments through it. New keys replace the old; keys of another account at Stripe are refused while a payment or refund is not decided, or a payment not captured.',
    body: SetStripeConnection,
    response: StripeConnection,
    status: 200,
    errors: ['resource_missing', 'resource_invalid_state'],
  }),
  getStripeConnection: operation({
    ...operator,
    method: 'GET',
    summary: 'Retrieve an account’s connection to Stripe',
    response: StripeConnection,
    status: 200,
    errors: ['resource_missing'],
  }),
  removeStripeConnection: operation({
    ...operator,
    method: 'DELETE',
    summary: 'Disconnect an account from Stripe',
    description:
      'Refused while a payment or refund is not decided, or a payment not captured. Later refunds need the connection too.',
    response: deletedResource('stripe_connection').meta({
      id: 'DeletedStripeConnection',
      description: 'A connection that is gone.',
    }),
    status: 200,
    errors: ['resource_missing', 'resource_invalid_state'],
  }),
  receiveStripeCallback: operation({
    service: 'payments',
    audience: 'provider',
    permission: null,
    method: 'POST',
    path: '/providers/stripe/callbacks',
    summary: 'An event of Stripe',
    description:
      'Signed by Stripe. It decides nothing by itself: the payment or refund that it is about is asked about at once.',
    query: z.strictObject({ account: z.string().min(1).max(255).describe('`acct_…`') }),
    accepts: ['application/json'],
    forward: ['stripe-signature'],
    response: z.string(),
    status: 200,
    errors: ['invalid_signature', 'parameter_unknown'],
  }),
  returnFromStripe: operation({
    service: 'payments',
    audience: 'page',
    permission: null,
    method: 'GET',
    path: '/providers/stripe/return/{chargeId}',
    summary: 'Where the buyer comes back to after authentication',
    response: z.string(),
    status: 200,
    errors: ['resource_missing'],
    deadlineMs: 25_000,
  }),
};
