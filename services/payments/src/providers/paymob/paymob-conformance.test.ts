import { afterAll, beforeAll } from '@jest/globals';
import { type PaymobStandIn, StandInClock, startPaymobStandIn } from '@mizan/stand-ins';
import { type AnswersOfAnother, provesConformance } from '../port/conformance.test-support.ts';
import type { Provider } from '../port/provider.ts';
import { actionWindowMs } from './authorize.ts';
import { contextAt, methodOf, now } from './paymob.test-support.ts';
import { createPaymobProvider } from './paymob-provider.ts';

let paymob: PaymobStandIn;
let omani: PaymobStandIn;
let clock: StandInClock;
beforeAll(async () => {
  clock = new StandInClock({ frozenAt: now.toISOString() });
  paymob = await startPaymobStandIn({ clock });
  omani = await startPaymobStandIn({ clock, country: 'omn' });
});
afterAll(() => Promise.all([paymob.close(), omani.close()]));

const dayMs = 24 * 60 * 60_000;
let runs = 0;

/** What the buyer of a method does on Paymob's page, by the method's token. */
type Play = 'approve' | 'decline' | 'wait' | 'approve, captures fail' | 'approve, refunds take a day';

/**
 * The provider with a buyer, who pays as soon as there is a page. Each run has references of its own: the stand-in is one
 * account, and refuses a reference that was used before.
 */
function played(account: () => PaymobStandIn): {
  provider: Provider;
  answerAsPaid: AnswersOfAnother['answerAsPaid'];
} {
  const run = ++runs;
  const atPaymob = (chargeId: string): string => `${chargeId}x${run}`;
  const plays = new Map<string, Play>();
  const pendingRefunds = new Map<string, string>();
  let made: Provider | undefined;
  const own = (): Provider => (made ??= createPaymobProvider(contextAt(account())));
  const named = <Request extends { readonly chargeId: string }>(request: Request): Request => ({
    ...request,
    chargeId: atPaymob(request.chargeId),
  });
  const referenceOf = (chargeId: string): string | undefined =>
    account()
      .snapshot()
      .intentions.map(({ specialReference }) => specialReference ?? '')
      .findLast((reference) => reference.startsWith(chargeId));
  const hasPaid = (reference: string): boolean =>
    account()
      .records()
      .some((record) => record.reference === reference);
  const pay = (chargeId: string, isApproved: boolean): void => {
    const reference = referenceOf(chargeId);
    if (reference === undefined || hasPaid(reference)) return;
    account().pay(reference, { outcome: isApproved ? 'approved' : 'stolen_card' });
  };
  const answerAsPaid: AnswersOfAnother['answerAsPaid'] = (chargeId, other) => {
    const reference = referenceOf(atPaymob(chargeId));
    const { orderId } = account()
      .snapshot()
      .intentions.find(({ specialReference }) => specialReference === reference) ?? { orderId: 0 };
    const paid = { id: 1, pending: false, success: true, created_at: now.toISOString() };
    const named = { amount_cents: 1_000, currency: 'EGP', order: { id: orderId, merchant_order_id: reference } };
    const body = { ...paid, ...named, ...(other && other !== 'reference' && ofAnother[other]) };
    account().faults.add({ effect: 'error_in_200', path: '/api/ecommerce/orders/transaction_inquiry', body });
  };
  const provider: Provider = {
    authorize: async (given) => {
      const request = named(given);
      const play = given.method.token as Play;
      const first = await own().authorize({ ...request, method: methodOf(given.method.type) });
      if (first.kind !== 'requires_action' || play === 'wait') return first;
      pay(request.chargeId, play !== 'decline');
      plays.set(request.chargeId, play);
      const standing = await own().sync(request);
      if (standing.kind === 'canceled' || standing.kind === 'not_found')
        throw new Error(`the page is ${standing.kind}`);
      return standing;
    },
    sync: (request) => own().sync(named(request)),
    completeAction: (given) => {
      const request = named(given);
      const isOpen = request.now.getTime() < now.getTime() + actionWindowMs;
      if (isOpen) pay(request.chargeId, request.answer['result'] === 'pay');
      return own().completeAction(request);
    },
    capture: (given) => {
      const request = named(given);
      if (plays.get(request.chargeId) === 'approve, captures fail') account().plan('capture', 'declined');
      plays.delete(request.chargeId); // a repeated one is not sent
      return own().capture({ ...request, idempotencyKey: `${given.idempotencyKey}x${run}` });
    },
    cancel: (request) => own().cancel(named(request)),
    refund: async (given) => {
      const request = named(given);
      if (plays.get(request.chargeId) === 'approve, refunds take a day') account().plan('refund', 'pending');
      const outcome = await own().refund(request);
      if (outcome.kind === 'pending') pendingRefunds.set(request.refundId, outcome.reference);
      return outcome;
    },
    syncRefund: (request) => {
      const pending = pendingRefunds.get(request.refundId);
      if (pending !== undefined && request.now.getTime() >= now.getTime() + dayMs) {
        account().settle(Number(pending));
        pendingRefunds.delete(request.refundId);
      }
      return own().syncRefund(request);
    },
  };
  return { provider, answerAsPaid };
}

const ofAnother = {
  payment: { order: { id: 1, merchant_order_id: 'ch_another' } },
  amount: { amount_cents: 100 },
  currency: { currency: 'OMR' },
};

const method = (play: Play) => ({ ...methodOf('card'), token: play });

const underTest = () => {
  const { provider, answerAsPaid } = played(() => paymob);
  const lacks = { reference: 'The order is compared, which Paymob makes for one reference.' };
  return { provider, answersOfAnother: { answerAsPaid, lacks } };
};

provesConformance(() => ({
  ...underTest(),
  approving: method('approve'),
  declining: method('decline'),
  challenging: method('wait'),
  authenticated: { result: 'pay' },
  refused: { result: 'fail' },
  silent: method('approve'),
  uncapturable: method('approve, captures fail'),
  slowToRefund: method('approve, refunds take a day'),
  failingToRefund: method('approve'),
  refundMs: dayMs,
  refuseCredentials: (of) =>
    paymob.faults.add({
      effect: 'status',
      status: 401,
      body: { detail: 'Invalid token.' },
      path: of === 'capture' ? '/api/acceptance/capture' : '/api/acceptance/void_refund/refund',
      method: 'POST',
    }),
  ofThousandths: { provider: played(() => omani).provider, currency: 'OMR' },
  ofAnotherType: { ...methodOf('vodafone_cash'), token: 'approve' },
  limits: { capturesOnce: true, redirectsAlways: true, takesLateMoney: true, refundsAreFinal: true },
}));
