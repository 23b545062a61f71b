import type { RequestListener } from 'node:http';
import { expect, test } from '@jest/globals';
import { CommandError } from '../terminal/command-error.ts';
import { ApiError, ifAllowed, sendRequest } from './send-request.ts';
import { breakingOff, serve } from './server.test-support.ts';

const refusing =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(JSON.stringify({ error: { code, message: 'No.' }, request_id: 'req_1' }));
const send = async (listener: RequestListener) =>
  sendRequest({ baseUrl: await serve(listener), credential: 'sk' }, 'GET /payment-intents/pi_1');

test('a connection that breaks within a response is an error of one line', async () => {
  const failure = await send(breakingOff).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(CommandError);
  expect((failure as Error).message).toMatch(/^The connection to http:\S+ broke: .+$/);
});

test('what a key may not read is left out, and any other error is thrown', async () => {
  expect(await ifAllowed(send(refusing(403, 'permission_denied')))).toBeUndefined();
  for (const [status, code] of [
    [404, 'resource_missing'],
    [401, 'authentication_failed'],
    [500, 'internal_error'],
  ] as const)
    await expect(ifAllowed(send(refusing(status, code)))).rejects.toBeInstanceOf(ApiError);
});
