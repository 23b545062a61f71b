import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operations, type Operation } from '@mizan/contracts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

const operatorToken = 'an operator token of the tests, long enough';
let shop: Storefront;
/** Two records of each kind that buyers act upon, by the path of the operations. */
let forBuyers: Readonly<Record<string, readonly [BuyersRecord, BuyersRecord]>>;
interface BuyersRecord {
  readonly id: string;
  readonly clientSecret: string | null;
}

beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_OPERATOR_TOKEN: operatorToken }));
  const { price } = await shop.stock(9_000);
  const intent = () => shop.expect<BuyersRecord>(201, 'POST', '/payment-intents', { amount: 500, currency: 'EGP' });
  forBuyers = {
    '/client/checkout': [await shop.openSession(price), await shop.openSession(price)],
    '/client/payment-intents': [await intent(), await intent()],
  };
});
afterAll(() => shop.world.stop());

const rows = Object.entries(operations) as [string, Operation][];
const of = (...audiences: Operation['audience'][]) => rows.filter(([, { audience }]) => audiences.includes(audience));

/** Of the records that an operation of buyers is about, two. */
function recordsOf({ path }: Operation): readonly [BuyersRecord, BuyersRecord] {
  const records = forBuyers[path.split('/{id}')[0] ?? ''];
  if (!records) throw new Error(`say above how to make two records for ${path}`);
  return records;
}

async function request({ method, path }: Operation, key: string | null, id = 'none', headers = {}) {
  const body = method === 'GET' ? undefined : {};
  const answer = await shop.world.api(method, path.replace(/\{\w+\}/, encodeURIComponent(id)), body, { key, headers });
  return { status: answer.status, code: answer.body.error?.code, bytes: bytesOf(answer.body) };
}
/** A body without the one field that differs every time. */
const bytesOf = (body: unknown) => JSON.stringify({ ...(body as object), request_id: undefined });

describe('without a key', () => {
  test.each(of('merchant', 'operator', 'test'))(
    '%s is 401, and reveals no more than an unknown path',
    async (_id, row) => {
      const unknown = await request({ ...row, path: '/nowhere' }, null);
      expect(unknown).toMatchObject({ status: 401, code: 'authentication_required' });
      expect(await request(row, null)).toEqual(unknown);
    },
  );

  test.each(of('client'))('%s asks for the secret of the record', async (_id, row) =>
    expect(await request(row, null, recordsOf(row)[0].id)).toMatchObject({
      status: 401,
      code: 'invalid_client_secret',
    }),
  );

  test.each(of('page', 'public', 'provider'))('%s is open', async (_id, row) =>
    expect([401, 403]).not.toContain((await request(row, null)).status),
  );
});

describe('with a publishable key', () => {
  test.each(of('merchant', 'test'))('%s is 403', async (_id, row) =>
    expect(await request(row, shop.world.accounts.keys.testPublishable)).toMatchObject({
      status: 403,
      code: 'permission_denied',
    }),
  );

  test.each(of('client'))('%s asks for the secret of the record', async (_id, row) =>
    expect(await request(row, shop.world.accounts.keys.testPublishable, recordsOf(row)[0].id)).toMatchObject({
      status: 401,
      code: 'invalid_client_secret',
    }),
  );
});

describe('to a merchant the surface of the operator', () => {
  test.each(of('operator'))('%s is no path at all, with any key', async (_id, row) => {
    for (const key of Object.values(shop.world.accounts.keys)) {
      const unknown = await request({ ...row, path: '/nowhere' }, key);
      expect(unknown).toMatchObject({ status: 404, code: 'resource_missing' });
      for (const id of ['none', shop.world.accounts.account.id]) expect(await request(row, key, id)).toEqual(unknown);
    }
  });

  test.each(of('merchant', 'test'))('has a token that opens nothing else: %s is 401', async (_id, row) =>
    expect(await request(row, operatorToken)).toMatchObject({ status: 401, code: 'authentication_required' }),
  );
});

describe('with a live key', () => {
  test.each(of('test'))('%s is no path at all', async (_id, row) =>
    expect(await request(row, shop.world.accounts.keys.liveSecret)).toMatchObject({
      status: 404,
      code: 'resource_missing',
      bytes: expect.stringContaining('"param":"path"'),
    }),
  );
});

describe('with the secret of another record', () => {
  test.each(of('client'))('%s answers as for a record that there is not', async (_id, row) => {
    const [mine, other] = recordsOf(row);
    const showing = (secret: string | null) => ({ 'client-secret': secret ?? '' });
    const missingId = `${mine.id.slice(0, -4)}0000`;
    const missing = await request(row, null, missingId, showing(other.clientSecret));
    expect(missing).toMatchObject({ status: 401, code: 'invalid_client_secret' });
    const answers = {
      'another secret': await request(row, null, mine.id, showing(other.clientSecret)),
      'nearly its own': await request(row, null, mine.id, showing(`${mine.clientSecret}x`)),
    };
    for (const [what, answer] of Object.entries(answers)) expect([what, answer]).toEqual([what, missing]);
    expect(await request(row, null, mine.id)).toEqual(await request(row, null, missingId));
    const unknown = await request(row, null, 'none', showing(mine.clientSecret));
    expect([401, 404]).toContain(unknown.status); // 404 where a payment link's slug could stand, which takes no secret
    for (const id of ["x' or 1=1 --", 'a'.repeat(400)])
      expect([id, await request(row, null, id, showing(mine.clientSecret))]).toEqual([id, unknown]);
    expect((await request(row, null, mine.id, showing(mine.clientSecret))).code).not.toBe('invalid_client_secret');
  });
});
