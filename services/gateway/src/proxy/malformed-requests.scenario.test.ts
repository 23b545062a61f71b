import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { scaleTimeout } from '@mizan/testing';
import { startGatewayWorld, type GatewayWorld } from './gateway-world.test-support.ts';
import { sendRaw, type RawAnswer } from './raw-http.test-support.ts';

let gatewayWorld: GatewayWorld;
beforeAll(async () => {
  gatewayWorld = await startGatewayWorld();
});
afterEach(() => gatewayWorld.services.reset());
afterAll(() => gatewayWorld.stop());

const request = (line: string, ...headers: string[]): string =>
  `${[line, 'Host: x', 'Connection: close', `Authorization: Bearer ${gatewayWorld.accounts.keys.testSecret}`, ...headers].join('\r\n')}\r\n\r\n`;

/** The status, after proving that the answer is the envelope. */
function refusedWith(answer: RawAnswer): number {
  expect(answer.head).toMatch(/^content-type: application\/json/im);
  const requestId = /^request-id: (req_[0-9A-Za-z]{24})$/im.exec(answer.head)?.[1];
  expect(JSON.parse(answer.body)).toMatchObject({
    error: { type: 'invalid_request_error', code: 'invalid_request', message: expect.any(String) },
    request_id: requestId,
  });
  return answer.status;
}

describe('what Node cannot read is still answered with the envelope', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a control character in the path', 'GET /pro\x01ducts HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two lengths', 'POST /products HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    [
      'a length and a coding',
      'POST /products HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a header without colon', 'GET /products HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['a space before the colon', 'GET /products HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a folded header', 'GET /products HTTP/1.1\r\nHost: x\r\nX-Identity: a\r\n b\r\n\r\n'],
    ['a method of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
  ])('%s', async (_what, bytes) => {
    expect(refusedWith(await sendRaw(gatewayWorld.url, bytes))).toBe(400);
    expect(gatewayWorld.services.received).toHaveLength(0);
  });

  test('more than 16 KiB of headers are 431', async () => {
    expect(
      refusedWith(await sendRaw(gatewayWorld.url, request('GET /products HTTP/1.1', `X-Long: ${'a'.repeat(17_000)}`))),
    ).toBe(431);
    expect(
      refusedWith(await sendRaw(gatewayWorld.url, request(`GET /products?search=${'a'.repeat(17_000)} HTTP/1.1`))),
    ).toBe(431);
  });

  test('the length of a body is read behind any number of headers', async () => {
    const many = Array.from({ length: 150 }, (_, n) => `X-${n}: a`);
    const head = request('POST /products HTTP/1.1', ...many, 'Content-Type: application/json', 'Content-Length: 2');
    expect((await sendRaw(gatewayWorld.url, head, '{}')).status).toBe(200);
    expect(gatewayWorld.services.received).toMatchObject([{ body: '{}' }]);
  });

  test('a malformed chunk ends a request that was already on its way', async () => {
    const head = request('POST /products HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked');
    expect(refusedWith(await sendRaw(gatewayWorld.url, head, 'zz\r\n{}\r\n'))).toBe(400);
    expect(gatewayWorld.services.received).toHaveLength(0);
  });
});

describe('what Node lets through', () => {
  test.each([
    ['an absolute address', 'GET http://elsewhere/products HTTP/1.1'],
    ['bytes that no URL has', 'GET /products?search=\xff HTTP/1.1'],
    ['a star', 'OPTIONS * HTTP/1.1'],
  ])('%s is 400', async (_what, line) => {
    expect(refusedWith(await sendRaw(gatewayWorld.url, request(line)))).toBe(400);
    expect(gatewayWorld.services.received).toHaveLength(0);
  });

  test('a request without Host is 400', async () =>
    expect(refusedWith(await sendRaw(gatewayWorld.url, 'GET /products HTTP/1.1\r\nConnection: close\r\n\r\n'))).toBe(
      400,
    ));

  test('a body in a coding that services do not read is 400', async () => {
    const head = request('POST /products HTTP/1.1', 'Transfer-Encoding: gzip, chunked');
    expect(refusedWith(await sendRaw(gatewayWorld.url, head, '0\r\n\r\n'))).toBe(400);
    expect(gatewayWorld.services.received).toHaveLength(0);
  });

  test('an unknown expectation is ignored, a known one answered before the body comes', async () => {
    expect((await sendRaw(gatewayWorld.url, request('GET /products HTTP/1.1', 'Expect: tea'))).status).toBe(200);
    const head = request('POST /products HTTP/1.1', 'Expect: 100-continue', 'Content-Length: 2');
    expect((await sendRaw(gatewayWorld.url, head, '{}')).status).toBe(100);
  });

  test('HTTP/1.0 is served', async () => {
    const authorization = `Authorization: Bearer ${gatewayWorld.accounts.keys.testSecret}`;
    expect((await sendRaw(gatewayWorld.url, `GET /products HTTP/1.0\r\n${authorization}\r\n\r\n`)).status).toBe(200);
  });

  test('an upgrade is answered as the plain request it also is', async () => {
    const answer = await sendRaw(
      gatewayWorld.url,
      request('GET /products HTTP/1.1', 'Upgrade: websocket', 'Connection: upgrade'),
    );
    expect(answer.status).toBe(200);
  });

  test('a second request smuggled behind a first gets its own key check', async () => {
    const authorized = request('GET /products HTTP/1.1').replace('Connection: close\r\n', '');
    const answer = await sendRaw(
      gatewayWorld.url,
      authorized,
      'GET /account HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('authentication_required');
  });
});

describe('slow callers', () => {
  test('headers that trickle in and bodies that stop are closed after 10 and 20 seconds', async () => {
    const stalledHead = sendRaw(gatewayWorld.url, 'GET /products HTTP/1.1\r\nHost: x\r\n');
    const stalledBody = sendRaw(gatewayWorld.url, request('POST /products HTTP/1.1', 'Content-Length: 10'), '{');
    const head = await stalledHead;
    expect(refusedWith(head)).toBe(408);
    expect(head.closedAfterMs).toBeLessThan(scaleTimeout(15_000));
    const body = await stalledBody;
    expect(refusedWith(body)).toBe(408);
    expect(body.closedAfterMs).toBeLessThan(scaleTimeout(15_000));
  });
});
