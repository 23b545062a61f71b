import { command, type Database, type RoutesOf } from '@mizan/service-kit';
import type { ServiceAccess } from './merchant-requests.ts';
import { triggerEvent } from './trigger-event.ts';

/** Events made to happen. */
export const eventTriggerRoutes = (db: Database, access: ServiceAccess): Pick<RoutesOf<'gateway'>, 'triggerEvent'> => ({
  triggerEvent: command({
    load: (context, input) => triggerEvent({ db, access }, context, input),
    run: (_tx, _input, triggered) => Promise.resolve(triggered),
  }),
});
