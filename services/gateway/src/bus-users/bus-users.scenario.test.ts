import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BusUser } from '@mizan/contracts';
import { deriveBusEnv } from '@mizan/service-kit';
import { startGatewayWorld, type GatewayWorld } from '../proxy/gateway-world.test-support.ts';

const operatorToken = 'an operator token of the tests, long enough';
let signing: GatewayWorld;
/** On a NATS server that is not this platform's. */
let foreign: GatewayWorld;
beforeAll(async () => {
  const { MIZAN_BUS_SIGNING_SEED = '' } = await deriveBusEnv('the root secret of these tests, long enough', 'gateway');
  const env = { MIZAN_OPERATOR_TOKEN: operatorToken };
  [signing, foreign] = await Promise.all([
    startGatewayWorld({ ...env, MIZAN_BUS_SIGNING_SEED }),
    startGatewayWorld(env),
  ]);
});
afterAll(() => Promise.all([signing.stop(), foreign.stop()]));

async function operate({ send }: GatewayWorld, path: string, body: unknown = {}, key = 'one') {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  return send('POST', `/operator/bus-users${path}`, { key: operatorToken, headers, body: JSON.stringify(body) });
}

async function consumersListed({ send }: GatewayWorld, team: string) {
  const { body } = await send('GET', `/operator/bus-users?team=${team}`, { key: operatorToken });
  return (body as unknown as { data: BusUser[] }).data.map(({ consumers }) => consumers);
}

/** Users that were recorded before. */
async function record({ world }: GatewayWorld, { prefix = 'bu_old', count = 1, isRevoked = false }) {
  await world.db('gateway').query(
    `insert into bus_users (id, team, types, durables, public_key, created_at, expires_at, revoked_at)
     select $1 || lpad(i::text, 4, '0'), 'old', '{*}', '{main}',
       'U' || translate(upper($1 || lpad(i::text, 4, '0')), '_0189', 'ABCDE') || repeat('A', 45 - length($1) + 6),
       now(), now() + interval '1 day', case when $3 then now() end
     from generate_series(1, $2::int) i`,
    [prefix, count, isRevoked],
  );
}

describe('a bus user', () => {
  test('is recorded once for one idempotency key, whose retry has the same credentials', async () => {
    const [first, retry] = [
      await operate(signing, '', { team: 'orders' }, 'create'),
      await operate(signing, '', { team: 'orders' }, 'create'),
    ];
    expect([first.status, retry.body]).toEqual([201, first.body]);
    const { rows } = await signing.world.db('gateway').query(`select id from bus_users where team = 'orders'`);
    expect(rows).toEqual([{ id: first.body.id }]);
  });

  test('is not revoked where another server decides who may read, and says so', async () => {
    await record(foreign, {});
    const { status, body } = await operate(foreign, '/bu_old0001/revoke');
    expect([status, body.error?.code]).toEqual([409, 'resource_invalid_state']);
    expect(body.error?.message).toContain('MIZAN_BUS_SIGNING_SEED is not set');
  });

  test('is listed with the consumers that its creation named', async () => {
    const { body } = await operate(signing, '', { team: 'shown', durables: ['main', 'audit'] }, 'shown');
    const { consumers } = body as unknown as BusUser;
    expect(consumers).toEqual([
      expect.stringMatching(/^shown-main-[0-9a-f]{24}$/),
      expect.stringMatching(/^shown-audit-[0-9a-f]{24}$/),
    ]);
    expect(await consumersListed(signing, 'shown')).toEqual([consumers]);
  });

  test('is listed without consumers where another server decides which exist', async () => {
    await record(foreign, { prefix: 'bu_foreign' });
    expect(await consumersListed(foreign, 'old')).toContainEqual([]);
  });

  test('is not revoked beyond the thousand that a bus can refuse at once', async () => {
    const created = await operate(signing, '', { team: 'late' }, 'late');
    await record(signing, { prefix: 'bu_many', count: 999, isRevoked: true });
    const others = await operate(signing, '', { team: 'late' }, 'later');
    const idOf = ({ body }: typeof created) => (body as unknown as BusUser).id;
    expect((await operate(signing, `/${idOf(created)}/revoke`)).status).toBe(200);
    const { status, body } = await operate(signing, `/${idOf(others)}/revoke`);
    expect([status, body.error?.code]).toEqual([409, 'resource_invalid_state']);
    expect((await operate(signing, `/${idOf(created)}/revoke`, {}, 'again')).status).toBe(200);
  });
});
