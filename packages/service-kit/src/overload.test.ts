import { expect, test } from '@jest/globals';
import { NoListConnection } from './database/postgres-errors.ts';
import { orTooSlow, unreachable } from './overload.ts';

const failure = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.7:8080`), { code });

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])(
  '%s: the service was never reached, so nothing happened',
  (code) => {
    const cause = failure(code);
    const problem = unreachable('payments', cause);
    expect(problem).toMatchObject({
      code: 'internal_error',
      status: 503,
      retryAfterSeconds: 1,
      cause: { code, cause },
    });
    expect(problem.message).not.toMatch(/10\.0|payments/);
  },
);

test.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT'])(
  '%s: it may have been reached, so the outcome is unknown',
  (code) => expect(unreachable('payments', failure(code))).toMatchObject({ code: 'request_timeout', status: 504 }),
);

test('whatever else is thrown leaves the outcome unknown', () => {
  for (const thrown of [undefined, 'gone', new Error('gone'), new DOMException('late', 'TimeoutError')])
    expect(unreachable('payments', thrown)).toMatchObject({ code: 'request_timeout', status: 504 });
});

test('a list is called too slow for its own timeout and its pool only, not when the database is away', async () => {
  const answerTo = (thrown: unknown) => orTooSlow(Promise.reject(thrown)).catch((problem: unknown) => problem);
  const tooSlow = { status: 503, message: expect.stringContaining('Narrow it') as unknown };
  expect(await answerTo(Object.assign(new Error('statement timeout'), { code: '57014' }))).toMatchObject(tooSlow);
  expect(await answerTo(new NoListConnection())).toMatchObject(tooSlow);
  const away = await answerTo(failure('ECONNREFUSED'));
  expect(away).toMatchObject({ status: 503, message: expect.stringContaining('overloaded or restarting') as unknown });
});
