export { Bus, type BusOptions } from './bus.ts';
export type { Begin, Handler, Pattern, SubscribeOptions, TypesOf } from './subscribe-options.ts';
export type { Subscription } from './subscription.ts';
export type { DeadLetter } from './dead-letter.ts';
export { type AnyBusEvent, type BusEvent } from './event.ts';
export { PostgresInbox, type Queryable, type PoolLike, type KeptLetter } from './postgres-inbox.ts';
export type * from './generated.ts';
