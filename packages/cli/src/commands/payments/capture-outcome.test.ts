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

/** Captures `held` with these options, which the API answers with these changes. @param before what it differs in when it is read */
const capture = (answered: object, options: readonly string[] = [], before: object = {}) =>
  runMizan(['payments', 'capture', 'pi_1', ...options], {
    answer: ({ method }: Sent) => ({ ...held, ...(method === 'GET' ? before : answered) }),
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
  const part = ['--amount', '50', '--keep-rest'];
  const own = ['--idempotency-key', 'order-7'];
  const earlier = { amountReceived: 10_000, amountCapturable: 20_000 };

  test.each([
    ['of all', {}, [], {}],
    ['of a part, whose rest is to be released', {}, ['--amount', '50'], {}],
    ['of a part', {}, part, {}],
    ['of a further part', earlier, part, earlier],
    ['of all that is held, where the rest would be kept', {}, ['--keep-rest'], {}],
    [
      'of a part, while a colleague captures a smaller one',
      { amountReceived: 13_000, amountCapturable: 17_000 },
      part,
      earlier,
    ],
  ])('%s exits with 1, and says where the outcome is shown', async (_what, answered, options, before) => {
    const { status, out, err } = await capture(answered, options, before);
    expect([status, err]).toEqual([
      1,
      'mizan: The provider has not answered whether the amount was captured. The platform queries it until it does: mizan payments show pi_1 shows the outcome. Until then, no other capture is possible.\n',
    ]);
    expect(out).toMatch(/^status +UNCAPTURED$/m);
  });

  test.each([
    ['all', captured, [], {}],
    ['a part, whose rest is released', { ...captured, amountReceived: 5_000 }, ['--amount', '50'], {}],
    ['a part', { amountReceived: 5_000, amountCapturable: 25_000 }, part, {}],
    ['a further part', { amountReceived: 15_000, amountCapturable: 15_000 }, part, earlier],
    ['all, where the rest would be kept', captured, ['--keep-rest'], {}],
    ['a part, with a key', { amountReceived: 5_000, amountCapturable: 25_000 }, [...part, ...own], {}],
    ['a further part, with a key', { amountReceived: 15_000, amountCapturable: 15_000 }, [...part, ...own], earlier],
    ['all, whose answer is repeated', captured, own, captured],
    ['a last part, whose answer is repeated', captured, ['--amount', '300', ...own], captured],
  ])('is not that of one that has captured %s', async (_what, answered, options, before) => {
    expect(await capture(answered, options, before)).toMatchObject({ status: 0, err: '' });
  });

  const uncertain = (why: string) =>
    `mizan: It is not certain that the amount was captured: ${why}. Before you capture more, see what is captured: mizan payments show pi_1\n`;
  const run = ['--idempotency-key', 'run_7d1f8a52-3c2b-4a57-9a40-0123456789ab'];
  const later = { amountReceived: 15_000, amountCapturable: 15_000 };

  test.each([
    ['all, which the provider has not answered', {}, own, {}],
    ['a part, which the provider has not answered', {}, [...part, ...own], {}],
    ['a further part, which the provider has not answered', earlier, [...part, ...run], earlier],
    ['a further part, whose answer is repeated after it was captured', earlier, [...part, ...run], later],
    ['a further part, which the earlier run has captured', later, [...part, ...run], later],
  ])('with a key may be that of an earlier run: %s', async (_what, answered, options, before) => {
    const { status, err } = await capture(answered, options, before);
    const why = 'the provider had not answered, or an earlier run with this key has captured it';
    expect([status, err]).toEqual([1, uncertain(why)]);
  });

  test('does not count as captured by more than the part, which a colleague may have captured', async () => {
    const { status, err } = await capture(later, part);
    expect([status, err]).toEqual([1, uncertain('another part was captured at the same time')]);
  });

  test('does not count as captured by the same part that a colleague captures while the question waits', async () => {
    const half = { amountReceived: 5_000, amountCapturable: 25_000 };
    let reads = 0;
    const answer = ({ method }: Sent) => ({ ...held, ...(method === 'GET' && reads++ === 0 ? {} : half) });
    const { status, err, questions } = await runMizan(['payments', 'capture', 'pi_1', ...part], { answer, typed: 'y' });
    expect([status, questions]).toEqual([1, 1]);
    expect(err).toContain('mizan: The provider has not answered whether the amount was captured.');
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
