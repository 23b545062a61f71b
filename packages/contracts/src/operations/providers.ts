import { z } from 'zod';
import { operation, deletedResource } from '../operation.ts';
import { SetStripeConnection } from '../requests/stripe-connection-input.ts';
import { StripeConnection } from '../resources/stripe-connection.ts';

const operator = { service: 'payments', audience: 'operator', permission: null } as const;

/** Real providers: how accounts are connected to them, and what they send back. */
export const providerOperations = {
  setStripeConnection: operation('PUT /operator/accounts/{id}/providers/stripe', {
    ...operator,
    summary: 'Connect an account to Stripe',
    description:
      'Live card payments of the account are then processed by Stripe. New keys replace existing ones. Keys of a different Stripe account are rejected while a payment or refund is undecided or a payment is not captured.',
    body: SetStripeConnection,
    response: StripeConnection,
    errors: ['resource_invalid_state'],
  }),
  getStripeConnection: operation('GET /operator/accounts/{id}/providers/stripe', {
    ...operator,
    summary: 'Retrieve the Stripe connection of an account',
    response: StripeConnection,
  }),
  removeStripeConnection: operation('DELETE /operator/accounts/{id}/providers/stripe', {
    ...operator,
    summary: 'Disconnect an account from Stripe',
    description:
      'Rejected while a payment or refund is undecided or a payment is not captured. Later refunds also require the connection.',
    response: deletedResource('stripe_connection').meta({
      id: 'DeletedStripeConnection',
      description: 'A deleted Stripe connection.',
    }),
    errors: ['resource_invalid_state'],
  }),
  receiveStripeCallback: operation('POST /providers/stripe/callbacks', {
    service: 'payments',
    audience: 'provider',
    permission: null,
    summary: 'Receive a Stripe event',
    description:
      'Signed by Stripe. The event itself changes nothing: it makes the platform retrieve the current state of the payment or refund from Stripe.',
    query: z.strictObject({ account: z.string().min(1).max(255).describe('`acct_…`') }),
    accepts: ['application/json'],
    forward: ['stripe-signature'],
    response: z.string(),
    errors: ['invalid_signature', 'parameter_unknown'],
  }),
  returnFromStripe: operation('GET /providers/stripe/return/{chargeId}', {
    service: 'payments',
    audience: 'page',
    permission: null,
    summary: 'The page that buyers return to after authentication',
    response: z.string(),
    deadlineMs: 25_000,
  }),
};
