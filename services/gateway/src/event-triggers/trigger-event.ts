import { setTimeout as wait } from 'node:timers/promises';
import { Currency, type Event, type EventTrigger, type TriggerEvent } from '@mizan/contracts';
import type { LoadContext, Database, Input } from '@mizan/service-kit';
import { findAccount } from '../accounts/find-account.ts';
import { Fixtures } from './fixtures.ts';
import { flows } from './flows.ts';
import { MerchantRequests, type ServiceAccess } from './merchant-requests.ts';

/** How long an event may take from its commit to the event store before the answer goes without it. */
const patienceMs = 10_000;
const lookEveryMs = 25;
/** Sent when asked for and stored nowhere. */
const unstored = 'webhook_endpoint.test';

/**
 * Makes an event of a type happen in test mode: real objects are created and changed until it does.
 *
 * @throws Problem whatever a service refuses the overrides with
 */
export async function triggerEvent(
  { db, access }: { readonly db: Database; readonly access: ServiceAccess },
  { scope, reader, calls }: Pick<LoadContext, 'scope' | 'reader' | 'calls'>,
  { identity, body: { type, overrides }, idempotencyKey }: Input<unknown, unknown, TriggerEvent>,
): Promise<EventTrigger> {
  const requests = new MerchantRequests(access, identity, idempotencyKey);
  const { defaultCurrency, supportedCurrencies } = await findAccount(reader);
  const supported: readonly Currency[] = [defaultCurrency, ...supportedCurrencies.map(({ code }) => code)];
  const now = () => db.clocks.nowOf(scope);
  const objectId = await flows[type](new Fixtures(requests, defaultCurrency), overrides, {
    merchantId: scope.merchantId,
    currency: defaultCurrency,
    foreignCurrency: Currency.options.findLast((each) => !supported.includes(each)) ?? defaultCurrency,
    askForRate: (pair) => calls.lockExchangeRate(pair),
    now,
    sweep: async (at) => {
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
  for (const until = performance.now() + patienceMs; performance.now() < until; await wait(lookEveryMs)) {
    const path = `/events?limit=1&type=${type}&objectId=${objectId}`;
    const { data } = await requests.send<{ data: Event[] }>('GET', path);
    if (data[0]) return data[0];
  }
  return null;
}
