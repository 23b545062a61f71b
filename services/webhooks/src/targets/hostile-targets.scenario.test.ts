import { connect, createServer, Socket, type AddressInfo, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createSender, type Sender } from '../sending/send.ts';
import { createSigningSecret, signingKey } from '../sending/sign.ts';
import { parseAllowedRanges } from './allowed-ranges.ts';
import { testDns, type Script } from './dns-server.test-support.ts';
import { hostileAddresses, hostileUrls } from './hostile-targets.test-support.ts';
import { publicNames, targetResolver, type NameSource } from './resolve-target.ts';

/** Addresses where a canary counts every TCP connection. */
const canaryHosts = ['127.0.0.1', '127.9.9.9', '::1'];
const canaries: Server[] = [];
const cleanup: (() => Promise<unknown>)[] = [];
const signingKeys = [signingKey(createSigningSecret())];
let port = 0;
let accepted = 0;

beforeAll(async () => {
  for (const host of canaryHosts) {
    const server = createServer((socket) => {
      accepted += 1;
      socket.destroy();
    });
    await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done));
    port = (server.address() as AddressInfo).port;
    canaries.push(server);
  }
});
afterAll(() => Promise.all(canaries.map((server) => new Promise((done) => server.close(done)))));
afterEach(async () => {
  for (const step of cleanup.splice(0)) await step();
});

/** Dials loopback for real, so that canaries count; for any other address only notes it, so that nothing leaves. */
function recordingDial(dialled: string[]): (address: string, port: number) => Socket {
  return (address, to) => {
    dialled.push(address);
    if (canaryHosts.includes(address)) return connect(to, address);
    const socket = new Socket();
    setImmediate(() => socket.destroy(new Error('refused by the test')));
    return socket;
  };
}

function hostileSender(source: NameSource, now?: () => number): { sender: Sender; dialled: string[] } {
  const dialled: string[] = [];
  const allowed = parseAllowedRanges('', { production: true });
  const sender = createSender({
    allowed,
    resolver: targetResolver({ allowed, source, now }),
    dial: recordingDial(dialled),
  });
  cleanup.push(() => sender.close());
  return { sender, dialled };
}

const send = (sender: Sender, url: string) =>
  sender.send({
    endpointId: url,
    url,
    eventId: 'evt_1',
    body: Buffer.from('{}'),
    signingKeys,
    attempt: 1,
    sentAt: new Date(),
  });

/** Every name leads to loopback, as it would if an attacker owned the zone. */
const everythingIsLoopback: NameSource = {
  dns: () => Promise.resolve([{ address: '127.0.0.1', ttlSeconds: 0 }]),
  system: () => Promise.resolve(['127.0.0.1']),
};

/** The resolver as production makes it, asking a scripted name server. */
async function scriptedDns(script: Script): Promise<NameSource & { queries: string[] }> {
  const dns = await testDns(script);
  cleanup.push(() => dns.close());
  return { ...publicNames(300, [dns.address]), queries: dns.queries };
}

test(`the table has at least 120 targets`, () => {
  expect(new Set([...hostileUrls, ...hostileAddresses]).size).toBeGreaterThanOrEqual(200);
});

test('the canaries count, and an allowed range reaches them', async () => {
  const dialled: string[] = [];
  const allowed = parseAllowedRanges('127.0.0.1', { production: false });
  const sender = createSender({ allowed, dial: recordingDial(dialled) });
  cleanup.push(() => sender.close());
  const before = accepted;
  await send(sender, `https://127.0.0.1:${port}/`);
  expect(accepted).toBe(before + 1);
  accepted = before;
});

describe('no connection is made', () => {
  test.each(hostileUrls.map((url) => [url.replace('PORT', String(port)), url]))('to %j', async (_shown, template) => {
    const { sender, dialled } = hostileSender(everythingIsLoopback);
    const result = await send(sender, template.replace('PORT', String(port)));
    expect(result).toMatchObject({ outcome: 'failed', error: 'url_forbidden', statusCode: null });
    expect(dialled).toEqual([]);
    expect(accepted).toBe(0);
  });

  test.each(hostileAddresses.map((address) => [address]))('to a name that resolves to %j', async (address) => {
    for (const addresses of [[address], ['8.8.8.8', address], [address, '2606:4700:4700::1111']]) {
      const answers = addresses.map((each) => ({ address: each, ttlSeconds: 60 }));
      const { sender, dialled } = hostileSender({ ...everythingIsLoopback, dns: () => Promise.resolve(answers) });
      const result = await send(sender, `https://hooks.attacker.example:${port}/`);
      expect(result).toMatchObject({ outcome: 'failed', error: 'address_forbidden' });
      expect(dialled).toEqual([]);
    }
    expect(accepted).toBe(0);
  });

  test('to a name whose alias points inside', async () => {
    const source = await scriptedDns((_name, type) =>
      type === 'A'
        ? [
            { type: 'CNAME', value: 'db.internal.example' },
            { type: 'A', name: 'db.internal.example', value: '127.0.0.1' },
          ]
        : [],
    );
    const { sender, dialled } = hostileSender(source);
    const result = await send(sender, `https://hooks.attacker.example:${port}/`);
    expect(result).toMatchObject({ error: 'address_forbidden' });
    expect([dialled, accepted]).toEqual([[], 0]);
  });

  test('to a name that is public over IPv4 and loopback over IPv6', async () => {
    const source = await scriptedDns((_name, type) => [
      type === 'A' ? { type: 'A', value: '8.8.8.8' } : { type: 'AAAA', value: '::1' },
    ]);
    const { sender, dialled } = hostileSender(source);
    expect(await send(sender, `https://hooks.attacker.example:${port}/`)).toMatchObject({ error: 'address_forbidden' });
    expect([dialled, accepted]).toEqual([[], 0]);
  });

  test.each([[1], [2], [3], [5]])('to loopback when the name is rebound after %d look-ups', async (publicAnswers) => {
    const source = await scriptedDns((_name, type, question) =>
      type === 'A' ? [{ type: 'A', value: question <= publicAnswers ? '8.8.8.8' : '127.0.0.1' }] : [],
    );
    let nowMs = 0;
    const { sender, dialled } = hostileSender(source, () => nowMs);
    const errors: (string | undefined)[] = [];
    for (let attempt = 0; attempt < publicAnswers + 2; attempt += 1) {
      const result = await send(sender, `https://hooks.attacker.example:${port}/`);
      errors.push(result.outcome === 'failed' ? result.error : undefined);
      nowMs += 60_000;
    }
    expect(errors).toEqual([...Array(publicAnswers).fill('connect_failed'), 'address_forbidden', 'address_forbidden']);
    expect(dialled).toEqual(Array(publicAnswers).fill('8.8.8.8'));
    expect(accepted).toBe(0);
    // One question per family and attempt: nothing is asked again between the check and the connection.
    expect(source.queries).toHaveLength(2 * (publicAnswers + 2));
  });

  test('not one byte is written when the connection arrives at another address than the one dialled', async () => {
    const bytes: Buffer[] = [];
    const trap = createServer((socket) => socket.on('data', (chunk) => bytes.push(chunk)).on('error', () => undefined));
    await new Promise<void>((done) => trap.listen(0, '127.0.0.1', done));
    cleanup.push(() => new Promise((done) => trap.close(done)));
    const allowed = parseAllowedRanges('', { production: true });
    const source = { ...everythingIsLoopback, dns: () => Promise.resolve([{ address: '8.8.8.8', ttlSeconds: 60 }]) };
    const sender = createSender({
      resolver: targetResolver({ allowed, source }),
      dial: () => connect((trap.address() as AddressInfo).port, '127.0.0.1'),
    });
    cleanup.push(() => sender.close());
    expect(await send(sender, 'https://hooks.attacker.example/')).toMatchObject({ error: 'address_forbidden' });
    expect(Buffer.concat(bytes)).toHaveLength(0);
  });
});
