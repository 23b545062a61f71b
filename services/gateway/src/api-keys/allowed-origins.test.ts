import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CreateApiKey, type AccountProfile } from '@mizan/contracts';
import { startGatewayWorld, type GatewayWorld } from '../proxy/gateway-world.test-support.ts';

let gatewayWorld: GatewayWorld;
beforeAll(async () => {
  gatewayWorld = await startGatewayWorld();
});
afterAll(() => gatewayWorld.stop());

const originsIn = async (livemode: boolean): Promise<string[]> => {
  const call = gatewayWorld.world.siblingClient('gateway', 'checkout', { ...gatewayWorld.scope, livemode });
  return (await call<AccountProfile>('POST', '/internal/calls/getAccount', {})).body.allowedOrigins;
};

test('an account’s origins are those of the mode’s publishable keys in force, each once', async () => {
  const issue = (origin: string, more: object = {}, livemode = false) =>
    gatewayWorld.issueKey(
      { type: 'PUBLISHABLE', allowedOrigins: [origin], ...more },
      { ...gatewayWorld.scope, livemode },
    );
  await issue('https://shop.example');
  await issue('https://shop.example');
  await issue('http://localhost:3000');
  await issue('https://old.example', { expiresAt: new Date(0) });
  await issue('https://live.example', {}, true);
  const { id } = await issue('https://gone.example');
  await gatewayWorld.revoke(id);
  expect(await originsIn(false)).toEqual(['http://localhost:3000', 'https://shop.example']);
  expect(await originsIn(true)).toEqual(['https://live.example']);
});

test('a live key takes no http, not even of localhost', async () => {
  const made = gatewayWorld.issueKey(
    { type: 'PUBLISHABLE', allowedOrigins: ['https://shop.example', 'http://localhost:3000'] },
    { ...gatewayWorld.scope, livemode: true },
  );
  await expect(made).rejects.toMatchObject({ code: 'parameter_invalid', param: 'allowedOrigins[1]' });
});

test.each(['http://shop.example', 'https://shop.example/cart', 'https://shop.example/', 'shop.example'])(
  '%s is refused with the rule: an https origin without a path',
  (origin) => {
    const { error } = CreateApiKey.safeParse({ name: 'Shop', type: 'PUBLISHABLE', allowedOrigins: [origin] });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'must be an https origin without a path, such as https://shop.example, or http://localhost in test mode',
    ]);
  },
);
