import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addressRefusal } from './address-policy.ts';
import { parseAllowedRanges } from './allowed-ranges.ts';
import { hostileAddresses, publicAddresses } from './hostile-targets.test-support.ts';

test.each(hostileAddresses.map((address) => [address]))('%j is refused', (address) => {
  expect(addressRefusal(address)).not.toBeNull();
});

test.each(publicAddresses.map((address) => [address]))('%j is public', (address) => {
  expect(addressRefusal(address)).toBeNull();
});

test('no IPv6 form that carries a refused IPv4 address is public', () => {
  const refused = fc.constantFrom(
    [127, 0, 0, 1],
    [10, 1, 2, 3],
    [169, 254, 169, 254],
    [192, 168, 0, 1],
    [100, 64, 0, 1],
  );
  const prefixes = [
    '::',
    '::ffff:',
    '::ffff:0:',
    '64:ff9b::',
    '64:ff9b:1::',
    '2606:4700::5efe:',
    '2606:4700::200:5efe:',
  ];
  fc.assert(
    fc.property(refused, fc.constantFrom(...prefixes), ([a, b, c, d], prefix) => {
      const hex = (high = 0, low = 0) => ((high << 8) | low).toString(16);
      expect(addressRefusal(`${prefix}${hex(a, b)}:${hex(c, d)}`)).not.toBeNull();
      expect(addressRefusal(`2002:${hex(a, b)}:${hex(c, d)}::1`)).not.toBeNull();
    }),
  );
});

describe('allowed ranges', () => {
  test('nothing is allowed by default', () => {
    for (const text of [undefined, '', ' , ']) {
      const none = parseAllowedRanges(text, { production: true });
      expect([none.isEmpty, none.includes('10.0.0.1')]).toEqual([true, false]);
    }
  });

  test('ranges and single addresses, both families', () => {
    const some = parseAllowedRanges(' 10.0.0.0/8,192.168.1.5 , fd12::/16', { production: true });
    const inside = ['10.255.0.1', '192.168.1.5', 'fd12::1'].map(some.includes);
    const outside = ['11.0.0.1', '192.168.1.6', 'fe80::1', '::ffff:10.0.0.1', 'localhost'].map(some.includes);
    expect([inside, outside]).toEqual([[true, true, true], Array(5).fill(false)]);
  });

  test.each(['10.0.0.0/33', 'localhost', '10.0.0/8x', '1.2.3.4/', '::/129'])(
    '%j is no range: the start fails',
    (text) => {
      expect(() => parseAllowedRanges(text, { production: false })).toThrow('is not a CIDR range');
    },
  );

  test.each(
    ['127.0.0.0/8', '127.0.0.1', '0.0.0.0/0', '::/0', '::1', '169.254.0.0/16', '169.254.169.254/32', 'fd00::/7'].concat(
      'fe80::/10',
    ),
  )('production refuses to start with %s, which opens loopback or metadata', (text) => {
    expect(() => parseAllowedRanges(text, { production: false })).not.toThrow();
    expect(() => parseAllowedRanges(`10.0.0.0/8,${text}`, { production: true })).toThrow('production');
  });
});
