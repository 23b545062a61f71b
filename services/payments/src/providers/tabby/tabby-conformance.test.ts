import { afterAll, beforeAll } from '@jest/globals';
import type { TabbyStandIn } from '@mizan/stand-ins';
import { playedProvider } from '../page-provider/played-provider.test-support.ts';
import { provesConformance } from '../port/conformance.test-support.ts';
import { now, providerAt, startTabby } from './tabby.test-support.ts';
import { actionWindowMs } from './tabby-api.ts';

let tabby: TabbyStandIn;
beforeAll(async () => {
  tabby = await startTabby();
});
afterAll(() => tabby.close());

provesConformance(() => ({
  ...playedProvider({
    ...{ currency: 'AED', type: 'tabby', now, actionWindowMs },
    makeProvider: () => providerAt(tabby),
    act: (chargeId, isAgreed) => {
      // Of two pages that were prepared together the buyer sees the first one that was stored: either may be it.
      const open = tabby
        .snapshot()
        .payments.filter(({ referenceId, status }) => referenceId === chargeId && status === 'CREATED');
      for (const { id } of open) tabby.act(id, isAgreed ? 'approve' : 'reject');
    },
    failCapture: () =>
      tabby.faults.add({
        effect: 'status',
        status: 400,
        body: { error: 'no' },
        path: '/api/v2/payments',
        method: 'POST',
      }),
    refuseCredentials: (of) =>
      tabby.faults.add({
        effect: 'status',
        status: 401,
        body: { status: 'error', errorType: 'not_authorized', error: 'Unauthorized' },
        path: `/api/v2/payments/*/${of}s`,
        method: 'POST',
      }),
  }),
  limits: { redirectsAlways: true, refundsAtOnce: true, refundsAreFinal: true },
}));
