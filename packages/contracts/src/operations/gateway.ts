import { z } from 'zod';
import { listOf, listQuery } from '../list-grammar.ts';
import { operation, deletedResource, commonEchoes } from '../operation.ts';
import { CreateApiKey, RollApiKey, UpdateApiKey } from '../requests/api-key-input.ts';
import { Account } from '../resources/account.ts';
import { ApiKey, ApiKeyWithSecret } from '../resources/api-key.ts';

const document = {
  service: 'gateway',
  audience: 'public',
  permission: null,
  method: 'GET',
  response: z.looseObject({}),
  status: 200,
  errors: [],
} as const;

const manual = {
  service: 'gateway',
  audience: 'page',
  permission: null,
  method: 'GET',
  response: z.string(),
  status: 200,
  errors: [],
} as const;

const keys = { service: 'gateway', audience: 'merchant', forward: ['two-factor-code'] } as const;
const keyErrors = ['permission_denied', 'two_factor_required'] as const;
const keyEchoes = [...commonEchoes, 'prefix', 'last4', 'revokedAt', 'lastUsedAt'] as const;

/** The account of a key, its keys, and the documents that describe the API. */
export const gatewayOperations = {
  getAccount: operation({
    service: 'gateway',
    audience: 'merchant',
    method: 'GET',
    path: '/account',
    permission: null,
    summary: 'Retrieve your account',
    response: Account,
    status: 200,
    errors: [],
  }),
  createApiKey: operation({
    ...keys,
    method: 'POST',
    path: '/api-keys',
    permission: 'API_KEY_WRITE',
    summary: 'Create an API key',
    description:
      "Requires a secret key. A live key also requires the current code of the account's authenticator app in the `Two-Factor-Code` header.",
    body: CreateApiKey,
    example: { name: 'Reports', type: 'RESTRICTED', permissions: ['BALANCE_READ', 'CHARGE_READ'] },
    echoes: [...keyEchoes, 'mode', 'apiVersion'],
    response: ApiKeyWithSecret,
    status: 201,
    errors: [...keyErrors, 'parameter_missing'],
  }),
  listApiKeys: operation({
    ...keys,
    method: 'GET',
    path: '/api-keys',
    permission: 'API_KEY_READ',
    summary: 'List API keys',
    description: 'Lists the keys of the mode of the requesting key, including revoked ones.',
    query: listQuery({}),
    response: listOf(ApiKey).meta({ id: 'ApiKeyList', description: 'A page of API keys.' }),
    status: 200,
    errors: ['parameter_out_of_range'],
  }),
  getApiKey: operation({
    ...keys,
    method: 'GET',
    path: '/api-keys/{id}',
    permission: 'API_KEY_READ',
    summary: 'Retrieve an API key',
    response: ApiKey,
    status: 200,
    errors: ['resource_missing'],
  }),
  updateApiKey: operation({
    ...keys,
    method: 'PATCH',
    path: '/api-keys/{id}',
    permission: 'API_KEY_WRITE',
    summary: 'Update an API key',
    body: UpdateApiKey,
    example: { name: 'Monthly reports' },
    echoes: keyEchoes,
    response: ApiKey,
    status: 200,
    errors: [...keyErrors, 'resource_missing', 'resource_invalid_state'],
  }),
  rollApiKey: operation({
    ...keys,
    method: 'POST',
    path: '/api-keys/{id}/roll',
    permission: 'API_KEY_WRITE',
    summary: 'Roll an API key',
    description: 'Creates a key with the same permissions. The old key keeps working for the time given in the body.',
    body: RollApiKey,
    response: ApiKeyWithSecret,
    status: 201,
    errors: [...keyErrors, 'resource_missing', 'resource_invalid_state', 'parameter_out_of_range'],
  }),
  revokeApiKey: operation({
    ...keys,
    method: 'DELETE',
    path: '/api-keys/{id}',
    permission: 'API_KEY_WRITE',
    summary: 'Revoke an API key',
    description: 'Cannot be undone. Every gateway rejects the key within five seconds. The key stays in the list.',
    response: deletedResource('api_key').meta({ id: 'DeletedApiKey', description: 'A revoked API key.' }),
    status: 200,
    errors: [...keyErrors, 'resource_missing'],
  }),
  getOpenApi: operation({ ...document, path: '/openapi.json', summary: 'The OpenAPI 3.1 document of this API' }),
  getAsyncApi: operation({ ...document, path: '/asyncapi.json', summary: 'The AsyncAPI 3.0 document of the events' }),
  showReference: operation({ ...manual, path: '/docs', summary: 'The API reference, with forms that send requests' }),
  getDocsAsset: operation({
    ...manual,
    path: '/docs/assets/{name}',
    summary: 'An asset of the API reference',
    errors: ['resource_missing'],
  }),
  listGuides: operation({ ...manual, path: '/docs/guides', summary: 'The list of guides' }),
  showGuide: operation({ ...manual, path: '/docs/guides/{name}', summary: 'A guide', errors: ['resource_missing'] }),
  showErrorDocs: operation({
    ...manual,
    path: '/docs/errors',
    summary: 'All error codes, with their meaning and solution',
  }),
  showEventDocs: operation({ ...manual, path: '/docs/events', summary: 'All events on the bus, with their schemas' }),
};
