export { Mizan } from './mizan.ts';
export type * from '../types.d.cts';
export * from './errors.ts';
export type { ClientOptions, DownloadPromise, ListPromise, RequestOptions } from './transport.ts';
export * from './webhooks.ts';
