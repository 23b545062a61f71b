import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { startFrontWorld, type FrontWorld } from './front-world.test-support.ts';

let front: FrontWorld;
beforeAll(async () => {
  front = await startFrontWorld();
});
afterEach(() => front.services.reset());
afterAll(() => front.stop());

describe('what a caller hears', () => {
  test("is the service's answer without what concerns one connection only", async () => {
    front.services.answer((_request, response) => {
      response
        .writeHead(201, {
          'content-type': 'application/json',
          'idempotent-replayed': 'true',
          'retry-after': '7',
          server: 'inner',
          'x-powered-by': 'inner',
          'keep-alive': 'timeout=1',
          'request-id': 'inner',
        })
        .end('{"a":1}');
    });
    const answer = await front.ask('POST', '/products', { body: '{}' });
    expect([answer.status, answer.body]).toEqual([201, { a: 1 }]);
    expect(answer.headers.get('idempotent-replayed')).toBe('true');
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(answer.headers.get('server')).toBeNull();
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('pages keep their own caching and policy', async () => {
    front.services.answer((_request, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'cache-control': 'public, max-age=60',
        'content-security-policy': "default-src 'none'",
      });
      response.end('{}');
    });
    const answer = await front.ask('GET', '/assets/checkout', { key: null });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
  });

  test('an error that is not the envelope becomes one, and so does a refusal of our own identity', async () => {
    front.services.answer(
      (_request, response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>oh</h1>'),
    );
    const broken = await front.ask('GET', '/products');
    expect([broken.status, broken.body.error?.code]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(broken.body)).not.toContain('oh');
    front.services.answer((_request, response) => {
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end('{"error":{"code":"authentication_required"}}');
    });
    const refused = await front.ask('GET', '/products');
    expect([refused.status, refused.body.error?.code]).toEqual([500, 'internal_error']);
    expect((await front.ask('GET', '/client/checkout/cs_test_1', { key: null })).status).toBe(401);
  });

  test("a service's own error passes as it is", async () => {
    const envelope = {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: 'x', param: 'id' },
      request_id: 'req_1',
    };
    front.services.answer((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(envelope));
    });
    expect((await front.ask('GET', '/products/prod_1')).body).toEqual(envelope);
  });

  test('an event stream arrives as it is written', async () => {
    front.services.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    });
    const response = await fetch(`${front.url}/products`, {
      headers: { authorization: `Bearer ${front.accounts.keys.testSecret}` },
    });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('data: 1\n\n');
    await reader?.cancel();
  });

  test('a caller that goes away ends the request to the service', async () => {
    let gone = false;
    front.services.answer((_request, response) => {
      response.once('close', () => (gone = !response.writableFinished));
    });
    const leaving = new AbortController();
    const asked = fetch(`${front.url}/products`, {
      headers: { authorization: `Bearer ${front.accounts.keys.testSecret}` },
      signal: leaving.signal,
    });
    await eventually(() => expect(front.services.received).toHaveLength(1));
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await eventually(() => expect(gone).toBe(true));
  });
});
