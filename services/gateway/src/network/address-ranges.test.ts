import { describe, expect, test } from '@jest/globals';
import { networkOf } from '@mizan/service-kit';
import { contains, parseRangeList, parseRanges, plainAddress } from './address-ranges.ts';

describe('address ranges', () => {
  const ranges = parseRanges(['192.0.2.0/24', '198.51.100.7', '2001:db8::/32']);

  test.each(['192.0.2.1', '198.51.100.7', '2001:db8::1'])('%s is inside', (address) =>
    expect(contains(ranges, address)).toBe(true),
  );
  test.each(['192.0.3.1', '198.51.100.8', '2001:db9::1', '', 'localhost'])('%j is outside', (address) =>
    expect(contains(ranges, address)).toBe(false),
  );
  test.each(['localhost', '192.0.2.0/33', '192.0.2.0/x', '192.0.2.0/', '10.0.0.0/-1', '2001:db8::/129'])(
    '%j is refused',
    (entry) => expect(() => parseRanges([entry])).toThrow(entry),
  );
  test('are read from a list with blanks and empty entries', () => {
    const listed = parseRangeList(' 10.0.0.0/8, 172.16.0.0/12,');
    expect(['10.1.2.3', '172.16.0.1', '192.0.2.1'].map((each) => contains(listed, each))).toEqual([true, true, false]);
  });
  test('an IPv4 client on an IPv6 socket is shown as IPv4', () =>
    expect(plainAddress('::ffff:192.0.2.1')).toBe('192.0.2.1'));
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001::6', '2001:db8:1:0::/64'],
  ['2001:db8::192.0.2.1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));
