import type { IncomingMessage } from 'node:http';
import { contains, plainAddress, type AddressRanges } from './address-ranges.ts';

/**
 * The address of a request's client. Anyone can send `X-Forwarded-For`, so it is read from its end, and only as long as the
 * entry was added by a trusted proxy.
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
