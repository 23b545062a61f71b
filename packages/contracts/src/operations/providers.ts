import { z } from 'zod';
import { listOf, listQuery } from '../list-grammar.ts';
import { commonEchoes, deletedResource, operation } from '../operation.ts';
import { ProviderName } from '../payment-enums.ts';
import { exampleIdOf } from '../primitives.ts';
import {
  CreateAccountProviderConnection,
  CreateProviderConnection,
  RegisterProviderDomain,
  SetProviderRoutes,
  UpdateProviderConnection,
} from '../requests/provider-connection-input.ts';
import {
  ProviderConnection,
  ProviderDomain,
  ProviderProbes,
  ProviderRoutes,
} from '../resources/provider-connection.ts';

const merchant = { service: 'payments', audience: 'merchant' } as const;
const reading = { ...merchant, permission: 'PROVIDER_CONNECTION_READ' } as const;
const writing = { ...merchant, permission: 'PROVIDER_CONNECTION_WRITE', forward: ['two-factor-code'] } as const;
const operator = { service: 'payments', audience: 'operator', permission: null } as const;
const ofAccount = '/operator/accounts/{id}';

const creation = {
  example: {
    provider: 'stripe',
    credentials: { secretKey: 'sk_live_your_secret_key', publishableKey: 'pk_live_your_publishable_key' },
  },
  description:
    'The provider verifies the credentials before they are stored. Live mode requires the `Two-Factor-Code` header; test mode always uses the simulator and has no connections.',
  response: ProviderConnection,
  status: 201,
  errors: ['resource_limit_reached', 'creation_failed'],
} as const;
const update = {
  body: UpdateProviderConnection,
  example: { credentials: { callbackSecret: 'whsec_your_callback_secret' } },
  description:
    'New credentials are verified by the provider first. Those of another account at the provider are rejected while a payment or refund is undecided or a payment is not captured; so is another API token of Tamara, which does not name its accounts. If another request changes the connection meanwhile, this one changes nothing and is rejected with `resource_invalid_state`: retrieve the connection, then send the request with a new `Idempotency-Key` if it is still what you want.',
  echoes: [...commonEchoes, 'provider', 'settlesTo', 'status', 'publicConfig', 'callbackUrl'],
  response: ProviderConnection,
  errors: ['resource_invalid_state', 'resource_in_use', 'creation_failed'],
} as const;
const check = {
  description:
    'Verifies the credentials with the provider, without moving money, and reads which methods it offers. A connection whose credentials are rejected becomes `INVALID`.',
  response: ProviderConnection,
} as const;
const removal = {
  description: 'Rejected while a payment or refund is undecided or a payment is not captured.',
  response: deletedResource('provider_connection').meta({
    id: 'DeletedProviderConnection',
    description: 'A deleted provider connection.',
  }),
  errors: ['resource_in_use'],
} as const;
const list = {
  query: listQuery({ provider: ProviderName.optional() }),
  response: listOf(ProviderConnection).meta({
    id: 'ProviderConnectionList',
    description: 'A page of provider connections.',
  }),
  errors: ['parameter_out_of_range'],
} as const;
const domainList = {
  description:
    'Domains whose pages may show Apple Pay and Google Pay through this connection, as the provider knows them now. Empty for providers that need none.',
  response: listOf(ProviderDomain).meta({ id: 'ProviderDomainList', description: 'The domains of a connection.' }),
} as const;
const domainRegistration = {
  body: RegisterProviderDomain,
  example: { domain: 'shop.example.com' },
  description:
    'Registers a domain for Apple Pay and Google Pay at the provider, or has the provider verify it again. Register the domain of every page that shows the checkout in a frame. That of the hosted page is registered when the provider is connected.',
  response: ProviderDomain,
} as const;
const routing = {
  body: SetProviderRoutes,
  example: {
    routes: [{ paymentMethodType: 'card', currency: 'EGP', connectionIds: [exampleIdOf('pvc')] }],
  },
  description:
    'Replaces all routes. If the first connection cannot be reached before anything was sent to it, the next one takes the payment. A card is entered in the field of its provider: between Stripe and another provider it cannot move.',
  response: ProviderRoutes,
} as const;

/** Real providers: how accounts are connected to them, and what they send back. */
export const providerOperations = {
  createProviderConnection: operation('POST /provider-connections', {
    ...writing,
    ...creation,
    summary: 'Connect a payment provider',
    body: CreateProviderConnection,
    errors: [...creation.errors, 'two_factor_required'],
  }),
  listProviderConnections: operation('GET /provider-connections', {
    ...reading,
    ...list,
    summary: 'List provider connections',
    description: 'Newest first. Secrets are never returned.',
  }),
  getProviderConnection: operation('GET /provider-connections/{id}', {
    ...reading,
    summary: 'Retrieve a provider connection',
    description: 'Contains its status and the payment methods that it takes. Secrets are never returned.',
    response: ProviderConnection,
  }),
  updateProviderConnection: operation('PATCH /provider-connections/{id}', {
    ...writing,
    ...update,
    summary: 'Update a provider connection',
    errors: [...update.errors, 'two_factor_required'],
  }),
  checkProviderConnection: operation('POST /provider-connections/{id}/check', {
    ...writing,
    ...check,
    summary: 'Check a provider connection',
  }),
  deleteProviderConnection: operation('DELETE /provider-connections/{id}', {
    ...writing,
    ...removal,
    summary: 'Disconnect a payment provider',
  }),
  listProviderDomains: operation('GET /provider-connections/{id}/domains', {
    ...reading,
    ...domainList,
    summary: 'List the domains of a provider connection',
  }),
  registerProviderDomain: operation('POST /provider-connections/{id}/domains', {
    ...writing,
    ...domainRegistration,
    summary: 'Register a domain for wallets',
  }),
  getProviderRoutes: operation('GET /provider-routes', {
    ...reading,
    summary: 'Retrieve the provider routes',
    description: 'Which connections take the payments of a method and currency, in order of preference.',
    response: ProviderRoutes,
  }),
  setProviderRoutes: operation('PUT /provider-routes', {
    ...writing,
    ...routing,
    summary: 'Set the provider routes',
    errors: ['two_factor_required'],
  }),

  createAccountProviderConnection: operation(`POST ${ofAccount}/provider-connections`, {
    ...operator,
    ...creation,
    summary: 'Connect an account to a payment provider',
    description: 'The provider verifies the credentials before they are stored.',
    body: CreateAccountProviderConnection,
  }),
  listAccountProviderConnections: operation(`GET ${ofAccount}/provider-connections`, {
    ...operator,
    ...list,
    summary: 'List the provider connections of an account',
    description: 'Newest first. Secrets are never returned.',
  }),
  getAccountProviderConnection: operation(`GET ${ofAccount}/provider-connections/{connectionId}`, {
    ...operator,
    summary: 'Retrieve a provider connection of an account',
    description: 'Contains its status and the payment methods that it takes. Secrets are never returned.',
    response: ProviderConnection,
  }),
  updateAccountProviderConnection: operation(`PATCH ${ofAccount}/provider-connections/{connectionId}`, {
    ...operator,
    ...update,
    summary: 'Update a provider connection of an account',
  }),
  checkAccountProviderConnection: operation(`POST ${ofAccount}/provider-connections/{connectionId}/check`, {
    ...operator,
    ...check,
    summary: 'Check a provider connection of an account',
  }),
  deleteAccountProviderConnection: operation(`DELETE ${ofAccount}/provider-connections/{connectionId}`, {
    ...operator,
    ...removal,
    summary: 'Disconnect an account from a payment provider',
  }),
  listAccountProviderDomains: operation(`GET ${ofAccount}/provider-connections/{connectionId}/domains`, {
    ...operator,
    ...domainList,
    summary: 'List the domains of a provider connection of an account',
  }),
  registerAccountProviderDomain: operation(`POST ${ofAccount}/provider-connections/{connectionId}/domains`, {
    ...operator,
    ...domainRegistration,
    summary: 'Register a domain for wallets of an account',
  }),
  probeAccountProviderConnection: operation(`POST ${ofAccount}/provider-connections/{connectionId}/probe`, {
    ...operator,
    summary: 'Probe the sandbox of a payment provider',
    description:
      'Tries in the provider’s sandbox what its documents leave open and the platform assumes. Nothing is paid. Rejected for a connection with live credentials.',
    response: ProviderProbes,
    deadlineMs: 25_000,
  }),
  getAccountProviderRoutes: operation(`GET ${ofAccount}/provider-routes`, {
    ...operator,
    summary: 'Retrieve the provider routes of an account',
    description: 'Which connections take the payments of a method and currency, in order of preference.',
    response: ProviderRoutes,
  }),
  setAccountProviderRoutes: operation(`PUT ${ofAccount}/provider-routes`, {
    ...operator,
    ...routing,
    summary: 'Set the provider routes of an account',
  }),

  receiveProviderCallback: operation('POST /providers/{provider}/callbacks/{connectionId}', {
    service: 'payments',
    audience: 'provider',
    permission: null,
    summary: 'Receive a provider callback',
    description:
      'Signed by the provider. The callback itself changes nothing: it makes the platform retrieve the current state of the payment or refund from the provider.',
    query: z.looseObject({}),
    accepts: ['application/json'],
    forward: ['stripe-signature', 'x-mizan-callback-key'], // what the adapters in payments declare: a test compares them
    response: z.string(),
    errors: ['invalid_signature'],
  }),
  showAppleDomainFile: operation('GET /.well-known/apple-developer-merchantid-domain-association', {
    service: 'payments',
    audience: 'page',
    permission: null,
    summary: 'The file by which Apple verifies the domain of the hosted page',
    description: 'Apple reads it when a domain is registered for Apple Pay.',
    response: z.string(),
  }),
  showProviderField: operation('GET /providers/{provider}/field/{connectionId}', {
    service: 'payments',
    audience: 'page',
    permission: null,
    summary: "The page with a provider's field, shown in a frame",
    description: 'Card data is typed into it and goes to the provider alone.',
    query: z.object({ locale: z.string().max(35).optional() }),
    response: z.string(),
  }),
  returnFromProvider: operation('GET /providers/{provider}/return/{connectionId}', {
    service: 'payments',
    audience: 'page',
    permission: null,
    summary: 'The page that buyers return to from a provider',
    description:
      'Sends the buyer on to the checkout. What the address says decides nothing: the payment is read from the provider.',
    query: z.looseObject({}),
    response: z.string(),
    deadlineMs: 25_000,
  }),
};
