import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;

/** Why a webhook must not be sent to an address; `null` means it may. */
export type AddressRefusal = 'not_an_address' | 'metadata' | 'not_public' | 'embeds_not_public';

/**
 * Cloud metadata and platform addresses. Most also lie inside a refused range; they are listed so that the answer
 * stays right should a range ever be lifted, and because 168.63.129.16 (Azure's host agent) looks public.
 */
const metadataAddresses = new Set([
  '169.254.169.254', // AWS, GCP, Azure, DigitalOcean, OpenStack
  '169.254.170.2', // AWS ECS task credentials
  '169.254.170.23', // AWS EKS pod identity
  '100.100.100.200', // Alibaba Cloud
  '168.63.129.16', // Azure host agent
  '192.0.0.192', // Oracle Cloud, second address
  'fd00:ec2::254', // AWS over IPv6
  'fd00:ec2::23', // AWS EKS pod identity over IPv6
  'fd20:ce::254', // GCP over IPv6
  'fd00:42::42', // Scaleway over IPv6
]);

/** The only IPv6 block that IANA hands out for global unicast; everything outside it is special by definition. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** What `ipaddr.js` calls special inside {@link globalUnicast} covers 2001::/23, documentation, 6to4, AMT and AS112. */
function isGlobal(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast);
}

/** The IPv4 address that an ISATAP interface identifier carries (RFC 5214, `…:0000:5efe:a.b.c.d`), whatever its prefix. */
function isatapTarget(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const [flag, marker, high, low] = address.parts.slice(4) as [number, number, number, number];
  if (marker !== 0x5efe || (flag & 0xfdff) !== 0) return undefined;
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}

/**
 * Returns why `text` is not a public internet address, or `null` when it is one. Anything that is not a plain global
 * unicast address is refused: loopback, private, link-local, carrier-grade NAT, documentation, multicast, reserved, and
 * every IPv6 form that embeds an IPv4 address (mapped, compatible, 6to4, Teredo, NAT64), public or not, because a
 * translator on the way could turn it into one.
 */
export function addressRefusal(text: string): AddressRefusal | null {
  const address = parseAddress(text);
  if (address === undefined) return 'not_an_address';
  if (metadataAddresses.has(address.toString())) return 'metadata';
  if (!isGlobal(address)) return 'not_public';
  const embedded = address.kind() === 'ipv6' ? isatapTarget(address as ipaddr.IPv6) : undefined;
  return embedded !== undefined && !isGlobal(embedded) ? 'embeds_not_public' : null;
}

/**
 * Parses a canonical address: four decimal parts, or IPv6 without a zone. Shorthand that only some parsers accept (`127.1`,
 * `0x7f.0.0.1`, `2130706433`) is not an address here; URL parsing has normalised it before.
 */
export function parseAddress(text: string): Address | undefined {
  // isIP first: for anything but an address, ipaddr.js throws and catches an error internally, at 10 µs each.
  return isIP(text) === 0 || text.includes('%') ? undefined : ipaddr.parse(text);
}
