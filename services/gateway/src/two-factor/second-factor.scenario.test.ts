import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
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
interface Sender {
  readonly key?: string;
  readonly idempotencyKey?: string;
}
const change = (method: string, path: string, body: string, code?: string, by: Sender = {}): Promise<GatewayResponse> =>
  world.send(method, path, {
    key: by.key ?? world.accounts.keys.liveSecret,
    body,
    headers: {
      'content-type': 'application/json',
      ...(code === undefined ? {} : { 'two-factor-code': code }),
      ...(by.idempotencyKey === undefined ? {} : { 'idempotency-key': by.idempotencyKey }),
    },
  });
const createKey = (code?: string, by?: Sender) =>
  change('POST', '/api-keys', '{"name":"Live till","type":"SECRET"}', code, by);
const nextCode = async (): Promise<string> => {
  await sql('update accounts set two_factor_step = null');
  return rightCode();
};
const rightCode = () => codeOf(secret, stepAt(new Date()));
/** A code that no step near the present one has. */
function wrongCode(): string {
  const present = stepAt(new Date());
  const right = [-2, -1, 0, 1, 2].map((step) => codeOf(secret, present + step));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
}
const live = (merchantId: string) => ({ merchantId, livemode: true });
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
      change('POST', '/api-keys', '{"name":"x","type":"SECRET"}', wrongCode()),
    ];
    expect(statusesOf(await Promise.all([...guesses(), ...guesses()]))).toEqual([403, 403, 403, 403, 403, 429]);
  });

  test('are neither requests without a code nor right codes', async () => {
    for (let i = 0; i < 7; i++) {
      const without = await createKey();
      expect([without.status, without.body.error?.message]).toEqual([
        403,
        'Send the current code of the account’s authenticator as Two-Factor-Code.',
      ]);
      await sql('update accounts set two_factor_step = null');
      expect((await createKey(rightCode())).status).toBe(201);
    }
    const wrong = await createKey(wrongCode());
    expect([wrong.status, wrong.body.error?.message]).toEqual([
      403,
      'The Two-Factor-Code is wrong, or was used already. Wait for the next code of the authenticator.',
    ]);
  });
});

describe('a caller who guesses with one key', () => {
  const usedUp = async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => createKey(wrongCode())));
    expect(statusesOf(answers)).toEqual([403, 403, 403, 403, 403, 429]);
  };

  test('uses up only the codes of that key: another key of the account can still be replaced', async () => {
    const { secret: owners, id } = (await createKey(rightCode())).body as unknown as { secret: string; id: string };
    await usedUp();
    expect((await change('POST', `/api-keys/${id}/roll`, '{}', await nextCode(), { key: owners })).status).toBe(201);
  });

  test('cannot stop a key from being revoked, which needs no code', async () => {
    const { secret, id } = (await createKey(rightCode())).body as unknown as { secret: string; id: string };
    await usedUp();
    expect((await change('DELETE', `/api-keys/${id}`, '')).status).toBe(200);
    const { body } = await world.send('GET', '/account', { key: secret });
    expect(body.error?.code).toBe('api_key_inactive');
  });
});

test('an account without a second factor can revoke its live keys', async () => {
  const { key, id } = await world.issueKey({ type: 'SECRET' }, live(world.accounts.otherAccount.id));
  expect((await change('DELETE', `/api-keys/${id}`, '', undefined, { key })).status).toBe(200);
});

describe('a key that was made', () => {
  const secretOf = ({ body }: GatewayResponse) => (body as unknown as { secret?: string }).secret;

  test('is not shown again under the same idempotency key without a code', async () => {
    const by = { idempotencyKey: 'made once' };
    const made = await createKey(rightCode(), by);
    expect(made.status).toBe(201);
    for (const code of [undefined, wrongCode()]) {
      const again = await createKey(code, by);
      expect([again.status, again.body.error?.code, secretOf(again)]).toEqual([403, 'two_factor_required', undefined]);
    }
  });

  test('is shown again under the same idempotency key with the code that made it, or a newer one', async () => {
    const by = { idempotencyKey: 'sent twice' };
    const code = rightCode();
    const made = await createKey(code, by);
    for (const repeated of [code, await nextCode()])
      expect(secretOf(await createKey(repeated, by))).toBe(secretOf(made));
  });
});

describe('the operator', () => {
  const revoke = (account: string, id: string) =>
    world.send('DELETE', `/operator/accounts/${account}/keys/${id}`, { key: operatorToken });

  test.each([true, false])(
    'revokes a key of an account, live mode %s, and it is refused within seconds',
    async (livemode) => {
      const { key, id } = await world.issueKey({ type: 'SECRET' }, { ...world.scope, livemode });
      expect((await world.send('GET', '/account', { key })).status).toBe(200);
      const revoked = await revoke(world.accounts.account.id, id);
      expect([revoked.status, revoked.body]).toEqual([200, { id, object: 'api_key', deleted: true }]);
      await eventually(
        async () => {
          const refused = await world.send('GET', '/account', { key });
          expect([refused.status, refused.body.error?.code]).toEqual([401, 'api_key_inactive']);
        },
        { timeoutMs: 6_000 },
      );
    },
  );

  test('gets 404 for a key of another account', async () => {
    const { key, id } = await world.issueKey({ type: 'SECRET' });
    expect((await revoke(world.accounts.otherAccount.id, id)).status).toBe(404);
    expect((await world.send('GET', '/account', { key })).status).toBe(200);
  });
});
