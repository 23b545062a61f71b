import { setTimeout as wait } from 'node:timers/promises';
import { command, query } from './handlers.ts';
import { probeService } from './probe-service.test-support.ts';
import { serve } from './serve.ts';

// Two services as one process: checkout, which calls catalog.
const request = { priceIds: ['price_1'] };
await serve(
  probeService({
    name: 'checkout',
    routes: {
      createCoupon: command({
        load: ({ calls }) => calls.getCheckoutPrices(request),
        run: async (_tx, _input, prices) => prices,
      }),
    },
  }),
  probeService({
    name: 'catalog',
    answers: {
      getCheckoutPrices: query(async (_reader, { body }) => {
        process.send?.({ called: true });
        await wait(400);
        return { answered: body };
      }),
    },
    routes: {
      getPrice: query(async () => {
        void Promise.reject(new Error('not caught'));
        return {};
      }),
    },
  }),
);
