import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../../mizan.test-support.ts';

const coupon = { id: 'coupon_1', percentOff: 10, amountOff: null, currency: null, valid: true };
const code = {
  ...{ id: 'promo_1', code: 'WEEKEND10', coupon, couponId: coupon.id, active: true, timesRedeemed: 2 },
  ...{ createdAt: '2026-11-27T10:00:00.000Z', expiresAt: null, maxRedemptions: null },
  restrictions: { firstTimeTransaction: false, minimumAmount: null, minimumAmountCurrency: null },
};
const refused = {
  error: { code: 'promotion_code_exists', message: 'An active promotion code with this text exists.' },
};

/** @param answered what the platform returns for the code */
const run = (args: string[], answered: object = code) =>
  runMizan(['codes', ...args], { answer: ({ path }: Sent) => (path.startsWith('/coupons') ? coupon : answered) });
const requests = (sent: readonly Sent[]) => sent.map(({ method, path, body }) => [method, path, body]);

describe('mizan codes create', () => {
  test('creates a coupon that takes off a percentage, and a code for it', async () => {
    const { out, sent } = await run(['create', 'weekend10', '--percent', '12.5%', '--max-uses', '100']);
    const restrictions = {};
    expect(requests(sent)).toEqual([
      ['POST', '/coupons', { name: 'WEEKEND10', percentOff: 12.5 }],
      ['POST', '/promotion-codes', { couponId: 'coupon_1', code: 'weekend10', maxRedemptions: 100, restrictions }],
    ]);
    expect(out).toMatch(/^discount +10 %$/m);
  });

  test('takes off an amount of orders above a minimum, both in the currency', async () => {
    const { sent } = await run([
      'create',
      'X50',
      '--amount',
      '50',
      '--minimum',
      '300',
      '--currency',
      'usd',
      '--first-payment',
    ]);
    expect(requests(sent)).toEqual([
      ['POST', '/coupons', { name: 'X50', amountOff: 5_000, currency: 'USD' }],
      [
        'POST',
        '/promotion-codes',
        {
          ...{ couponId: 'coupon_1', code: 'X50' },
          restrictions: { firstTimeTransaction: true, minimumAmount: 30_000, minimumAmountCurrency: 'USD' },
        },
      ],
    ]);
  });

  test.each([
    ['500', '300', true],
    ['300', '300', true],
    ['299.99', '300', false],
  ])(
    'warns if it takes off %s of orders of at least %s, which makes some free: %s',
    async (amount, minimum, isFree) => {
      const options = ['--amount', amount, '--minimum', minimum, '--currency', 'EGP'];
      const { err, sent } = await run(['create', 'MIN', ...options]);
      const warning =
        'warning: --amount is not less than --minimum: orders from the minimum up to the amount cost nothing';
      expect(err.includes(warning)).toBe(isFree);
      expect(sent).toHaveLength(2);
    },
  );

  test('uses an existing coupon', async () => {
    const { sent } = await run(['create', 'X50', '--coupon', 'coupon_7']);
    expect(requests(sent)).toEqual([
      ['POST', '/promotion-codes', { couponId: 'coupon_7', code: 'X50', restrictions: {} }],
    ]);
  });

  test('leaves no coupon behind when the code is refused', async () => {
    const { status, err, sent } = await run(['create', 'WEEKEND10', '--percent', '10'], refused);
    expect([status, err]).toEqual([1, expect.stringContaining('An active promotion code with this text exists.')]);
    expect(requests(sent).at(-1)).toEqual(['DELETE', '/coupons/coupon_1', undefined]);
  });

  test('names the coupon that it could not delete', async () => {
    const refusal = (code: string) => ({ error: { code, message: 'No.' } });
    const { err } = await runMizan(['codes', 'create', 'WEEKEND10', '--percent', '10'], {
      answer: ({ path }) =>
        path === '/coupons'
          ? { id: 'coupon_1' }
          : refusal(path === '/promotion-codes' ? 'promotion_code_exists' : 'resource_missing'),
    });
    expect(err).toContain('The coupon coupon_1 was created for the code, and could not be deleted: No.');
  });

  test('says only that the coupon may still exist, where it is not known whether it was deleted', async () => {
    const refusal = (code: string) => ({ error: { code, message: 'No.' } });
    const { status, err } = await runMizan(['codes', 'create', 'WEEKEND10', '--percent', '10'], {
      answer: ({ path }) =>
        path === '/coupons'
          ? { id: 'coupon_1' }
          : refusal(path === '/promotion-codes' ? 'promotion_code_exists' : 'internal_error'),
    });
    expect(status).toBe(1);
    expect(err).toContain('The coupon coupon_1 was created for the code, and may still exist.\n');
    expect(err).not.toContain('idempotency-key');
  });

  test.each([
    [[], 'Say what the code takes off: one of --percent, --amount and --coupon.'],
    [['--percent', '10', '--amount', '5'], 'Say what the code takes off'],
    [['--percent', '0'], 'It must be above 0 and at most 100'],
    [['--percent', '101'], 'It must be above 0 and at most 100'],
    [['--percent', '10', '--currency', 'USD'], '--currency is the currency of --amount and --minimum'],
    [['--amount', '0'], 'The amount must be at least EGP 0.01.'],
  ])('sends nothing with %j', async (options, message) => {
    const { status, err, sent } = await run(['create', 'X', ...options]);
    expect([status, sent]).toEqual([1, []]);
    expect(err).toContain(message);
  });
});

describe('a coupon stays', () => {
  const errorOf = (code: string) => ({ error: { code, message: 'No.' } });
  const codeAnswered = (...answers: object[]) => codeCreated([], answers);
  const codeCreated = async (options: readonly string[], answers: object[]) => {
    const answer = ({ path }: Sent) => {
      if (path !== '/promotion-codes') return coupon;
      return answers.length > 1 ? answers.shift() : answers[0];
    };
    const { status, sent } = await runMizan([...options, 'codes', 'create', 'WEEKEND10', '--percent', '10'], {
      answer,
    });
    return [status, sent.filter(({ method }) => method === 'DELETE')];
  };

  test('whose code may still be created', async () => {
    expect(await codeAnswered(errorOf('idempotency_key_in_use'))).toEqual([75, []]);
  });

  test('whose code may be created, also where the last attempt was refused', async () => {
    expect(await codeAnswered(errorOf('internal_error'), errorOf('rate_limit'))).toEqual([75, []]);
  });

  test('where a repeated run with a key of its own creates the same one: too many requests are no answer to it', async () => {
    expect(await codeCreated(['--idempotency-key', 'code-7'], [errorOf('rate_limit')])).toEqual([75, []]);
  });
});

describe('a code', () => {
  test('is found by its text: the active one of several, or else the newest', async () => {
    const [inactive, older] = [
      { ...code, id: 'promo_2', active: false },
      { ...code, id: 'promo_3', active: false },
    ];
    const found = async (...data: object[]) => (await run(['show', 'weekend10'], { data })).out;
    expect(await found(inactive, code)).toMatch(/^id +promo_1$/m);
    expect(await found(inactive, older)).toMatch(/^id +promo_2$/m);
    const { status, err } = await run(['show', 'weekend10'], { data: [] });
    expect([status, err]).toEqual([1, expect.stringContaining('There is no code WEEKEND10. mizan codes list shows')]);
  });

  test.each([
    [{}, undefined],
    [{ maxRedemptions: 2 }, 'Used up: maxUses is reached.'],
    [{ expiresAt: '2026-11-01T00:00:00.000Z' }, 'Expired: buyers cannot use it any more.'],
    [
      { coupon: { ...coupon, valid: false } },
      'Buyers cannot use it: its coupon is inactive, has expired or is used up.',
    ],
    [{ coupon: { ...coupon, valid: false }, active: false }, undefined],
  ])('that is active and cannot be used says why: %j', async (changes, note) => {
    const { out } = await run(['show', 'promo_1'], { ...code, ...changes });
    expect(/^\n(.+)\n$/m.exec(out)?.[1]).toBe(note);
  });

  test('is named by its ID where a command that is repeated finds several with its text, none of them active', async () => {
    const inactive = ['promo_2', 'promo_3'].map((id) => ({ ...code, id, active: false }));
    const deactivate = async (data: object[]) => {
      const answer = ({ method }: Sent) => (method === 'GET' ? { data } : code);
      const key = ['--idempotency-key', 'run_7d1f8a52-3c2b-4a57-9a40-0123456789ab'];
      const { err, sent } = await runMizan([...key, 'codes', 'deactivate', 'weekend10'], { answer });
      return [err, sent.filter(({ method }) => method === 'PATCH').map(({ path }) => path)];
    };
    expect(await deactivate(inactive)).toEqual([
      'mizan: No code WEEKEND10 is active, and 2 are not. Name the one that you mean by its ID: promo_2, promo_3.\n',
      [],
    ]);
    expect(await deactivate(inactive.slice(0, 1))).toEqual(['', ['/promotion-codes/promo_2']]);
  });

  test('is deactivated by its text', async () => {
    const answer = ({ method }: Sent) => (method === 'GET' ? { data: [code] } : { ...code, active: false });
    const { out, sent } = await runMizan(['codes', 'deactivate', 'WEEKEND10'], { answer });
    expect(requests(sent).at(-1)).toEqual(['PATCH', '/promotion-codes/promo_1', { active: false }]);
    expect(out).toMatch(/^active +false$/m);
  });
});
