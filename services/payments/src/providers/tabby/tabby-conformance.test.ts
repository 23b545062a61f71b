import { afterAll, beforeAll } from '@jest/globals';
import type { Currency } from '@mizan/contracts';
import type { TabbyStandIn } from '@mizan/stand-ins';
import { playedProvider } from '../page-provider/played-provider.test-support.ts';
import { provesConformance } from '../port/conformance.test-support.ts';
import { now, providerAt, startTabby } from './tabby.test-support.ts';
import { actionWindowMs } from './tabby-api.ts';

let tabby: TabbyStandIn;
let kuwaiti: TabbyStandIn;
beforeAll(async () => {
  tabby = await startTabby();
  kuwaiti = await startTabby({ market: 'KW' });
});
afterAll(() => Promise.all([tabby.close(), kuwaiti.close()]));

const ofAnother = {
  payment: { id: 'another' },
  amount: { amount: '1.00', captures: [{ id: 'capture', amount: '1.00' }] },
  currency: { currency: 'SAR' },
  reference: { order: { reference_id: 'ch_another' } },
};

const played = (account: () => TabbyStandIn, currency: Currency) =>
  playedProvider({
    ...{ currency, type: 'tabby', now, actionWindowMs },
    makeProvider: () => providerAt(account()),
    act: (chargeId, isAgreed) => {
      // Of two pages that were prepared together the buyer sees the first one that was stored: either may be it.
      const open = account()
        .snapshot()
        .payments.filter(({ referenceId, status }) => referenceId === chargeId && status === 'CREATED');
      for (const { id } of open) account().act(id, isAgreed ? 'approve' : 'reject');
    },
    answerAsPaid: (chargeId, other) => {
      const { id } = account().payment(chargeId);
      const paid = { id, status: 'CLOSED', amount: '10.00', currency, order: { reference_id: chargeId } };
      const body = { ...paid, captures: [{ id: 'capture', amount: '10.00' }], ...(other && ofAnother[other]) };
      account().faults.add({ effect: 'error_in_200', method: 'GET', path: '/api/v2/payments/', body });
    },
    failCapture: () =>
      account().faults.add({
        effect: 'status',
        status: 400,
        body: { error: 'no' },
        path: '/api/v2/payments',
        method: 'POST',
      }),
    refuseCredentials: (of) =>
      account().faults.add({
        effect: 'status',
        status: 401,
        body: { status: 'error', errorType: 'not_authorized', error: 'Unauthorized' },
        path: `/api/v2/payments/*/${of}s`,
        method: 'POST',
      }),
  });

provesConformance(() => ({
  ...played(() => tabby, 'AED'),
  ofThousandths: { provider: played(() => kuwaiti, 'KWD').provider, currency: 'KWD' },
  limits: { redirectsAlways: true, refundsAtOnce: true, refundsAreFinal: true },
}));
