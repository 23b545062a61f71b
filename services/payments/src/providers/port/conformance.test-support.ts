import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Currency, DeclineCode } from '@mizan/contracts';
import type { ProviderMethod } from './provider-method.ts';
import { type AuthorizeRequest, captureKey, type CaptureRequest, type Provider } from './provider.ts';

/** What an answer about a payment names: all of it has to be that of the request. */
const named = ['payment', 'amount', 'currency', 'reference'] as const;
type Named = (typeof named)[number];

/** How a provider under test is made to answer about a payment that was not requested. */
export interface AnswersOfAnother {
  /**
   * Makes the provider answer the next query of a charge that waits for its buyer as paid, with one thing of another payment: what
   * identifies it at the provider, its amount, its currency, or our reference. With null it answers about the one that was requested.
   */
  readonly answerAsPaid: (chargeId: string, other: Named | null) => void | Promise<void>;
  /** What its answers do not name, or what names nothing that is not compared already, each with the reason. */
  readonly lacks: Readonly<Partial<Record<Named, string>>>;
}

/** A provider under test, with methods of its test environment that bring about what the suite needs. */
export interface ProviderUnderTest {
  readonly provider: Provider;
  /** Approves; supports manual capture in parts. */
  readonly approving: ProviderMethod;
  /** Declines as a stolen card, which must not be disclosed to buyers; or with `declineCode`. */
  readonly declining: ProviderMethod;
  /** Of a provider that never says why. */
  readonly declineCode?: DeclineCode;
  /** Needs the buyer; `authenticated` then approves it and `refused` declines it. */
  readonly challenging: ProviderMethod;
  readonly authenticated: Readonly<Record<string, string>>;
  readonly refused: Readonly<Record<string, string>>;
  /** Approves, but the answer gets lost. */
  readonly silent: ProviderMethod;
  /** Approves; its captures fail. */
  readonly uncapturable: ProviderMethod;
  /** Approves; its refunds are pending for `refundMs` and then arrive. */
  readonly slowToRefund: ProviderMethod;
  /** Approves; its refunds succeed and fail after `refundMs`. */
  readonly failingToRefund: ProviderMethod;
  readonly refundMs: number;
  /**
   * Makes the provider refuse the credentials of the next request that captures or refunds, as if they were revoked just before
   * it. `null` where there are none.
   */
  readonly refuseCredentials: ((of: 'capture' | 'refund') => void) | null;
  /** The provider at an account that is paid in thousandths. `null` where there is none, or no amount is converted or sent. */
  readonly ofThousandths: OfThousandths | null;
  /** Approves as well, by a method of another type. `null` where the provider has one type. */
  readonly ofAnotherType: ProviderMethod | null;
  /** Or the reason why there is no answer that could be about another payment. */
  readonly answersOfAnother: AnswersOfAnother | string;
  /** What the provider cannot do; the rest of the suite holds for every one. */
  readonly limits?: {
    /** A hold is captured once, which releases the rest. */
    readonly capturesOnce?: true;
    /** Buyers always pay on the provider's page, so that a lost answer is that of a page that no buyer has seen. */
    readonly redirectsAlways?: true;
    /** A buyer can finish after a cancellation: `sync` finds the money, and the platform sends it back. */
    readonly takesLateMoney?: true;
    /** Nothing is held: there is no manual capture. */
    readonly holdsNothing?: true;
    /** A refund is never pending. */
    readonly refundsAtOnce?: true;
    /** A refund that has succeeded stays so. */
    readonly refundsAreFinal?: true;
    /**
     * Money is expected until it is reported: `approving` waits, `authenticated` reports that the money came and `refused` that
     * it will not. Nothing declines by itself, and a report of money counts whatever has ended the attempt before.
     */
    readonly approvesOnReport?: true;
    /** The platform never sends it a refund. */
    readonly refundsNothing?: true;
  };
}

/** A provider at an account whose currency has three decimals; the methods are those of the other one. */
export interface OfThousandths {
  readonly provider: Provider;
  readonly currency: Currency;
  /** Of which every amount has to be a multiple, minor units; 1 where it is absent. */
  readonly step?: number;
}

/** Every promise of the provider port. Call it from a test file of the provider. @param make a fresh provider */
export function provesConformance(make: () => ProviderUnderTest): void {
  let at: ProviderUnderTest;
  const { limits = {}, refuseCredentials, ofThousandths, ofAnotherType, answersOfAnother } = make();
  const hasNoCredentials = refuseCredentials ? undefined : true;
  const unless =
    (isLimited: true | undefined) =>
    (name: string, proves: () => Promise<void>): void => {
      if (!isLimited) test(name, proves);
    };
  let chargeId: string;
  let count = 0;
  const now = new Date('2030-06-01T12:00:00.000Z');
  const later = (ms: number): Date => new Date(now.getTime() + ms);
  /** A request of `now` cannot be under way any more. */
  const afterDoubt = later(10 * 60_000);
  const authorization = (method: ProviderMethod, more: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
    chargeId,
    amount: 1_000,
    currency: 'EGP',
    captureMethod: 'automatic',
    method,
    now,
    ...more,
  });
  const capturing = (n: number, amount: number, isFinal: boolean): CaptureRequest => ({
    chargeId,
    idempotencyKey: captureKey(chargeId, n),
    amount,
    capturedBefore: 0, // matters only once the provider has forgotten the key
    isFinal,
    now,
  });
  const capture = (n: number, amount: number, isFinal: boolean) => at.provider.capture(capturing(n, amount, isFinal));
  const refund = (refundId: string, amount = 1_000) => at.provider.refund({ chargeId, refundId, amount, now });
  /** Authorizes with `approving` until the money is there. */
  const approve = async () => {
    const first = await at.provider.authorize(authorization(at.approving));
    if (!limits.approvesOnReport) return first;
    expect(first).toMatchObject({ kind: 'pending' });
    return at.provider.completeAction({ chargeId, answer: at.authenticated, now });
  };
  const hold = () => at.provider.authorize(authorization(at.approving, { captureMethod: 'manual' }));

  beforeEach(() => {
    at = make();
    count += 1;
    chargeId = `ch_conformance${count}`;
  });

  describe('authorize', () => {
    test('an approval captures at once, answers the same again, and sync agrees', async () => {
      const first = await approve();
      expect(first).toMatchObject({ kind: 'approved', captured: true, amount: 1_000 });
      expect(await at.provider.authorize(authorization(at.approving))).toEqual(first);
      expect(await at.provider.sync({ chargeId, now })).toEqual(first);
    });
    test('two that arrive together under one key answer the same', async () => {
      const both = [authorization(at.approving), authorization(at.approving)].map((one) => at.provider.authorize(one));
      const [one, other] = await Promise.all(both);
      expect(one).toEqual(other);
    });
    const refusesAnother = async (another: Partial<AuthorizeRequest>) => {
      await at.provider.authorize(authorization(at.approving));
      await expect(at.provider.authorize(authorization(at.approving, another))).rejects.toThrow(/^bug: /);
    };
    test.each([{ amount: 999 }, { currency: 'USD' as const }])(
      'one key never stands for two different payments: %j',
      refusesAnother,
    );
    unless(limits.holdsNothing)('one key never stands for a payment that is captured at once and for a hold', () =>
      refusesAnother({ captureMethod: 'manual' }),
    );
    unless(ofAnotherType ? undefined : true)('one key never stands for methods of two types', () =>
      refusesAnother({ method: at.ofAnotherType ?? at.approving }),
    );
    unless(limits.approvesOnReport)(
      'a decline says why, answers the same again, and tells the buyer nothing about a stolen card',
      async () => {
        const first = await at.provider.authorize(authorization(at.declining));
        expect(first).toMatchObject({ kind: 'declined', declineCode: at.declineCode ?? 'stolen_card' });
        expect(first.kind === 'declined' && first.message).not.toMatch(/stolen|lost/i);
        expect(await at.provider.authorize(authorization(at.declining))).toEqual(first);
        expect(await at.provider.sync({ chargeId, now })).toEqual(first);
      },
    );
    unless(limits.redirectsAlways)('a lost answer is unknown, and sync finds what happened', async () => {
      expect(await at.provider.authorize(authorization(at.silent))).toMatchObject({ kind: 'unknown' });
      expect(await at.provider.sync({ chargeId, now })).toMatchObject({ kind: 'approved', captured: true });
    });
    test('sync never starts a payment', async () => {
      expect(await at.provider.sync({ chargeId, now })).toEqual({ kind: 'not_found' });
      expect(await at.provider.sync({ chargeId, now })).toEqual({ kind: 'not_found' });
    });
  });

  if (typeof answersOfAnother !== 'string')
    describe('an answer', () => {
      const answerAsPaid = async (other: Named | null) => {
        const waiting = await at.provider.authorize(authorization(at.challenging));
        if (typeof at.answersOfAnother !== 'string') await at.answersOfAnother.answerAsPaid(chargeId, other);
        return waiting;
      };
      test('about the payment that was requested is believed', async () => {
        await answerAsPaid(null);
        expect(await at.provider.sync({ chargeId, now })).toMatchObject({ kind: 'approved', amount: 1_000 });
      });
      test.each(named.filter((name) => answersOfAnother.lacks[name] === undefined))(
        'with another %s is not believed, and leaves nothing behind',
        async (other) => {
          const waiting = await answerAsPaid(other);
          const said = await at.provider.sync({ chargeId, now }).catch((thrown: unknown) => String(thrown));
          if (typeof said === 'string') expect(said).toContain('that was requested');
          else expect(said.kind).toBe('unknown');
          expect(await at.provider.sync({ chargeId, now })).toEqual(waiting);
        },
      );
    });

  describe('completeAction', () => {
    test.each([
      ['authenticated', 'approved'],
      ['refused', 'declined'],
    ] as const)('%s: %s, once and for all', async (answer, kind) => {
      const challenged = await at.provider.authorize(authorization(at.challenging));
      expect(challenged).toMatchObject(
        limits.approvesOnReport
          ? { kind: 'pending' }
          : { kind: 'requires_action', redirectUrl: expect.stringContaining('://') },
      );
      expect(await at.provider.sync({ chargeId, now })).toEqual(challenged);
      const done = await at.provider.completeAction({ chargeId, answer: at[answer], now });
      expect(done.kind).toBe(kind);
      const others = limits.approvesOnReport && answer === 'refused' ? [at.refused] : [at.authenticated, at.refused];
      for (const again of others)
        expect(await at.provider.completeAction({ chargeId, answer: again, now })).toEqual(done);
      expect(await at.provider.sync({ chargeId, now })).toEqual(done);
    });
    unless(limits.approvesOnReport)('comes too late once the action has expired', async () => {
      const challenged = await at.provider.authorize(authorization(at.challenging));
      const expiresAt = challenged.kind === 'requires_action' ? challenged.expiresAt : now;
      const late = await at.provider.completeAction({ chargeId, answer: at.authenticated, now: expiresAt });
      expect(late).toMatchObject({ kind: 'declined', code: 'customer_abandoned' });
      expect(await at.provider.sync({ chargeId, now })).toEqual(late);
    });
    unless(limits.takesLateMoney ?? limits.approvesOnReport)(
      'decides nothing after the attempt was canceled',
      async () => {
        await at.provider.authorize(authorization(at.challenging));
        expect(await at.provider.cancel({ chargeId, now, recorded: 0 })).toEqual({ kind: 'canceled' });
        const late = await at.provider.completeAction({ chargeId, answer: at.authenticated, now });
        expect(late).toEqual({ kind: 'canceled' });
      },
    );
    test('of a payment that never arrived is not found', async () => {
      const lost = await at.provider.completeAction({ chargeId, answer: at.authenticated, now });
      expect(lost).toEqual({ kind: 'not_found' });
    });
  });

  describe('capture', () => {
    unless(limits.capturesOnce)('takes the amount once, however often it is repeated', async () => {
      expect(await hold()).toMatchObject({ kind: 'approved', captured: false, amount: 1_000 });
      const first = await capture(1, 600, false);
      expect(first.kind).toBe('captured');
      expect(await capture(1, 600, false)).toEqual(first);
      expect(await at.provider.sync({ chargeId, now })).toMatchObject({ captured: true, amount: 600 });
    });
    unless(limits.capturesOnce)('takes parts up to what was authorized and no more', async () => {
      await hold();
      expect((await capture(1, 600, false)).kind).toBe('captured');
      expect((await capture(2, 401, false)).kind).toBe('failed');
      expect((await capture(3, 400, false)).kind).toBe('captured');
      expect((await capture(4, 1, true)).kind).toBe('failed');
    });
    unless(limits.holdsNothing)('releases the rest when it is final', async () => {
      await hold();
      expect((await capture(1, 600, true)).kind).toBe('captured');
      expect((await capture(2, 100, true)).kind).toBe('failed');
    });
    unless(limits.holdsNothing)('that is final takes the amount, however often it is repeated', async () => {
      await hold();
      const first = await capture(1, 600, true);
      expect(first.kind).toBe('captured');
      expect(await capture(1, 600, true)).toEqual(first);
      expect(await at.provider.sync({ chargeId, now })).toMatchObject({ captured: true, amount: 600 });
    });
    unless(limits.holdsNothing)('one key never stands for two different captures', async () => {
      await hold();
      await capture(1, 600, true);
      await expect(capture(1, 500, true)).rejects.toThrow(/^bug: /);
      await expect(capture(1, 600, false)).rejects.toThrow(/^bug: /);
    });
    unless(limits.holdsNothing)('fails where the provider fails it, and the hold can still be released', async () => {
      await at.provider.authorize(authorization(at.uncapturable, { captureMethod: 'manual' }));
      const failed = await capture(1, 1_000, true);
      expect(failed.kind).toBe('failed');
      expect(await capture(1, 1_000, true)).toEqual(failed);
      expect(await at.provider.cancel({ chargeId, now, recorded: 0 })).toEqual({ kind: 'canceled' });
    });
    unless(limits.holdsNothing ?? hasNoCredentials)(
      'that is refused for the credentials is undecided, and is made once they are accepted',
      async () => {
        await hold();
        at.refuseCredentials?.('capture');
        expect((await capture(1, 600, true)).kind).toBe('unknown');
        expect((await at.provider.capture({ ...capturing(1, 600, true), now: afterDoubt })).kind).toBe('captured');
        expect(await at.provider.sync({ chargeId, now })).toMatchObject({ captured: true, amount: 600 });
      },
    );
    test('fails without an authorization, and after one that captured by itself', async () => {
      expect((await capture(1, 1_000, true)).kind).toBe('failed');
      await approve();
      expect((await capture(2, 1_000, true)).kind).toBe('failed');
    });
  });

  describe('a currency of three decimals', () => {
    const isForeign = ofThousandths ? undefined : true;
    /** Held or captured at once; what is taken is three quarters of 1.236. */
    const take = async (captureMethod: 'automatic' | 'manual') => {
      if (!at.ofThousandths) throw new Error('there is no account of thousandths');
      const { provider, currency, step = 1 } = at.ofThousandths;
      const [all, part] = [1_236 * step, 927 * step];
      const amount = captureMethod === 'manual' ? all : part;
      const first = await provider.authorize(authorization(at.approving, { amount, currency, captureMethod }));
      expect(first).toMatchObject({ kind: 'approved', amount });
      if (captureMethod === 'manual') expect((await provider.capture(capturing(1, part, true))).kind).toBe('captured');
      expect(await provider.sync({ chargeId, now })).toMatchObject({ captured: true, amount: part, capturable: 0 });
      return { provider, part, step };
    };
    unless(isForeign ?? limits.holdsNothing)('is held and captured to the thousandth', async () => {
      await take('manual');
    });
    unless(isForeign ?? limits.refundsNothing)('is refunded to the thousandth, and no further', async () => {
      const { provider, part, step } = await take('automatic');
      const refundOf = async (refundId: string, amount: number) =>
        (await provider.refund({ chargeId, refundId, amount, now })).kind;
      expect(await refundOf('re_1', part - step)).toBe('succeeded');
      expect(await refundOf('re_2', 2 * step)).toBe('failed');
      expect(await refundOf('re_3', step)).toBe('succeeded');
    });
  });

  describe('cancel', () => {
    unless(limits.holdsNothing)('releases a hold for good', async () => {
      await hold();
      expect(await at.provider.cancel({ chargeId, now, recorded: 0 })).toEqual({ kind: 'canceled' });
      expect(await at.provider.cancel({ chargeId, now, recorded: 0 })).toEqual({ kind: 'canceled' });
      expect((await capture(1, 1_000, true)).kind).toBe('failed');
      expect(await at.provider.sync({ chargeId, now })).toEqual({ kind: 'canceled' });
    });
    unless(limits.capturesOnce)(
      'releases what is left after a part was captured, once that part is recorded',
      async () => {
        await hold();
        await capture(1, 600, false);
        const all = { chargeId, now, recorded: 600 };
        expect(await at.provider.cancel({ ...all, recorded: 0 })).toEqual({ kind: 'already_captured' });
        expect(await at.provider.cancel(all)).toEqual({ kind: 'canceled' });
        expect(await at.provider.cancel({ ...all, recorded: 0 })).toEqual({ kind: 'already_captured' });
        expect(await at.provider.cancel(all)).toEqual({ kind: 'canceled' });
        expect((await capture(2, 400, true)).kind).toBe('failed');
        expect(await at.provider.sync({ chargeId, now })).toMatchObject({ kind: 'approved', amount: 600 });
      },
    );
    test('does not take back what is captured', async () => {
      await approve();
      expect(await at.provider.cancel({ chargeId, now, recorded: 0 })).toEqual({ kind: 'already_captured' });
      expect(await at.provider.sync({ chargeId, now })).toMatchObject({ kind: 'approved', captured: true });
    });
    unless(limits.redirectsAlways)('does not take back a payment whose answer was lost', async () => {
      await at.provider.authorize(authorization(at.silent));
      expect(await at.provider.cancel({ chargeId, now, recorded: 0 })).toEqual({ kind: 'already_captured' });
    });
    if (limits.takesLateMoney)
      test('does not lose the money of a buyer who finishes afterwards', async () => {
        await at.provider.authorize(authorization(at.challenging));
        expect(await at.provider.cancel({ chargeId, now, recorded: 0 })).toEqual({ kind: 'canceled' });
        expect(await at.provider.sync({ chargeId, now })).toEqual({ kind: 'canceled' });
        await at.provider.completeAction({ chargeId, answer: at.authenticated, now });
        expect(await at.provider.sync({ chargeId, now })).toMatchObject({ kind: 'approved', captured: true });
      });
    unless(limits.holdsNothing)('and capture together: exactly one of them gets the hold', async () => {
      await hold();
      const [captured, canceled] = await Promise.all([
        capture(1, 1_000, true),
        at.provider.cancel({ chargeId, now, recorded: 0 }),
      ]);
      expect([captured.kind, canceled.kind]).toEqual(
        captured.kind === 'captured' ? ['captured', 'already_captured'] : ['failed', 'canceled'],
      );
    });
    test('before the authorization arrives stops it', async () => {
      expect(await at.provider.cancel({ chargeId, now, recorded: 0 })).toEqual({ kind: 'canceled' });
      expect((await at.provider.authorize(authorization(at.approving))).kind).toBe('declined');
      expect(await at.provider.sync({ chargeId, now })).toEqual({ kind: 'canceled' });
    });
    test('of a declined payment leaves it without money', async () => {
      await at.provider.authorize(authorization(at.declining));
      if (limits.approvesOnReport) await at.provider.completeAction({ chargeId, answer: at.refused, now });
      expect(await at.provider.cancel({ chargeId, now, recorded: 0 })).toEqual({ kind: 'canceled' });
      expect(['declined', 'canceled']).toContain((await at.provider.sync({ chargeId, now })).kind);
    });
  });

  describe('refund', () => {
    unless(limits.refundsNothing)(
      'answers the same again under its id, and each id is a refund of its own',
      async () => {
        await at.provider.authorize(authorization(at.approving));
        const first = await refund('re_1', 400);
        expect(first).toMatchObject({ kind: 'succeeded' });
        expect(await refund('re_1', 400)).toEqual(first);
        expect(await at.provider.syncRefund({ refundId: 're_1', now })).toEqual(first);
        expect(await refund('re_2', 600)).not.toEqual(first);
      },
    );
    unless(limits.refundsNothing)('one id never stands for two different refunds', async () => {
      await at.provider.authorize(authorization(at.approving));
      await refund('re_1', 400);
      await expect(refund('re_1', 500)).rejects.toThrow(/^bug: /);
    });
    unless(limits.refundsNothing)('one id never stands for refunds of two charges', async () => {
      await at.provider.authorize(authorization(at.approving));
      await refund('re_1', 400);
      chargeId = `${chargeId}_other`;
      await at.provider.authorize(authorization(at.approving));
      await expect(refund('re_1', 400)).rejects.toThrow(/^bug: /);
    });
    unless(limits.refundsAtOnce)('pending first, it arrives later', async () => {
      await at.provider.authorize(authorization(at.slowToRefund));
      const first = await refund('re_1');
      expect(first).toMatchObject({ kind: 'pending', checkAgainAt: later(at.refundMs) });
      expect(await at.provider.syncRefund({ refundId: 're_1', now: later(at.refundMs - 1) })).toEqual(first);
      const ended = await at.provider.syncRefund({ refundId: 're_1', now: later(at.refundMs) });
      expect(ended).toMatchObject({ kind: 'succeeded' });
    });
    unless(limits.refundsAreFinal)('succeeded first, it can fail later', async () => {
      await at.provider.authorize(authorization(at.failingToRefund));
      expect(await refund('re_1')).toMatchObject({ kind: 'succeeded', checkAgainAt: later(at.refundMs) });
      const ended = await at.provider.syncRefund({ refundId: 're_1', now: later(at.refundMs) });
      expect(ended).toMatchObject({ kind: 'failed', failureReason: 'expired_or_canceled_card' });
      expect(await at.provider.syncRefund({ refundId: 're_1', now })).toEqual(ended);
    });
    unless(limits.refundsNothing ?? hasNoCredentials)(
      'that is refused for the credentials is undecided, and is made once they are accepted',
      async () => {
        await at.provider.authorize(authorization(at.approving));
        at.refuseCredentials?.('refund');
        expect((await refund('re_1')).kind).toBe('unknown');
        const again = await at.provider.refund({ chargeId, refundId: 're_1', amount: 1_000, now: afterDoubt });
        expect(again).toMatchObject({ kind: 'succeeded' });
      },
    );
    unless(limits.holdsNothing)('of what is not captured fails', async () => {
      await hold();
      expect((await refund('re_1')).kind).toBe('failed');
    });
    test('that never arrived is not found', async () => {
      expect(await at.provider.syncRefund({ refundId: 're_lost', now })).toEqual({ kind: 'not_found' });
    });
  });
}
