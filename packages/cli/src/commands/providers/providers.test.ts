import { describe, expect, test } from '@jest/globals';
import { serve } from '../../api/server.test-support.ts';
import { runMizan, type Sent } from '../../mizan.test-support.ts';

const connection = (id: string, provider = 'tabby', status = 'ACTIVE') => ({ id, provider, status, methods: [] });
const answerWith =
  (...connections: readonly object[]) =>
  ({ method, path }: Sent) => {
    if (path === '/operator/accounts/acct_1') return { id: 'acct_1', supportedCurrencies: [], feeSchedule: [] };
    return method === 'GET' ? { data: connections, totalCount: connections.length } : connection('pvc_new');
  };
const credentials = ['--secret-key', 'sk_live_1', '--merchant-code', 'siwa', '--country', 'AE'];

test('credentials are not replaced at another provider than that of the connection', async () => {
  const rotate = ['providers', 'rotate', 'tabby', 'acct_1', 'pvc_1', ...credentials.slice(0, 2)];
  const { status, err, sent } = await runMizan(rotate, { answer: answerWith(connection('pvc_1', 'stripe')) });
  expect([status, err]).toEqual([
    1,
    'mizan: pvc_1 is a connection to Stripe. Use mizan providers rotate stripe acct_1 pvc_1.\n',
  ]);
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test.each(['connect', 'rotate'])('providers %s with an unknown provider lists those that there are', async (verb) => {
  const { status, err, sent } = await runMizan(['providers', verb, 'adyen', 'acct_1']);
  expect([status, sent]).toEqual([1, []]);
  expect(err).toMatch(/^mizan: `adyen` is not a provider\. Choose from stripe, paymob, fawry, tabby, tamara\.\n/);
});

test.each([
  ['of an active one to the same provider', connection('pvc_1'), true],
  ['not of one that is disabled', connection('pvc_1', 'tabby', 'DISABLED'), false],
  ['not of one to another provider', connection('pvc_1', 'stripe'), false],
])('connecting warns of a second connection, %s', async (_which, other, isWarned) => {
  const connect = ['providers', 'connect', 'tabby', 'acct_1', ...credentials];
  const { status, err } = await runMizan(connect, { answer: answerWith(connection('pvc_new'), other) });
  expect(status).toBe(0);
  expect(err.includes('warning: acct_1 has another connection to Tabby, pvc_1.')).toBe(isWarned);
});

test('connecting names the contradiction to a second connection that pays another party', async () => {
  const connectBeside = async (settlesTo: string) => {
    const other = { ...connection('pvc_1'), settlesTo };
    const answer = (sent: Sent) =>
      sent.method === 'POST' ? { ...connection('pvc_new'), settlesTo: 'merchant' } : answerWith(other)(sent);
    return (await runMizan(['providers', 'connect', 'tabby', 'acct_1', ...credentials], { answer })).err;
  };
  const contradiction = 'pvc_1 has settlesTo platform, and pvc_new has merchant';
  expect(await connectBeside('platform')).toContain(contradiction);
  expect(await connectBeside('merchant')).toContain('has another connection to Tabby, pvc_1.');
  expect(await connectBeside('merchant')).not.toContain('settlesTo');
});

test('connecting Stripe names the option of the secret that its event destination shows, as --help does', async () => {
  const keys = ['--secret-key', 'sk_live_1', '--publishable-key', 'pk_live_1'];
  const connect = ['providers', 'connect', 'stripe', 'acct_1', '--settles-to', 'merchant', ...keys];
  const { out } = await runMizan(connect, { answer: answerWith() });
  expect(out).toContain('then set the signing secret that Stripe shows, --callback-secret: mizan providers rotate');
});

test('connecting Tabby does not claim that Tabby notifies the platform, which it may refuse, and says where that is shown', async () => {
  const connect = ['providers', 'connect', 'tabby', 'acct_1', '--settles-to', 'merchant', ...credentials];
  const { out } = await runMizan(connect, { answer: answerWith() });
  expect(out).not.toContain('from now on');
  expect(out).toContain('Where Tabby refuses, the log of payments has a line tabby.callbacks_not_set');
});

test('connecting succeeds also where the other connections cannot be read, and says so', async () => {
  const failing = { error: { code: 'internal_error', message: 'Try again later.' } };
  const answer = (sent: Sent) =>
    sent.method === 'GET' && sent.path.endsWith('/provider-connections') ? failing : answerWith()(sent);
  const connect = ['providers', 'connect', 'tabby', 'acct_1', '--settles-to', 'merchant', ...credentials];
  const { status, err } = await runMizan(connect, { answer });
  expect([status, err]).toEqual([
    0,
    expect.stringMatching(/^The other connections of the account cannot be read now: Try again later\./),
  ]);
});

test.each([
  ['connect', ['tabby', 'acct_1', '--settles-to', 'merchant', ...credentials]],
  ['methods', ['acct_1', 'pvc_new', 'tabby,card']],
])('providers %s says which methods are not offered because no fee is agreed', async (verb, args) => {
  const methods = [
    { type: 'tabby', currencies: ['AED', 'SAR'] },
    { type: 'card', currencies: ['AED'] },
  ];
  const fees = [
    { paymentMethodType: 'tabby', currency: 'AED', provider: 'tabby' },
    { paymentMethodType: 'card', currency: 'AED', provider: 'stripe' },
  ];
  const account = {
    id: 'acct_1',
    supportedCurrencies: [{ code: 'AED', paymentMethodTypes: ['tabby', 'card'] }],
    feeSchedule: fees,
  };
  const answer = ({ path }: Sent) =>
    path === '/operator/accounts/acct_1' ? account : { ...connection('pvc_new'), methods };
  const { status, err } = await runMizan(['providers', verb, ...args], { answer });
  expect(status).toBe(0);
  expect(err).toMatch(/^warning: no fee is agreed in AED for card, so it is not offered\. .*\n$/);
});

describe('whose account at the provider is paid', () => {
  const note =
    'A shop that is paid by its own account at the provider needs --settles-to merchant. It cannot be changed later.';
  const connect = async (terminal: { typed?: string }, ...more: string[]) =>
    runMizan(['providers', 'connect', 'tabby', 'acct_1', ...credentials, ...more], {
      answer: answerWith(),
      ...terminal,
    });

  test.each([[{ typed: '' }], [{}]])('an operator who does not say it reads what it will be: %j', async (terminal) => {
    const { err, sent } = await connect(terminal);
    expect(err).toContain(`--settles-to is left out, and is platform. ${note}\n`);
    expect(sent[0]?.body).toMatchObject({ settlesTo: 'platform' });
    expect((await connect(terminal, '--settles-to', 'platform')).err).toBe('');
  });

  test('the help says it, and its example has it', async () => {
    const { out } = await runMizan(['providers', 'connect', 'tabby', '--help']);
    expect(out).toContain(`\n${note}\n`);
    expect(out).toContain('\n  mizan providers connect tabby acct_… --settles-to merchant\n');
  });
});

test('a check of refused credentials shows what the provider says, and what to do', async () => {
  const invalid = { ...connection('pvc_1', 'paymob', 'INVALID'), lastError: 'incorrect credentials' };
  const { out } = await runMizan(['providers', 'check', 'acct_1', 'pvc_1'], { answer: () => invalid });
  expect(out).toMatch(/^lastError +incorrect credentials$/m);
  expect(out).toContain('The provider rejects the credentials, see lastError. Replace them, or disconnect');
});

describe('a provider that does not answer, so that nothing is changed,', () => {
  const message = 'Tabby does not answer. Nothing was changed; try again shortly.';
  const rotate = ['rotate', 'tabby', 'acct_1', 'pvc_1', ...credentials.slice(0, 2)];
  const lines = [
    ['check', 'acct_1', 'pvc_1'],
    rotate,
    ['methods', 'acct_1', 'pvc_1', 'tabby'],
    ['connect', 'tabby', 'acct_1', '--settles-to', 'merchant', ...credentials],
  ];
  /** Runs `mizan providers` on a platform that answers changes with these statuses and codes, the last one again and again. */
  async function run(line: readonly string[], ...answers: readonly (readonly [number, string])[]) {
    const left = [...answers];
    const baseUrl = await serve((request, response) => {
      if (request.method === 'GET') return response.end(JSON.stringify({ data: [connection('pvc_1')], totalCount: 1 }));
      const [status = 0, code] = (left.length > 1 ? left.shift() : left[0]) ?? [];
      response.writeHead(status).end(JSON.stringify({ error: { code, message }, request_id: 'req_1' }));
    });
    return runMizan(['--base-url', baseUrl, 'providers', ...line]);
  }
  const again = `${message} Trying again …\n`;

  test.each(lines.map((line) => [line.join(' '), line] as const))(
    'is tried again, and then refused without doubt: mizan providers %s',
    async (_name, line) => {
      const { status, err } = await run(line, [503, 'internal_error']);
      expect([status, err]).toEqual([1, `${again}${again}mizan: ${message}\n  internal_error, HTTP 503, req_1\n`]);
    },
  );

  test('also where it has accepted the credentials, and failed then', async () => {
    const { status, err } = await run(rotate, [500, 'creation_failed']);
    expect([status, err]).toEqual([1, `${again}${again}mizan: ${message}\n  creation_failed, HTTP 500, req_1\n`]);
  });

  test.each([
    ['the platform failed', [[500, 'internal_error']], []],
    [
      'an earlier attempt may have taken effect',
      [
        [504, 'request_timeout'],
        [503, 'internal_error'],
      ],
      [],
    ],
    ['an earlier run with its key may have', [[503, 'internal_error']], ['--idempotency-key', 'rotation-7']],
  ] as const)('leaves doubt where %s', async (_why, answers, options) => {
    const { status, err } = await run([...rotate, ...options], ...answers);
    expect([status, err]).toEqual([75, expect.stringMatching(/It is not known whether the command took effect\./)]);
  });
});
