import type { Server, Socket } from 'node:net';
import { contains, plainAddress, type AddressRanges } from '../address-ranges.ts';

/**
 * Closes connections of an address beyond so many. Slow clients are cheap one by one; a thousand of one address are not
 * shoppers. A trusted proxy speaks for many and is left alone: it has limits of its own.
 */
export function capConnections(server: Server, mostPerAddress: number, trusted: AddressRanges): void {
  if (!Number.isFinite(mostPerAddress)) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (contains(trusted, address)) return;
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
