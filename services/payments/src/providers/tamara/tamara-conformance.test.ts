import { afterAll, beforeAll } from '@jest/globals';
import type { Currency } from '@mizan/contracts';
import type { TamaraStandIn } from '@mizan/stand-ins';
import { playedProvider } from '../page-provider/played-provider.test-support.ts';
import { provesConformance } from '../port/conformance.test-support.ts';
import { authorizing, now, providerAt, startTamara } from './tamara.test-support.ts';
import { actionWindowMs } from './tamara-api.ts';

let tamara: TamaraStandIn;
let kuwaiti: TamaraStandIn;
beforeAll(async () => {
  tamara = await startTamara();
  kuwaiti = await startTamara({ country: 'KW' });
});
afterAll(() => Promise.all([tamara.close(), kuwaiti.close()]));

const paidWith = (amount: number, currency: string) => ({
  total_amount: { amount, currency },
  captured_amount: { amount, currency },
});
const ofAnother = {
  payment: { order_id: 'another' },
  amount: paidWith(1, 'SAR'),
  currency: paidWith(10, 'AED'),
  reference: { order_reference_id: 'ch_another' },
};

const { buyer } = authorizing();
const played = (account: () => TamaraStandIn, currency: Currency) =>
  playedProvider({
    ...{ currency, type: 'tamara', now, actionWindowMs },
    makeProvider: () => {
      const own = providerAt(account());
      return { ...own, authorize: (request) => own.authorize({ ...request, ...(buyer && { buyer }) }) };
    },
    act: (chargeId, isAgreed) => {
      const open = account()
        .snapshot()
        .orders.filter(({ referenceId, status }) => referenceId === chargeId && status === 'new');
      for (const { id } of open) account().act(id, isAgreed ? 'approve' : 'decline');
    },
    answerAsPaid: (chargeId, other) => {
      const order = { order_id: account().order(chargeId).id, order_reference_id: chargeId, status: 'fully_captured' };
      const body = { ...order, ...paidWith(10, currency), ...(other && ofAnother[other]) };
      account().faults.add({ effect: 'error_in_200', method: 'GET', path: '/orders/', body });
    },
    failCapture: () =>
      account().faults.add({
        effect: 'status',
        status: 400,
        body: { message: 'no' },
        path: '/payments/capture',
        method: 'POST',
      }),
    refuseCredentials: (of) =>
      account().faults.add({
        effect: 'status',
        status: 401,
        body: { message: 'Unauthorized' },
        path: of === 'capture' ? '/payments/capture' : '/payments/simplified-refund',
        method: 'POST',
      }),
  });

provesConformance(() => ({
  ...played(() => tamara, 'SAR'),
  ofThousandths: { provider: played(() => kuwaiti, 'KWD').provider, currency: 'KWD' },
  limits: { capturesOnce: true, redirectsAlways: true, refundsAtOnce: true, refundsAreFinal: true },
}));
