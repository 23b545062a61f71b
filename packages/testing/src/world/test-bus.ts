import { deriveBusKeeperEnv } from '@mizan/service-kit';
import { BusKeeper, type BusSizes, type BusUsage } from '@mizan/service-kit/bus-keeper';
import { busServerConfiguration } from '@mizan/service-kit/bus-trust';
import { findNatsServer, startNats, wipeNats } from '@mizan/stack/nats';
import { freePort } from '@mizan/stack/ports';
import { prefersContainers, startNatsContainer } from '../run/containers.ts';
import type { TestRun } from '../run/test-run.ts';
import { scaleTimeout } from '../scale-timeout.ts';

/** The bus of one test file. */
export interface TestBus {
  readonly url: string;
  /** Prefix of the stream and of every subject; empty on the file's own server. */
  readonly prefix: string;
  /** Where the server keeps its streams, for tests that copy them; empty when the server is not this file's own. */
  readonly folder: string;
  /** Stops the server as an outage does; its address is kept. Own server only. */
  stop(): Promise<void>;
  /** Brings it back on the same address, with what it had stored. */
  start(): Promise<void>;
  /** Stops it and deletes every stream and consumer; `start` then brings up an empty one. */
  wipe(): Promise<void>;
  /** Does once what the bus keeper does every few seconds, and returns what it found. */
  keep(settings?: KeeperSettings): Promise<BusUsage>;
}

interface KeeperSettings extends Partial<BusSizes> {
  /** Newest messages of a services' stream that stay although they were handled. */
  readonly keptMessages?: number;
}

const streamBytes = 64 * 1024 ** 2; // servers reserve it
const sizes: BusSizes = {
  liveBytes: streamBytes,
  testBytes: streamBytes,
  teamBytes: streamBytes,
  teamMaxAgeMs: 7 * 24 * 3600_000,
  replicas: 1,
};

/** A test's bus: shared where possible (`any`), a server of the file's own, or an own one that accepts only the platform's users. */
export type BusKind = 'any' | 'own' | 'guarded';

/**
 * A nats-server of the file's own, or a prefix on `NATS_URL`, or a container where there is no binary. `own` and `guarded`
 * are always the file's own server.
 */
export async function openBus(
  run: TestRun,
  name: string,
  kind: BusKind,
): Promise<TestBus & { close(): Promise<void> }> {
  const bus = await openServer(run, name, kind);
  await bus.keep(); // a platform has its streams before its services start
  return bus;
}

async function openServer(run: TestRun, name: string, kind: BusKind): Promise<TestBus & { close(): Promise<void> }> {
  if (kind === 'guarded') {
    const { MIZAN_BUS_CREDENTIALS: credentials } = await deriveBusKeeperEnv(run.rootSecret);
    return own(run, name, { trust: patientTrust(await busServerConfiguration(run.rootSecret)), credentials });
  }
  if (kind === 'own') return own(run, name);
  const external = process.env['NATS_URL'];
  if (external) return shared(external, `${name}.`, async () => {});
  if (prefersContainers() || !(await findNatsServer())) {
    const container = await startNatsContainer();
    return shared(container.url, '', () => container.stop());
  }
  return own(run, name);
}

/** The configuration of a server that gives clients the time to sign in that this machine needs; two seconds otherwise. */
export const patientTrust = (trust: string): string =>
  `${trust}\nauthorization { timeout: ${scaleTimeout(5_000) / 1_000} }\n`;

const keeperOf =
  (server: { readonly url: string; readonly prefix: string; readonly credentials?: string | undefined }) =>
  ({ keptMessages, ...changed }: KeeperSettings = {}): Promise<BusUsage> =>
    new BusKeeper({ ...server, sizes: { ...sizes, ...changed }, keptMessages, settlesMs: 0 }).keepOnce();

async function own(
  run: TestRun,
  name: string,
  { trust, credentials }: { trust?: string; credentials?: string | undefined } = {},
): Promise<TestBus & { close(): Promise<void> }> {
  const port = await freePort();
  const folder = run.path(`${name}-nats`);
  const start = () =>
    startNats({ folder, logFile: run.path('logs', `${name}-nats.log`), port, ...(trust && { trust }) });
  let server: Awaited<ReturnType<typeof startNats>> | undefined = await start();
  const stop = async () => {
    await server?.stop();
    server = undefined;
  };
  return {
    url: server.url,
    prefix: '',
    folder,
    stop,
    close: stop,
    keep: keeperOf({ url: server.url, prefix: '', credentials }),
    start: async () => {
      server ??= await start();
    },
    wipe: async () => {
      await stop();
      wipeNats(folder);
    },
  };
}

function shared(url: string, prefix: string, close: () => Promise<void>): TestBus & { close(): Promise<void> } {
  const refuse = () =>
    Promise.reject(new Error(`This test stops the bus, which may be shared: start its world with nats: 'own'.`));
  return { url, prefix, folder: '', close, stop: refuse, start: refuse, wipe: refuse, keep: keeperOf({ url, prefix }) };
}
