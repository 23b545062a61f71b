import { invalidRequest } from './define-error.ts';

/** Errors of the request itself, whatever it is about: its shape, its key, its rate, and failures of the platform. */
export const requestErrors = {
  invalid_request: {
    ...invalidRequest(
      400,
      'The request could not be read: malformed JSON or HTTP (400), a method that the path does not support (405), a body that arrived too slowly (408), a body that is too large (413), an unsupported content type (415), or headers larger than 16 KiB (431).',
      'Send valid JSON smaller than 256 KiB with `Content-Type: application/json`, and use a method that the path supports.',
    ),
    otherStatuses: [405, 408, 413, 415, 431],
  },
  parameter_invalid: invalidRequest(
    400,
    'A parameter that is always required is missing, or a parameter has the wrong type or a value that is not allowed.',
    'Correct the parameter named in `param`.',
  ),
  parameter_missing: invalidRequest(
    400,
    'A parameter is missing that is required only in this case, because of another parameter, the object or a setting.',
    'Send the parameter named in `param`. `customerDetails` and `customFields` of a checkout are set with `PATCH /client/checkout/{id}`, before it is confirmed.',
  ),
  parameter_unknown: invalidRequest(
    400,
    'The request contains a parameter that this operation does not support.',
    'Remove the parameter, or correct its spelling.',
  ),
  parameter_out_of_range: invalidRequest(
    400,
    'A number is out of range, or a list has too many items.',
    'Stay within the range given in the message.',
  ),
  parameters_exclusive: invalidRequest(
    400,
    'The request contains parameters that cannot be combined.',
    'Send only one of them.',
  ),
  parameter_requires_another: invalidRequest(
    400,
    'A parameter was sent that is valid only in combination with another one.',
    'Send the other parameter as well, or omit this one.',
  ),
  validation_error: invalidRequest(
    400,
    'A value entered by the buyer does not meet the requirements of its field.',
    'Show the message next to the field named in `param` and let the buyer correct the value.',
  ),
  resource_missing: invalidRequest(
    404,
    'No such object exists for this account and mode, or the path does not exist.',
    'Check the ID, and make sure that the key belongs to the same account and mode as the object.',
  ),
  resource_invalid_state: invalidRequest(
    409,
    'The current state of the object does not allow this operation.',
    'Retrieve the object again and act on its current state.',
  ),
  resource_already_exists: invalidRequest(
    409,
    'Another object already uses a value that must be unique.',
    'Use the existing object, or a different value for the parameter named in `param`.',
  ),
  resource_limit_reached: invalidRequest(
    409,
    'The account has as many of these resources as it can have.',
    'Delete one that you no longer need, then try again.',
  ),
  resource_in_use: invalidRequest(
    409,
    'The object cannot be deleted, or changed in this way, because other objects refer to it.',
    'Archive it with `active: false` if it can be archived. Otherwise, wait until what the message names has ended.',
  ),
  authentication_required: {
    type: 'authentication_error',
    status: 401,
    meaning: "The operation requires an API key (or the operator's token), and none or an unknown one was sent.",
    remedy: 'Send `Authorization: Bearer <secret key>` with a secret key of your account.',
  },
  invalid_api_key: {
    type: 'authentication_error',
    status: 401,
    meaning: "A request from a buyer's browser, which needs no API key, contains an unknown one.",
    remedy: 'Use the publishable key of your account for the right mode.',
  },
  api_key_inactive: {
    type: 'authentication_error',
    status: 401,
    meaning: 'The API key has been revoked or has expired.',
    remedy: 'Use an active key.',
  },
  invalid_signature: {
    type: 'authentication_error',
    status: 401,
    meaning: 'The signature of a provider callback does not match its body.',
    remedy: 'Sign the raw body with the secret shared with the provider.',
  },
  permission_denied: invalidRequest(
    403,
    'The API key does not have permission for this operation.',
    'Use a key with the permission named in the message.',
  ),
  merchant_not_activated: invalidRequest(
    403,
    'Live payments are not enabled for this account.',
    'Use a test key, or complete the activation of live payments.',
  ),
  two_factor_required: invalidRequest(
    403,
    'This live-mode operation requires a second factor.',
    'Repeat the request with a second factor.',
  ),
  rate_limit: {
    type: 'rate_limit_error',
    status: 429,
    meaning: 'Too many requests in a short time.',
    remedy: 'Wait for the number of seconds in `Retry-After`, then retry with the same idempotency key.',
  },
  idempotency_key_in_use: {
    type: 'idempotency_error',
    status: 409,
    meaning:
      'The first request with this idempotency key is still in progress (409), or the key was already used for a different request (400).',
    remedy: 'Retry the same request after a short delay. Use a new key for a different request.',
    otherStatuses: [400],
  },
  internal_error: {
    type: 'api_error',
    status: 500,
    meaning:
      'The request failed because of an error on the platform (500), or because a part of the platform is unavailable (503).',
    remedy:
      'Retry with the same idempotency key: what was done before is not done again. If the error persists, contact support with the `request_id`.',
    otherStatuses: [503],
  },
  creation_failed: {
    type: 'api_error',
    status: 500,
    meaning:
      'A payment provider accepted the credentials of a connection and failed afterwards. The credentials are right, and nothing was changed.',
    remedy: 'Retry with the same idempotency key. If the error persists, check the status of the provider.',
  },
  request_timeout: {
    type: 'api_error',
    status: 504,
    meaning: 'The request timed out. It may or may not have been processed.',
    remedy: 'Retry with the same idempotency key to get the outcome.',
  },
} as const;
