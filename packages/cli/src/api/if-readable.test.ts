import { expect, test } from '@jest/globals';
import { ApiError } from './api-error.ts';
import { ifAllowed } from './if-readable.ts';
import { sendRequest } from './send-request.ts';
import { refusing, serve } from './server.test-support.ts';

const read = async (status: number, code: string) =>
  ifAllowed(
    sendRequest({ baseUrl: await serve(refusing(status, code)), credential: 'sk' }, 'GET /payment-intents/pi_1'),
  );

test('what a key may not read is left out, and any other error is thrown', async () => {
  expect(await read(403, 'permission_denied')).toBeUndefined();
  for (const [status, code] of [
    [404, 'resource_missing'],
    [401, 'authentication_failed'],
    [500, 'internal_error'],
  ] as const)
    await expect(read(status, code)).rejects.toBeInstanceOf(ApiError);
});
