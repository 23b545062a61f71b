import type { Route } from '../server/route.ts';
import { endpoint, type Api } from './api/endpoint.ts';
import { datedPageShape, listPage, pageShape } from './api/list-page.ts';
import { missing } from './api/refusal.ts';
import { renderBalanceTransaction } from './charges/add-balance-transaction.ts';
import { renderCharge } from './charges/render-charge.ts';
import {
  createConfirmationToken,
  createConfirmationTokenShape,
  renderConfirmationToken,
} from './confirmation-tokens/create-confirmation-token.ts';
import { disputeRoutes } from './disputes/dispute-routes.ts';
import { createDomain, createDomainShape, renderDomain } from './domains/payment-method-domains.ts';
import { flag, text } from './parameters/readers.ts';
import { paymentIntentRoutes } from './payment-intents/payment-intent-routes.ts';
import { createMethod, methodShape, useMethod } from './payment-methods/create-method.ts';
import { renderMethod } from './payment-methods/render-method.ts';
import { createRefund, createRefundShape } from './refunds/create-refund.ts';
import { renderRefund } from './refunds/render-refund.ts';
import { findOwn, nowSeconds } from './stripe-app.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

/** The part of Stripe's API that this stand-in has. */
export const stripeRoutes = (api: Api): Route[] => [
  endpoint(api, {
    method: 'GET',
    path: '/v1/account',
    shape: {},
    act: ({ accountId, app }) => ({
      id: accountId,
      object: 'account',
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      country: 'AE',
      default_currency: 'aed',
      created: nowSeconds(app),
      metadata: {},
      type: 'standard',
    }),
  }),
  ...paymentIntentRoutes(api),
  ...methodRoutes(api),
  ...confirmationTokenRoutes(api),
  ...refundRoutes(api),
  ...chargeRoutes(api),
  ...disputeRoutes(api),
  ...domainRoutes(api),
  ...webhookRoutes(api),
];

const methodRoutes = (api: Api): Route[] => [
  endpoint(api, {
    method: 'POST',
    path: '/v1/payment_methods',
    access: 'publishable',
    shape: methodShape,
    act: (caller, given) => renderMethod(createMethod(caller, given)),
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/payment_methods/{id}',
    shape: {},
    act: (caller, _, { id = '' }) => {
      const method = useMethod(caller, id);
      caller.app.save(); // each use of a test method makes one, also a read
      return renderMethod(method);
    },
  }),
];

const confirmationTokenRoutes = (api: Api): Route[] => [
  endpoint(api, {
    method: 'POST',
    path: '/v1/test_helpers/confirmation_tokens',
    shape: createConfirmationTokenShape,
    act: (caller, given) => {
      if (caller.livemode) throw missing('Test helpers are only available in test mode.', 'id');
      return renderConfirmationToken(caller.app, createConfirmationToken(caller, given));
    },
  }),
  endpoint(api, {
    method: 'POST',
    path: '/v1/confirmation_tokens',
    access: 'publishable',
    shape: createConfirmationTokenShape,
    act: (caller, given) => {
      if (!caller.isPublishable) throw missing('ConfirmationTokens are created with Stripe.js.', 'id');
      return renderConfirmationToken(caller.app, createConfirmationToken(caller, given));
    },
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/confirmation_tokens/{id}',
    shape: {},
    act: (caller, _, { id = '' }) => {
      const { app } = caller;
      const token = findOwn(caller, app.state.confirmationTokens, { id, name: 'confirmationtoken' });
      return renderConfirmationToken(app, token);
    },
  }),
];

const refundRoutes = (api: Api): Route[] => [
  endpoint(api, {
    method: 'POST',
    path: '/v1/refunds',
    shape: createRefundShape,
    act: (caller, given) => renderRefund(createRefund(caller, given)),
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/refunds/{id}',
    shape: {},
    act: (caller, _, { id = '' }) => renderRefund(findOwn(caller, caller.app.state.refunds, { id, name: 'refund' })),
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/refunds',
    shape: { ...datedPageShape, payment_intent: text(), charge: text() },
    act: (caller, given) =>
      listPage(caller, given, {
        kept: caller.app.state.refunds,
        url: '/v1/refunds',
        name: 'refund',
        matches: ({ intentId, chargeId }) =>
          (given.payment_intent ?? intentId) === intentId && (given.charge ?? chargeId) === chargeId,
        render: renderRefund,
      }),
  }),
];

const chargeRoutes = (api: Api): Route[] => [
  endpoint(api, {
    method: 'GET',
    path: '/v1/charges/{id}',
    shape: {},
    act: (caller, _, { id = '' }) =>
      renderCharge(caller.app, findOwn(caller, caller.app.state.charges, { id, name: 'charge' })),
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/charges',
    shape: { ...datedPageShape, payment_intent: text() },
    act: (caller, given) =>
      listPage(caller, given, {
        kept: caller.app.state.charges,
        url: '/v1/charges',
        name: 'charge',
        matches: ({ intentId }) => (given.payment_intent ?? intentId) === intentId,
        render: (each) => renderCharge(caller.app, each),
      }),
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/balance_transactions/{id}',
    shape: {},
    act: (caller, _, { id = '' }) => {
      const { balanceTransactions } = caller.app.state;
      const found = findOwn(caller, balanceTransactions, { id, name: 'balance transaction' });
      return renderBalanceTransaction(nowSeconds(caller.app), found);
    },
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/balance_transactions',
    shape: { ...datedPageShape, source: text(), type: text() },
    act: (caller, given) =>
      listPage(caller, given, {
        kept: caller.app.state.balanceTransactions,
        url: '/v1/balance_transactions',
        name: 'balance transaction',
        matches: ({ sourceId, type }) => (given.source ?? sourceId) === sourceId && (given.type ?? type) === type,
        render: (each) => renderBalanceTransaction(nowSeconds(caller.app), each),
      }),
  }),
];

const domainRoutes = (api: Api): Route[] => [
  endpoint(api, {
    method: 'POST',
    path: '/v1/payment_method_domains',
    shape: createDomainShape,
    act: (caller, given) => renderDomain(createDomain(caller, given)),
  }),
  ...(['/v1/payment_method_domains/{id}', '/v1/payment_method_domains/{id}/validate'] as const).map((path) =>
    endpoint(api, {
      method: path.endsWith('validate') ? 'POST' : 'GET',
      path,
      shape: {},
      act: (caller, _, { id = '' }) =>
        renderDomain(findOwn(caller, caller.app.state.domains, { id, name: 'payment_method_domain' })),
    }),
  ),
  endpoint(api, {
    method: 'POST',
    path: '/v1/payment_method_domains/{id}',
    shape: { enabled: flag },
    act: (caller, given, { id = '' }) => {
      const domain = findOwn(caller, caller.app.state.domains, { id, name: 'payment_method_domain' });
      domain.isEnabled = given.enabled ?? domain.isEnabled;
      return renderDomain(domain);
    },
  }),
  endpoint(api, {
    method: 'GET',
    path: '/v1/payment_method_domains',
    shape: { ...pageShape, domain_name: text(), enabled: flag },
    act: (caller, given) =>
      listPage(caller, given, {
        kept: caller.app.state.domains,
        url: '/v1/payment_method_domains',
        name: 'payment_method_domain',
        matches: ({ domainName, isEnabled }) =>
          (given.domain_name ?? domainName) === domainName && (given.enabled ?? isEnabled) === isEnabled,
        render: renderDomain,
      }),
  }),
];
