import { execFile } from 'node:child_process';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, scaleTimeout } from '@mizan/testing';
import { Webhook } from 'standardwebhooks';
import { parseAllowedRanges } from '../targets/allowed-ranges.ts';
import { targetResolver } from '../targets/resolve-target.ts';
import { testAuthority, type TestAuthority } from './certificates.test-support.ts';
import { answerOk, testEndpoint, type TestEndpoint } from './endpoint.test-support.ts';
import { createSender, type Attempt, type Sender, type SenderOptions } from './send.ts';
import { createSigningSecret, signingKey } from './sign.ts';

const loopback = parseAllowedRanges('127.0.0.0/8, ::1', { production: false });
const secret = createSigningSecret();
const body = Buffer.from('{"id":"evt_1","name":"ميزان"}');

let authority: TestAuthority;
let tls: { cert: string; key: string };
let cleanup: (() => Promise<void>)[] = [];

beforeAll(async () => {
  authority = await testAuthority();
  tls = await authority.issue(['hooks.shop.example', 'localhost', '127.0.0.1']);
});
afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step();
});
afterAll(() => {
  cleanup = [];
});

/** A sender that may reach loopback, trusts the test authority and knows every name as 127.0.0.1. */
function sender(options: Partial<SenderOptions> = {}): Sender {
  const resolver = targetResolver({
    allowed: loopback,
    source: { dns: () => Promise.reject(new Error('no DNS here')), system: () => Promise.resolve(['127.0.0.1']) },
  });
  const made = createSender({ allowed: loopback, resolver, authorities: authority.certificate, ...options });
  cleanup.push(() => made.close());
  return made;
}

async function endpoint(...args: Parameters<typeof testEndpoint> extends [unknown, ...infer Rest] ? Rest : never) {
  const made = await testEndpoint(tls, ...args);
  cleanup.push(() => made.close());
  return made;
}

const attemptTo = (target: TestEndpoint | string, more: Partial<Attempt> = {}): Attempt => ({
  endpointId: 'we_1',
  url: typeof target === 'string' ? target : `https://hooks.shop.example:${target.port}/hook?a=b`,
  eventId: 'evt_1',
  body,
  signingKeys: [signingKey(secret)],
  attempt: 3,
  sentAt: new Date(),
  ...more,
});

/** A raw TCP server for behaviour below http. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnection(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  cleanup.push(async () => {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
}

describe('a good endpoint', () => {
  test('gets exact bytes, the documented headers and a signature that verifies', async () => {
    const target = await endpoint();
    const result = await sender().send(attemptTo(target));
    expect(result).toMatchObject({ outcome: 'delivered', statusCode: 200 });
    const [request] = target.received;
    expect(request?.body.equals(body)).toBe(true);
    expect(request?.url).toBe('/hook?a=b');
    expect(request?.serverName).toBe('hooks.shop.example');
    expect(request?.headers).toMatchObject({
      host: `hooks.shop.example:${target.port}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
      'user-agent': 'Mizan-Webhooks/1',
      'webhook-id': 'evt_1',
      'webhook-attempt': '3',
    });
    new Webhook(secret).verify(body.toString(), request?.headers as Record<string, string>);
  });

  test('keeps one connection for deliveries in a row and never shares it with another endpoint', async () => {
    const target = await endpoint();
    const from = sender();
    for (let i = 0; i < 20; i += 1) await from.send(attemptTo(target));
    expect(target.connections()).toBe(1);
    await from.send(attemptTo(target, { endpointId: 'we_2' }));
    expect(target.connections()).toBe(2);
  });

  test('a connection that the endpoint closed while idle costs no failed attempt', async () => {
    const target = await endpoint();
    const from = sender();
    for (let i = 0; i < 10; i += 1) {
      expect(await from.send(attemptTo(target))).toMatchObject({ outcome: 'delivered' });
      target.dropConnections();
    }
    expect(target.received).toHaveLength(10);
  });

  test('a connection reset on a kept-alive request is tried once more on a new one', async () => {
    let requests = 0;
    const target = await endpoint((request, response, received) => {
      requests += 1;
      if (requests === 2) request.socket.destroy();
      else answerOk(request, response, received);
    });
    const from = sender();
    expect(await from.send(attemptTo(target))).toMatchObject({ outcome: 'delivered' });
    expect(await from.send(attemptTo(target))).toMatchObject({ outcome: 'delivered' });
    expect(requests).toBe(3);
  });

  test('a text or JSON answer, or one that names no type, is kept up to 4 KiB, any other not at all', async () => {
    const target = await endpoint((request, response) => {
      const type = String(request.headers['webhook-id']).slice(4);
      response.writeHead(200, type === 'none' ? {} : { 'content-type': type });
      response.end('x'.repeat(5_000) + '\0');
    });
    const from = sender();
    const snippetOf = async (type: string) =>
      (await from.send(attemptTo(target, { eventId: `evt_${type}` }))).responseSnippet;
    expect(await snippetOf('text/plain; charset=utf-8')).toBe('x'.repeat(4_096));
    expect(await snippetOf('application/problem+json')).toHaveLength(4_096);
    expect(await snippetOf('none')).toBe('x'.repeat(4_096));
    expect(await snippetOf('application/octet-stream')).toBeNull();
  });
});

describe('a failing endpoint', () => {
  test.each([[400], [404], [410], [429], [500], [503]])('%d is a failure with its status', async (statusCode) => {
    const target = await endpoint(
      (_request, response) => void response.writeHead(statusCode, { 'retry-after': '120' }).end('no'),
    );
    expect(await sender().send(attemptTo(target))).toMatchObject({
      outcome: 'failed',
      error: 'status',
      statusCode,
      retryAfterSeconds: 120,
    });
  });

  test('a redirect to cloud metadata is not followed', async () => {
    const target = await endpoint((_request, response) => {
      response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    });
    const dialled: string[] = [];
    const from = sender({
      dial(address, port) {
        dialled.push(address);
        return connect(port, address);
      },
    });
    expect(await from.send(attemptTo(target))).toMatchObject({ outcome: 'failed', error: 'redirect', statusCode: 307 });
    expect(target.received).toHaveLength(1);
    expect(dialled).toEqual(['127.0.0.1']);
  });

  test('a hanging endpoint ends at the total timeout and its connection is closed', async () => {
    const target = await endpoint(() => undefined);
    const result = await sender({ limits: { totalTimeoutMs: 200 } }).send(attemptTo(target));
    expect(result).toMatchObject({ outcome: 'failed', error: 'timeout', statusCode: null });
    expect(result.durationMs).toBeLessThan(scaleTimeout(1_000));
    await eventually(() => expect(target.openSockets()).toBe(0));
  });

  test('headers that drip one byte at a time end at the total timeout', async () => {
    const target = await endpoint((request) => {
      const timer = setInterval(() => request.socket.write('H'), 20);
      request.socket.on('close', () => clearInterval(timer));
      request.socket.write('HTTP/1.1 200 OK\r\nx-');
    });
    const result = await sender({ limits: { totalTimeoutMs: 200 } }).send(attemptTo(target));
    expect(result).toMatchObject({ outcome: 'failed', error: 'timeout' });
  });

  test('a body that drips does not hold the attempt: the status stands', async () => {
    const target = await endpoint((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const result = await sender({ limits: { bodyTimeoutMs: 150 } }).send(attemptTo(target));
    expect(result).toMatchObject({ outcome: 'delivered', statusCode: 200 });
    expect(result.responseSnippet).toMatch(/^x+$/);
    expect(result.durationMs).toBeLessThan(scaleTimeout(1_000));
    await eventually(() => expect(target.openSockets()).toBe(0));
  });

  test('of a 10 MB answer only a little is read before the connection is closed', async () => {
    let written = 0;
    const target = await endpoint((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const block = Buffer.alloc(64 * 1024, 'y');
      const pump = () => {
        while (written < 10_000_000 && !response.destroyed) {
          written += block.length;
          if (!response.write(block)) return void response.once('drain', pump);
        }
        response.end();
      };
      pump();
    });
    expect(await sender().send(attemptTo(target))).toMatchObject({
      outcome: 'delivered',
      responseSnippet: 'y'.repeat(4_096),
    });
    await eventually(() => expect(target.openSockets()).toBe(0));
    expect(written).toBeLessThan(9_000_000);
  });

  test('a reset before any answer is a failure of its own kind', async () => {
    const target = await endpoint((request) => void request.socket.destroy());
    expect(await sender().send(attemptTo(target))).toMatchObject({ outcome: 'failed', error: 'connection_reset' });
    expect(target.received).toHaveLength(1);
  });

  test('an answer that is no http, or headers without end, are a protocol failure', async () => {
    const noHttp = await endpoint((request) => void request.socket.end('SSH-2.0-OpenSSH\r\n'));
    expect(await sender().send(attemptTo(noHttp))).toMatchObject({ outcome: 'failed', error: 'protocol' });
    const endless = await endpoint((request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n' + `x-pad: ${'p'.repeat(1_000)}\r\n`.repeat(200));
    });
    expect(await sender().send(attemptTo(endless))).toMatchObject({ outcome: 'failed', error: 'protocol' });
  });

  test('interim answers do not count as the answer', async () => {
    const target = await endpoint((request) => {
      request.socket.write('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n');
    });
    expect(await sender().send(attemptTo(target))).toMatchObject({
      outcome: 'failed',
      error: 'status',
      statusCode: 500,
    });
  });

  test('an interim answer followed by nothing is no answer', async () => {
    const target = await endpoint((request) => void request.socket.end('HTTP/1.1 103 Early Hints\r\n\r\n'));
    expect(await sender().send(attemptTo(target))).toMatchObject({ outcome: 'failed', error: 'connection_reset' });
  });

  test('a closed port and a hanging handshake are distinguished', async () => {
    const closed = await rawServer(() => undefined);
    await cleanup.pop()?.();
    const refused = await sender().send(attemptTo(`https://hooks.shop.example:${closed}/`));
    expect(refused).toMatchObject({ outcome: 'failed', error: 'connect_failed' });
    const silent = await rawServer(() => undefined);
    const hanging = await sender({ limits: { tlsTimeoutMs: 150 } }).send(
      attemptTo(`https://hooks.shop.example:${silent}/`),
    );
    expect(hanging).toMatchObject({ outcome: 'failed', error: 'tls_timeout' });
  });

  test('a name that does not resolve fails without a connection', async () => {
    const resolver = targetResolver({
      allowed: loopback,
      timeoutMs: 100,
      source: { dns: () => new Promise(() => undefined), system: () => Promise.reject(new Error('unknown')) },
    });
    expect(await sender({ resolver }).send(attemptTo('https://hooks.shop.example/'))).toMatchObject({
      error: 'dns_timeout',
    });
  });
});

describe('certificates', () => {
  test.each([
    ['another name', ['elsewhere.example'], 1],
    ['an expired one', ['hooks.shop.example'], -1],
  ])('%s is refused and nothing is sent', async (_what, names, validHours) => {
    const wrong = await authority.issue(names, { notAfter: new Date(Date.now() + validHours * 3_600_000) });
    const target = await testEndpoint(wrong);
    cleanup.push(() => target.close());
    expect(await sender().send(attemptTo(target))).toMatchObject({ outcome: 'failed', error: 'tls_failed' });
    expect(target.received).toHaveLength(0);
  });

  test('an unknown authority is refused', async () => {
    const target = await endpoint();
    expect(await sender({ authorities: undefined }).send(attemptTo(target))).toMatchObject({ error: 'tls_failed' });
    expect(target.received).toHaveLength(0);
  });

  test('the environment can neither turn verification off nor put a proxy in between', async () => {
    const target = await endpoint();
    let proxied = 0;
    const proxy = await rawServer((socket) => {
      proxied += 1;
      socket.destroy();
    });
    const script = `
      const { createSender } = await import(${JSON.stringify(new URL('./send.ts', import.meta.url).href)});
      const { parseAllowedRanges } = await import(${JSON.stringify(new URL('../targets/allowed-ranges.ts', import.meta.url).href)});
      const sender = createSender({ allowed: parseAllowedRanges('127.0.0.1', { production: false }) });
      const { signingKey } = await import(${JSON.stringify(new URL('./sign.ts', import.meta.url).href)});
      const attempt = ${JSON.stringify({ ...attemptTo(`https://127.0.0.1:${target.port}/`), body: '{}' })};
      attempt.sentAt = new Date();
      attempt.signingKeys = [signingKey('${secret}')];
      console.log(JSON.stringify(await sender.send(attempt)));
      await sender.close();`;
    const proxyUrl = `http://127.0.0.1:${proxy}`;
    const environment = {
      HTTPS_PROXY: proxyUrl,
      ALL_PROXY: proxyUrl,
      NODE_USE_ENV_PROXY: '1',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, NODE_OPTIONS: '', ...environment },
    });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'failed', error: 'tls_failed' });
    expect([target.received.length, proxied]).toEqual([0, 0]);
  });

  test('an allowed literal is verified against the address in the certificate', async () => {
    const target = await endpoint();
    expect(await sender().send(attemptTo(`https://127.0.0.1:${target.port}/`))).toMatchObject({ outcome: 'delivered' });
    expect(target.received[0]?.serverName).toBe(false);
  });
});
