import { BlockList, isIP } from 'node:net';

/** A set of addresses and CIDR ranges, of both families. */
export type AddressRanges = BlockList;

/** IPv6 sockets show IPv4 clients as `::ffff:192.0.2.1`. */
export const plainAddress = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

/** @throws Error naming the entry that is neither an address nor a range */
export function parseRanges(entries: readonly string[]): AddressRanges {
  const ranges = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address);
    const width = family === 6 ? 128 : 32;
    const prefix = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (family === 0 || !(prefix <= width)) throw new Error(`${entry} is neither an address nor a CIDR range`);
    ranges.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
  }
  return ranges;
}

export const contains = (ranges: AddressRanges, address: string): boolean =>
  isIP(address) !== 0 && ranges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * What limits by address count. A client with one IPv6 address has the 2^64 of its /64 network (RFC 6177), so its network
 * counts; an IPv4 address counts as itself, however it is written. Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:65535') return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address, its zone left out. */
function groupsOf(address: string): number[] {
  const [before = [], after] = address
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_quad, ...bytes) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
      return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
    })
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  return after ? [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after] : before;
}
