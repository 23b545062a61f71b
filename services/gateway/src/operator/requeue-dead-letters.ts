import { serviceNames, type BodyOf, type operations, type ServiceName } from '@mizan/contracts';
import { capitalize } from '../routing/capitalize.ts';
import { noScope, type EveryService } from './every-service.ts';

/** Lets consumers retry dead letters, in one service or in all. @returns how many were requeued */
export async function requeueDeadLetters(
  { upkeep, calls }: EveryService,
  { service, ...which }: BodyOf<(typeof operations)['requeueDeadLetters']>,
): Promise<number> {
  const bound = calls.bind(noScope);
  const inService = async (name: ServiceName): Promise<number> =>
    name === 'gateway' ? upkeep.requeue(which) : (await bound[`requeue${capitalize(name)}DeadLetters`](which)).requeued;
  const names = serviceNames.filter((name) => !service || name === service);
  const requeued = await Promise.all(names.map(inService));
  return requeued.reduce((sum, count) => sum + count, 0);
}
