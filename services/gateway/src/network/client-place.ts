import type { IncomingMessage } from 'node:http';
import type { Geocoding } from '@mizan/contracts';
import { contains, plainAddress, type AddressRanges } from './address-ranges.ts';

/** The headers in which a proxy reports where a client is, in lower case. */
export interface GeoHeaders {
  readonly country: string;
  /** Absent where the proxy knows the country alone. */
  readonly city?: string | undefined;
}

/** @param setting names of the headers of country and city, separated by a comma; empty: none */
export function parseGeoHeaders(setting: string): GeoHeaders | undefined {
  const [country, city] = setting.split(',').map((name) => name.trim().toLowerCase());
  return country ? { country, city: city || undefined } : undefined;
}

/** Who may report a place, and in which headers. */
export interface GeoRules {
  readonly trustedProxies: AddressRanges;
  /** Absent: no place is ever known. */
  readonly geoHeaders?: GeoHeaders | undefined;
}

const unknownCountries = ['XX', 'ZZ'];
const cityMaxLength = 100;

/** Where a request's client is. Only a trusted proxy is believed: anyone can send its headers. */
export function clientPlace(request: IncomingMessage, { trustedProxies, geoHeaders }: GeoRules): Geocoding | null {
  if (!geoHeaders || !contains(trustedProxies, plainAddress(request.socket.remoteAddress ?? ''))) return null;
  const code = valueOf(request, geoHeaders.country).toUpperCase();
  const country = /^[A-Z]{2}$/.test(code) && !unknownCountries.includes(code) ? code : null;
  const city = geoHeaders.city === undefined ? null : cityOf(valueOf(request, geoHeaders.city));
  return country === null && city === null ? null : { country, city };
}

const valueOf = ({ headers }: IncomingMessage, name: string): string => String(headers[name] ?? '').trim();

/** Proxies send the letters of a city as UTF-8, which Node reads as Latin-1, or percent-encoded. */
function cityOf(value: string): string | null {
  const text = Buffer.from(value, 'latin1').toString();
  const city = (/%[0-9a-f]{2}/i.test(text) ? decoded(text) : text).replaceAll(/\p{Cc}|\uFFFD/gu, '').trim();
  return city === '' ? null : [...city].slice(0, cityMaxLength).join('');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return ''; // not what a proxy sends
  }
}
