import pg from 'pg';
import { SetupProblem } from './setup-problem.ts';

/**
 * Runs `work` with a connection of its own, outside of any pool, and closes it. The kit has the same: neither it nor this package
 * may depend on the other.
 *
 * @param url of the login
 * @throws SetupProblem when no connection could be made, with the reason of `pg` as its cause, or when the server ended it meanwhile
 */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  let lost: Error | undefined;
  let isConnected = false;
  client.on('error', (error) => (lost ??= error)); // without a listener it would end the process
  try {
    await client.connect();
    isConnected = true;
    return await work(client);
  } catch (thrown) {
    const ended = isEndOfConnection(thrown) ? thrown : lost;
    if (ended) throw new SetupProblem(`PostgreSQL ended the connection: ${ended.message}.`, { cause: thrown });
    throw isConnected ? thrown : describeFailedConnect(thrown as NodeJS.ErrnoException, client);
  } finally {
    await client.end();
  }
}

/** Says what an operator can do, without the password. */
function describeFailedConnect(cause: NodeJS.ErrnoException, { host, port, user, database }: pg.Client): SetupProblem {
  const { code = '', message } = cause;
  const server = `PostgreSQL at ${host}:${port}`;
  const problem = (text: string): SetupProblem => new SetupProblem(text, { cause });
  if (code.startsWith('28'))
    return problem(`${server} refused the login ${user} (${message}): correct its name and password in DATABASE_URL.`);
  if (code === '3D000') return problem(`${server} has no database ${database}: create it, or correct DATABASE_URL.`);
  if (cause instanceof pg.DatabaseError) return problem(`${server} refused the connection: ${message}.`);
  if (isUnreachable(cause))
    return problem(`${server} cannot be reached (${code || message}): start it, or correct DATABASE_URL.`);
  return problem(`no connection to ${server} could be made: ${message}.`); // over TLS, say, or by a server of something else
}

/** By a code of the system, or a timeout of `pg`, which has none. Codes of TLS and of Node begin otherwise. */
const isUnreachable = ({ code = '', message }: NodeJS.ErrnoException): boolean =>
  /^E(?!RR_)[A-Z]/.test(code) || message.includes('timeout');

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: it was shut down, or the session was ended. */
const isEndOfConnection = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && 'code' in thrown && /^(?:57P0[1-5]|25P0[34]|08)/.test(String(thrown.code));
