import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { parseRanges } from './address-ranges.ts';
import { clientPlace, parseGeoHeaders } from './client-place.ts';

const trustedProxies = parseRanges(['10.0.0.0/8']);

interface Received {
  readonly from?: string;
  /** The setting that names the headers. */
  readonly setting?: string;
}

function placeOf(
  headers: Record<string, string>,
  { from = '10.0.0.1', setting = 'CF-IPCountry, CF-IPCity' }: Received = {},
) {
  const request = { socket: { remoteAddress: from }, headers } as unknown as IncomingMessage;
  return clientPlace(request, { trustedProxies, geoHeaders: parseGeoHeaders(setting) });
}

/** As Node reads the bytes that a proxy sends. */
const received = (text: string): string => Buffer.from(text).toString('latin1');

describe('the place of a client', () => {
  test('is what a trusted proxy reports', () =>
    expect(placeOf({ 'cf-ipcountry': 'EG', 'cf-ipcity': 'Cairo' })).toEqual({ country: 'EG', city: 'Cairo' }));
  test('is unknown when anyone else reports it, and where no headers are named', () => {
    const headers = { 'cf-ipcountry': 'EG', 'cf-ipcity': 'Cairo' };
    expect(placeOf(headers, { from: '203.0.113.9' })).toBeNull();
    expect(placeOf(headers, { setting: '' })).toBeNull();
  });
  test.each([
    ['of bytes', received('القاهرة')],
    ['percent-encoded', encodeURIComponent('القاهرة')],
  ])('keeps the letters of every script, sent as text %s', (_, city) =>
    expect(placeOf({ 'cf-ipcountry': 'eg', 'cf-ipcity': city })).toEqual({ country: 'EG', city: 'القاهرة' }),
  );
  test.each(['XX', 'T1', 'Egypt', ''])('has no country for %j', (country) =>
    expect(placeOf({ 'cf-ipcountry': country, 'cf-ipcity': 'Giza' })).toEqual({ country: null, city: 'Giza' }),
  );
  test.each([
    ['%E0%A4%A', null],
    ['Gi\u0001za', 'Giza'],
    ['x'.repeat(200), 'x'.repeat(100)],
  ])('has the city of %j as %j', (sent, city) =>
    expect(placeOf({ 'cf-ipcountry': 'EG', 'cf-ipcity': sent })).toEqual({ country: 'EG', city }),
  );
  test('is unknown when the proxy says nothing, and is a country alone where one header is named', () => {
    expect(placeOf({})).toBeNull();
    const headers = { 'x-country': 'SA', 'cf-ipcity': 'Riyadh' };
    expect(placeOf(headers, { setting: 'X-Country' })).toEqual({ country: 'SA', city: null });
  });
});
