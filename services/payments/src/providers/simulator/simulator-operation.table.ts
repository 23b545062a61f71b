// Generated from simulator-operation.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { SimulatorOperationEntity } from './simulator-operation.entity.ts';

/** The table of {@link SimulatorOperationEntity}. */
export const simulatorOperations = table<InferEntity<typeof SimulatorOperationEntity>>('simulator_operations', {
  merchantId: 'text',
  livemode: 'boolean',
  key: 'text',
  record: 'jsonb',
  createdAt: 'timestamptz(3)',
});
