import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { startGatewayWorld, type GatewayWorld } from './gateway-world.test-support.ts';

let gatewayWorld: GatewayWorld;
beforeAll(async () => {
  gatewayWorld = await startGatewayWorld({ MIZAN_RATE_LIMIT: 'on', MIZAN_RATE_LIMIT_CONCURRENT: '1' });
});
afterEach(() => gatewayWorld.services.reset());
afterAll(() => gatewayWorld.stop());

const header = 'id,object\r\n';

/** Makes the service answer reports with a file that the test writes itself. */
function downloading(): { response(): ServerResponse } {
  let file: ServerResponse | undefined;
  gatewayWorld.services.answer((request, response) => {
    if (!request.url?.startsWith('/reports/')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    file = response;
    response
      .writeHead(200, { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment' })
      .write(header);
  });
  return {
    response() {
      if (file === undefined) throw new Error('the download was not started');
      return file;
    },
  };
}

async function open(key = gatewayWorld.accounts.keys.testSecret) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    get(`${gatewayWorld.url}/reports/payouts.csv?from=2026-01-01&to=2026-02-01`, { headers }, resolve).once(
      'error',
      reject,
    );
  });
  let text = '';
  answer.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
  return {
    answer,
    text: () => text,
    over: new Promise<boolean>((resolve) => answer.once('close', () => resolve(answer.complete))),
  };
}

test('a file is relayed as it is written, and does not count as a request under way', async () => {
  const service = downloading();
  const { answer, text, over } = await open();
  await eventually(() => expect(text()).toBe(header));
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment',
  ]);
  expect((await gatewayWorld.send('GET', '/events')).status).toBe(200);
  service.response().end('# end,0\r\n');
  expect(await over).toBe(true);
  expect(text()).toBe(`${header}# end,0\r\n`);
});

test('a client that reads nothing makes the service wait', async () => {
  const service = downloading();
  const { answer } = await open();
  answer.pause();
  const response = service.response();
  let written = 0;
  while (response.write('x'.repeat(64 * 1024)) && written < 1_000) {
    written += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(written).toBeLessThan(1_000);
  answer.destroy();
  await eventually(() => expect(response.destroyed).toBe(true));
});

test('a service that breaks off breaks the download', async () => {
  const service = downloading();
  const { over, text } = await open();
  await eventually(() => expect(text()).toBe(header));
  service.response().destroy();
  expect(await over).toBe(false);
});

test('the download of a revoked key is cut off', async () => {
  downloading();
  const { id, key } = await gatewayWorld.issueKey({ type: 'RESTRICTED', permissions: ['REPORT_READ'] });
  const { over } = await open(key);
  await gatewayWorld.revoke(id);
  expect(await over).toBe(false);
});

test('a key without the permission downloads nothing', async () => {
  const { key } = await gatewayWorld.issueKey({ type: 'RESTRICTED', permissions: ['PAYOUT_READ', 'BALANCE_READ'] });
  for (const name of ['balance', 'payments', 'refunds', 'payouts']) {
    const { status, body } = await gatewayWorld.send('GET', `/reports/${name}.csv`, { key });
    expect([status, body.error?.code]).toEqual([403, 'permission_denied']);
  }
  expect(gatewayWorld.services.received).toHaveLength(0);
});

test('a stopping gateway lets a download end', async () => {
  const service = downloading();
  const { over } = await open();
  const stopped = gatewayWorld.world.replica('gateway').stop();
  service.response().end('# end,0\r\n');
  expect(await over).toBe(true);
  await stopped;
  await gatewayWorld.world.replica('gateway').start();
});
