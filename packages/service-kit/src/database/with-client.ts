import pg from 'pg';

/**
 * Runs `work` with a connection of its own, outside of any pool, and closes it. When the server ends the connection meanwhile,
 * the query that is running or comes next rejects.
 *
 * @param url of the login
 */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on('error', () => undefined); // without a listener the lost connection would end the process
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
