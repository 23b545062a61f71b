import { spawn } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Event } from '@mizan/contracts';
import { gateway } from '@mizan/gateway/app';
import { eventually, startWebhookSink, startWorld, type WebhookSink, type World } from '@mizan/testing';
import { webhooks } from '@mizan/webhooks/app';
import { Webhook } from 'standardwebhooks';
import { mizanCommand, nowhere } from './mizan.test-support.ts';

let world: World;
let sink: WebhookSink;
beforeAll(async () => {
  [world, sink] = await Promise.all([startWorld({ services: [gateway, webhooks] }), startWebhookSink()]);
});
afterAll(() => Promise.all([world.stop(), sink.close()]));

/** A command that goes on until it is told to stop. */
interface Running {
  out(): string;
  err(): string;
  /** What it printed, line by line, as JSON. */
  lines<Line>(): Line[];
  /** Resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  readonly ended: Promise<number | null>;
}

const running = new Set<Running>();
afterEach(async () => {
  for (const each of running) await each.stop('SIGKILL');
  running.clear();
});

function mizan(args: readonly string[], env: Record<string, string> = {}): Running {
  const known = { MIZAN_BASE_URL: world.gatewayUrl, MIZAN_API_KEY: world.accounts.keys.testSecret, ...env };
  const child = spawn(process.execPath, [mizanCommand, ...args], nowhere(known));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const it: Running = {
    out: () => out,
    err: () => err,
    lines: <Line>() =>
      out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Line),
    stop: (signal = 'SIGINT') => {
      child.kill(signal);
      return ended;
    },
    ended,
  };
  running.add(it);
  return it;
}

/** Makes something happen: a key, which is an event of the account. */
async function happen(name = 'Till'): Promise<string> {
  const { status, body } = await world.api('POST', '/api-keys', { name, type: 'PUBLISHABLE' });
  expect(status).toBe(201);
  return String(body['id']);
}
const newestEvent = (objectId: string): Promise<Event> =>
  eventually(async () => {
    const { body } = await world.api<{ data: Event[] }>('GET', `/events?objectId=${objectId}`);
    const [event] = body.data;
    if (event === undefined) throw new Error('not stored yet');
    return event;
  });

interface Handler {
  readonly url: string;
  readonly received: { readonly headers: IncomingHttpHeaders; readonly raw: string }[];
  status: number;
  close(): void;
}

/** What a merchant develops: a plain http server that the platform could not call. */
async function startHandler(): Promise<Handler> {
  const received: Handler['received'] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, raw: Buffer.concat(chunks).toString() });
      response.writeHead(handler.status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const handler: Handler = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    status: 204,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return handler;
}

async function listening(...args: string[]): Promise<{ handler: Handler; listen: Running; secret: string }> {
  const handler = await startHandler();
  const listen = mizan(['listen', '--forward-to', handler.url, ...args]);
  const secret = await eventually(() => {
    const [found] = /whsec_\S+/.exec(listen.err()) ?? [];
    if (found === undefined) throw new Error(`not connected: ${listen.err()}`);
    return found;
  });
  return { handler, listen, secret };
}

test('listen sends what happens to a handler on this machine: the stored bytes, signed as the platform signs them', async () => {
  const { handler, listen, secret } = await listening('--json');
  const objectId = await happen();
  await eventually(() => expect(handler.received).toHaveLength(1));
  const [{ headers, raw } = { headers: {}, raw: '' }] = handler.received;
  new Webhook(secret).verify(raw, headers as Record<string, string>);
  const { rows } = await world.db('webhooks').query('select id, body from events where object_id = $1', [objectId]);
  const [stored] = rows as { id: string; body: string }[];
  expect(raw).toBe(stored?.body);
  expect([headers['webhook-id'], headers['webhook-attempt'], headers['user-agent'], headers['content-type']]).toEqual([
    stored?.id,
    '1',
    'Mizan-Webhooks/1',
    'application/json',
  ]);
  await eventually(() =>
    expect(listen.lines()).toEqual([
      {
        id: stored?.id,
        type: 'api_key.created',
        statusCode: 204,
        error: null,
        delivered: true,
        durationMs: expect.any(Number),
      },
    ]),
  );
  expect(await listen.stop()).toBe(0);
  handler.close();
});

test('the secret stays the same for a key, and can be given', async () => {
  const [first, again] = [await listening(), await listening()];
  expect(again.secret).toBe(first.secret);
  const given = await listening('--secret', `whsec_${Buffer.from('a secret of our own').toString('base64')}`);
  expect(given.secret).not.toBe(first.secret);
  for (const { handler } of [first, again, given]) handler.close();
  const wrong = mizan(['listen', '--forward-to', 'localhost:1', '--secret', 'mz_sk_test_1']);
  expect([await wrong.ended, wrong.err()]).toEqual([1, expect.stringContaining('whsec_')]);
});

test('a handler’s refusal or silence is printed, and the next event still comes', async () => {
  const { handler, listen } = await listening('--events', 'api_key.*');
  handler.status = 302;
  await happen();
  await eventually(() => expect(listen.out()).toMatch(/api_key\.created\s+evt_\w{24}\s+✗ 302 in \d+ ms\n/));
  handler.close();
  await happen();
  await eventually(() => expect(listen.out()).toMatch(/✗ connect ECONNREFUSED \S+ in \d+ ms\n/));
  expect(listen.out()).not.toContain('\u001b[');
});

test('nothing is lost or repeated while the platform restarts', async () => {
  const { handler, listen } = await listening('--json');
  const ids = [await happen()];
  await eventually(() => expect(handler.received).toHaveLength(1));
  await world.replica('webhooks').stop();
  ids.push(await happen(), await happen());
  await eventually(() => expect(listen.err()).toContain('Reconnecting'));
  await world.replica('webhooks').start();
  ids.push(await happen());
  await eventually(() => expect(handler.received.length).toBeGreaterThanOrEqual(4));
  const got = handler.received.map(({ raw }) => JSON.parse(raw) as Event);
  expect(got.map(({ objectId }) => objectId).sort()).toEqual([...ids].sort());
  const sequences = got.map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.map((_, index) => (sequences[0] ?? 0) + index));
  handler.close();
});

test('events tail prints them as webhooks carry them, from any place on and of the types that are asked for', async () => {
  const before = await newestEvent(await happen('Before'));
  const after = await newestEvent(await happen('After'));
  await world.api('DELETE', `/api-keys/${after.objectId}`);
  const all = mizan(['--json', 'events', 'tail', '--after', before.id]);
  const gone = mizan(['--json', 'events', 'tail', '--after', before.id, '--events', 'price.*, api_key.revoked']);
  await eventually(() =>
    expect(all.lines<Event>().map(({ type }) => type)).toEqual(['api_key.created', 'api_key.revoked']),
  );
  await eventually(() => expect(gone.lines<Event>().map(({ type }) => type)).toEqual(['api_key.revoked']));
  const { pendingWebhooks: _, ...shown } = after;
  expect(all.lines<Event>()[0]).toMatchObject(shown);
  expect([await all.stop('SIGTERM'), await gone.stop()]).toEqual([0, 0]);
});

test('events replay sends what happened already to a handler, and ends', async () => {
  const handler = await startHandler();
  const nothing = mizan(['events', 'replay', '--to', handler.url, '--since', '0s']);
  expect([await nothing.ended, nothing.err()]).toEqual([0, 'No events in this time.\n']);
  const old = await newestEvent(await happen('Old'));
  await world.db('webhooks').query(
    `update events set created_at = created_at - interval '3 hours', body = replace(body, $2, $3)
     where merchant_id = $1 and sequence <= $4`,
    [old.merchantId, '"createdAt":"20', '"createdAt":"19', old.sequence],
  );
  const wanted = [await newestEvent(await happen()), await newestEvent(await happen())];
  await world.api('DELETE', `/api-keys/${wanted[0]?.objectId}`);
  const replay = mizan([
    '--json',
    'events',
    'replay',
    '--to',
    handler.url,
    '--since',
    '2h',
    '--type',
    'api_key.created',
  ]);
  expect(await replay.ended).toBe(0);
  expect(replay.lines<{ id: string }>().map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
  const [secret = ''] = /whsec_\S+/.exec(replay.err()) ?? [];
  for (const { headers, raw } of handler.received) new Webhook(secret).verify(raw, headers as Record<string, string>);
  expect(handler.received).toHaveLength(2);
  expect(replay.err()).toMatch(/\n2 of 2 events were accepted\.\n$/);
  const none = mizan(['events', 'replay', '--to', handler.url, '--since', '2h', '--type', 'dispute.*']);
  expect([await none.ended, none.err()]).toEqual([0, expect.stringContaining('No events of this type in this time.')]);
  const lost = mizan(['events', 'replay', '--to', 'http://127.0.0.1:1/', '--since', '2h', '--type', 'api_key.created']);
  expect([await lost.ended, lost.err()]).toEqual([1, expect.stringContaining('0 of 2 events were accepted.')]);
  const wrong = mizan(['events', 'replay', '--to', handler.url, '--since', 'yesterday']);
  expect([await wrong.ended, wrong.err()]).toEqual([1, expect.stringContaining('a number and a unit')]);
  handler.close();
});

test('colours are for terminals, and for those who insist', async () => {
  const before = await newestEvent(await happen());
  await happen();
  const plain = mizan(['events', 'tail', '--after', before.id]);
  const coloured = mizan(['events', 'tail', '--after', before.id], { FORCE_COLOR: '1' });
  await eventually(() => expect(plain.out()).toMatch(/^\d\d:\d\d:\d\d {2}api_key\.created\s+evt_\w{24}\n/));
  await eventually(() => expect(coloured.out()).toContain('\u001b[2m'));
});

test('events resend delivers an event again', async () => {
  const { body: endpoint } = await world.api('POST', '/webhook-endpoints', {
    url: `${sink.url}/again`,
    enabledEvents: ['api_key.*'],
  });
  const { id } = await newestEvent(await happen());
  const arrived = () => sink.deliveries.filter(({ event }) => event['id'] === id);
  await eventually(() => expect(arrived()).toHaveLength(1));
  const resend = mizan(['--json', 'events', 'resend', id]);
  expect(await resend.ended).toBe(0);
  expect(JSON.parse(resend.out())).toMatchObject([
    { eventId: id, webhookEndpointId: endpoint['id'], status: 'pending' },
  ]);
  await eventually(() => expect(arrived()).toHaveLength(2));
  const table = mizan(['events', 'resend', id, '--endpoint', String(endpoint['id'])]);
  expect([await table.ended, table.out()]).toEqual([0, expect.stringMatching(/^id\s+webhookEndpointId\s+eventType/)]);
  await eventually(() => expect(new Set(arrived().map(({ raw }) => raw)).size).toBe(1));
});

test('what cannot be done is printed in a line or two, and ends with 1', async () => {
  const none = 'evt_9999999999999999999zzzzz';
  const outcomes = [
    mizan(['events', 'resend', none]),
    mizan(['events', 'tail', '--after', none]),
    mizan(['events', 'tail'], { MIZAN_API_KEY: 'mz_sk_test_unknown' }),
    mizan(['events', 'tail', '--events', 'nothing.*']),
    mizan(['listen']),
    mizan(['listen', '--forward-to', 'ftp://localhost']),
  ];
  expect(await Promise.all(outcomes.map(({ ended }) => ended))).toEqual([1, 1, 1, 1, 1, 1]);
  const [resend, tail, key, types, missing, address] = outcomes.map(({ err }) => err());
  expect([resend, tail]).toEqual(Array(2).fill(expect.stringContaining('resource_missing, HTTP 404')));
  expect(key).toContain('authentication_required');
  expect(types).toContain('nothing.* is not an event type');
  expect(missing).toContain('--forward-to');
  expect(address).toContain('an http or https URL');
});

test('--help says what there is', async () => {
  const [listen, events] = [mizan(['listen', '--help']), mizan(['events', '--help'])];
  expect([await listen.ended, await events.ended]).toEqual([0, 0]);
  expect(listen.out()).toMatch(/--forward-to <url>[\s\S]+--events <types>[\s\S]+--json/);
  expect(events.out()).toMatch(/tail[\s\S]+resend/);
});
