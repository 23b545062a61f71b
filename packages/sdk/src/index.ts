export { Operations as Mizan } from './operations.ts';
export type { Operations } from './operations.ts';
export type * from '../types.d.ts';
export * from './errors.ts';
export type { ClientOptions, ListPromise, RequestOptions } from './transport.ts';
export * from './webhooks.ts';
