import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** Serves requests at a port of its own until the test ends. @returns its URL */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers with an error of the API. */
export const refusing =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(JSON.stringify({ error: { code, message: 'No.' }, request_id: 'req_1' }));

/** Breaks the connection within the body of an error. */
export const breakingOff: RequestListener = (_request, response) => {
  response.writeHead(500, { 'content-length': '1000' });
  response.write('{"error":', () => response.destroy());
};
