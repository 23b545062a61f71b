import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { parseRanges } from './address-ranges.ts';
import { clientAddress } from './client-address.ts';

const request = (remoteAddress: string, forwardedFor?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  }) as unknown as IncomingMessage;
const trusted = parseRanges(['10.0.0.0/8']);

describe('where a request comes from', () => {
  test('X-Forwarded-For of a stranger is not believed', () =>
    expect(clientAddress(request('203.0.113.9', '192.0.2.1'), trusted)).toBe('203.0.113.9'));
  test('a trusted proxy is believed about who called it, and not about what that one claimed', () =>
    expect(clientAddress(request('10.0.0.1', '192.0.2.66, 203.0.113.9'), trusted)).toBe('203.0.113.9'));
  test('a chain of trusted proxies is followed to its end', () =>
    expect(clientAddress(request('::ffff:10.0.0.1', '203.0.113.9, 10.0.0.2, 10.0.0.3'), trusted)).toBe('203.0.113.9'));
  test('no proxy is trusted unless configured', () =>
    expect(clientAddress(request('10.0.0.1', '192.0.2.1'), parseRanges([]))).toBe('10.0.0.1'));
});
