import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startGatewayWorld, type GatewayWorld } from '../proxy/gateway-world.test-support.ts';

let world: GatewayWorld;
beforeAll(async () => {
  world = await startGatewayWorld({
    MIZAN_TRUSTED_PROXIES: '127.0.0.1',
    MIZAN_GEO_HEADERS: 'CF-IPCountry,CF-IPCity',
  });
});
afterAll(() => world.stop());

async function placeReceived(headers: Record<string, string>): Promise<unknown> {
  await world.send('GET', '/products', { headers });
  const place = world.services.last().headers['x-client-place'];
  return place === undefined ? undefined : JSON.parse(decodeURIComponent(String(place)));
}

test('services receive the place that the proxy reports, and never one that the client claims', async () => {
  const city = Buffer.from('الجيزة').toString('latin1'); // the bytes of UTF-8
  expect(await placeReceived({ 'CF-IPCountry': 'EG', 'CF-IPCity': city })).toEqual({ country: 'EG', city: 'الجيزة' });
  const claimed = encodeURIComponent(JSON.stringify({ country: 'US', city: null }));
  expect(await placeReceived({ 'X-Client-Place': claimed })).toBeUndefined();
});
