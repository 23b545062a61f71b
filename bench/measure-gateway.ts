import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { row, type Row } from './goals.ts';
import { inTurn, load, median, type Target } from './load.ts';
import type { BenchStack } from './stack.ts';

const rounds = 3;
const floodPerSecond = 1_000;
const goodPerSecond = 200;

/** What the gateway costs a read, and what a flood of invalid keys costs those who have a good one. */
export async function measureGateway(stack: BenchStack, { productId }: { productId: string }): Promise<Row[]> {
  const { dev } = stack;
  const through: Target = {
    url: `${dev.baseUrl}/products/${productId}`,
    headers: { authorization: `Bearer ${dev.keys.testSecret}` },
  };
  const direct = async (): Promise<Target> => ({
    url: `${dev.services.catalog.url}/products/${productId}`,
    headers: { 'x-identity': await identityOf(stack) },
  });
  await load(through); // both warm
  await load(await direct());
  const { a, b } = await inTurn(
    rounds,
    () => load(through),
    async () => load(await direct()),
  );
  const [ours, alone] = [median(a.map((x) => x.perSecond)), median(b.map((x) => x.perSecond))];
  const [oursP99, aloneP99] = [median(a.map((x) => x.p99)), median(b.map((x) => x.p99))];
  return [
    row(
      'GET product through the gateway, against the service itself',
      '≥ 0.5 of direct, p99 < 2 ×',
      `${(ours / alone).toFixed(2)} (${Math.round(ours)} of ${Math.round(alone)} per second), p99 ${oursP99} ms of ${aloneP99} ms`,
      ours / alone >= 0.5 && oursP99 < 2 * aloneP99,
    ),
    await measureFlood({ ...through, perSecond: goodPerSecond }),
  ];
}

function identityOf({ gatewayIdentity, dev }: BenchStack): Promise<string> {
  return gatewayIdentity.mint('catalog', 'bench', () => ({
    kind: 'merchant',
    scope: { merchantId: dev.account.id, livemode: false },
    keyId: 'key_bench',
    keyType: 'SECRET',
    permissions: [],
    apiVersion: undefined,
  }));
}

/** Good keys at a steady rate, alone and beside keys that look right and are nobody's. */
async function measureFlood(good: Target): Promise<Row> {
  const flood: Target = {
    url: good.url,
    perSecond: floodPerSecond,
    varying: ['authorization', () => `Bearer ${unknownKey()}`],
    isRefused: true,
  };
  const { a, b } = await inTurn(
    rounds,
    () => load(good, 8),
    async () => (await Promise.all([load(good, 8), load(flood, 8)]))[0],
  );
  const [calm, flooded] = [median(a.map((x) => x.p99)), median(b.map((x) => x.p99))];
  return row(
    `p99 of good keys while ${floodPerSecond} unknown keys a second are shown`,
    '< 2 × without them',
    `${(flooded / calm).toFixed(1)} × (${flooded} ms of ${calm} ms)`,
    flooded < 2 * calm,
  );
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A key with a right checksum, so that it has to be looked up. */
function unknownKey(): string {
  const head = `mz_sk_test_${Array.from({ length: 30 }, () => letters[randomInt(62)]).join('')}`;
  let [rest, checksum] = [crc32(head), ''];
  for (let i = 0; i < 6; i++) {
    checksum = letters[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  return head + checksum;
}
