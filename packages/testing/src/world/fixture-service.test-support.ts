import { calls as callTable } from '@mizan/contracts';
import { defineService, query, type AnswersOf, type AnyService, type RoutesOf } from '@mizan/service-kit';
import { defineOrm } from '@mizan/service-kit/schema';

const schema = defineOrm({
  service: 'customers',
  entities: [],
  migrations: new URL('./fixture-migrations/', import.meta.url),
});

/** Answers every operation of `customers` with its caller, after a call to the gateway: enough to see that the world works. */
export const fixtureService: AnyService = defineService({
  name: 'customers',
  env: {},
  orm: async () => ({ default: schema }),
  routes: ({ calls }) => {
    const showCaller = query(async (reader) => {
      const account = await calls.bind(reader.scope).getAccount({});
      const notes = await reader.sql<{ text: string }>`select text from notes`;
      return { scope: reader.scope, account: account.displayName, notes: notes.map(({ text }) => text) };
    });
    return new Proxy({}, { get: () => showCaller }) as RoutesOf<'customers'>;
  },
  answers: () =>
    Object.fromEntries(Object.keys(callTable).map((name) => [name, query(async () => ({}))])) as AnswersOf<'customers'>,
});
