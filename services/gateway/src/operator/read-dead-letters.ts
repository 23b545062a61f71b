import { serviceNames, type DeadLetter, type operations, type QueryOf, type ServiceName } from '@mizan/contracts';
import type { Calls, Scope, Upkeep } from '@mizan/service-kit';

/** What operations over all services need: the gateway's own upkeep, and calls to the others. */
export interface EveryService {
  readonly upkeep: Upkeep;
  readonly calls: Calls;
}

/** The scope of operations that concern no merchant. */
export const noScope: Scope = { merchantId: '', livemode: false };

type OtherService = Exclude<ServiceName, 'gateway'>;

/** The name of another service as part of an operation's name: `payments` as `Payments`. */
export const capitalize = (name: OtherService) =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<OtherService>;

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
