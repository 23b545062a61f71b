import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { env as paymentsEnv } from '@mizan/payments/config';
import { openHome } from '@mizan/stack/home';
import { openStandIns, type StandIns } from './open-stand-ins.ts';

let root: string;
let standIns: StandIns;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'mizan-stand-ins-'));
  standIns = await openStandIns(openHome(root), await freePort());
});
afterAll(async () => {
  await standIns.stop();
  rmSync(root, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** The settings that lead to a provider on the internet unless they are set. */
const addresses = Object.entries(paymentsEnv).flatMap(([name, setting]) => {
  const { data } = setting.safeParse(undefined);
  return typeof data === 'string' && data.startsWith('https:') ? [name] : [];
});

test.each(addresses)('%s leads to a stand-in on this machine', (name) => {
  expect(standIns.env[name]).toMatch(/^http:\/\/(?:127\.0\.0\.1|localhost):\d+/);
});

test('Tabby’s account in each country is known at the address for this country alone', async () => {
  const { tabby, 'tabby-sa': tabbySa } = standIns.described;
  const urls = ['MIZAN_TABBY_API_URL', 'MIZAN_TABBY_KSA_API_URL'];
  const statusesOf = ({ credentials }: typeof tabby) =>
    Promise.all(
      urls.map(async (name) => {
        const headers = { authorization: `Bearer ${credentials['secretKey']}` };
        return (await fetch(`${standIns.env[name]}/api/v2/payments?limit=1`, { headers })).status;
      }),
    );
  expect([tabby.credentials['country'], await statusesOf(tabby)]).toEqual(['AE', [200, 401]]);
  expect([tabbySa.credentials['country'], await statusesOf(tabbySa)]).toEqual(['SA', [401, 200]]);
});
