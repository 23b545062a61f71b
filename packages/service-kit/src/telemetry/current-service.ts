import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/** The service that the current call chain belongs to: of several in one process, the one that logs and traces. */
export const currentService = (): string | undefined => storage.getStore();

/** Runs `body`, and all that it starts, as this service. */
export const inService = <T>(name: string, body: () => T): T => storage.run(name, body);
