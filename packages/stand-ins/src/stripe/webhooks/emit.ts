import { stripeVersion } from '../api/version.ts';
import { newId, type StripeEvent } from '../state.ts';
import { isOwn, nowSeconds, owned, type Caller, type StripeApp } from '../stripe-app.ts';
import { webhookHeaders } from './sign.ts';

/** So many of the newest events can be read. */
export const keptEvents = 10_000;

/** Records an event and sends it to the endpoints that want it. @param object as it stands at this moment */
export function emit(caller: Caller, type: string, object: Readonly<Record<string, unknown>>): void {
  const { app } = caller;
  const event: StripeEvent = {
    ...owned(caller, newId('evt')),
    type,
    object: structuredClone(object),
    request: { id: caller.requestId, idempotency_key: caller.idempotencyKey },
  };
  app.state.events.push(event);
  app.mark('events', event);
  if (app.state.events.length > keptEvents) app.state.events.shift();
  const body = JSON.stringify(renderEvent(app, event), null, 2);
  for (const { url, secret } of endpointsOf(app, event))
    app.callbacks.send({ url, headers: webhookHeaders(secret, nowSeconds(app), body), body });
}

const endpointsOf = (app: StripeApp, event: StripeEvent) =>
  app.state.endpoints.filter(
    (each) =>
      isOwn({ ...event, app, isPublishable: false, requestId: null, idempotencyKey: null }, each) &&
      each.enabledEvents.some((wanted) => wanted === '*' || wanted === event.type),
  );

/** An Event as Stripe shows it. */
export const renderEvent = (app: StripeApp, event: StripeEvent): Readonly<Record<string, unknown>> => ({
  id: event.id,
  object: 'event',
  api_version: stripeVersion,
  created: event.created,
  data: { object: event.object },
  livemode: event.livemode,
  pending_webhooks: endpointsOf(app, event).length,
  request: event.request,
  type: event.type,
});
