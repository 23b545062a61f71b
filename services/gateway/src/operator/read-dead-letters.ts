import { serviceNames, type DeadLetter, type operations, type QueryOf, type ServiceName } from '@mizan/contracts';
import { capitalize } from '../routing/capitalize.ts';
import { noScope, type EveryService } from './every-service.ts';

/** The dead letters of one service, or of all, and of one consumer, or of all. */
export async function listDeadLetters(
  { upkeep, calls }: EveryService,
  { service, consumer }: QueryOf<(typeof operations)['listDeadLetters']>,
): Promise<{ data: DeadLetter[] }> {
  const bound = calls.bind(noScope);
  const ofService = async (name: ServiceName): Promise<DeadLetter[]> =>
    name === 'gateway'
      ? upkeep.deadLetters(consumer ?? null)
      : (await bound[`list${capitalize(name)}DeadLetters`]({ consumer: consumer ?? null })).deadLetters;
  const names = serviceNames.filter((name) => !service || name === service);
  return { data: (await Promise.all(names.map(ofService))).flat() };
}
