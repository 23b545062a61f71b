import { setTimeout as wait } from 'node:timers/promises';
import { Currency, type Event, type EventTrigger, type PublicEventType, type TriggerEvent } from '@mizan/contracts';
import type { LoadContext, Database, Input } from '@mizan/service-kit';
import { loadAccount } from '../accounts/read-accounts.ts';
import { Fixtures } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { MerchantRequests, type ServiceAccess } from './merchant-requests.ts';
import { paymentFlows } from './payment-flows.ts';
import { platformFlows } from './platform-flows.ts';
import { catalogFlows, checkoutFlows } from './shop-flows.ts';

/** How each type of event is triggered; the compiler refuses a new type of the contract that is missing here. */
const flows: Readonly<Record<PublicEventType, Flow>> = {
  ...catalogFlows,
  ...checkoutFlows,
  ...paymentFlows,
  ...platformFlows,
};

/** How long the response waits for the event to reach the event store. */
const storedMaxMs = 10_000;
const pollMs = 25;
/** Sent on request and not stored. */
const unstored = 'webhook_endpoint.test';

/** What triggering events needs of a running gateway. */
export interface TriggerApp extends ServiceAccess {
  readonly db: Database;
}

/**
 * Triggers an event in test mode: creates and changes real objects until the event happens.
 * @throws Problem of the service that refuses the overrides
 */
export async function triggerEvent(
  { scope, reader, calls }: Pick<LoadContext, 'scope' | 'reader' | 'calls'>,
  app: TriggerApp,
  { identity, body: { type, overrides }, idempotencyKey }: Input<unknown, unknown, TriggerEvent>,
): Promise<EventTrigger> {
  const requests = new MerchantRequests(app, identity, idempotencyKey);
  const { defaultCurrency, supportedCurrencies } = await loadAccount(reader);
  const supported: readonly Currency[] = [defaultCurrency, ...supportedCurrencies.map(({ code }) => code)];
  const now = () => app.db.clocks.nowOf(scope);
  const objectId = await flows[type](new Fixtures(requests, defaultCurrency), overrides, {
    merchantId: scope.merchantId,
    currency: defaultCurrency,
    foreignCurrency: Currency.options.findLast((each) => !supported.includes(each)) ?? defaultCurrency,
    requestRate: (pair) => calls.lockExchangeRate(pair),
    now,
    runCheckoutJobs: async (at) => {
      await wait(Math.max(0, at.getTime() - now().getTime()));
      await calls.advanceCheckoutClock({ at: at.toISOString(), aheadMs: 0, sinceOutboxId: null, throughStreamSeq: 0 });
    },
    disableTestEndpoint: async (endpointId) => void (await calls.disableTestEndpoint({ endpointId })),
  });
  const event = type === unstored ? null : await newestEvent(requests, type, objectId);
  return { object: 'event_trigger', type, objectId, event };
}

/** The event as GET /events shows it; null when it is not stored in time. */
async function newestEvent(requests: MerchantRequests, type: string, objectId: string): Promise<Event | null> {
  for (const until = performance.now() + storedMaxMs; performance.now() < until; await wait(pollMs)) {
    const path = `/events?limit=1&type=${type}&objectId=${objectId}`;
    const { data } = await requests.send<{ data: Event[] }>('GET', path);
    if (data[0]) return data[0];
  }
  return null;
}
