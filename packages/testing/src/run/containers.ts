import type { RunPostgres } from './open-postgres.ts';

const startupTimeoutMs = 120_000; // the image may have to be pulled

/** Whether `MIZAN_TEST_CONTAINERS` requests containers also where there are embedded binaries. */
export const prefersContainers = (): boolean => process.env['MIZAN_TEST_CONTAINERS'] === '1';

const user = 'mizan'; // and password, and database
/** As the embedded server is set up: the order of texts is that of their bytes. */
const initdb = '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8';
const unsafeButFast = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];

/** PostgreSQL in a container, for machines that have Docker but no embedded binaries. */
export async function startPostgresContainer(): Promise<RunPostgres> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('postgres:18.4-bookworm')
    .withEnvironment({ POSTGRES_USER: user, POSTGRES_PASSWORD: user, POSTGRES_DB: user, POSTGRES_INITDB_ARGS: initdb })
    .withCommand(['postgres', ...unsafeButFast, '-c', 'max_connections=1000', '-c', 'jit=off', '-c', 'timezone=UTC'])
    .withSharedMemorySize(256 * 1024 * 1024) // Docker's 64 MB are too few for queries on several workers
    .withExposedPorts(5432)
    // The server that initialises the database says so too, before it stops.
    .withWaitStrategy(Wait.forLogMessage('database system is ready to accept connections', 2))
    .withStartupTimeout(startupTimeoutMs)
    .start();
  const address = `${container.getHost()}:${container.getMappedPort(5432)}`;
  return { url: `postgres://${user}:${user}@${address}/${user}`, close: async () => void (await container.stop()) };
}

const natsConfiguration = 'max_payload: 2MB\njetstream { store_dir: "/tmp/nats" }\n';

/** NATS with JetStream in a container. */
export async function startNatsContainer(): Promise<{ url: string; stop(): Promise<void> }> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('nats:2.14.0-alpine')
    .withCopyContentToContainer([{ content: natsConfiguration, target: '/etc/nats/tests.conf' }])
    .withCommand(['--config', '/etc/nats/tests.conf'])
    .withExposedPorts(4222)
    .withWaitStrategy(Wait.forLogMessage('Server is ready'))
    .withStartupTimeout(startupTimeoutMs)
    .start();
  return {
    url: `nats://${container.getHost()}:${container.getMappedPort(4222)}`,
    stop: async () => void (await container.stop()),
  };
}
