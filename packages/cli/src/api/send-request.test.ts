import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { CommandError } from '../terminal/command-error.ts';
import { runMizan, type Sent } from '../mizan.test-support.ts';
import { KeyOfOtherRequest, OutcomeUnknown } from './outcome-unknown.ts';
import { sendRequest } from './send-request.ts';
import { breakingOff, refusing, serve } from './server.test-support.ts';

const send = async (listener: RequestListener) =>
  sendRequest({ baseUrl: await serve(listener), credential: 'sk' }, 'GET /payment-intents/pi_1');

const coupon = { id: 'coupon_1', percentOff: 10, amountOff: null, currency: null, valid: true };
const promotion = {
  ...coupon,
  code: 'X',
  coupon,
  active: true,
  timesRedeemed: 0,
  maxRedemptions: null,
  restrictions: {},
};

test('a connection that breaks within a response is an error of one line', async () => {
  const failure = await send(breakingOff).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(CommandError);
  expect((failure as Error).message).toMatch(/^The connection to http:\S+ broke: .+$/);
});

describe('a request that changes something', () => {
  /** A platform that answers with these, one after the other, and the idempotency keys that it received. */
  async function answeringWith(...answers: RequestListener[]) {
    const run = { mayBeOfEarlierRun: false };
    const keys: unknown[] = [];
    const baseUrl = await serve((request, response) => {
      keys.push(request.headers['idempotency-key']);
      answers[Math.min(keys.length, answers.length) - 1]?.(request, response);
    });
    const send = () =>
      sendRequest({ baseUrl, credential: 'sk' }, 'POST /refunds', {
        body: {},
        key: { ofRequest: 'key-1', ofRun: 'key-1', ...run },
      });
    return { keys, send, run };
  }
  const done: RequestListener = (_request, response) => response.end('{"id":"re_1"}');
  const lost: RequestListener = (request) => request.destroy();
  const proxy: RequestListener = (_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>');
  const rewritten: RequestListener = (_request, response) => response.end('<h1>Welcome</h1>');
  const page: RequestListener = (_request, response) => response.writeHead(404).end('<h1>Not found</h1>');
  const unknown =
    'It is not known whether the command took effect. Repeat it within 24 hours with this key, so that it cannot take effect twice:\n  --idempotency-key key-1';

  test.each([
    ['whose answer got lost', lost],
    ['whose answer broke off', breakingOff],
    ['that failed on the platform', refusing(500, 'internal_error')],
    ['that is still being processed', refusing(409, 'idempotency_key_in_use')],
    ['that a proxy answered', proxy],
    ['whose answer a proxy has rewritten', rewritten],
  ])('%s is sent again with the same idempotency key', async (_which, first) => {
    const { keys, send } = await answeringWith(first, done);
    expect(await send()).toEqual({ id: 're_1' });
    expect(keys).toEqual(['key-1', 'key-1']);
  });

  test.each([
    ['got no answer', lost],
    ['failed on the platform', refusing(504, 'request_timeout')],
    ['found a part of the platform away, perhaps halfway through,', refusing(503, 'internal_error')],
  ])('%s three times fails with the key to repeat the command with', async (_which, answer) => {
    const { keys, send } = await answeringWith(answer);
    await expect(send()).rejects.toThrow(unknown);
    expect(keys).toHaveLength(3);
  });

  test.each([
    ['too many requests', refusing(429, 'rate_limit')],
    ['a key that is refused', refusing(401, 'authentication_failed')],
    ['a missing permission', refusing(403, 'permission_denied')],
    ['a request that took too long', refusing(408, 'request_timeout')],
    ['a page of a proxy', page],
  ])('whose first answer got lost fails with the key, also where the last failure is %s', async (_what, refused) => {
    const { keys, send } = await answeringWith(lost, refused);
    const failure = await send().catch((thrown: unknown) => thrown);
    expect([failure, keys.length]).toEqual([expect.any(OutcomeUnknown), 3]);
    expect((failure as Error).message).toMatch(new RegExp(`\n${unknown}$`));
  });

  test('whose first answer got lost fails with the key, also where the platform cannot be reached any more', async () => {
    const server = createServer((request) => {
      request.destroy();
      server.close();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const key = { ofRequest: 'key-1', ofRun: 'key-1', mayBeOfEarlierRun: false };
    const failure = sendRequest({ baseUrl, credential: 'sk' }, 'POST /refunds', { key });
    await expect(failure).rejects.toThrow(
      /^Cannot connect to [^]*\nIt is not known whether [^]* --idempotency-key key-1$/,
    );
  });

  test('whose first answer got lost fails with the answer to its key, which is final', async () => {
    const { keys, send } = await answeringWith(lost, refusing(400, 'amount_invalid'));
    await expect(send()).rejects.toThrow(/^No\.(?![^]*idempotency)/);
    expect(keys).toHaveLength(2);
  });

  test.each([
    ['a page of a proxy', page],
    ['too many requests', refusing(429, 'rate_limit')],
  ])(
    'of a run that may be repeated fails with the key while it gets no answer to it, but %s',
    async (_what, refused) => {
      const { send, run } = await answeringWith(refused);
      run.mayBeOfEarlierRun = true;
      await expect(send()).rejects.toThrow(unknown);
    },
  );

  test('whose key is that of another request fails at once, and says to look first', async () => {
    const { keys, send } = await answeringWith(refusing(400, 'idempotency_key_in_use'));
    const failure = await send().catch((thrown: unknown) => thrown);
    expect([failure, keys.length]).toEqual([expect.any(KeyOfOtherRequest), 1]);
    expect((failure as Error).message).toMatch(
      /\nThe first run with this key had other options, or .* look whether that run took effect,/,
    );
  });

  test('that was refused, or not sent, fails at once', async () => {
    const { keys, send } = await answeringWith(refusing(400, 'amount_invalid'));
    await expect(send()).rejects.toThrow(/^No\.(?![^]*idempotency)/);
    expect(keys).toHaveLength(1);
    const access = { baseUrl: 'http://127.0.0.1:64999', credential: 'sk' };
    await expect(sendRequest(access, 'POST /refunds')).rejects.toThrow(
      /^Cannot connect to http:\S+: \S*(?![^]*idempotency)/,
    );
  });
});

test('a command that is repeated with its key sends every request with the key of its first run', async () => {
  const codes = ['codes', 'create', 'X', '--percent', '10'];
  const run = async (...options: string[]) =>
    (await runMizan([...options, ...codes], { answer: () => promotion })).sent;
  const [coupon, code] = await run('--idempotency-key', 'key-1');
  expect([coupon?.idempotencyKey, code?.idempotencyKey]).toEqual(['key-1', 'key-1-2']);
  const [other] = await run();
  expect(other?.idempotencyKey).toMatch(/^run_[\w-]{36}$/);
});

test('where the second request of a command has no answer, the key of the run is printed, and repeats all of it', async () => {
  const run = (isLost: boolean, ...options: string[]) => {
    const answer = ({ path }: Sent) =>
      isLost && path === '/promotion-codes' ? { error: { code: 'internal_error', message: 'No.' } } : promotion;
    return runMizan([...options, 'codes', 'create', 'X', '--percent', '10'], { answer });
  };
  const first = await run(true);
  const [, key = ''] = /--idempotency-key (\S+)$/m.exec(first.err) ?? [];
  const keysOf = ({ sent }: typeof first) => [...new Set(sent.map(({ idempotencyKey }) => idempotencyKey))];
  expect(keysOf(first)).toEqual([key, `${key}-2`]);
  const repeated = await run(false, '--idempotency-key', key);
  expect([repeated.status, keysOf(repeated)]).toEqual([0, keysOf(first)]);
});

describe('a command whose answer is lost', () => {
  const lost = () => ({ error: { code: 'internal_error', message: 'No.' } });
  const change = ['customers', 'create', '--name', 'Mona Adel'];

  test('exits with 75, and one that is refused with 1', async () => {
    expect((await runMizan(change, { answer: lost })).status).toBe(75);
    const refused = { error: { code: 'amount_invalid', message: 'No.' } };
    expect((await runMizan(change, { answer: () => refused })).status).toBe(1);
  });

  test('may have taken effect in an earlier run with a key of its own, also where it cannot connect', async () => {
    const line = ['--base-url', 'http://127.0.0.1:64999', '--idempotency-key', 'return-7', ...change];
    const { status, err } = await runMizan(line);
    expect([status, err]).toEqual([75, expect.stringMatching(/\n {2}--idempotency-key return-7\n$/)]);
  });
});

describe('a command that was given a key, and cannot read what it needs,', () => {
  const refund = ['refunds', 'create', 'pi_1', '--amount', '50'];
  const withKey = (...line: string[]) => ['--idempotency-key', 'return-7', ...line];
  const error = (code: string) => () => ({ error: { code, message: 'No.' } });

  test.each(['invalid_api_key', 'permission_denied', 'rate_limit', 'internal_error', 'request_timeout'])(
    'may have taken effect: it exits with 75, and prints the key, after %s',
    async (code) => {
      const { status, err, sent } = await runMizan(withKey(...refund), { answer: error(code) });
      expect(sent.map(({ method }) => method)).toEqual(['GET']);
      expect([status, err]).toEqual([75, expect.stringMatching(/^mizan: No\.[^]*\n {2}--idempotency-key return-7\n$/)]);
      expect((await runMizan(refund, { answer: error(code) })).status).toBe(1);
    },
  );

  test.each([
    ['that cannot be reached', async () => 'http://127.0.0.1:64999'],
    ['whose answer breaks off', () => serve(breakingOff)],
    [
      'behind a proxy that has a page of its own',
      () => serve((_request, response) => response.writeHead(404).end('<p>')),
    ],
  ])('may have taken effect on a platform %s', async (_which, platform) => {
    const { status, err } = await runMizan(['--base-url', await platform(), ...withKey(...refund)]);
    expect([status, err]).toEqual([75, expect.stringMatching(/\n {2}--idempotency-key return-7\n$/)]);
  });

  test('has not taken effect where the API knows no such payment', async () => {
    const { status, err } = await runMizan(withKey(...refund), { answer: error('resource_missing') });
    expect([status, err]).toEqual([1, expect.not.stringContaining('idempotency-key')]);
  });
});

test('a repeated command whose two-factor code is missing names the option, and says that it needs a new code', async () => {
  const message = 'Send the current code of the account’s authenticator as Two-Factor-Code.';
  const line = ['--idempotency-key', 'key-1', 'keys', 'create', '--name', 'First'];
  const { status, err } = await runMizan(line, { answer: () => ({ error: { code: 'two_factor_required', message } }) });
  expect(status).toBe(75);
  expect(err).toMatch(
    /^mizan: Send the current code \S+ \S+ \S+ \S+ as --two-factor-code\.[^]*\nEach code can be used once: repeat it with a new --two-factor-code\.\n$/m,
  );
});

test('a redirect within one origin is named with its path', async () => {
  const baseUrl = await serve((_request, response) => response.writeHead(302, { location: '/login?next=1' }).end());
  const failure = sendRequest({ baseUrl, credential: 'sk' }, 'GET /refunds');
  await expect(failure).rejects.toThrow(`${baseUrl} redirects to ${baseUrl}/login. Set --base-url`);
});

test.each(['GET', 'POST'])('a %s that is redirected is not sent on, and says where the API is', async (method) => {
  let followed = 0;
  const target = await serve((_request, response) => response.end(`{"followed":${++followed}}`));
  const baseUrl = await serve((_request, response) => response.writeHead(301, { location: `${target}/x` }).end());
  const line = `${method} /refunds` as 'GET /refunds';
  const failure = sendRequest({ baseUrl, credential: 'sk' }, line);
  await expect(failure).rejects.toThrow(`${baseUrl} redirects to ${target}. Set --base-url to where the API is.`);
  expect(followed).toBe(0);
});
