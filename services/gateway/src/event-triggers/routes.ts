import { command, type RoutesOf } from '@mizan/service-kit';
import { triggerEvent, type TriggerApp } from './trigger-event.ts';

/** Test mode's way to make events happen. */
export const eventTriggerRoutes = (app: TriggerApp): Pick<RoutesOf<'gateway'>, 'triggerEvent'> => ({
  triggerEvent: command({
    load: (context, input) => triggerEvent(context, app, input),
    run: async (_tx, _input, triggered) => triggered,
  }),
});
