import type { Server, Socket } from 'node:net';

/**
 * Closes connections of an address beyond so many. Slow clients are cheap one by one; a thousand of one address are not
 * shoppers. Counted where the connection comes from, so a proxy in front needs a limit of its own.
 */
export function capConnections(server: Server, mostPerAddress: number): void {
  if (!Number.isFinite(mostPerAddress)) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > mostPerAddress) socket.destroy();
  });
}
