import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { scaleTimeout } from '@mizan/testing';
import { type ApiError, MizanError } from './errors.ts';
import { Mizan } from './mizan.ts';
import type { ClientOptions } from './options.ts';

const key = 'mz_sk_test_0123456789abcdefghijklmnopqrstuv4f2a';

/** Runs with only these of the client's variables set. */
const environment = { MIZAN_KEY: process.env['MIZAN_KEY'], MIZAN_BASE_URL: process.env['MIZAN_BASE_URL'] };
const setEnvironment = (values: typeof environment) => {
  for (const [name, value] of Object.entries(values))
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
};
beforeEach(() => setEnvironment({ MIZAN_KEY: undefined, MIZAN_BASE_URL: undefined }));
afterEach(() => setEnvironment(environment));

/** A platform that refuses every key, and the keys that it received. */
async function startRefusing(status: number, type: string) {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers.authorization);
    response.writeHead(status).end(JSON.stringify({ error: { type, code: 'permission_denied', message: 'Refused.' } }));
  }).listen(0);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, [Symbol.dispose]: () => server.close() };
}

describe('the key', () => {
  test('and the address are those of the environment, unless others are passed', async () => {
    using refusing = await startRefusing(401, 'authentication_error');
    setEnvironment({ MIZAN_KEY: key, MIZAN_BASE_URL: refusing.url });
    const other = key.replace('4f2a', '0000');
    for (const mizan of [new Mizan(), new Mizan({ maxRetries: 0 }), new Mizan(other)])
      await expect(mizan.account.get()).rejects.toThrow('Refused.');
    setEnvironment({ MIZAN_KEY: key, MIZAN_BASE_URL: undefined });
    await expect(new Mizan({ baseUrl: refusing.url }).account.get()).rejects.toThrow('Refused.');
    expect(refusing.received).toEqual([key, key, other, key].map((each) => `Bearer ${each}`));
  });

  test('that is missing is an error at once, also where a variable for it is not set', () => {
    const message = 'No API key: pass one or set MIZAN_KEY.';
    expect(() => new Mizan()).toThrow(message);
    expect(() => new Mizan({ maxRetries: 1 })).toThrow(message);
    const passed = (found: string) =>
      `The key passed to Mizan() is ${found}: the variable that you read it from is not set. To use MIZAN_KEY, leave the key out: new Mizan() or new Mizan({ baseUrl }).`;
    for (const environmentKey of [undefined, key]) {
      setEnvironment({ ...environment, MIZAN_KEY: environmentKey });
      expect(() => new Mizan(undefined)).toThrow(passed('undefined'));
      expect(() => new Mizan(undefined, { baseUrl: 'https://pay.example.com' })).toThrow(passed('undefined'));
      expect(() => new Mizan('', {})).toThrow(passed('empty'));
    }
  });

  test('under the name of an option is an error at once, and so is any other option that there is not', () => {
    setEnvironment({ ...environment, MIZAN_KEY: key });
    for (const name of ['apiKey', 'key', 'secretKey'])
      expect(() => new Mizan({ [name]: key.replace('4f2a', '0000') })).toThrow(
        `Mizan() has no option ${name}. Pass the key first: new Mizan(apiKey, options).`,
      );
    const message = 'Mizan() has no option timeout. The options are baseUrl, apiVersion, maxRetries, timeoutMs.';
    expect(() => new Mizan(key, { timeout: 1 } as object)).toThrow(message);
    expect(() => new Mizan({ timeout: 1 } as object)).toThrow(message);
  });

  test.each([{ maxRetries: -1 }, { maxRetries: 1.5 }, { timeoutMs: 0 }, { timeoutMs: 3_000_000_000 }])(
    'goes with no option that cannot work: %j is an error at once',
    (options) => {
      expect(() => new Mizan(key, options)).toThrow(`${Object.keys(options)[0]} must be a whole number`);
    },
  );

  test('of another service, and a damaged one, are errors that do not show it', () => {
    const refusalOf = (given: string): string => {
      try {
        return String(new Mizan(given));
      } catch (thrown) {
        return (thrown as Error).message;
      }
    };
    expect(refusalOf('sk_live_51HxAbCdEfGhIjKlMnOp')).toBe(
      'sk_live_…MnOp is not a Mizan key: Mizan keys begin with mz_.',
    );
    expect(refusalOf('hunter2')).toBe('… is not a Mizan key: Mizan keys begin with mz_.');
    expect(refusalOf(`${key}\n`)).toContain('is damaged');
    expect(refusalOf(`${key}\n`)).not.toContain('\n');
    expect(refusalOf(`${key}\n`)).not.toContain('0123456789');
  });

  test.each([
    [401, 'authentication_error'],
    [403, 'invalid_request_error'],
  ])('is named in the error of a %s by its prefix and last four characters', async (status, type) => {
    using refusing = await startRefusing(status, type);
    await expect(new Mizan(key, { baseUrl: refusing.url }).account.get()).rejects.toThrow(
      /^Refused\. The key was mz_sk_test_…4f2a\.$/,
    );
  });

  test('cannot be read from the client', () => {
    expect(JSON.stringify(new Mizan(key))).not.toContain('4f2a');
  });
});

test('an answer of something else than the API says to check the address, also with HTTP 200', async () => {
  const server = createServer((_request, response) => response.end('<html>')).listen(0);
  try {
    const { port } = server.address() as AddressInfo;
    await expect(new Mizan(key, { baseUrl: `http://127.0.0.1:${port}` }).account.get()).rejects.toThrow(
      'HTTP 200 with a body that is not from this API. Check the base URL.',
    );
  } finally {
    server.close();
  }
});

test('an address that is not of the web is an error at once, which names where it comes from', () => {
  const message = 'must begin with http:// or https://, but is "localhost:18640".';
  expect(() => new Mizan(key, { baseUrl: 'localhost:18640' })).toThrow(`baseUrl ${message}`);
  setEnvironment({ ...environment, MIZAN_BASE_URL: 'localhost:18640' });
  expect(() => new Mizan(key)).toThrow(`MIZAN_BASE_URL ${message}`);
});

describe('a request', () => {
  /** Records what it receives. */
  async function startRecording() {
    const received: { method: string | undefined; url: string | undefined; body: unknown }[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ method: request.method, url: request.url, body: body && (JSON.parse(body) as unknown) });
        response.end('{}');
      });
    }).listen(0);
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return { url, mizan: new Mizan(key, { baseUrl: url }), received, [Symbol.dispose]: () => server.close() };
  }

  test.each([
    [undefined, 'id is undefined: pass the ID of a product.', (mizan: Mizan, id: string) => mizan.products.get(id)],
    [
      '',
      'id is empty: pass the ID of a payment intent.',
      (mizan: Mizan, id: string) => mizan.paymentIntents.cancel(id),
    ],
    ['..', 'id is "..": pass the ID of a product.', (mizan: Mizan, id: string) => mizan.products.delete(id)],
    ['.', 'id is ".": pass the ID of a customer.', (mizan: Mizan, id: string) => mizan.customers.get(id)],
    [7, 'id is of type number: pass the ID of an API key.', (mizan: Mizan, id: string) => mizan.apiKeys.roll(id)],
    [
      null,
      'id is null: pass the ID of a payout.',
      (mizan: Mizan, id: string) => mizan.payouts.balanceTransactions.list(id),
    ],
    [
      undefined,
      'currency is undefined: pass the currency of a payout schedule.',
      (mizan: Mizan, currency: string) => mizan.payoutSchedules.set(currency, { interval: 'manual' }),
    ],
  ])('whose path needs what is %j is not sent: %s', async (value, message, call) => {
    using recording = await startRecording();
    await expect(call(recording.mizan, value as never)).rejects.toThrow(new MizanError(message));
    expect(recording.received).toEqual([]);
  });

  test('with a query and a body takes the fields of both in one object', async () => {
    using recording = await startRecording();
    await recording.mizan.prices.create({ productId: 'prod_1', currency: 'EGP', unitAmount: 100 });
    expect(recording.received).toEqual([
      { method: 'POST', url: '/prices?productId=prod_1', body: { currency: 'EGP', unitAmount: 100 } },
    ]);
  });

  test.each([
    ['', 'idempotencyKey is empty: pass 1 to 255 printable ASCII characters.'],
    ['طلب-1', 'idempotencyKey must be 1 to 255 printable ASCII characters.'],
    ['a\nb', 'idempotencyKey must be 1 to 255 printable ASCII characters.'],
    ['x'.repeat(256), 'idempotencyKey must be 1 to 255 printable ASCII characters.'],
  ])('with the idempotency key %j is not sent', async (idempotencyKey, message) => {
    using recording = await startRecording();
    await expect(recording.mizan.products.create({ name: 'Tea' }, { idempotencyKey })).rejects.toThrow(
      new MizanError(message),
    );
    const headers = { 'Idempotency-Key': idempotencyKey };
    await expect(recording.mizan.products.create({ name: 'Tea' }, { headers })).rejects.toThrow(
      new MizanError(message.replace('idempotencyKey', 'Idempotency-Key')),
    );
    expect(recording.received).toEqual([]);
  });

  test.each([
    ['Two-Factor-Code', { headers: { 'Two-Factor-Code': '٣٢٠٣٤٢' } }],
    ['X-Shop', { headers: { 'X-Shop': 'a\nb' } }],
    ['رمز', { headers: { رمز: '1' } }],
    ['clientSecret', { clientSecret: 'سر' }],
  ])(
    'with a header that cannot be sent (%s) is refused at once, and not taken for a lost connection',
    async (name, options) => {
      using recording = await startRecording();
      await expect(recording.mizan.products.create({ name: 'Tea' }, options)).rejects.toThrow(
        new MizanError(`${name} cannot be sent: headers are printable ASCII characters.`),
      );
      expect(() => new Mizan(key, { apiVersion: '٢٠٢٥-٠١-٠١' })).toThrow('apiVersion cannot be sent');
      expect(recording.received).toEqual([]);
    },
  );

  test('to an https address of a server without TLS fails with that reason', async () => {
    using recording = await startRecording();
    const mizan = new Mizan(key, { baseUrl: recording.url.replace('http:', 'https:'), maxRetries: 0 });
    await expect(mizan.account.get()).rejects.toThrow(
      'did not answer: it does not speak TLS. Is it an http:// address?',
    );
  });

  test('has filters as text, also one that was given as an object', async () => {
    using recording = await startRecording();
    const metadata = { shelf: 'B-7' } as unknown as string;
    const search = new URL('https://shop.example/') as unknown as string; // has a text of its own
    await recording.mizan.products.list({ metadata, search, active: true });
    expect(recording.received[0]?.url).toBe(
      '/products?metadata=%7B%22shelf%22%3A%22B-7%22%7D&search=https%3A%2F%2Fshop.example%2F&active=true',
    );
  });

  test('has a filter as text also where it is an object without a prototype, as parsers give it', async () => {
    using recording = await startRecording();
    const metadata = Object.assign(Object.create(null), { shelf: 'B-7' }) as string;
    await recording.mizan.products.list({ metadata });
    expect(recording.received[0]?.url).toBe('/products?metadata=%7B%22shelf%22%3A%22B-7%22%7D');
  });

  test('waits longer than the platform, so that its 504 arrives', async () => {
    const contract = readFileSync(new URL('../../contracts/src/operation.ts', import.meta.url), 'utf8');
    const longestDeadlineMs = Number(/longestDeadlineMs = (\d+_\d+);/.exec(contract)?.[1]?.replace('_', ''));
    using recording = await startRecording();
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    try {
      await recording.mizan.account.get();
      expect(timeout.mock.calls).toEqual([[longestDeadlineMs + 5_000]]);
    } finally {
      timeout.mockRestore();
    }
  });

  test('with an option that there is not is not sent', async () => {
    using refusing = await startRefusing(401, 'authentication_error');
    const mizan = new Mizan(key, { baseUrl: refusing.url });
    const options = { idempotencykey: 'order-17' } as object;
    const message =
      'A request has no option idempotencykey. The options are idempotencyKey, clientSecret, headers, signal. The fields of the request are one object before them.';
    await expect(mizan.refunds.create({ chargeId: 'ch_1' }, options)).rejects.toThrow(message);
    await expect(mizan.products.list({}, options)).rejects.toThrow(message);
    expect(refusing.received).toEqual([]);
  });

  test('encodes what it puts into its path', async () => {
    using recording = await startRecording();
    await recording.mizan.products.get('a/b?c');
    expect(recording.received.map(({ url }) => url)).toEqual(['/products/a%2Fb%3Fc']);
  });
});

describe('a request that the platform could not handle', () => {
  /** Fails every first attempt, and records the method and idempotency key of each. */
  async function startFailing() {
    const received: { method: string | undefined; key: string | undefined }[] = [];
    const server = createServer((request, response) => {
      const key = request.headers['idempotency-key'];
      received.push({ method: request.method, key: key?.toString() });
      if (received.length % 2 === 1) response.writeHead(503, { 'retry-after': '0' }).end('{}');
      else response.end(request.url?.startsWith('/reports/') ? 'id\r\n# end,0\r\n' : '{}');
    }).listen(0);
    const { port } = server.address() as AddressInfo;
    const mizan = new Mizan(key, { baseUrl: `http://127.0.0.1:${port}` });
    return { mizan, received, [Symbol.dispose]: () => server.close() };
  }

  test.each([
    ['POST', (mizan: Mizan) => mizan.products.create({ name: 'Tea' })],
    ['PATCH', (mizan: Mizan) => mizan.products.update('prod_1', { name: 'Tea' })],
    ['PUT', (mizan: Mizan) => mizan.payoutSchedules.set('EGP', { interval: 'manual' })],
    ['DELETE', (mizan: Mizan) => mizan.products.delete('prod_1')],
  ])('with %s is repeated with the same idempotency key, and each call has another', async (method, call) => {
    using failing = await startFailing();
    await call(failing.mizan);
    await call(failing.mizan);
    const [first, repeated, second] = failing.received;
    expect(failing.received.map((each) => each.method)).toEqual([method, method, method, method]);
    expect(first?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(repeated?.key).toBe(first?.key);
    expect(second?.key).not.toBe(first?.key);
  });

  test.each(['Idempotency-Key', 'IDEMPOTENCY-KEY', 'idempotency-key'])(
    'is sent and repeated with the idempotency key of the header %s alone',
    async (name) => {
      using failing = await startFailing();
      await failing.mizan.products.create({ name: 'Tea' }, { headers: { [name]: 'order-17' } });
      expect(failing.received).toEqual(Array.from({ length: 2 }, () => ({ method: 'POST', key: 'order-17' })));
    },
  );

  test('with GET is repeated without a key, a report as well', async () => {
    using failing = await startFailing();
    await failing.mizan.account.get();
    expect(await failing.mizan.reports.downloadBalance({ from: '2026-01-01', to: '2026-02-01' })).toContain('# end,0');
    expect(failing.received).toEqual(Array.from({ length: 4 }, () => ({ method: 'GET', key: undefined })));
  });
});

describe('Retry-After', () => {
  const at = (seconds: number) => new Date(Date.UTC(2020, 1, 29, 23, 59, 58 + seconds)).toUTCString();

  /** Refuses the first request with these headers, and records when each request came. */
  async function startLimiting(headers: Readonly<Record<string, string>>) {
    const receivedMs: number[] = [];
    const server = createServer((_request, response) => {
      response.sendDate = false;
      if (receivedMs.push(performance.now()) > 1) response.end('{}');
      else response.writeHead(429, headers).end('{}');
    }).listen(0);
    const { port } = server.address() as AddressInfo;
    const get = (options: ClientOptions) =>
      new Mizan(key, { baseUrl: `http://127.0.0.1:${port}`, ...options }).account.get();
    return { get, receivedMs, [Symbol.dispose]: () => server.close() };
  }

  test('as a date is waited for by the clock of the response', async () => {
    using platform = await startLimiting({ date: at(0), 'retry-after': at(2) });
    await platform.get({ maxRetries: 1 });
    const [first = NaN, second = NaN] = platform.receivedMs;
    expect(second - first).toBeGreaterThan(1_900);
  });

  test('as a date more than eight seconds ahead is an error at once, which says how long to wait', async () => {
    using platform = await startLimiting({ date: at(0), 'retry-after': at(9) });
    await expect(platform.get({})).rejects.toMatchObject({ retryAfterSeconds: 9 });
    expect(platform.receivedMs).toHaveLength(1);
  });

  test('as a date is compared with the clock of this machine where the response has no date', async () => {
    using platform = await startLimiting({ 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() });
    const { retryAfterSeconds } = (await platform.get({}).catch((thrown: unknown) => thrown)) as ApiError;
    expect(retryAfterSeconds).toBeGreaterThan(3_500);
    expect(retryAfterSeconds).toBeLessThanOrEqual(3_600);
  });

  test.each([
    ['a date that has passed', at(-5), 0],
    ['a day that there is not', 'Sat, 99 Feb 2020 23:59:58 GMT', undefined],
    ['a date without its zone', 'Sat, 29 Feb 2020 23:59:59', undefined],
    ['a number that is not whole', '9.5', undefined],
    ['text', 'soon', undefined],
  ])('with %s, %j, says %j seconds', async (_what, retryAfter, seconds) => {
    using platform = await startLimiting({ date: at(0), 'retry-after': retryAfter });
    const { retryAfterSeconds } = (await platform
      .get({ maxRetries: 0 })
      .catch((thrown: unknown) => thrown)) as ApiError;
    expect(retryAfterSeconds).toBe(seconds);
  });
});

test('iterating a list whose limit and page are undefined reads full pages until the last', async () => {
  const urls: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const data = Array.from({ length: urls.push(request.url) === 1 ? 100 : 1 }, () => ({}));
    response.end(JSON.stringify({ data, totalCount: 101 }));
  }).listen(0);
  using _stopped = { [Symbol.dispose]: () => server.close() };
  const { port } = server.address() as AddressInfo;
  const mizan = new Mizan(key, { baseUrl: `http://127.0.0.1:${port}` });
  let rows = 0;
  const query = { limit: undefined, page: undefined } as object;
  for await (const _row of mizan.webhookEndpoints.list(query)) rows += 1;
  expect([rows, ...urls]).toEqual([101, '/webhook-endpoints?limit=100', '/webhook-endpoints?limit=100&page=2']);
});

describe('a download', () => {
  /** Answers the first requests as given, one after the other, and then a whole file. */
  async function startDownloads(...first: ((response: ServerResponse) => void)[]) {
    const answers = [...first];
    const server = createServer((_request, response) => {
      const answer = answers.shift();
      if (answer) answer(response);
      else response.end('id\r\n# end,0\r\n');
    }).listen(0);
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    const download = (options: ClientOptions) =>
      new Mizan(key, { baseUrl, ...options }).reports.downloadBalance({ from: '2026-01-01', to: '2026-02-01' });
    const stop = () => {
      server.closeAllConnections();
      server.close();
    };
    return { download, [Symbol.dispose]: stop };
  }
  const silent = () => {};
  const overloaded = (response: ServerResponse) => response.writeHead(503, { 'retry-after': '1' }).end('{}');

  test('that is not answered in time is repeated', async () => {
    using platform = await startDownloads(silent);
    expect(await platform.download({ timeoutMs: scaleTimeout(200) })).toContain('# end,0');
  });

  test('is repeated after a longer wait than one attempt may take', async () => {
    using platform = await startDownloads(overloaded);
    expect(await platform.download({ timeoutMs: 900 })).toContain('# end,0');
  });

  test('that is never answered in time is a connection error', async () => {
    using platform = await startDownloads(silent, silent);
    await expect(platform.download({ timeoutMs: 50, maxRetries: 1 })).rejects.toThrow(/did not answer: .*timeout/);
  });
});
