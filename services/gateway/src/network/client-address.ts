import type { IncomingMessage } from 'node:http';
import { contains, plainAddress, type AddressRanges } from './address-ranges.ts';

/**
 * Where a request comes from. `X-Forwarded-For` is a claim of whoever sent it, so it is read from its end, and only as
 * long as the one who added an entry is a trusted proxy.
 */
export function clientAddress(request: IncomingMessage, trusted: AddressRanges): string {
  const peer = plainAddress(request.socket.remoteAddress ?? '');
  const claimed = request.headers['x-forwarded-for'];
  if (typeof claimed !== 'string' || !contains(trusted, peer)) return peer;
  const hops = claimed.split(',').map((hop) => plainAddress(hop.trim()));
  let address = peer;
  while (hops.length > 0 && contains(trusted, address)) address = hops.pop() || address;
  return address;
}
