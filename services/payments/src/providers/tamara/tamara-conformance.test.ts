import { afterAll, beforeAll } from '@jest/globals';
import type { TamaraStandIn } from '@mizan/stand-ins';
import { playedProvider } from '../page-provider/played-provider.test-support.ts';
import { provesConformance } from '../port/conformance.test-support.ts';
import { authorizing, now, providerAt, startTamara } from './tamara.test-support.ts';
import { actionWindowMs } from './tamara-api.ts';

let tamara: TamaraStandIn;
beforeAll(async () => {
  tamara = await startTamara();
});
afterAll(() => tamara.close());

provesConformance(() => {
  const { buyer } = authorizing();
  const played = playedProvider({
    ...{ currency: 'SAR', type: 'tamara', now, actionWindowMs },
    makeProvider: () => {
      const own = providerAt(tamara);
      return { ...own, authorize: (request) => own.authorize({ ...request, ...(buyer && { buyer }) }) };
    },
    act: (chargeId, isAgreed) => {
      const open = tamara
        .snapshot()
        .orders.filter(({ referenceId, status }) => referenceId === chargeId && status === 'new');
      for (const { id } of open) tamara.act(id, isAgreed ? 'approve' : 'decline');
    },
    failCapture: () =>
      tamara.faults.add({
        effect: 'status',
        status: 400,
        body: { message: 'no' },
        path: '/payments/capture',
        method: 'POST',
      }),
    refuseCredentials: (of) =>
      tamara.faults.add({
        effect: 'status',
        status: 401,
        body: { message: 'Unauthorized' },
        path: of === 'capture' ? '/payments/capture' : '/payments/simplified-refund',
        method: 'POST',
      }),
  });
  return {
    ...played,
    limits: { capturesOnce: true, redirectsAlways: true, refundsAtOnce: true, refundsAreFinal: true },
  };
});
