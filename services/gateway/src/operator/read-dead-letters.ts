import { serviceNames, type DeadLetter, type ServiceName } from '@mizan/contracts';
import { capitalize, noScope, type EveryService } from './every-service.ts';

/** The dead letters of one service, or of all, and of one consumer, or of all. */
export async function listDeadLetters(
  { upkeep, calls }: EveryService,
  { service, consumer }: { readonly service?: ServiceName | undefined; readonly consumer?: string | undefined },
): Promise<{ data: DeadLetter[] }> {
  const bound = calls.bind(noScope);
  const ofService = async (name: ServiceName): Promise<DeadLetter[]> =>
    name === 'gateway'
      ? upkeep.deadLetters(consumer ?? null)
      : (await bound[`list${capitalize(name)}DeadLetters`]({ consumer: consumer ?? null })).deadLetters;
  const names = serviceNames.filter((name) => service === undefined || name === service);
  return { data: (await Promise.all(names.map(ofService))).flat() };
}
