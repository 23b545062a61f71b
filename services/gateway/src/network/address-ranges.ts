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

/** @param list addresses and ranges, separated by commas @throws Error as {@link parseRanges} */
export const parseRangeList = (list: string): AddressRanges =>
  parseRanges(
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );

export const contains = (ranges: AddressRanges, address: string): boolean =>
  isIP(address) !== 0 && ranges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
