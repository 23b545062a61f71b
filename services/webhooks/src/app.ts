import { command, defineService, type AnyService, type Deps } from '@mizan/service-kit';
import { setWebhookChaos } from './chaos/set-webhook-chaos.ts';
import { webhooksEnv } from './config.ts';
import { Dispatcher } from './delivery/dispatcher.ts';
import { deliveryRoutes } from './delivery/routes.ts';
import { createSender, type Sender } from './delivery/send.ts';
import { dueDeliveries } from './delivery/due-deliveries.ts';
import { failLeftovers } from './delivery/fail-leftovers.ts';
import { disableWebhookEndpoint } from './endpoints/disable-webhook-endpoint.ts';
import { endpointRoutes } from './endpoints/routes.ts';
import { fanOutConsumer } from './events/fan-out.ts';
import { keepNumbersOfEvents } from './events/keep-numbers-of-events.ts';
import { pruneEvents } from './events/prune-events.ts';
import { eventRoutes } from './events/routes.ts';
import { replayMissed } from './replays/replay-missed.ts';
import { EventFeed, type FeedTimes } from './stream/event-feed.ts';
import { targetResolver } from './targets/resolve.ts';

type WebhooksDeps = Deps<typeof webhooksEnv>;

/** What a test may put in the place of the network and the clock. */
export interface WebhooksOptions {
  readonly sender?: (deps: WebhooksDeps) => Sender;
  readonly now?: () => Date;
  readonly streams?: Partial<FeedTimes>;
  /** Sees what the service is built from. */
  readonly prepare?: (deps: WebhooksDeps, dispatcher: Dispatcher) => void;
}

/** Webhook endpoints, the event store, and the deliveries between them. */
export function webhooksService(options: WebhooksOptions = {}): AnyService {
  const senderOf = onceFor((deps) =>
    options.sender === undefined ? createSender({ allowed: deps.env.MIZAN_WEBHOOK_ALLOW_CIDRS }) : options.sender(deps),
  );
  const dispatcherOf = onceFor((deps) => {
    const { db, secrets, metrics } = deps;
    const made = new Dispatcher({ db, secrets, metrics, sender: senderOf(deps), now: options.now });
    options.prepare?.(deps, made);
    return made;
  });

  const feedOf = onceFor((deps) => new EventFeed(deps.db.system, options.streams));

  return defineService({
    name: 'webhooks',
    env: webhooksEnv,
    orm: () => import('../mikro-orm.config.ts'),
    plansByIndex: true, // the queue of deliveries
    routes: (deps) => ({
      ...endpointRoutes({
        secrets: deps.secrets,
        resolver: targetResolver({ allowed: deps.env.MIZAN_WEBHOOK_ALLOW_CIDRS }),
        sender: senderOf(deps),
      }),
      ...deliveryRoutes,
      setWebhookChaos: command((tx, { body }) => setWebhookChaos(tx, body)),
      ...eventRoutes((livemode) => dispatcherOf(deps).wake(livemode), feedOf(deps)),
    }),
    consumers: (deps) => [
      fanOutConsumer({
        delivering: (livemode) => dispatcherOf(deps).wake(livemode),
        stored: (scope) => feedOf(deps).wake(scope),
      }),
    ],
    answers: () => ({
      disableTestEndpoint: command(async (tx, { body }) => {
        await disableWebhookEndpoint(tx, body.endpointId);
        return {};
      }),
    }),
    testData: { keep: ['event_sequences'], lock: ['event_sequences'], finish: keepNumbersOfEvents }, // a number is never given twice
    timed: (deps) => [dueDeliveries(() => dispatcherOf(deps).wake(false))],
    background: (deps) => [dispatcherOf(deps), feedOf(deps)],
    jobs: (deps) => [
      failLeftovers,
      replayMissed((livemode) => dispatcherOf(deps).wake(livemode)),
      pruneEvents(deps.env.MIZAN_EVENT_RETENTION_DAYS),
    ],
  });
}

/** Made when first asked for, then the same for as long as the running service is there. */
function onceFor<T>(make: (deps: WebhooksDeps) => T): (deps: WebhooksDeps) => T {
  const made = new WeakMap<WebhooksDeps, { value: T }>();
  return (deps) => {
    let one = made.get(deps);
    if (one === undefined) made.set(deps, (one = { value: make(deps) }));
    return one.value;
  };
}

export const webhooks = webhooksService();
