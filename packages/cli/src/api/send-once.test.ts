import { expect, jest, test } from '@jest/globals';
import { longestDeadlineMs } from '@mizan/contracts';
import { causeOf, mayHaveSent, sendOnce } from './send-once.ts';
import { serve } from './server.test-support.ts';

const failed = (cause: object | undefined) => mayHaveSent(Object.assign(new TypeError('fetch failed'), { cause }));

test.each([
  [{ code: 'ECONNREFUSED', syscall: 'connect' }],
  [{ code: 'ECONNREFUSED' }], // of several addresses
  [{ code: 'EHOSTUNREACH', syscall: 'connect' }],
  [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
  [{ code: 'UND_ERR_CONNECT_TIMEOUT' }],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
  [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
  [undefined], // an address that fetch refuses
])('a request that failed with %j was not sent', (cause) => {
  expect(failed(cause)).toBe(false);
});

test.each([
  [{ code: 'ECONNRESET', syscall: 'read' }],
  [{ code: 'EHOSTUNREACH', syscall: 'read' }],
  [{ code: 'ECONNABORTED', syscall: 'write' }],
  [{ code: 'UND_ERR_SOCKET' }],
  [{ code: 'UND_ERR_HEADERS_TIMEOUT' }],
  [{ code: 'HPE_INVALID_CONSTANT' }],
  [{ code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }],
])('a request that failed with %j may have taken effect', (cause) => {
  expect(failed(cause)).toBe(true);
});

test('an address without TLS says what to try', () => {
  const cause = Object.assign(new Error('405D854F:error:0A00010B:SSL routines'), {
    code: 'ERR_SSL_WRONG_VERSION_NUMBER',
  });
  expect(causeOf(new TypeError('fetch failed', { cause }))).toBe('it does not use HTTPS. Try http://');
});

test('a request without an answer in time may have taken effect', () => {
  expect(mayHaveSent(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))).toBe(true);
});

test('a request waits longer than the platform, so that its 504 arrives', async () => {
  const baseUrl = await serve((_request, response) => response.end('{}'));
  const timeout = jest.spyOn(AbortSignal, 'timeout');
  await sendOnce({ baseUrl, credential: 'sk_test_1' }, 'GET /account', {});
  const [waitsMs] = timeout.mock.calls[0] ?? [];
  timeout.mockRestore();
  expect(waitsMs).toBeGreaterThanOrEqual(longestDeadlineMs + 5_000);
});
