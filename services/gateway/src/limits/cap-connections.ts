import type { Server, Socket } from 'node:net';
import { networkOf } from '@mizan/service-kit';
import { contains, plainAddress, type AddressRanges } from '../network/address-ranges.ts';

/**
 * Closes the connections of an address (IPv6: of its network) beyond a maximum: a single slow client is cheap, a thousand
 * from one address are an attack. A trusted proxy connects for many clients and is exempt: it has its own limits.
 */
export function capConnections(server: Server, maxPerAddress: number, trusted: AddressRanges): void {
  if (!Number.isFinite(maxPerAddress)) return;
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
    if (count > maxPerAddress) socket.destroy();
  });
}
