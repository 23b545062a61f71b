import type { Calls, Scope, Upkeep } from '@mizan/service-kit';

/** What operations over all services need: the gateway's own upkeep, and calls to the others. */
export interface EveryService {
  readonly upkeep: Upkeep;
  readonly calls: Calls;
}

/** The scope of operations that concern no merchant. */
export const noScope: Scope = { merchantId: '', livemode: false };
