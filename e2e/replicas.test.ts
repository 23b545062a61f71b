import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Balance, serviceNames, type ServiceName } from '@mizan/contracts';
import { eventually, scaleTimeout, sizeOf } from '@mizan/testing';
import { readMetric, startReplicatedStack, type ReplicatedStack } from './replicas.test-support.ts';

let stack: ReplicatedStack;
beforeAll(async () => {
  stack = await startReplicatedStack();
});
afterAll(() => stack.stop());

const nothingLost = { missing: [], webhooksForged: 0 };
const leaders = (service: ServiceName): Promise<number[]> => readMetric(stack.dev, service, /^mizan_leader\{/);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const api = (method: string, path: string, key: string, body?: unknown) =>
  fetch(`${stack.dev.baseUrl}${path}`, {
    method,
    // A connection of its own, so that the balancer chooses anew.
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

describe('of two replicas of every service', () => {
  test('one leads, and consumers share their events', async () => {
    await eventually(async () => {
      for (const service of serviceNames) expect([service, sum(await leaders(service))]).toEqual([service, 1]);
    });
    const simulated = await stack.simulate('--rate', sizeOf({ quick: '10', full: '20' }), '--duration', '4');
    expect(simulated).toMatchObject({ status: 0, ...nothingLost });
    for (const service of ['payments', 'webhooks', 'catalog'] as const) {
      const handled = await readMetric(stack.dev, service, /^mizan_consumer_events_total\{.*mizan_outcome="handled"/);
      expect([service, Math.min(...handled) > 0]).toEqual([service, true]);
    }
  });

  test('only the leader runs the jobs', async () => {
    for (const service of ['payments', 'checkout', 'webhooks'] as const) {
      const leads = await leaders(service);
      const runs = await readMetric(stack.dev, service, /^mizan_job_duration_seconds_count\{/);
      expect([service, runs.map((count) => count > 0)]).toEqual([service, leads.map((leading) => leading === 1)]);
    }
  });

  test('a leader that is killed is followed by the other, and no effect is lost', async () => {
    const leads = await leaders('payments');
    const leader = stack.dev.services.payments.replicas[leads.indexOf(1)];
    const simulating = stack.simulate('--rate', sizeOf({ quick: '5', full: '8' }), '--duration', '6');
    process.kill(leader?.pid ?? 0, 'SIGKILL');
    await eventually(async () => {
      expect(stack.dev.services.payments.replicas.every(({ pid }) => pid !== leader?.pid)).toBe(true);
      expect(await leaders('payments')).toEqual(leads.map((leading) => 1 - leading));
    });
    expect(await simulating).toMatchObject(nothingLost);
  });

  test('a revoked key is refused by every gateway before any cache would forget it', async () => {
    const owner = stack.dev.keys.testSecret;
    const made = (await (await api('POST', '/api-keys', owner, { name: 'Soon gone', type: 'SECRET' })).json()) as {
      id: string;
      secret: string;
    };
    const request = async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => api('GET', '/products', made.secret)));
      return [...new Set(answers.map(({ status }) => status))];
    };
    expect(await request()).toEqual([200]);
    await api('DELETE', `/api-keys/${made.id}`, owner);
    // Caches keep a key for five seconds: they must have heard of it before.
    await eventually(async () => expect(await request()).toEqual([401]), { timeoutMs: 4_000 });
  });

  test('fifty payouts at once take no more than what is payable', async () => {
    const key = stack.dev.keys.testSecret;
    const answer = async <Body>(method: string, path: string, body?: unknown): Promise<Body> =>
      (await (await api(method, path, key, body)).json()) as Body;
    const payable = async () => {
      const balance = await answer<Balance>('GET', '/balance');
      return balance.payable.find(({ currency }) => currency === 'EGP')?.amount ?? 0;
    };
    const card = { number: '4000000000000077', expMonth: 12, expYear: 2040, cvc: '123' }; // available at once
    const order = { amount: 100_000, currency: 'EGP', confirm: true, paymentMethod: { type: 'card', card } };
    expect((await api('POST', '/payment-intents', key, order)).status).toBe(201);
    const iban = 'EG380019000500000000263180002';
    const account = { holderName: 'Siwa Trading', currency: 'EGP', iban };
    const { id: bankAccountId } = await answer<{ id: string }>('POST', '/bank-accounts', account);
    const rest = await payable();
    const amount = Math.floor(rest / 7);
    const payOut = async () => {
      const answered = await api('POST', '/payouts', key, { amount, currency: 'EGP', bankAccountId });
      return ((await answered.json()) as { status?: string; error?: { code: string } }).error?.code ?? answered.status;
    };
    const outcomes = await Promise.all(Array.from({ length: 50 }, payOut));
    expect(outcomes.filter((outcome) => outcome === 201)).toHaveLength(7);
    expect(new Set(outcomes)).toEqual(new Set([201, 'insufficient_balance']));
    expect(await payable()).toBe(rest - 7 * amount);
    const handled = await readMetric(stack.dev, 'payments', /_count\{.*mizan_operation="createPayout"/);
    expect(handled.map((count) => count > 0)).toEqual([true, true]); // each replica had its share
  });
});

const rollingRestart = async () => {
  const confirms = async () =>
    sum(await readMetric(stack.dev, 'payments', /_count\{.*mizan_operation="confirmPayment"/));
  const before = await confirms();
  const simulated = await stack.simulateDuring(
    async () => {
      await eventually(async () => expect(await confirms()).toBeGreaterThan(before));
      await stack.restart(sizeOf<readonly ServiceName[]>({ quick: ['payments'], full: serviceNames }));
    },
    '--rate',
    sizeOf({ quick: '5', full: '10' }),
  );
  expect(simulated).toMatchObject({ serverErrors: 0, status: 0, ...nothingLost, examples: [] });
};

const busOutage = async () => {
  const simulating = stack.simulate('--rate', '10', '--duration', '6');
  await stack.nats.stop();
  await eventually(async () =>
    expect((await readMetric(stack.dev, 'payments', /^mizan_outbox_rows\{/))[0]).toBeGreaterThan(0),
  );
  await stack.nats.start();
  expect(await simulating).toMatchObject({ serverErrors: 0, status: 0, ...nothingLost });
};

const postgresRestart = async () => {
  const pids = JSON.stringify(stack.dev.services);
  const size = sizeOf({ quick: '4', full: '8' });
  const simulating = stack.simulate('--rate', size, '--duration', size);
  await stack.postgres.stop();
  await stack.postgres.start();
  await eventually(async () => expect((await api('GET', '/products', stack.dev.keys.testSecret)).status).toBe(200));
  expect(await simulating).toMatchObject(nothingLost);
  expect(JSON.stringify(stack.dev.services)).toBe(pids);
};

const interruptions: readonly (readonly [string, () => Promise<void>])[] = [
  ['restarting every replica of a service after the other fails no request', rollingRestart],
  ['the bus may be away: nothing is refused, and everything follows', busOutage],
  ['Postgres may restart: every process lives and takes requests again, and nothing is lost', postgresRestart],
];

describe('while buyers buy,', () => {
  // A quick run leaves out the bus's outage, which other tests of every run cause.
  test.each(sizeOf({ quick: interruptions.filter(([, run]) => run !== busOutage), full: interruptions }))(
    '%s',
    (_, interruption) => interruption(),
    scaleTimeout(480_000),
  );
});
