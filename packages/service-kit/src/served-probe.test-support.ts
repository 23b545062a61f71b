import { setTimeout as wait } from 'node:timers/promises';
import { command, query } from './handlers.ts';
import { probeService } from './probe-service.test-support.ts';
import { serve } from './serve.ts';

// A service as a process of its own, for tests of how processes start and end.
await serve(
  probeService({
    routes: {
      getPrice: query(async (_reader, { params }) => {
        if (params['id'] === 'price_crash') void Promise.reject(new Error('not caught'));
        if (params['id'] === 'price_slow') await wait(400);
        return { id: params['id'] };
      }),
      createProduct: command(async (tx) => {
        await tx.sql`select pg_sleep(0.3)`;
        await tx.sql`insert into bus_state values (${`made_${Math.random()}`}, '1')`;
        return { made: true };
      }),
    },
  }),
);
