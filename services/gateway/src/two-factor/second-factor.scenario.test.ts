import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startGatewayWorld, type GatewayResponse, type GatewayWorld } from '../proxy/gateway-world.test-support.ts';
import { fromBase32 } from './base32.test-support.ts';
import { codeOf, stepAt } from './one-time-code.ts';

const operatorToken = 'an operator token of the tests, long enough';
let world: GatewayWorld;
let secret: Buffer;
beforeAll(async () => {
  world = await startGatewayWorld({ MIZAN_OPERATOR_TOKEN: operatorToken });
  const path = `/operator/accounts/${world.accounts.account.id}/two-factor`;
  const enrolled = await world.send('POST', path, { key: operatorToken });
  secret = fromBase32((enrolled.body as unknown as { secret: string }).secret);
});
afterAll(() => world.stop());
beforeEach(async () => {
  await sql('truncate attempts');
  await sql('update accounts set two_factor_step = null');
});

const sql = (text: string) => world.world.db('gateway').query(text);
const change = (method: string, path: string, body: string, code?: string): Promise<GatewayResponse> =>
  world.send(method, path, {
    key: world.accounts.keys.liveSecret,
    body,
    headers: { 'content-type': 'application/json', ...(code === undefined ? {} : { 'two-factor-code': code }) },
  });
const createKey = (code?: string) => change('POST', '/api-keys', '{"name":"Live till","type":"SECRET"}', code);
const rightCode = () => codeOf(secret, stepAt(new Date()));
/** A code that no step near the present one has. */
function wrongCode(): string {
  const present = stepAt(new Date());
  const right = [-2, -1, 0, 1, 2].map((step) => codeOf(secret, present + step));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
}
const statusesOf = (answers: GatewayResponse[]) => answers.map(({ status }) => status).sort();
const minuteIsOver = () => sql(`update attempts set opened_at = opened_at - interval '61 seconds' where seconds = 60`);

describe('guesses at the one-time code of an account', () => {
  test('are five in a minute, sent at once or not; then not even the right one is looked at, until it is over', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => createKey(wrongCode())));
    expect(statusesOf(answers)).toEqual([403, 403, 403, 403, 403, 429, 429, 429, 429]);
    const refused = await createKey(rightCode());
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'rate_limit']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await minuteIsOver();
    expect((await createKey(rightCode())).status).toBe(201);
  });

  test('are twenty in an hour', async () => {
    for (let minute = 0; minute < 4; minute++) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => createKey(wrongCode())));
      expect(statusesOf(answers)).toEqual([403, 403, 403, 403, 403]);
      await minuteIsOver();
    }
    expect((await createKey(wrongCode())).status).toBe(429);
    await sql(`update attempts set opened_at = opened_at - interval '61 minutes'`);
    expect((await createKey(wrongCode())).status).toBe(403);
  });

  test('count whichever key is to be changed', async () => {
    const guesses = () => [
      change('PATCH', '/api-keys/key_1', '{"name":"x"}', wrongCode()),
      change('POST', '/api-keys/key_2/roll', '{}', wrongCode()),
      change('DELETE', '/api-keys/key_3', '', wrongCode()),
    ];
    expect(statusesOf(await Promise.all([...guesses(), ...guesses()]))).toEqual([403, 403, 403, 403, 403, 429]);
  });

  test('are neither requests without a code nor right codes', async () => {
    for (let i = 0; i < 7; i++) {
      expect((await createKey()).status).toBe(403);
      await sql('update accounts set two_factor_step = null');
      expect((await createKey(rightCode())).status).toBe(201);
    }
    expect((await createKey(wrongCode())).status).toBe(403);
  });
});
