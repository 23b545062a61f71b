import { z } from 'zod';
import { DeadLetter, RequeueDeadLetters, ServiceHealth } from '../resources/service-health.ts';
import { toEach } from './to-each.ts';

const upkeep = { from: ['gateway'], deadlineMs: 5_000, effect: false } as const;

const health = {
  ...upkeep,
  request: z.object({}),
  reply: ServiceHealth,
  description: 'Returns the health of the service. Implemented by the service kit.',
} as const;

const list = {
  ...upkeep,
  request: z.object({ consumer: z.string().nullable() }),
  reply: z.object({ deadLetters: z.array(DeadLetter) }),
  description: 'Returns the oldest 1,000 dead letters. Implemented by the service kit.',
} as const;

// Marking a letter again changes nothing, so no key is needed; its handler runs once, by the inbox.
const requeue = {
  ...upkeep,
  request: RequeueDeadLetters.omit({ service: true }),
  reply: z.object({ requeued: z.int().min(0) }),
  description:
    'Marks dead letters so that the leader passes them to their handlers again. Implemented by the service kit.',
} as const;

/** What whoever runs the platform asks all services, through the gateway. */
export const upkeepCalls = {
  ...toEach('report', 'Health', health),
  ...toEach('list', 'DeadLetters', list),
  ...toEach('requeue', 'DeadLetters', requeue),
};
