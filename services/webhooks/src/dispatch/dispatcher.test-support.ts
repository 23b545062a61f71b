import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { WebhookEndpointWithSecret } from '@mizan/contracts';
import { newId, type BusEvent, type JobContext, type Scope, type Tx } from '@mizan/service-kit';
import { eventually, type Api } from '@mizan/testing';
import { delivered, ScriptedSender, startTestService, type TestService } from '../webhooks.test-support.ts';
import type { SendResult } from '../sending/send-result.ts';

/** A row of `deliveries`, as far as tests look at it. */
export interface DeliveryState {
  readonly state: string;
  readonly attempt: number;
  readonly error: string | null;
  readonly next_at: Date;
  readonly retry_at: Date | null;
}

/**
 * A running dispatcher for the tests of a file: a real database, a scripted network and a clock that can be moved. Every
 * test acts as a merchant of its own.
 */
export function useDispatcher() {
  const sender = new ScriptedSender();
  let service: TestService;
  let scope: Scope;

  beforeAll(async () => {
    service = await startTestService(sender);
  });
  afterAll(() => service.world.stop());
  beforeEach(() => {
    scope = { merchantId: newId('acct'), livemode: false };
    sender.answer = () => delivered;
  });
  afterEach(async () => {
    // What a test left waiting must not be sent into the next one. The dispatcher locks the same rows in an order of its own, so
    // either of the two can be the victim of a deadlock.
    await eventually(async () => {
      await rows('delete from delivery_queue');
      await rows(`update deliveries set state = 'failed' where state = 'pending'`);
    });
  });

  const rows = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await service.world.db('webhooks').query(sql, values)).rows as Row[];

  const createEndpoint = (as: Scope = scope, body = {}): Promise<WebhookEndpointWithSecret> =>
    service.createEndpoint(body, as);
  const publish = (event: Partial<BusEvent> = {}) => service.publish({ scope, ...event });

  const attemptsFor = (endpointId: string) => sender.attempts.filter((each) => each.endpointId === endpointId);
  const deliveriesTo = (endpointId: string) =>
    rows<DeliveryState>(
      'select state, attempt, error, next_at, retry_at from deliveries where endpoint_id = $1 order by attempt',
      [endpointId],
    );
  const leasesOf = (endpointId: string) =>
    rows('select claim_id from delivery_queue where endpoint_id = $1 and claim_id is not null', [endpointId]);

  /** Waits until the endpoint has been called so many times and every outcome is stored. */
  const attempted = (endpointId: string, times: number) =>
    eventually(async () => {
      expect(attemptsFor(endpointId)).toHaveLength(times);
      expect(await leasesOf(endpointId)).toEqual([]);
    });

  return {
    sender,
    rows,
    createEndpoint,
    publish,
    publishTogether: (events: readonly Partial<BusEvent>[]) => service.publishTogether(events),
    attemptsFor,
    deliveriesTo,
    leasesOf,
    attempted,
    scope: () => scope,
    inLiveMode: () => (scope = { ...scope, livemode: true }),
    now: () => service.now(),
    advance: (seconds: number) => service.advance(seconds),
    /** Sets the clock of the test's account ahead of real time. */
    setClock: (aheadSeconds: number) =>
      service.deps.db.clocks.advance(service.deps.db.system, scope.merchantId, aheadSeconds * 1_000),
    /** As the service itself: on a connection like those of its dispatcher. */
    transact: <T>(body: (tx: Tx) => Promise<T>) => service.deps.db.transact(scope, body),
    connect: () => service.world.db('webhooks').connect(),
    api: ((...request) => service.world.merchantClient('webhooks', scope)(...request)) as Api,
    apiAs: (as: Scope): Api => service.world.merchantClient('webhooks', as),
    jobContext: (): JobContext => ({
      db: service.deps.db,
      calls: service.deps.calls,
      signal: new AbortController().signal,
    }),

    /** Seconds from now, on the service's clock, until the pending attempt. */
    async secondsToNext(endpointId: string): Promise<number> {
      const pending = (await deliveriesTo(endpointId)).find(({ state }) => state === 'pending');
      if (pending === undefined) throw new Error('nothing is pending');
      return (pending.next_at.getTime() - service.now().getTime()) / 1_000;
    },

    /** Waits until a delivery made now is claimed, sent and recorded: what was due before it has been looked at. */
    async aPass(): Promise<void> {
      const marker = { ...scope, merchantId: newId('acct') };
      const { id } = await createEndpoint(marker);
      const { answer } = sender;
      sender.answer = (attempt) => (attempt.endpointId === id ? delivered : answer(attempt));
      await publish({ scope: marker });
      await eventually(async () => expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(['succeeded']));
    },
  };
}

/** An endpoint that answers nothing until it is released. */
export function heldAnswers(): { answer: () => Promise<SendResult>; release: () => void } {
  const waiting: (() => void)[] = [];
  let released = false;
  return {
    answer: () => new Promise((resolve) => (released ? resolve(delivered) : waiting.push(() => resolve(delivered)))),
    release: () => {
      released = true;
      waiting.splice(0).forEach((resolve) => resolve());
    },
  };
}
