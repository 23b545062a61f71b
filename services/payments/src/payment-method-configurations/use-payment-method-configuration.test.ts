import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, withDatabase } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { type ConfigurationsWorld, startConfigurations } from './configurations.test-support.ts';
import { deleteEndedUses } from './use-payment-method-configuration.ts';

let world: ConfigurationsWorld;
beforeAll(async () => {
  world = await startConfigurations();
});
afterAll(() => world.stop());

const uses = async (id: string) =>
  (
    await world
      .db('payments')
      .query('select used_by from payment_method_configuration_uses where configuration_id = $1', [id])
  ).rows as { used_by: string }[];

test('a checkout gets the configuration that it names, or else the default one', async () => {
  const created = await world.create();
  expect((await world.use(created.id)).body).toEqual({ configuration: created });
  const { configuration } = (await world.use(null)).body;
  expect(configuration).toMatchObject({ isDefault: true });
  expect((await world.send('GET', configuration.id)).body).toEqual(configuration);
});

test('404 resource_missing for one that does not exist or is another merchant’s', async () => {
  const { id } = await world.create();
  const other = world.siblingClient('payments', 'checkout', { merchantId: 'acct_other' });
  for (const answer of [await world.use('pmc_none'), await world.use(id, {}, other)])
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'resource_missing' } } });
  expect(await uses(id)).toEqual([]);
});

test('409 configuration_in_use while an open session uses it, however often it asked', async () => {
  const { id } = await world.create();
  const session = newId('cs_test');
  for (let i = 0; i < 2; i++) await world.use(id, { id: session });
  expect(await uses(id)).toEqual([{ used_by: session }]);
  expect(await world.send('DELETE', id)).toMatchObject({
    status: 409,
    body: { error: { code: 'configuration_in_use', message: expect.stringContaining(session) } },
  });
});

test('the refusal names what uses it longest, and only what ends that use', async () => {
  const { id } = await world.create();
  const refusal = async () => (await world.send('DELETE', id)).body.error?.message;
  const session = newId('cs_test');
  await world.use(id, { id: session, until: '2098-01-01T00:00:00.000Z' });
  await world.use(id, { until: '2097-01-01T00:00:00.000Z' });
  expect(await refusal()).toBe(
    `This configuration is reserved for ${session} until 2098-01-01T00:00:00.000Z. Delete it then, or as soon as that session has expired.`,
  );
  await world.use(id, { id: 'plink_reserved' });
  expect(await refusal()).toBe(
    'This configuration is reserved for plink_reserved until 2099-01-01T00:00:00.000Z. Delete it then.',
  );
  await world.use(id, { id: 'plink_1', until: null });
  expect(await refusal()).toBe(
    'plink_1 uses this configuration. Give that payment link another one before you delete this one.',
  );
});

test('a use without an end keeps it, one whose time is over does not', async () => {
  const [kept, free] = [await world.create(), await world.create()];
  await world.use(kept.id, { until: null });
  await world.use(free.id, { until: '2020-01-01T00:00:00.000Z' });
  expect((await world.send('DELETE', kept.id)).status).toBe(409);
  expect((await world.send('DELETE', free.id)).status).toBe(200);
});

test('looking at one is no use of it', async () => {
  const created = await world.create();
  const { body } = await world.checkout('POST', '/internal/calls/getPaymentMethodConfiguration', {
    id: created.id,
    usedBy: null,
  });
  expect(body).toEqual({ configuration: created });
  expect(await uses(created.id)).toEqual([]);
});

test('the default one is used without a record: it is never deleted', async () => {
  const { configuration } = (await world.use(null)).body;
  expect((await world.use(configuration.id)).body).toEqual({ configuration });
  expect(await uses(configuration.id)).toEqual([]);
});

test('a session that begins while it is being deleted waits, and finds it gone', async () => {
  const { id } = await world.create();
  const deletion = await world.db('payments').connect();
  try {
    await deletion.query('begin');
    await deletion.query('select 1 from payment_method_configurations where id = $1 for update', [id]);
    const used = world.use(id);
    await eventually(async () => {
      const { rows } = await world.db('payments').query('select 1 from pg_locks where not granted');
      expect(rows).not.toEqual([]);
    });
    await deletion.query('delete from payment_method_configurations where id = $1', [id]);
    await deletion.query('commit');
    expect((await used).status).toBe(404);
  } finally {
    deletion.release();
  }
});

test('uses whose time is over are forgotten, the others stay', async () => {
  const { id } = await world.create();
  const open = newId('cs_test');
  await world.use(id, { until: '2020-01-01T00:00:00.000Z' });
  await world.use(id, { id: open });
  // The service's own job may have been there first.
  await withDatabase('payments', world.databaseUrls('payments').runtimeUrl, (db) => deleteEndedUses({ db }));
  expect(await uses(id)).toEqual([{ used_by: open }]);
});

test('no service but the checkout may call it', async () => {
  const answer = await world.use(null, {}, world.siblingClient('payments', 'webhooks'));
  expect(answer.status).toBe(401);
});
