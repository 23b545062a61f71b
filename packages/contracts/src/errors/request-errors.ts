import { invalidRequest, typed } from './define-error.ts';

/** Errors of the request itself, whatever it is about: its shape, its key, its rate, and failures of the platform. */
export const requestErrors = {
  invalid_request: {
    ...invalidRequest(
      400,
      'The request could not be read: malformed JSON or HTTP, a wrong method (405), a request that arrives too slowly (408), a body that is too large (413) or of the wrong content type (415), headers over 16 KiB (431).',
      'Send valid JSON below 256 KiB with `Content-Type: application/json` and a method that the path allows.',
    ),
    otherStatuses: [405, 408, 413, 415, 431],
  },
  parameter_invalid: invalidRequest(
    400,
    'A parameter is missing, has the wrong type or a value that is not allowed.',
    'Correct the parameter that `param` names.',
  ),
  parameter_missing: invalidRequest(
    400,
    'A parameter that this request needs in its situation was not sent.',
    'Send the parameter that `param` names.',
  ),
  parameter_unknown: invalidRequest(
    400,
    'The request has a parameter that this operation does not know.',
    'Remove the parameter or correct its spelling.',
  ),
  parameter_out_of_range: invalidRequest(
    400,
    'A number lies outside its range, or a list is too long.',
    'Stay within the range that the message names.',
  ),
  parameters_exclusive: invalidRequest(
    400,
    'Parameters were sent together that exclude each other.',
    'Send only one of them.',
  ),
  parameter_requires_another: invalidRequest(
    400,
    'A parameter was sent that only has a meaning together with another.',
    'Send the other parameter as well, or leave this one out.',
  ),
  validation_error: invalidRequest(
    400,
    'A value that the buyer entered breaks a rule of its field.',
    'Show the message at the field that `param` names and let the buyer correct it.',
  ),
  resource_missing: invalidRequest(
    404,
    'No such record exists for this account and mode, or no such path.',
    'Check the id, and that the key belongs to the same account and mode as the record.',
  ),
  resource_invalid_state: invalidRequest(
    409,
    'The record is in a state in which this is not possible.',
    'Read the record again and act on its current state.',
  ),
  resource_already_exists: invalidRequest(
    409,
    'Another record already holds a value that must be unique.',
    'Use the existing record or another value for the parameter that `param` names.',
  ),
  resource_in_use: invalidRequest(
    409,
    'The record is referenced by others and cannot be deleted.',
    'Archive it with `active: false` instead.',
  ),
  authentication_required: typed(
    'authentication_error',
    401,
    'No valid API key was sent.',
    'Send `Authorization: Bearer <secret key>` with a key from your account.',
  ),
  invalid_api_key: typed(
    'authentication_error',
    401,
    'The publishable key is not known.',
    'Use the publishable key of your account in the right mode.',
  ),
  api_key_inactive: typed('authentication_error', 401, 'The API key was revoked or has expired.', 'Use an active key.'),
  invalid_signature: typed(
    'authentication_error',
    401,
    'The signature of a provider callback does not match its body.',
    'Sign the raw body with the secret agreed with the provider.',
  ),
  permission_denied: invalidRequest(
    403,
    'The key is valid but may not do this.',
    'Use a key with the permission that the message names.',
  ),
  merchant_not_activated: invalidRequest(
    403,
    'Live payments are not enabled for this account.',
    'Use a test key, or finish the activation of live payments.',
  ),
  two_factor_required: invalidRequest(
    403,
    'This live-mode action needs a second factor.',
    'Repeat the action with a second factor.',
  ),
  rate_limit: typed(
    'rate_limit_error',
    429,
    'Too many requests in too short a time.',
    'Wait for the seconds in `Retry-After`, then retry with the same idempotency key.',
  ),
  idempotency_key_in_use: {
    ...typed(
      'idempotency_error',
      409,
      'The first request with this idempotency key is still running (409), or the key was used for a different request (400).',
      'Retry the same request a little later; use a new key for a different request.',
    ),
    otherStatuses: [400],
  },
  internal_error: {
    ...typed(
      'api_error',
      500,
      'The platform failed (500), or a part of it cannot be reached and nothing was done (503).',
      'Retry with the same idempotency key; quote `request_id` if it keeps failing.',
    ),
    otherStatuses: [503],
  },
  creation_failed: typed(
    'api_error',
    500,
    'The record could not be created.',
    'Retry with the same idempotency key; quote `request_id` if it keeps failing.',
  ),
  request_timeout: typed(
    'api_error',
    504,
    'No answer in time: the outcome is unknown.',
    'Retry with the same idempotency key to learn the outcome.',
  ),
} as const;
