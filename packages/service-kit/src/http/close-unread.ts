import type { IncomingMessage, ServerResponse } from 'node:http';
import { defaultMaxBodyBytes } from '@mizan/contracts';

const lingerMs = 1_000; // enough for an answer to be read on a slow line before the connection is reset

/** Node reads the rest of a refused body to keep the connection; that is fine while the rest is known to be small. */
export const leavesMuchUnread = (request: IncomingMessage): boolean =>
  !request.complete &&
  (request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > defaultMaxBodyBytes);

/** Ends the connection after the answer, a little later: a reset makes many clients drop it. Call before answering. */
export function closeUnread(request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  request.unpipe().pause();
  request.read(0); // otherwise Node would read all of it after the answer; this reads one buffer
  const { socket } = request;
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}
