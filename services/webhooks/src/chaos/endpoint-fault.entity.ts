import { defineEntity, p } from '@mikro-orm/core';
import type { WebhookChaosMode } from '@mizan/contracts';

/** The fault of the next deliveries of an endpoint of test mode. */
export const EndpointFault = defineEntity({
  name: 'EndpointFault',
  tableName: 'endpoint_faults',
  properties: {
    endpointId: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    mode: p.text().$type<WebhookChaosMode>(),
    /** Deliveries that it still applies to. */
    remaining: p.integer(),
    delaySeconds: p.integer(),
  },
  checks: [
    {
      name: 'endpoint_faults_mode',
      expression: `mode in ('duplicate', 'drop', 'reorder', 'corrupt_signature', 'delay')`,
    },
    { name: 'endpoint_faults_remaining', expression: 'remaining >= 0' },
    { name: 'endpoint_faults_delay', expression: 'delay_seconds >= 1 and delay_seconds <= 3600' },
    { name: 'endpoint_faults_of_test_mode', expression: 'not livemode' },
  ],
});
