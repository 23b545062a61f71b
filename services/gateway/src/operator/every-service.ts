import type { ServiceName } from '@mizan/contracts';
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
