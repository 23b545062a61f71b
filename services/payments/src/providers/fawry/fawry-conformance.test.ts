import { afterAll, beforeAll } from '@jest/globals';
import type { FawryStandIn } from '@mizan/stand-ins';
import { type AnswersOfAnother, provesConformance } from '../port/conformance.test-support.ts';
import type { Provider } from '../port/provider.ts';
import { walletWindowMs } from './authorize.ts';
import { contextAt, now, startFawry, voucher, wallet } from './fawry.test-support.ts';
import { createFawryProvider } from './fawry-provider.ts';
import { referenceOf } from './references.ts';

let fawry: FawryStandIn;
beforeAll(async () => {
  fawry = await startFawry();
});
afterAll(() => fawry.close());

/** What the owner of a wallet does, by the method's token. */
type Play = 'approve' | 'decline' | 'wait' | 'approve, answer lost';

/** The provider with a buyer, who acts as soon as there is an order. */
function played(): { provider: Provider; answerAsPaid: AnswersOfAnother['answerAsPaid'] } {
  const context = () => (made ??= contextAt(fawry));
  let made: ReturnType<typeof contextAt> | undefined;
  const own = (): Provider => createFawryProvider(context());
  const act = async (chargeId: string, isApproved: boolean): Promise<void> => {
    const reference = await referenceOf(context().store, chargeId);
    const { status } = fawry.order(reference);
    if (status !== 'PAID' && status !== 'FAILED') fawry.pay(reference, isApproved ? 'paid' : 'stolen');
  };
  const answerAsPaid: AnswersOfAnother['answerAsPaid'] = async (chargeId, other) => {
    const reference = await referenceOf(context().store, chargeId);
    const fawryRefNumber = String(fawry.order(reference).id);
    const paid = { fawryRefNumber, merchantRefNumber: reference, orderAmount: 10, orderStatus: 'PAID' };
    const body = { ...paid, ...(other && other !== 'currency' && ofAnother[other]) };
    fawry.faults.add({ effect: 'error_in_200', method: 'GET', body });
  };
  const provider: Provider = {
    authorize: async (given) => {
      const play = given.method.token as Play;
      if (play === 'approve, answer lost') {
        fawry.faults.add({ effect: 'lost', done: true, method: 'POST' });
        fawry.faults.add({ effect: 'lost', method: 'GET' });
      }
      const first = await own().authorize({ ...given, method: { ...wallet, type: given.method.type } });
      if (play === 'approve, answer lost') {
        await act(given.chargeId, true);
        return first;
      }
      if (play === 'wait' || (first.kind !== 'requires_action' && first.kind !== 'unknown')) return first;
      // Of two at the same time the second one may be too early: it queries again, as the platform does.
      let standing = await own().sync(given);
      while (standing.kind === 'unknown') standing = await own().sync(given);
      if (standing.kind === 'requires_action') {
        await act(given.chargeId, play !== 'decline');
        standing = await own().sync(given);
      }
      if (standing.kind === 'canceled' || standing.kind === 'not_found')
        throw new Error(`the order is ${standing.kind}`);
      return standing;
    },
    sync: (request) => own().sync(request),
    completeAction: async (request) => {
      const isOpen = request.now.getTime() < now.getTime() + walletWindowMs;
      const isSent = (await own().sync(request)).kind !== 'not_found';
      if (isOpen && isSent) await act(request.chargeId, request.answer['result'] === 'pay');
      return own().completeAction(request);
    },
    capture: (request) => own().capture(request),
    cancel: (request) => own().cancel(request),
    refund: (request) => own().refund(request),
    syncRefund: (request) => own().syncRefund(request),
  };
  return { provider, answerAsPaid };
}

const ofAnother = {
  payment: { fawryRefNumber: '1' },
  amount: { orderAmount: 1 },
  reference: { merchantRefNumber: '123456789012345' },
};

const method = (play: Play) => ({ ...wallet, token: play });

const underTest = () => {
  const { provider, answerAsPaid } = played();
  const lacks = { currency: 'Fawry takes pounds alone, and its answers name no currency.' };
  return { provider, answersOfAnother: { answerAsPaid, lacks } };
};

provesConformance(() => ({
  ...underTest(),
  approving: method('approve'),
  declining: method('decline'),
  challenging: method('wait'),
  authenticated: { result: 'pay' },
  refused: { result: 'fail' },
  silent: method('approve, answer lost'),
  uncapturable: method('approve'),
  slowToRefund: method('approve'),
  failingToRefund: method('approve'),
  refundMs: 0,
  refuseCredentials: () =>
    fawry.faults.add({
      effect: 'error_in_200',
      body: { type: 'ResponseDataModel', statusCode: 9946, statusDescription: 'Signature is not valid.' },
      path: '/ECommerceWeb/Fawry/payments/refund',
      method: 'POST',
    }),
  ofThousandths: null, // Egypt alone
  ofAnotherType: { ...voucher, token: 'approve' },
  limits: { holdsNothing: true, capturesOnce: true, takesLateMoney: true, refundsAtOnce: true, refundsAreFinal: true },
}));
