import { z } from 'zod';
import { operation } from '../operation.ts';
import { Account } from '../resources/account.ts';

const document = {
  service: 'gateway',
  audience: 'public',
  permission: null,
  method: 'GET',
  response: z.looseObject({}),
  status: 200,
  errors: [],
} as const;

/** The account of a key, and the documents that describe the API. */
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
  getOpenApi: operation({ ...document, path: '/openapi.json', summary: 'This API as an OpenAPI 3.1 document' }),
  getAsyncApi: operation({ ...document, path: '/asyncapi.json', summary: 'The events as an AsyncAPI 3.0 document' }),
};
