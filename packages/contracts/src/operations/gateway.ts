import { z } from 'zod';
import { listOf, listQuery } from '../list-grammar.ts';
import { operation, deletedResource, commonEchoes } from '../operation.ts';
import { UpdateAccountSettings } from '../requests/account-settings-input.ts';
import { CreateApiKey, RollApiKey, UpdateApiKey } from '../requests/api-key-input.ts';
import { AccountSettings } from '../resources/account-settings.ts';
import { Account } from '../resources/account.ts';
import { ApiKey, ApiKeyWithSecret } from '../resources/api-key.ts';

const document = { service: 'gateway', audience: 'public', permission: null, response: z.looseObject({}) } as const;
const manual = { service: 'gateway', audience: 'page', permission: null, response: z.string() } as const;
const keys = { service: 'gateway', audience: 'merchant', forward: ['two-factor-code'] } as const;
const settings = { service: 'gateway', audience: 'merchant', response: AccountSettings } as const;
const keyErrors = ['permission_denied', 'two_factor_required'] as const;
const keyEchoes = [...commonEchoes, 'prefix', 'last4', 'revokedAt', 'lastUsedAt'] as const;

/** The account of a key, its keys, and the documents that describe the API. */
export const gatewayOperations = {
  getAccount: operation('GET /account', {
    service: 'gateway',
    audience: 'merchant',
    permission: null,
    summary: 'Retrieve your account',
    description: 'Shows the account, the currencies that it takes and the key that you send.',
    response: Account,
  }),
  getSettings: operation('GET /account/settings', {
    ...settings,
    permission: 'ACCOUNT_READ',
    summary: 'Retrieve the settings of your account',
    description:
      'Branding, mail and the other choices that you can make yourself. Each mode has its own: a test key shows those of test mode.',
  }),
  updateSettings: operation('PATCH /account/settings', {
    ...settings,
    permission: 'ACCOUNT_WRITE',
    forward: ['two-factor-code'],
    summary: 'Update the settings of your account',
    description:
      "Changes the settings of the mode of your key; what you leave out stays. A change of `manualMethods` with a live key requires the current code of the account's authenticator app in the `Two-Factor-Code` header: it decides where buyers send their money.",
    body: UpdateAccountSettings,
    example: { defaultLocale: 'ar-EG', mail: { receipts: true } },
    echoes: ['object'],
    errors: ['two_factor_required'],
  }),
  createApiKey: operation('POST /api-keys', {
    ...keys,
    permission: 'API_KEY_WRITE',
    summary: 'Create an API key',
    description:
      "Requires a secret key. An account can have 200 valid keys in each mode. A live key also requires the current code of the account's authenticator app in the `Two-Factor-Code` header, and so does a retry with the same idempotency key, which returns the secret again.",
    body: CreateApiKey,
    example: { name: 'Reports', type: 'RESTRICTED', permissions: ['BALANCE_READ', 'CHARGE_READ'] },
    echoes: [...keyEchoes, 'mode', 'apiVersion'],
    response: ApiKeyWithSecret,
    status: 201,
    errors: [...keyErrors, 'parameter_missing', 'resource_limit_reached'],
  }),
  listApiKeys: operation('GET /api-keys', {
    ...keys,
    permission: 'API_KEY_READ',
    summary: 'List API keys',
    description: 'Lists the keys of the mode of the requesting key, including revoked ones.',
    query: listQuery({}),
    response: listOf(ApiKey).meta({ id: 'ApiKeyList', description: 'A page of API keys.' }),
    errors: ['parameter_out_of_range'],
  }),
  getApiKey: operation('GET /api-keys/{id}', {
    ...keys,
    permission: 'API_KEY_READ',
    summary: 'Retrieve an API key',
    description: 'Never contains the key itself, only its prefix and last four characters.',
    response: ApiKey,
  }),
  updateApiKey: operation('PATCH /api-keys/{id}', {
    ...keys,
    permission: 'API_KEY_WRITE',
    summary: 'Update an API key',
    description: 'Changes its name, its permissions or where it may be used from. The key itself stays the same.',
    body: UpdateApiKey,
    example: { name: 'Monthly reports' },
    echoes: keyEchoes,
    response: ApiKey,
    errors: [...keyErrors, 'resource_invalid_state'],
  }),
  rollApiKey: operation('POST /api-keys/{id}/roll', {
    ...keys,
    permission: 'API_KEY_WRITE',
    summary: 'Roll an API key',
    description: 'Creates a key with the same permissions. The old key keeps working for the time given in the body.',
    body: RollApiKey,
    example: { expireOldAfterSeconds: 3600 },
    response: ApiKeyWithSecret,
    status: 201,
    errors: [...keyErrors, 'resource_invalid_state', 'resource_limit_reached', 'parameter_out_of_range'],
  }),
  revokeApiKey: operation('DELETE /api-keys/{id}', {
    ...keys,
    permission: 'API_KEY_WRITE',
    summary: 'Revoke an API key',
    description:
      'Cannot be undone and requires no second factor. Every gateway rejects the key within five seconds. The key stays in the list.',
    response: deletedResource('api_key').meta({ id: 'DeletedApiKey', description: 'A revoked API key.' }),
    errors: ['permission_denied'],
  }),
  getOpenApi: operation('GET /openapi.json', {
    ...document,
    summary: 'The OpenAPI 3.1 document of this API',
    description: 'Every operation, webhook and schema, for generators of typed clients and for linters.',
  }),
  getAsyncApi: operation('GET /asyncapi.json', {
    ...document,
    summary: 'The AsyncAPI 3.1 document of the events',
    description: 'Every event on the bus, with its subject and schema.',
  }),
  showDocs: operation('GET /docs', {
    ...manual,
    summary: 'The documentation site',
    description: 'Guides by task, the API reference, the events and the error codes, with a search over all of them.',
  }),
  showReference: operation('GET /docs/reference', {
    ...manual,
    summary: 'The API reference, with forms that send requests',
    description: 'Needs no key. Requests are sent only with the key that you paste.',
  }),
  getDocsAsset: operation('GET /docs/assets/{name}', {
    ...manual,
    summary: 'An asset of the documentation site',
    description: 'Its scripts, stylesheets and the index of its search.',
  }),
  listGuides: operation('GET /docs/guides', {
    ...manual,
    summary: 'The list of guides',
    description: 'One page for each task, from the first payment to going live.',
  }),
  showGuide: operation('GET /docs/guides/{name}', {
    ...manual,
    summary: 'A guide',
    description: 'A page of text with examples that run as they are.',
  }),
  showErrorDocs: operation('GET /docs/errors', {
    ...manual,
    summary: 'All error codes, with their meaning and solution',
    description: 'The `doc_url` of an error leads to its entry on this page.',
  }),
  showEventDocs: operation('GET /docs/events', {
    ...manual,
    summary: 'All events on the bus, with their schemas',
    description: 'Every type of event, its subject on the bus and the schema of its message.',
  }),
};
