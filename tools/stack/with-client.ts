import pg from 'pg';
import { SetupProblem } from './setup-problem.ts';

/**
 * Runs `work` with a connection of its own, outside of any pool, and closes it. The kit has the same: neither it nor this package
 * may depend on the other.
 *
 * @param url of the login
 * @throws SetupProblem when the server ended the connection meanwhile
 */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  let lost: Error | undefined;
  client.on('error', (error) => (lost ??= error)); // without a listener it would end the process
  try {
    await client.connect();
    return await work(client);
  } catch (thrown) {
    const ended = isEndOfConnection(thrown) ? thrown : lost;
    if (!ended) throw thrown;
    throw new SetupProblem(`PostgreSQL ended the connection: ${ended.message}.`, { cause: thrown });
  } finally {
    await client.end();
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: it was shut down, or the session was ended. */
const isEndOfConnection = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && 'code' in thrown && /^(?:57P0[1-5]|25P0[34]|08)/.test(String(thrown.code));
