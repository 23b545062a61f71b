import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../../mizan.test-support.ts';

const outcome = { sellerMessage: 'Payment approved.' };
const latestCharge = {
  ...{ id: 'ch_1', status: 'SUCCEEDED', captured: false, amount: 30_000, currency: 'EGP', outcome, refunds: [] },
};
const held = {
  ...{ id: 'pi_1', status: 'UNCAPTURED', amount: 30_000, amountCapturable: 30_000, amountReceived: 0, currency: 'EGP' },
  ...{ latestCharge, charges: [latestCharge], metadata: {}, checkoutSessionId: null, lastPaymentError: null },
};
const lastPaymentError = { message: 'Try again later.', merchantMessage: 'The authorization has expired at the bank' };
const captured = { status: 'SUCCEEDED', amountCapturable: 0, amountReceived: 30_000 };

/** Captures `held` with these options, which the API answers with these changes. */
const capture = (answered: object, options: readonly string[] = []) =>
  runMizan(['payments', 'capture', 'pi_1', ...options], {
    answer: ({ method }: Sent) => ({ ...held, ...(method === 'GET' ? {} : answered) }),
  });

test.each([
  ['the message for the merchant', lastPaymentError, 'The authorization has expired at the bank'],
  ['that for the buyer where there is no other', { ...lastPaymentError, merchantMessage: '' }, 'Try again later.'],
])(
  'a capture that has failed exits with 1, and says on standard error why, in %s, and what is authorized',
  async (_which, error, why) => {
    const { status, out, err } = await capture({ lastPaymentError: error });
    expect([status, err]).toEqual([
      1,
      `mizan: The capture failed: ${why.replace(/\.$/, '')}. EGP 300.00 is still authorized.\n`,
    ]);
    expect(out).toMatch(new RegExp(`^refusal +${why}$`, 'm'));
    expect(out).not.toContain('Payment approved.');
  },
);

test('a capture that has failed with the end of the authorization does not say that it is still held', async () => {
  const { err } = await capture({ lastPaymentError, status: 'CANCELED', amountCapturable: 0 });
  expect(err).toBe('mizan: The capture failed: The authorization has expired at the bank.\n');
});

test('mizan payments show prints why a capture failed, not that its authorization was approved', async () => {
  const answer = () => ({ ...held, lastPaymentError });
  const { out } = await runMizan(['payments', 'show', 'pi_1'], { answer });
  expect(out).toMatch(/^refusal +The authorization has expired at the bank$/m);
});

describe('a capture whose outcome is not known', () => {
  const pendingCapture = { amount: 5_000, finalCapture: false, createdAt: '2026-03-05T08:00:00.000Z' };
  const part = ['--amount', '50', '--keep-rest'];

  test.each([
    ['', []],
    [', also where it is the repeated answer to an earlier run,', ['--idempotency-key', 'order-7']],
  ])('exits with 1%s and says where the outcome is shown', async (_which, options) => {
    const { status, out, err } = await capture({ pendingCapture }, [...part, ...options]);
    expect([status, err]).toEqual([
      1,
      'mizan: The provider did not answer whether EGP 50.00 was captured. The platform queries it until it does: mizan payments show pi_1 shows the outcome. Until then, no other capture is possible.\n',
    ]);
    expect(out).toMatch(/^status +UNCAPTURED$/m);
  });

  test.each([
    [
      'of a platform that has no pendingCapture yet',
      {},
      'The provider did not answer whether the amount was captured.',
    ],
    [
      'where the payment was canceled meanwhile',
      { status: 'CANCELED', amountCapturable: 0 },
      'The payment was canceled meanwhile, so the amount was probably not captured:',
    ],
  ])('exits with 1 also %s', async (_which, answered, text) => {
    const { status, err } = await capture(answered);
    expect([status, err.startsWith(`mizan: ${text}`)]).toEqual([1, true]);
  });

  test.each([
    ['all', captured, []],
    ['a part, whose rest is released', { ...captured, amountReceived: 5_000 }, ['--amount', '50']],
    [
      'a part, whose rest is kept',
      { status: 'AMOUNT_CAPTURABLE_UPDATED', amountReceived: 5_000, amountCapturable: 25_000 },
      part,
    ],
  ])('is not that of one that has captured %s', async (_what, answered, options) => {
    expect(await capture(answered, options)).toMatchObject({ status: 0, err: '' });
  });

  test('is shown with its amount, in JSON whole', async () => {
    const answer = () => ({ ...held, pendingCapture });
    const { out } = await runMizan(['payments', 'show', 'pi_1'], { answer });
    expect(out).toMatch(/^pendingCapture +EGP 50\.00: the provider has not answered yet$/m);
    const json = await runMizan(['payments', 'show', 'pi_1', '--json'], { answer });
    expect(JSON.parse(json.out)).toMatchObject({ pendingCapture });
    const none = await runMizan(['payments', 'show', 'pi_1'], { answer: () => held });
    expect(none.out).not.toContain('pendingCapture');
  });

  test('refuses another capture before it asks a person, who may repeat the run with its key', async () => {
    const again = (...options: string[]) =>
      runMizan(['payments', 'capture', 'pi_1', ...part, ...options], {
        answer: ({ method }: Sent) => ({ ...held, ...(method === 'GET' ? { pendingCapture } : captured) }),
        typed: 'y',
      });
    expect(await again()).toMatchObject({
      status: 1,
      questions: 0,
      err: 'mizan: The provider has not answered yet whether EGP 50.00 was captured. Until it has, no other capture is possible.\n',
    });
    expect(await again('--idempotency-key', 'order-7')).toMatchObject({ status: 0, questions: 1 });
  });
});

describe('while the outcome of an earlier request is not known', () => {
  const released =
    'The platform queries it. Retrieve the payment in a moment; to try again, cancel it with a new Idempotency-Key.';
  const refused = (verb: string, ...options: string[]) =>
    runMizan(['payments', verb, 'pi_1', ...options], {
      answer: ({ method }: Sent) =>
        method === 'GET'
          ? held
          : { error: { code: 'payment_still_confirming', message: released }, request_id: 'req_1' },
    });

  test.each(['capture', 'cancel'])('mizan payments %s names the command that shows it', async (verb) => {
    const { status, err } = await refused(verb);
    expect(status).toBe(1);
    expect(err).toMatch(/\n {2}See how it stands: mizan payments show pi_1\n$/);
  });

  test('a person, whose runs have keys of their own, is not advised to choose one', async () => {
    expect((await refused('cancel')).err).toContain('; to try again, cancel it again.\n');
    expect((await refused('cancel', '--idempotency-key', 'order-7')).err).toContain(
      'cancel it again, without this --idempotency-key.\n',
    );
  });
});
