import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { operations } from '@mizan/contracts';
import { startGatewayWorld, type GatewayWorld } from './gateway-world.test-support.ts';

let gatewayWorld: GatewayWorld;
beforeAll(async () => {
  gatewayWorld = await startGatewayWorld();
});
afterEach(() => gatewayWorld.services.reset());
afterAll(() => gatewayWorld.stop());

describe('bodies', () => {
  const json = { 'content-type': 'application/json' };
  const streamOf = (chunks: number, bytes: number) => {
    let left = chunks;
    return new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(bytes).fill(97)) : controller.close()),
    });
  };

  test('of 256 KiB pass', async () => {
    const body = 'a'.repeat(256 * 1024);
    expect((await gatewayWorld.send('POST', '/products', { headers: json, body })).status).toBe(200);
    expect(gatewayWorld.services.last().body).toHaveLength(256 * 1024);
  });

  test('announced as larger are 413 and reach no service', async () => {
    for (const size of [256 * 1024 + 1, 5_000_000]) {
      const answer = await gatewayWorld.send('POST', '/products', { headers: json, body: 'a'.repeat(size) });
      expect([answer.status, answer.body.error?.code]).toEqual([413, 'invalid_request']);
      expect(answer.headers.get('connection')).toBe('close');
    }
    expect(gatewayWorld.services.received).toHaveLength(0);
  });

  test('of an upload may have 5 MiB and a little, announced or in chunks, and not more', async () => {
    const limit = operations.uploadFile.maxBodyBytes;
    const put = (body: string | ReadableStream) => gatewayWorld.send('PUT', '/uploads/token', { key: null, body });
    expect((await put('a'.repeat(limit))).status).toBe(200);
    expect(gatewayWorld.services.last().body).toHaveLength(limit);
    expect((await put(streamOf(limit / 65_536, 65_536))).status).toBe(200);
    expect(gatewayWorld.services.last().body).toHaveLength(limit);
    gatewayWorld.services.received.length = 0;
    for (const body of ['a'.repeat(limit + 1), streamOf(limit / 65_536 + 1, 65_536)]) {
      const answer = await put(body);
      expect([answer.status, answer.body.error?.code]).toEqual([413, 'invalid_request']);
    }
    expect(gatewayWorld.services.received).toHaveLength(0);
  });

  test('that stream pass up to the limit and are cut off beyond it', async () => {
    expect((await gatewayWorld.send('POST', '/products', { headers: json, body: streamOf(4, 64 * 1024) })).status).toBe(
      200,
    );
    expect(gatewayWorld.services.last().body).toHaveLength(256 * 1024);
    gatewayWorld.services.received.length = 0;
    const answer = await gatewayWorld.send('POST', '/products', { headers: json, body: streamOf(64, 64 * 1024) });
    expect([answer.status, answer.body.error?.code]).toEqual([413, 'invalid_request']);
    expect(gatewayWorld.services.received).toHaveLength(0);
  });

  test('too large are refused in time for a caller that reads only after it has written', async () => {
    const { hostname, port } = new URL(gatewayWorld.url);
    const text = await new Promise<string>((resolve) => {
      let read = '';
      const socket = connect(Number(port), hostname, () => {
        socket.pause();
        socket.write(
          `POST /products HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gatewayWorld.accounts.keys.testSecret}\r\nContent-Length: 9000000\r\n\r\n`,
        );
        socket.write(Buffer.alloc(9_000_000, 97));
        setTimeout(() => socket.resume(), 300); // not a wait for something: reading late is what the caller does
      });
      socket.on('data', (chunk) => (read += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(read));
    });
    expect(text).toContain('HTTP/1.1 413');
  });

  test('of refused requests do not disturb the next on the same connection', async () => {
    for (let i = 0; i < 5; i++) {
      expect(
        (await gatewayWorld.send('POST', '/products', { key: null, headers: json, body: 'a'.repeat(200_000) })).status,
      ).toBe(401);
      expect((await gatewayWorld.send('POST', '/products', { headers: json, body: '{}' })).status).toBe(200);
    }
  });

  test('a write without one is passed on as empty', async () => {
    await gatewayWorld.send('POST', '/checkout/sessions/cs_test_1/expire');
    expect(gatewayWorld.services.last().headers['content-length']).toBe('0');
    expect(gatewayWorld.services.last().headers['transfer-encoding']).toBeUndefined();
  });
});
