import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, startWorld, type World } from '@mizan/testing';
import { download, type Input } from '../handlers.ts';
import { identityOf, probeService } from '../probe-service.test-support.ts';
import { Problem } from '../problem.ts';

let world: World;
let closed = 0;
let pieces: (gone: AbortSignal) => AsyncGenerator<string>;
const path = '/reports/payouts.csv?from=2026-01-01&to=2026-02-01';

beforeAll(async () => {
  const downloadPayoutsReport = download(async (_context, { query }: Input<object, Record<string, unknown>>) => {
    if (query['timezone'] === 'Asia/Tokyo') throw new Problem('rate_limit', 'One at a time.');
    return {
      filename: 'payouts.csv',
      open: (gone: AbortSignal) => pieces(gone),
      close: async () => void (closed += 1),
    };
  });
  world = await startWorld({
    services: [probeService({ name: 'payments', routes: { downloadPayoutsReport: downloadPayoutsReport as never } })],
    nats: false,
  });
});
afterAll(() => world.stop());

async function open(method = 'GET'): Promise<IncomingMessage> {
  const headers = { 'x-identity': await identityOf('gateway', 'payments') };
  return new Promise((resolve, reject) => {
    get(`${world.urls.payments}${path}`, { headers, method }, resolve).once('error', reject);
  });
}

test('a file has its name and type, and is closed once at its end', async () => {
  pieces = async function* () {
    yield 'id\r\n';
    yield '# end,0\r\n';
  };
  const before = closed;
  const { status, headers, body } = await world.merchantClient('payments')<string>('GET', path);
  expect([status, body]).toEqual([200, 'id\r\n# end,0\r\n']);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe('attachment; filename="payouts.csv"');
  await eventually(() => expect(closed).toBe(before + 1));
});

test('what is wrong before it starts is answered like any refusal', async () => {
  const { status, body } = await world.merchantClient('payments')('GET', `${path}&timezone=Asia/Tokyo`);
  expect([status, body.error?.code]).toEqual([429, 'rate_limit']);
});

test('HEAD opens nothing, but closes what was prepared', async () => {
  const before = closed;
  const response = await open('HEAD');
  response.resume();
  await eventually(() => expect(closed).toBe(before + 1));
});

test('a failure in the middle cuts the file off, and closes it', async () => {
  pieces = async function* () {
    yield 'id\r\n';
    await Promise.reject(new Error('secret detail'));
  };
  const before = closed;
  const response = await open();
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((over) => response.once('close', over).on('error', () => undefined));
  expect(response.complete).toBe(false);
  expect(['', 'id\r\n']).toContain(text); // what was on its way may be lost with the connection
  await eventually(() => expect(closed).toBe(before + 1));
});

test('a client that leaves closes it', async () => {
  pieces = async function* (gone) {
    yield 'id\r\n';
    await new Promise((left) => gone.addEventListener('abort', left, { once: true }));
  };
  const before = closed;
  const response = await open();
  response.once('error', () => undefined).destroy();
  await eventually(() => expect(closed).toBe(before + 1));
});
