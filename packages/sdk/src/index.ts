export { Mizan } from './mizan.ts';
export type * from '../types.d.cts';
export * from './errors.ts';
export type { ClientOptions, RequestOptions } from './options.ts';
export type { DownloadPromise, ListPromise } from './transport.ts';
export * from './webhooks.ts';
