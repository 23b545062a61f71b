import type { Operation } from './operation.ts';

/** Read-only fields that a client may take for one that it can set, and when they are read-only. It would not notice that they are dropped. */
const lookalikes: Readonly<
  Record<string, { readonly isRead: (value: unknown, body: object) => boolean; readonly note: string }>
> = {
  // A client that sends an ID means `customerId`.
  customer: { isRead: (value) => typeof value !== 'string', note: 'as an object' },
  // Without another field of what was read, a client wants to set it.
  expiresAt: {
    isRead: (_value, body) => ['id', 'object', 'url', 'createdAt'].some((name) => Object.hasOwn(body, name)),
    note: 'with the `id`, `object`, `url` or `createdAt` of what you have read',
  },
};

/** Whether a field of a body is one of those that a client sends back as it read them: it is dropped. */
export const isEcho = (
  { echoes = [] }: Pick<Operation, 'echoes'>,
  name: string,
  body: Readonly<Record<string, unknown>>,
): boolean => echoes.includes(name) && (lookalikes[name]?.isRead(body[name], body) ?? true);

/** What an operation ignores, for the reference: `` `id`, `customer` (as an object) ``. */
export const ignoredFields = (echoes: readonly string[]): string =>
  echoes.map((name) => `\`${name}\`${lookalikes[name] ? ` (${lookalikes[name].note})` : ''}`).join(', ');
