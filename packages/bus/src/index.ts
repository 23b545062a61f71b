export { Bus, type BusOptions } from './bus.ts';
export type { DeadLetter, Handler, Pattern, StartFrom, SubscribeOptions, TypesOf } from './subscribe-options.ts';
export type { Subscription } from './subscription.ts';
export type { AnyBusEvent, BusEvent, EventType } from './event.ts';
export { PostgresInbox, type Queryable, type PoolLike, type KeptLetter, type PruneOptions } from './postgres-inbox.ts';
export type { BusEventObjects as EventObjects } from './types.d.ts';
export type * from './types.d.ts';
