import type { Server, Socket } from 'node:net';
import { contains, networkOf, plainAddress, type AddressRanges } from '../network/address-ranges.ts';

/**
 * Closes connections of an address (IPv6: of its network) beyond so many. Slow clients are cheap one by one; a thousand of one address are not
 * shoppers. A trusted proxy speaks for many and is left alone: it has limits of its own.
 */
export function capConnections(server: Server, mostPerAddress: number, trusted: AddressRanges): void {
  if (!Number.isFinite(mostPerAddress)) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (contains(trusted, address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (count > mostPerAddress) socket.destroy();
  });
}
