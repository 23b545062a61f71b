export { Operations as Mizan } from './generated.ts';
export type * from './generated.ts';
export * from './errors.ts';
export type { ClientOptions, ListPromise, RequestOptions } from './transport.ts';
export * from './webhooks.ts';
