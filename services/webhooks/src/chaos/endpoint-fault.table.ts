// Generated from endpoint-fault.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { EndpointFault } from './endpoint-fault.entity.ts';

/** The table of {@link EndpointFault}. */
export const endpointFaults = table<InferEntity<typeof EndpointFault>>('endpoint_faults', {
  endpointId: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  mode: 'text',
  remaining: 'int',
  delaySeconds: 'int',
});
