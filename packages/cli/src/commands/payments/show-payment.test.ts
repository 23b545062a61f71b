import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../../mizan.test-support.ts';

const refund = (id: string, status: string, amount: number) => ({ id, status, amount, currency: 'EGP' });
const charge = {
  ...{ id: 'ch_1', status: 'SUCCEEDED', captured: true, amount: 30_000, amountCaptured: 30_000, currency: 'EGP' },
  balanceTransaction: { id: 'txn_1', status: 'pending', availableOn: '2026-11-29T05:25:00.000Z' },
  refunds: [refund('re_1', 'SUCCEEDED', 5_000), refund('re_2', 'REQUIRES_ACTION', 20_000)],
};
const payment = {
  ...{ id: 'pi_1', status: 'SUCCEEDED', amount: 30_000, currency: 'EGP', createdAt: '2026-11-27T05:25:00.000Z' },
  ...{ checkoutSessionId: 'cs_1', latestCharge: charge, charges: [charge], metadata: {} },
};
const checkout = {
  ...{ id: 'cs_1', paymentLinkId: 'plink_1', paymentIntent: { ...payment, checkoutSessionId: undefined } },
  lineItems: [{ quantity: 2, description: 'Soap' }],
};

/** Prints the payment as it is with these changes. @param checkouts undefined if the key may not read them */
const show = (changes: object = {}, checkouts: object | undefined = checkout, ...options: string[]) => {
  const answer = ({ path }: Sent) => (path.startsWith('/payment-intents/') ? { ...payment, ...changes } : checkouts);
  return runMizan([...options, 'payments', 'show', 'pi_1', '--timezone', 'Africa/Cairo'], { answer });
};
const withCharge = (changes: object) => ({ charges: [{ ...charge, ...changes }] });

describe('mizan payments show', () => {
  test('names the refunds of the payment, and which of them waits for the buyer', async () => {
    const { out } = await show();
    expect(out).toMatch(
      /^refunds +re_1 EGP 50\.00 SUCCEEDED; re_2 EGP 200\.00 REQUIRES_ACTION \(waits for the buyer\)$/m,
    );
    expect((await show(withCharge({ refunds: [] }))).out).not.toMatch(/^refunds/m);
  });

  test('names a second charge that the payment did not need, apart from its refunds, and whether it is refunded', async () => {
    const surplus = { ...charge, id: 'ch_2', amountRefunded: 30_000, outcome: { surplus: true } };
    const shown = async (changes: object) => (await show({ charges: [charge, { ...surplus, ...changes }] })).out;
    const line = 'surplus +ch_2 EGP 300\\.00, which the payment did not need:';
    const failed = { ...refund('re_3', 'FAILED', 30_000), failureReason: 'expired' };
    const out = await shown({ refunds: [failed, refund('re_4', 'REQUIRES_ACTION', 30_000)] });
    const ends = 're_3 EGP 300\\.00 FAILED \\(expired\\), re_4 EGP 300\\.00 REQUIRES_ACTION \\(waits for the buyer\\)';
    expect(out).toMatch(new RegExp(`^${line} ${ends}$`, 'm'));
    expect(out).toMatch(/^refunds +re_1 .*; re_2 [^;]*$/m);
    expect(await shown({ refunds: [], amountRefunded: 0 })).toMatch(new RegExp(`^${line} not refunded yet$`, 'm'));
    expect((await show()).out).not.toMatch(/^surplus/m);
  });

  test('names the checkout that its own is a copy of', async () => {
    expect((await show({}, { ...checkout, recoveredFrom: 'cs_0' })).out).toMatch(/^recoveredFrom +cs_0$/m);
    expect((await show({}, { ...checkout, recoveredFrom: null })).out).not.toMatch(/^recoveredFrom/m);
  });

  test('says that the money came late: after the payment had failed, was canceled or had expired', async () => {
    const { out } = await show(withCharge({ outcome: { lateSuccess: true } }));
    expect(out).toMatch(/^paidLate +ch_1, after it had failed, was canceled or had expired$/m);
    expect((await show()).out).not.toMatch(/^paidLate/m);
  });

  describe('says that the buyer has paid twice', () => {
    const paid = { paymentStatus: 'paid', status: 'expired', customerId: 'cus_1', lineItems: [] };
    const original = { ...paid, id: 'cs_1', recoveredFrom: null, paymentIntent: { id: 'pi_1', status: 'SUCCEEDED' } };
    const copy = { ...paid, id: 'cs_2', recoveredFrom: 'cs_1', paymentIntent: { id: 'pi_2', status: 'SUCCEEDED' } };
    const shown = async (
      changes: object,
      checkouts: Readonly<Record<string, object>>,
      listed: readonly object[] = [],
    ) => {
      const answer = ({ path }: Sent) => {
        if (path.startsWith('/payment-intents/')) return { ...payment, ...changes };
        return path === '/checkout/sessions' ? { data: listed } : checkouts[path.slice('/checkout/sessions/'.length)];
      };
      const { status, out, err, sent } = await runMizan(['payments', 'show', 'pi_1'], { answer });
      const line = /^paidTwice +(.*)$/m.exec(out)?.[1];
      return { status, err, line, lists: sent.filter(({ path }) => path === '/checkout/sessions').length };
    };
    const line = (name: string) =>
      `The order is paid in another checkout as well: ${name}. The buyer has paid twice: refund one.`;

    test('of the original whose copy is paid as well, and of the copy', async () => {
      expect(await shown({}, { cs_1: original }, [copy])).toMatchObject({ line: line('cs_2, with pi_2') });
      const ofCopy = { checkoutSessionId: 'cs_2' };
      const checkouts = { cs_2: copy, cs_1: original };
      expect(await shown(ofCopy, checkouts)).toMatchObject({ line: line('cs_1, with pi_1'), lists: 0 });
    });

    test('not where either is refunded, another order is paid, or nothing is paid here', async () => {
      const refunded = { ...copy, paymentIntent: { id: 'pi_2', status: 'REFUNDED' } };
      expect((await shown({}, { cs_1: original }, [refunded])).line).toBeUndefined();
      expect((await shown({}, { cs_1: original }, [{ ...copy, recoveredFrom: 'cs_9' }])).line).toBeUndefined();
      for (const status of ['REFUNDED', 'CANCELED', 'PROCESSING'])
        expect(await shown({ status }, { cs_1: original }, [copy])).toMatchObject({ line: undefined, lists: 0 });
    });

    test('also of an original that is complete, if its money came late; any other has no copies, and none are looked for', async () => {
      const checkouts = { cs_1: { ...original, status: 'complete' } };
      const late = withCharge({ outcome: { lateSuccess: true } });
      expect(await shown(late, checkouts, [copy])).toMatchObject({ line: line('cs_2, with pi_2'), lists: 1 });
      expect(await shown({}, checkouts, [copy])).toMatchObject({ line: undefined, lists: 0 });
    });

    test('without a word where the key may not read checkouts', async () => {
      expect(await shown({}, {})).toEqual({ status: 0, err: '', line: undefined, lists: 0 });
    });
  });

  test('names the disputes of the payment, also where the key may not read them', async () => {
    const disputed = { ...payment, ...withCharge({ disputed: true }) };
    const dispute = { id: 'dp_1', amount: 5_000, currency: 'EGP', status: 'LOST', reason: 'fraudulent' };
    const shown = async (disputes: object | undefined) => {
      const answer = ({ path }: Sent) =>
        ({ '/payment-intents/pi_1': disputed, '/checkout/sessions/cs_1': checkout, '/disputes': disputes })[path];
      return (await runMizan(['payments', 'show', 'pi_1'], { answer })).out;
    };
    expect(await shown({ data: [dispute] })).toMatch(/^disputes +dp_1 EGP 50\.00 LOST \(fraudulent\)$/m);
    const elsewhere = /^disputes +disputed; the amount: mizan disputes list --payment pi_1$/m;
    expect(await shown(undefined)).toMatch(elsewhere);
    expect(await shown({ error: { code: 'internal_error', message: 'Try again.' } })).toMatch(elsewhere);
    expect((await show()).out).not.toMatch(/^disputes/m);
  });

  test('says where the goods go and whom to call, as far as the payment says so', async () => {
    const address = { line1: '5 Tahrir St', line2: null, city: 'Cairo', country: 'EG' };
    const { out } = await show({ shipping: { name: 'Mona Adel', phone: '01001234567', address } });
    expect(out).toMatch(/^shipTo +Mona Adel, 5 Tahrir St, Cairo, EG$/m);
    expect(out).toMatch(/^phone +01001234567$/m);
    expect((await show({ customer: { phone: '+201001234567' } })).out).toMatch(/^phone +\+201001234567$/m);
    expect((await show({ shipping: { name: 'Mona Adel' } })).out).not.toMatch(/^(shipTo|phone)/m);
  });

  test('says until when the money is pending, and nothing once it is available', async () => {
    expect((await show()).out).toMatch(/^pendingUntil +2026-11-29 07:25 \(Africa\/Cairo\)$/m);
    const balanceTransaction = { ...charge.balanceTransaction, status: 'available' };
    expect((await show(withCharge({ balanceTransaction }))).out).not.toContain('pendingUntil');
    expect((await show(withCharge({ balanceTransaction: null }))).out).not.toContain('pendingUntil');
  });

  test('says which number the buyer of a voucher pays at a kiosk, and until when, and nothing once it is paid', async () => {
    const displayVoucherDetails = { reference: '7788990011', expiresAt: '2026-11-29T05:25:00.000Z' };
    const { out } = await show({ status: 'REQUIRES_ACTION', nextAction: { displayVoucherDetails } });
    expect(out).toMatch(/^voucherReference +7788990011$/m);
    expect(out).toMatch(/^expectedUntil +2026-11-29 07:25 \(Africa\/Cairo\)$/m);
    expect((await show({ nextAction: null })).out).not.toMatch(/^(?:voucherReference|expectedUntil) /m);
  });

  test('says what was paid for, and with which payment link', async () => {
    const { out } = await show();
    expect(out).toMatch(/^link +plink_1$/m);
    expect(out).toMatch(/^items +2 × Soap$/m);
  });

  test('leaves the items out of a payment without a checkout, and where the key may not read checkouts', async () => {
    const without = await show({ checkoutSessionId: null });
    expect(without.sent).toHaveLength(1);
    const { answer } = { answer: ({ path }: Sent) => (path.startsWith('/payment-intents/') ? payment : undefined) };
    const unreadable = await runMizan(['payments', 'show', 'pi_1'], { answer });
    expect(unreadable).toMatchObject({ status: 0, err: '' });
    for (const { out } of [without, unreadable]) expect(out).not.toMatch(/^(?:link|items) /m);
  });

  test('shows the payment also while its checkout cannot be read', async () => {
    const { status, out, err } = await show({}, { error: { code: 'internal_error', message: 'Try again.' } });
    expect([status, out]).toEqual([0, expect.stringMatching(/^id +pi_1$/m)]);
    expect(err).toMatch(/^The items of the payment cannot be read now: Try again\.\n/);
  });

  test('reads no more than the payment for JSON', async () => {
    const { sent, out } = await show({}, checkout, '--json');
    expect([sent.length, JSON.parse(out)]).toEqual([1, payment]);
  });
});

describe('mizan payments list --link', () => {
  const link = `plink_${'0'.repeat(24)}`;
  const failed = { ...payment, id: 'pi_2', status: 'REQUIRES_PAYMENT_METHOD' };
  const data = [
    checkout,
    { ...checkout, id: 'cs_2', paymentIntent: null },
    { ...checkout, id: 'cs_3', paymentIntent: failed },
  ];
  const list = (...options: string[]) =>
    runMizan(['--json', 'payments', 'list', '--link', link, ...options], {
      answer: () => ({ data, totalCount: 3, nextCursor: null }),
    });

  test('lists the payments of its checkouts; one that was only opened has none', async () => {
    const { sent, out } = await list();
    expect(sent.map(({ path, query }) => [path, query.get('paymentLinkId')])).toEqual([['/checkout/sessions', link]]);
    expect(JSON.parse(out)).toEqual([payment, { ...failed, checkoutSessionId: 'cs_3' }]);
  });

  test('can be limited to a status', async () => {
    expect(JSON.parse((await list('--status', 'succeeded')).out)).toEqual([payment]);
  });

  test.each([
    ['--date', 'today'],
    ['--email', 'mona@example.com'],
    ['--amount', '20'],
    ['--currency', 'USD'],
    ['--customer', `cus_${'0'.repeat(24)}`],
  ])('is refused with %s, which the API cannot combine with it', async (...filter) => {
    const { status, sent, err } = await list(...filter);
    expect([status, sent]).toEqual([1, []]);
    expect(err).toContain(`cannot be used with option '${filter[0]}`);
  });
});

test.each([
  [
    'some money is pending',
    20_000,
    'Until when the money of a payment is pending: mizan payments show <payment>, at pendingUntil.\n',
  ],
  ['none is', 0, ''],
])('mizan balance says where to find until when, if %s', async (_when, amount, notice) => {
  const answer = () => ({ available: [], pending: [{ amount, currency: 'EGP' }], payable: [] });
  expect((await runMizan(['balance'], { answer })).err).toBe(notice);
});
