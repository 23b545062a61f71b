import { z } from 'zod';
import { listOf, listQuery } from '../list-grammar.ts';
import { operation } from '../operation.ts';
import { CreateApiKey, RollApiKey, UpdateApiKey } from '../requests/api-key-input.ts';
import { Account } from '../resources/account.ts';
import { ApiKey, ApiKeyWithSecret } from '../resources/api-key.ts';
import { deletedResource } from '../resources/deleted-resource.ts';
import { commonEchoes } from './common-echoes.ts';

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
    summary: 'Retrieve the account of the key',
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
      'For secret keys only. A live key needs a second factor: the current code of the account’s authenticator in the header `Two-Factor-Code`.',
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
    description: 'Of the mode of the key that asks; revoked ones too.',
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
    summary: 'Change an API key',
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
    summary: 'Replace an API key',
    description: 'Makes a key that may do the same. The old one works on for as long as the body says.',
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
    description: 'For good. Every gateway refuses it within five seconds; it stays in the list.',
    response: deletedResource('api_key').meta({ id: 'DeletedApiKey', description: 'A revoked key.' }),
    status: 200,
    errors: [...keyErrors, 'resource_missing'],
  }),
  getOpenApi: operation({ ...document, path: '/openapi.json', summary: 'This API as an OpenAPI 3.1 document' }),
  getAsyncApi: operation({ ...document, path: '/asyncapi.json', summary: 'The events as an AsyncAPI 3.0 document' }),
  showReference: operation({ ...manual, path: '/docs', summary: 'The reference, with forms that send requests' }),
  getDocsAsset: operation({
    ...manual,
    path: '/docs/assets/{name}',
    summary: 'What the reference loads',
    errors: ['resource_missing'],
  }),
  listGuides: operation({ ...manual, path: '/docs/guides', summary: 'The guides' }),
  showGuide: operation({ ...manual, path: '/docs/guides/{name}', summary: 'A guide', errors: ['resource_missing'] }),
  showErrorDocs: operation({
    ...manual,
    path: '/docs/errors',
    summary: 'Every error code: its meaning and what to do',
  }),
  showEventDocs: operation({ ...manual, path: '/docs/events', summary: 'Every event on the bus, with its schema' }),
};
