import { defineEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../../tables/columns.ts';
import type { SimulatorRecord } from './simulator-store.ts';

/** What happened at the simulated processor: its own memory, written outside every transaction of the platform. */
export const SimulatorOperationEntity = defineEntity({
  name: 'SimulatorOperation',
  tableName: 'simulator_operations',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    key: id().primary(),
    record: p.json().$type<SimulatorRecord>(),
    createdAt: moment(),
  },
});
