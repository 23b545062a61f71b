import { call } from '../call.ts';
import { z } from 'zod';
import { Timestamp } from '../primitives.ts';
import { DeadLetter, RequeueDeadLetters, ServiceHealth } from '../resources/service-health.ts';

/** The services that the gateway calls. */
const calledServices = ['catalog', 'customers', 'checkout', 'payments', 'webhooks'] as const;
type CalledService = (typeof calledServices)[number];

type Named<Before extends string, After extends string, Definition> = {
  [S in CalledService as `${Before}${Capitalize<S>}${After}`]: Definition & { to: S };
};

/** Declares the same call once for each service. */
function callEach<const Before extends string, const After extends string, Definition extends object>(
  before: Before,
  after: After,
  definition: Definition,
): Named<Before, After, Definition> {
  const rows = calledServices.map((to) => [
    `${before}${to.charAt(0).toUpperCase()}${to.slice(1)}${after}`,
    call({ ...definition, to } as never),
  ]);
  return Object.fromEntries(rows) as Named<Before, After, Definition>;
}

/** The request to a service to advance the test clock of an account. */
export const ClockRequest = z.object({
  at: Timestamp.nullable().describe(
    'The time by which to run everything that is due. `null` returns the report without running anything.',
  ),
  aheadMs: z
    .int()
    .min(0)
    .describe('How far the test clock is ahead of real time, in milliseconds. The same for all services.'),
  sinceOutboxId: z.int().nullable().describe('Count the events written after this one.'),
  throughStreamSeq: z
    .int()
    .min(0)
    .describe('Report whether the events of the stream up to this sequence number have been handled.'),
});
export type ClockRequest = z.infer<typeof ClockRequest>;

/** The state of a service after its test clock was set. */
export const ClockReport = z.object({
  jobsRun: z.int().min(0),
  nextDueAt: Timestamp.nullable().describe('When the next job is due. In the past if the job has not run yet.'),
  lastOutboxId: z.int().min(0),
  eventsEmitted: z.int().min(0),
  unpublished: z.int().min(0).describe('Events that have not been published to the bus yet.'),
  lastStreamSeq: z.int().min(0).describe('Stream sequence number of the newest event published by this service.'),
  isHandled: z
    .boolean()
    .describe('Whether the service has handled all of its events, up to the requested sequence number.'),
});
export type ClockReport = z.infer<typeof ClockReport>;

/** The number of rows that a service deleted from an account's test data. */
export const DataCleared = z.object({ rowsDeleted: z.int().min(0) });
export type DataCleared = z.infer<typeof DataCleared>;

const clearCall = {
  from: ['gateway'],
  request: z.object({}),
  reply: DataCleared,
  deadlineMs: 20_000,
  effect: false, // a repeated call finds nothing left to delete
  description: 'Deletes the test-mode data of the account. Implemented by the service kit.',
} as const;

const clockCall = {
  from: ['gateway'],
  request: ClockRequest,
  reply: ClockReport,
  deadlineMs: 20_000,
  effect: false, // the clock only goes forward, so a repeated call sets it once
  description:
    'Sets the test clock of the account and runs everything that is due by then. Implemented by the service kit.',
} as const;

/** The calls of the test helpers, made by the gateway. */
export const testModeCalls = {
  ...callEach('advance', 'Clock', clockCall),
  ...callEach('clear', 'Data', clearCall),
  disableTestEndpoint: call({
    from: ['gateway'],
    to: 'webhooks',
    deadlineMs: 5_000,
    request: z.object({ endpointId: z.string() }),
    reply: z.object({}),
    effect: false, // disabling it again changes nothing
    description: 'Disables a test-mode endpoint as if its deliveries had failed for days.',
  }),
};

const operatorCall = { from: ['gateway'], deadlineMs: 5_000, effect: false } as const;

const health = {
  ...operatorCall,
  request: z.object({}),
  reply: ServiceHealth,
  description: 'Returns the health of the service. Implemented by the service kit.',
} as const;

const list = {
  ...operatorCall,
  request: z.object({ consumer: z.string().nullable() }),
  reply: z.object({ deadLetters: z.array(DeadLetter) }),
  description: 'Returns the oldest 1,000 dead letters. Implemented by the service kit.',
} as const;

// Marking a letter again changes nothing, so no key is needed; its handler runs once, by the inbox.
const requeue = {
  ...operatorCall,
  request: RequeueDeadLetters.omit({ service: true }),
  reply: z.object({ requeued: z.int().min(0) }),
  description:
    'Marks dead letters so that the leader passes them to their handlers again. Implemented by the service kit.',
} as const;

/** The calls of the operator, made by the gateway. */
export const operatorCalls = {
  ...callEach('report', 'Health', health),
  ...callEach('list', 'DeadLetters', list),
  ...callEach('requeue', 'DeadLetters', requeue),
};

const holdsKey = {
  from: ['gateway'],
  request: z.object({ key: z.string() }),
  reply: z.object({ isHeld: z.boolean() }),
  deadlineMs: 5_000,
  effect: false,
  description:
    'Returns whether the service holds a response for this idempotency key of the account and mode, or is still processing its first request. Implemented by the service kit.',
} as const;

/** The calls of the gateway when a request uses an idempotency key that another service may have seen. */
export const idempotencyCalls = callEach('holds', 'Key', holdsKey);
