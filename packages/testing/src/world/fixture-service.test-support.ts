import { defineService, defineOrm, query, type AnyService, type RoutesOf } from '@mizan/service-kit';

/** Answers every operation of `customers` with who asked, after a question to the gateway: enough to see the wiring. */
export const fixtureService: AnyService = defineService({
  name: 'customers',
  env: {},
  orm: defineOrm({ service: 'customers', entities: [], migrations: new URL('./fixture-migrations/', import.meta.url) }),
  routes: ({ calls }) => {
    const whoAsked = query(async (reader) => {
      const account = await calls.bind(reader.scope).getAccount({});
      const notes = await reader.sql<{ text: string }>`select text from notes`;
      return { scope: reader.scope, account: account.displayName, notes: notes.map(({ text }) => text) };
    });
    return new Proxy({}, { get: () => whoAsked }) as RoutesOf<'customers'>;
  },
  answers: () => new Proxy({}, { get: () => query(async () => ({})) }) as never,
});
