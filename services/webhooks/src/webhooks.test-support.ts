import type { EventType, WebhookEndpointWithSecret } from '@mizan/contracts';
import { newId, type BusEvent, type Deps, type Scope } from '@mizan/service-kit';
import { startWorld, type World } from '@mizan/testing';
import { webhooksService, type WebhooksOptions } from './app.ts';
import type { webhooksEnv } from './config.ts';
import type { Attempt, Sender } from './sending/send.ts';
import type { SendResult } from './sending/send-result.ts';
import { fanOut } from './events/on-public-event.ts';

export const merchant: Scope = { merchantId: 'acct_test', livemode: false };

/** A running webhooks service whose clock and network a test controls. */
export interface TestService {
  readonly world: World;
  readonly deps: Deps<typeof webhooksEnv>;
  /** Moves the service's clock and looks for what is due. */
  advance(seconds: number): void;
  now(): Date;
  createEndpoint(body?: Record<string, unknown>, scope?: Scope): Promise<WebhookEndpointWithSecret>;
  /** Fans out an event as if it had come from the bus. */
  publish(event?: Partial<BusEvent>): Promise<BusEvent>;
  /** The same for several events of one account and mode, taken from the bus in one batch. */
  publishTogether(events: readonly Partial<BusEvent>[]): Promise<BusEvent[]>;
}

/** @param sender what attempts do; the real network unless given */
export async function startTestService(
  sender?: Sender,
  options: { nats?: boolean; env?: Record<string, string>; streams?: WebhooksOptions['streams'] } = {},
): Promise<TestService> {
  let offsetMs = 0;
  let deps: Deps<typeof webhooksEnv> | undefined;
  const now = () => new Date(Date.now() + offsetMs);
  let wake: (livemode: boolean) => void = () => undefined;
  const service: WebhooksOptions = {
    now,
    streams: options.streams,
    prepare: (given, dispatcher) => {
      deps = given;
      wake = (livemode) => dispatcher.wake(livemode);
    },
    ...(sender === undefined ? {} : { sender }),
  };
  const world = await startWorld({
    services: [webhooksService(service)],
    nats: options.nats ?? false,
    env: options.env,
  });
  if (deps === undefined) throw new Error('the service was not started');
  const { db } = deps;
  const compresses = deps.env.MIZAN_COMPRESS_EVENTS === 'on';
  const publishTogether = async (given: readonly Partial<BusEvent>[]): Promise<BusEvent[]> => {
    const events = given.map((each) => busEvent(now(), each));
    await db.transact(
      events[0]?.scope ?? merchant,
      (tx) => fanOut(tx, { compresses, deliveriesCreated: wake, eventsStored: () => undefined }, events),
      new Date(db.clocks.nowOf(events[0]?.scope ?? merchant).getTime() + offsetMs),
    );
    return events;
  };

  return {
    world,
    deps,
    now,
    advance(seconds) {
      offsetMs += seconds * 1_000;
      wake(true);
      wake(false);
    },
    async createEndpoint(body = {}, scope = merchant) {
      const api = world.merchantClient('webhooks', scope);
      const answer = await api('POST', '/webhook-endpoints', {
        url: 'https://hooks.example.com/',
        enabledEvents: ['*'],
        ...body,
      });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body as unknown as WebhookEndpointWithSecret;
    },
    async publish(given = {}) {
      const [event] = await publishTogether([given]);
      if (!event) throw new Error('bug: nothing published');
      return event;
    },
    publishTogether,
  };
}

/** An event as it comes from the bus. */
export function busEvent(time: Date, given: Partial<BusEvent>): BusEvent {
  const id = newId('prod');
  return {
    id: newId('evt'),
    type: 'product.created' as EventType,
    scope: merchant,
    object: { id, object: 'product', name: 'قهوة' } as unknown as BusEvent['object'],
    previousAttributes: undefined,
    mergedInto: undefined,
    objectVersion: 1,
    time,
    requestId: 'req_1',
    idempotencyKey: undefined,
    traceparent: undefined,
    ...given,
  };
}

export const delivered: SendResult = {
  outcome: 'delivered',
  statusCode: 200,
  durationMs: 1,
  responseHeaders: {},
  responseSnippet: 'ok',
  retryAfterSeconds: null,
};

/** A failed answer with this status, or a failure without answer. */
export const failedWith = (
  why: number | 'timeout' | 'connect_failed',
  retryAfterSeconds: number | null = null,
): SendResult => ({
  outcome: 'failed',
  error: typeof why === 'number' ? 'status' : why,
  statusCode: typeof why === 'number' ? why : null,
  durationMs: 1,
  responseHeaders: typeof why === 'number' ? {} : null,
  responseSnippet: null,
  retryAfterSeconds,
});

/** A network that records every attempt and answers as the test says. */
export class ScriptedSender implements Sender {
  readonly attempts: Attempt[] = [];
  answer: (attempt: Attempt) => SendResult | Promise<SendResult> = () => delivered;

  async send(attempt: Attempt): Promise<SendResult> {
    this.attempts.push(attempt);
    return this.answer(attempt);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
