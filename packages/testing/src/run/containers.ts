import type { RunPostgres } from './postgres-of-run.ts';

const startupTimeoutMs = 120_000; // the image may have to be pulled

/** Whether `MIZAN_TEST_CONTAINERS` asks for containers also where the embedded binaries would do. */
export const prefersContainers = (): boolean => process.env['MIZAN_TEST_CONTAINERS'] === '1';

/** PostgreSQL in a container, for machines that have Docker but no embedded binaries. */
export async function startPostgresContainer(): Promise<RunPostgres> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('postgres:18.4-bookworm')
    .withEnvironment({ POSTGRES_USER: 'mizan', POSTGRES_PASSWORD: 'mizan', POSTGRES_DB: 'mizan' })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'max_connections=1000'])
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forLogMessage('database system is ready to accept connections', 2))
    .withStartupTimeout(startupTimeoutMs)
    .start();
  const address = `${container.getHost()}:${container.getMappedPort(5432)}`;
  return { url: `postgres://mizan:mizan@${address}/mizan`, close: async () => void (await container.stop()) };
}

/** NATS with JetStream in a container. */
export async function startNatsContainer(): Promise<{ url: string; stop(): Promise<void> }> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('nats:2.14.0-alpine')
    .withCommand(['-js'])
    .withExposedPorts(4222)
    .withWaitStrategy(Wait.forLogMessage('Server is ready'))
    .withStartupTimeout(startupTimeoutMs)
    .start();
  return {
    url: `nats://${container.getHost()}:${container.getMappedPort(4222)}`,
    stop: async () => void (await container.stop()),
  };
}
