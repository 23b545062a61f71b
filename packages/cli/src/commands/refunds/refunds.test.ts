import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../../mizan.test-support.ts';

const refund = {
  ...{ id: 're_1', status: 'REQUIRES_ACTION', amount: 5_000, currency: 'EGP', createdAt: '2026-11-27T10:00:00.000Z' },
  ...{ paymentIntentId: 'pi_1', chargeId: 'ch_1', instructionsEmail: 'mona@example.com' },
  nextAction: {
    type: 'display_details',
    displayDetails: { url: 'https://pay.example/refunds/re_1', emailSentAt: null, emailSentTo: 'mona@example.com' },
  },
};
const charge = {
  ...{ id: 'ch_1', status: 'SUCCEEDED', captured: true, currency: 'EGP', amountCaptured: 30_000, amountRefunded: 0 },
  paymentMethodDetails: { type: 'card', card: { brand: 'visa', last4: '4242' } },
};
const payment = { id: 'pi_1', currency: 'EGP', latestCharge: charge, charges: [charge] };
const answer = ({ path, query }: Sent) => {
  if (path.startsWith('/refunds')) return refund;
  if (path === '/payment-intents') return { data: query.get('receiptNumber') === 'R-2026-000031' ? [payment] : [] };
  return path.startsWith('/payment-intents/') ? payment : undefined;
};
const show = async (shown: object): Promise<string> => {
  const answerRefund = ({ path }: Sent) => (path.startsWith('/refunds') ? shown : undefined);
  return (await runMizan(['refunds', 'show', 're_1'], { answer: answerRefund })).out;
};
const run = async (...args: string[]) => {
  const outcome = await runMizan(['refunds', ...args], { answer });
  return { ...outcome, posted: outcome.sent.filter(({ method }) => method === 'POST') };
};
const doubt = 'The buyer has not entered yet where to send the money.';

describe('a refund that waits for its buyer', () => {
  test('is not recorded as returned by a script', async () => {
    const { status, err, posted } = await run('mark-paid', 're_1');
    expect([status, posted]).toEqual([1, []]);
    expect(err).toBe(`mizan: ${doubt} Nothing was done. If it is right, repeat the command with --yes.\n`);
  });

  test('is recorded with --yes, with a notice', async () => {
    const { status, err, posted } = await run('mark-paid', 're_1', '--yes');
    expect([status, posted.length]).toEqual([0, 1]);
    expect(err).toBe(`${doubt} It is recorded as returned anyway.\n`);
  });

  const link = 'Next: the buyer enters on buyerPage where to send the money.';
  const shownNext = async (changes: object, emailSentAt: string | null = null) => {
    const displayDetails = { ...refund.nextAction.displayDetails, emailSentAt };
    const out = await show({ ...refund, ...changes, nextAction: { ...refund.nextAction, displayDetails } });
    return out.split('\n').at(-2);
  };

  test('is shown with whether its mail has gone out, or will in a moment', async () => {
    expect(await shownNext({ createdAt: new Date().toISOString() })).toBe(
      `${link} It goes to mona@example.com by mail in a moment, if your platform sends mail. Later, mizan refunds show re_1 says whether it has.`,
    );
    expect(await shownNext({ createdAt: new Date(Date.now() - 61_000).toISOString() })).toBe(
      `${link} No mail has gone out: send buyerPage to mona@example.com yourself.`,
    );
    expect(await shownNext({}, '2026-11-27T10:00:05.000Z')).toBe(`${link} The link was emailed to mona@example.com.`);
  });

  test('is shown with who sends the link, where no address of the buyer is known', async () => {
    const displayDetails = { ...refund.nextAction.displayDetails, emailSentTo: '' };
    const nextAction = { ...refund.nextAction, displayDetails };
    for (const createdAt of [refund.createdAt, new Date().toISOString()])
      expect(await show({ ...refund, createdAt, instructionsEmail: undefined, nextAction })).toContain(
        `\n${link} No email address of the buyer is known: send buyerPage to the buyer yourself.\n`,
      );
  });
});

describe('a refund whose buyer has entered where to send the money', () => {
  const transferTo = { type: 'instapay', handle: 'mona@instapay', holderName: 'Mona Adel' };
  const answered = { ...refund, status: 'PENDING', pendingReason: 'processing', nextAction: undefined, transferTo };
  const next =
    'Next: send EGP 50.00 to instapay, mona@instapay, Mona Adel. Once it has arrived: mizan refunds mark-paid';

  test('is shown with what to do, and not as if the platform processed it', async () => {
    const out = await show(answered);
    expect(out).toContain(`\n${next} re_1 --reference <text>\n`);
    expect(out).not.toContain('processing');
  });

  test('needs nothing more once it is returned, or while its provider returns it', async () => {
    expect(await show({ ...answered, status: 'SUCCEEDED' })).not.toContain('Next:');
    expect(await show({ ...answered, transferTo: undefined })).toMatch(/pendingReason +processing\n(?![^]*Next:)/);
  });
});

describe('a refund that the merchant has not sent yet, of a charge that is disputed,', () => {
  const captured = { ...charge, amountCaptured: 5_000, amountRefunded: 5_000, disputed: true };
  const transferTo = { type: 'instapay', handle: 'mona@instapay', holderName: 'Mona Adel' };
  const answered = { ...refund, status: 'PENDING', nextAction: undefined, transferTo };
  const disputeOf = (status: string, changes: object = {}) => ({
    ...{ id: 'dp_1', status, amount: 5_000, currency: 'EGP', createdAt: '2026-11-28T10:00:00.000Z', ...changes },
  });
  const open = 'The charge is disputed, and dp_1 is NEEDS_RESPONSE: the payer is paid twice';
  const lost = 'The dispute dp_1 is LOST: the bank has returned EGP 50.00 of this refund to the payer already.';

  /** @param disputes undefined if the key may not read them @param paid null if it may not read payments */
  const runOn = async (
    disputes: readonly object[] | undefined,
    args: readonly string[],
    { waiting = answered, paid = captured }: { waiting?: object; paid?: object | null } = {},
  ) => {
    const answerDisputed = ({ path }: Sent) => {
      if (path === '/disputes') return disputes && { data: disputes };
      if (path.startsWith('/refunds')) return waiting;
      return paid === null ? undefined : { ...payment, charges: [paid] };
    };
    const outcome = await runMizan(['refunds', ...args], { answer: answerDisputed });
    return { ...outcome, posted: outcome.sent.filter(({ method }) => method === 'POST').length };
  };

  test.each([
    ['PENDING', answered],
    ['REQUIRES_ACTION', refund],
  ])('is shown with the dispute instead of the next step while it is %s', async (_status, waiting) => {
    const { out, sent } = await runOn([disputeOf('NEEDS_RESPONSE')], ['show', 're_1'], { waiting });
    expect(out).toContain(
      `\n${open} if the bank returns the money, too. Do not send the money until the dispute has ended: mizan disputes show dp_1\n`,
    );
    expect(out).not.toContain('Next:');
    expect(sent.at(-1)?.query.get('chargeId')).toBe('ch_1');
  });

  test('is shown as to be marked failed once the bank has returned the money', async () => {
    const failed = 'Do not send the money, mark the refund as failed: mizan refunds mark-failed re_1 --reason';
    const { out } = await runOn([disputeOf('LOST')], ['show', 're_1']);
    expect(out).toContain(`\n${lost} ${failed} charge_for_pending_refund_disputed\n`);
    const part = await runOn([disputeOf('LOST', { amount: 2_000 })], ['show', 're_1']);
    expect(part.out).toContain('the bank has returned EGP 20.00 of this refund');
    expect(part.out).toContain('_disputed, then refund what is left: mizan refunds create pi_1\n');
  });

  test('is sent as before once the dispute is won, or has taken another part of the charge', async () => {
    const next = 'Next: send EGP 50.00';
    for (const status of ['WON', 'WARNING_CLOSED'])
      expect((await runOn([disputeOf(status)], ['show', 're_1'])).out).toContain(next);
    const paid = { ...captured, amountCaptured: 10_000 };
    expect((await runOn([disputeOf('LOST')], ['show', 're_1'], { paid })).out).toContain(next);
    expect((await runOn([disputeOf('WON')], ['mark-paid', 're_1'])).posted).toBe(1);
  });

  test.each([
    ['NEEDS_RESPONSE', `${open} if the bank returns the money, too.`],
    ['UNDER_REVIEW', `${open.replace('NEEDS_RESPONSE', 'UNDER_REVIEW')} if the bank returns the money, too.`],
    ['LOST', lost],
  ])(
    'is not recorded as returned by a script while the dispute is %s, and with --yes with a notice',
    async (status, doubt) => {
      const refused = await runOn([disputeOf(status)], ['mark-paid', 're_1']);
      expect([refused.status, refused.posted]).toEqual([1, 0]);
      expect(refused.err).toBe(`mizan: ${doubt} Nothing was done. If it is right, repeat the command with --yes.\n`);
      const sentAnyway = await runOn([disputeOf(status)], ['mark-paid', 're_1', '--yes']);
      expect([sentAnyway.status, sentAnyway.posted]).toEqual([0, 1]);
      expect(sentAnyway.err).toBe(`${doubt} It is recorded as returned anyway.\n`);
    },
  );

  test('is doubted where the key may not read the dispute, and by the dispute alone where it may not read the charge', async () => {
    const unread = await runOn(undefined, ['mark-paid', 're_1']);
    expect([unread.posted, unread.err]).toEqual([0, expect.stringContaining('The charge is or was disputed')]);
    expect((await runOn([disputeOf('LOST')], ['mark-paid', 're_1'], { paid: null })).err).toContain(lost);
    const before = disputeOf('LOST', { createdAt: '2026-11-26T10:00:00.000Z' });
    expect((await runOn([before], ['mark-paid', 're_1'], { paid: null })).posted).toBe(1);
    expect((await runOn(undefined, ['mark-paid', 're_1'], { paid: null })).posted).toBe(1);
  });

  test('needs no reading of disputes where there are none', async () => {
    const { sent } = await runOn([], ['mark-paid', 're_1'], { paid: { ...captured, disputed: false } });
    expect(sent.map(({ path }) => path)).not.toContain('/disputes');
  });
});

test('the refunds of a payment whose ID is cut off are not listed: they would be none', async () => {
  const { status, err } = await run('list', '--payment', 'pi_0abc');
  expect([status, err]).toEqual([1, expect.stringContaining('`pi_0abc` is not a complete ID')]);
  const whole = 'pi_0ABCdefGHIjklMNOpqrSTUvw';
  const named = (name: string) => runMizan(['refunds', 'list', '--payment', name], { answer: listing });
  const listing = ({ path }: Sent) => ({ data: path === '/refunds' ? [] : [payment], totalCount: 0 });
  expect((await named(whole)).sent.at(-1)?.query.get('paymentIntentId')).toBe(whole);
  expect((await named('R-2026-31')).sent.at(-1)?.query.get('paymentIntentId')).toBe('pi_1');
});

describe('mizan refunds create', () => {
  test('takes the number of a receipt', async () => {
    const { posted } = await run('create', 'r-2026-31', '--amount', '50');
    expect(posted).toMatchObject([{ path: '/refunds', body: { paymentIntentId: 'pi_1', amount: 5_000 } }]);
  });

  test('says that a card needs no email, and refunds', async () => {
    const { err, posted } = await run('create', 'pi_1', '--email', 'mona@example.com');
    expect(err).toContain(
      '--email is not needed: the money is returned to Visa •••• 4242, without asking the buyer.\n',
    );
    expect(posted).toHaveLength(1);
  });

  test('of money that the merchant sends itself asks the buyer, also where the provider could return it', async () => {
    const { err, posted } = await run('create', 'pi_1', '--out-of-band', '--email', 'mona@example.com');
    expect(err).toBe('');
    expect(posted).toMatchObject([{ body: { outOfBand: true, instructionsEmail: 'mona@example.com' } }]);
  });

  test('says nothing of the email otherwise', async () => {
    expect((await run('create', 'pi_1')).err).toBe('');
  });

  test.each([
    [
      { status: 'PENDING', pendingReason: 'processing' },
      'The refund is accepted, but the provider has not confirmed it yet: mizan refunds show re_1 shows how it ends.\n',
    ],
    [{ status: 'SUCCEEDED' }, ''],
  ])('says of %j on standard error: %j, and exits with 0', async (changes, notice) => {
    const created = { ...refund, ...changes, nextAction: undefined };
    const answerCreated = (sent: Sent) => (sent.path === '/refunds' ? created : answer(sent));
    for (const options of [[], ['--json']]) {
      const { status, err } = await runMizan([...options, 'refunds', 'create', 'pi_1'], { answer: answerCreated });
      expect([status, err]).toEqual([0, notice]);
    }
  });

  test('refuses what is no payment', async () => {
    expect((await run('create', 're_1')).err).toContain('mizan: `re_1` is not a payment: use pi_…, ch_…, cs_…');
  });
});

test('a refund that has failed says why, and where the money is', async () => {
  const failed = {
    ...{ id: 're_1', status: 'FAILED', amount: 4_000, currency: 'EGP', feeAmount: 0, failureReason: 'declined' },
    ...{ createdAt: '2026-11-27T05:25:00.000Z', failureMessage: 'Paymob: Do not honour' },
  };
  const text = 'Paymob: Do not honour. EGP 40.00 is in the balance again.';
  expect(await show(failed)).toContain(`${text}\n`);
  const shown = async (changes: object) => {
    const answer = ({ path }: Sent) => (path.startsWith('/refunds') ? { ...failed, ...changes } : payment);
    return (await runMizan(['refunds', 'show', 're_1'], { answer })).out;
  };
  const refunded = { chargeId: 'ch_1', paymentIntentId: 'pi_1' };
  expect(await shown(refunded)).toContain(
    `${text} If the provider does not return it any more, send it yourself: mizan refunds create pi_1 --out-of-band --email <address of the buyer>\n`,
  );
  const byMerchant = await shown({ ...refunded, outOfBand: true });
  expect(byMerchant).toContain(`${text}\n`);
  expect(byMerchant).toMatch(/sent by +the merchant, not the provider/);
});

describe('a payment that has failed is not refunded:', () => {
  const failed = { ...charge, status: 'FAILED', captured: false, amount: 30_000, amountCaptured: 0 };
  const refundOf = async (changes: object, ...args: string[]) => {
    const ended = { ...failed, paymentIntentId: 'pi_1', ...changes };
    const payments = { ...payment, status: 'FAILED', latestCharge: ended, charges: [ended] };
    const answerFailed = ({ path }: Sent) => (path.startsWith('/charges/') ? ended : payments);
    const { status, err, sent } = await runMizan(['refunds', 'create', ...args], { answer: answerFailed });
    return { status, err, posted: sent.filter(({ method }) => method === 'POST').length };
  };

  test('where a part was received, the message names how much, and where it is', async () => {
    for (const args of [['pi_1'], ['pi_1', '--amount', '50'], ['ch_1']])
      expect(await refundOf({ amountReceived: 10_000 }, ...args)).toEqual({
        ...{ status: 1, posted: 0 },
        err: 'mizan: Of this payment EGP 100.00 of EGP 300.00 was received before it failed. It cannot be refunded here: it is in your balance as “Partial payment of a charge that failed”. Return it to the buyer from your bank.\n',
      });
  });

  test('where none was, nothing is captured', async () => {
    const err = 'mizan: Nothing of this payment is captured, so nothing can be refunded.\n';
    for (const changes of [{}, { amountReceived: 0 }])
      expect(await refundOf(changes, 'pi_1', '--amount', '50')).toEqual({ status: 1, posted: 0, err });
  });
});

describe('a payment that still waits for its money is not refunded, and its status and the next step are printed', () => {
  const waiting = { ...charge, status: 'PENDING', captured: false, amount: 30_000, amountCaptured: 0 };
  const refundOf = (pending: object, ...options: string[]) => {
    const processing = { ...payment, status: 'PROCESSING', latestCharge: pending, charges: [pending] };
    return runMizan(['refunds', 'create', 'pi_1', ...options], { answer: () => processing });
  };

  test.each([
    [
      'a transfer',
      { amountReceived: 0 },
      'nothing was received yet, so nothing can be refunded. Once the money has come, record it with mizan payments mark-paid pi_1; if it will not come, end the attempt with mizan payments mark-failed pi_1',
    ],
    [
      'a transfer of which a part came',
      { amountReceived: 10_000 },
      'only EGP 100.00 of EGP 300.00 was received. It can be refunded once the rest is recorded: mizan payments mark-paid pi_1',
    ],
    ['a voucher', {}, 'nothing was received yet, so nothing can be refunded.'],
  ])('%s', async (_what, changes, reason) => {
    for (const options of [[], ['--amount', '50']]) {
      const { status, err, sent } = await refundOf({ ...waiting, ...changes }, ...options);
      expect([status, err]).toEqual([1, `mizan: The payment is PROCESSING: ${reason}\n`]);
      expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
    }
  });
});
