import { ConfigError } from '@mizan/service-kit';
import ipaddr from 'ipaddr.js';
import { parseAddress } from './address-policy.ts';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Private ranges that webhooks may reach, from `MIZAN_WEBHOOK_ALLOW_CIDRS`. */
export interface AllowedRanges {
  readonly isEmpty: boolean;
  includes(address: string): boolean;
}

/** Ranges that a production process must never open: they are the host itself and its cloud credentials. */
const neverInProduction = ['127.0.0.0/8', '::1/128', '169.254.0.0/16', 'fe80::/10', '100.100.100.200/32']
  .concat(['168.63.129.16/32', '192.0.0.192/32', 'fd00:ec2::/32', 'fd20:ce::254/128', 'fd00:42::42/128'])
  .concat(['0.0.0.0/32', '::/128', '::ffff:0:0/96'])
  .map((text) => ipaddr.parseCIDR(text));

/**
 * Parses `MIZAN_WEBHOOK_ALLOW_CIDRS`, a comma-separated list of CIDR ranges or single addresses; empty text allows nothing.
 *
 * @throws ConfigError when a part is no range, or when a production process would open loopback or metadata addresses
 */
export function parseAllowedRanges(text: string | undefined, environment: { production: boolean }): AllowedRanges {
  const ranges = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseRange);
  if (environment.production) {
    const open = ranges.find((range) => neverInProduction.some((forbidden) => overlaps(range, forbidden)));
    if (open !== undefined)
      throw new ConfigError(
        `MIZAN_WEBHOOK_ALLOW_CIDRS: ${open[0].toString()}/${open[1]} contains loopback or metadata addresses, which production refuses`,
      );
  }
  return {
    isEmpty: ranges.length === 0,
    includes(address) {
      const parsed = parseAddress(address);
      return parsed !== undefined && ranges.some((range) => contains(range, parsed));
    },
  };
}

/** Allows public addresses only: the default, also in tests of the guard. */
export const nothingAllowed: AllowedRanges = { isEmpty: true, includes: () => false };

function parseRange(part: string): Range {
  const text = part.includes('/') ? part : `${part}/${part.includes(':') ? 128 : 32}`;
  if (!ipaddr.isValidCIDR(text)) throw new ConfigError(`MIZAN_WEBHOOK_ALLOW_CIDRS: "${part}" is not a CIDR range`);
  return ipaddr.parseCIDR(text);
}

function contains([base, bits]: Range, address: Range[0]): boolean {
  return base.kind() === address.kind() && address.match(base, bits);
}

function overlaps(a: Range, b: Range): boolean {
  return a[0].kind() === b[0].kind() && (a[1] <= b[1] ? contains(a, b[0]) : contains(b, a[0]));
}
