import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../mizan.test-support.ts';

const create = (...names: string[]) =>
  runMizan(['keys', 'create', '--name', 'Mona', '--type', 'RESTRICTED', '--permissions', ...names]);

describe('a permission that does not exist', () => {
  test.each([
    ['REFUND_REED', 'Did you mean REFUND_READ?'],
    ['LINK_READ', 'Did you mean PAYMENT_LINK_READ?'],
    ['links_write', 'Did you mean PAYMENT_LINK_WRITE?'],
    ['PAYMENT_READ', 'Did you mean PAYMENT_INTENT_READ or PAYMENT_LINK_READ or PAYMENT_METHOD_CONFIGURATION_READ?'],
    ['EVERYTHING', 'The help of this command lists them.'],
    ['42', 'The help of this command lists them.'],
  ])('is refused, and those that were meant are named: %s', async (name, message) => {
    const { status, err, sent } = await create(name);
    expect([status, sent]).toEqual([1, []]);
    expect(err).toContain(`mizan: --permissions: \`${name}\` is not a permission. ${message}\n`);
  });
});

test('permissions may be separated by a comma and a blank', async () => {
  const { sent } = await create('PRODUCT_READ, REFUND_READ');
  expect(sent).toMatchObject([{ body: { permissions: ['PRODUCT_READ', 'REFUND_READ'] } }]);
});

test('the help of keys create lists the permissions', async () => {
  const { out } = await runMizan(['keys', 'create', '--help']);
  expect(out).toMatch(/\nPermissions:\nACCOUNT_READ ACCOUNT_WRITE [A-Z_\s]+ WEBHOOK_ENDPOINT_WRITE\n/);
  expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100);
});

test('an operator who rolls a key sees how to create one and revoke the old one', async () => {
  const { status, err, sent } = await runMizan(['keys', 'roll', 'key_1', '--account', 'acct_1']);
  expect([status, sent]).toEqual([1, []]);
  expect(err).toContain(
    '\n  mizan keys create --account acct_1 --name <name> --type <type> --mode <mode> --permissions <names>\n  mizan keys revoke key_1 --account acct_1\n',
  );
});

describe('a key that is not found without --account', () => {
  const answer = () => ({ error: { code: 'resource_missing', message: 'No API key `key_1` in test mode.' } });
  const revoke = '\nAs the operator: mizan keys revoke key_1 --account acct_…\n';
  const roll = [
    '',
    'As the operator, create a new one with the same type, mode and permissions, which the list shows, then revoke this one:',
    '  mizan keys list --account acct_…',
    '  mizan keys create --account acct_… --name <name> --type <type> --mode <mode> --permissions <names>',
    '  mizan keys revoke key_1 --account acct_…',
    '',
  ].join('\n');

  test.each([
    ['revoke', {}, revoke],
    ['revoke', { typed: 'y' }, revoke],
    ['roll', {}, roll],
  ])('%s says how operators do it, %j', async (verb, terminal, hint) => {
    const { status, err } = await runMizan(['keys', verb, 'key_1'], { answer, ...terminal });
    expect([status, err.endsWith(hint)]).toEqual([1, true]);
    expect(err).toMatch(/^mizan: No API key `key_1` in test mode\./);
  });

  test('nothing is added with --account, or to another error', async () => {
    const { err } = await runMizan(['keys', 'revoke', 'key_1', '--account', 'acct_1'], { answer });
    expect(err).not.toContain('As the operator');
    expect((await runMizan(['keys', 'revoke', 'key_1'])).err).not.toContain('As the operator');
  });
});

test('--mode without --account is refused: it would have no effect', async () => {
  const { err, sent } = await runMizan(['keys', 'create', '--name', 'Mona', '--mode', 'live']);
  expect([err, sent]).toEqual([expect.stringContaining('--mode requires --account'), []]);
});

describe('keys roll', () => {
  const answer = ({ method }: Sent) =>
    method === 'GET'
      ? { id: 'key_1', name: 'Shop' }
      : { id: 'key_2', name: 'Shop', type: 'SECRET', secret: 'mz_sk_test_2' };

  test('asks before a key stops working at once, and names it', async () => {
    const { status, err, sent } = await runMizan(['keys', 'roll', 'key_1'], { answer, typed: 'n' });
    expect(err).toContain(
      'Replace key_1 (Shop)? Everything that uses the old key is refused from now on; with --overlap 86400 it works for another day. [y/N]',
    );
    expect([status, sent.map(({ method }) => method)]).toEqual([1, ['GET']]);
  });

  test.each([
    [['--yes'], 'key_1 stops working within 5 seconds of the roll.'],
    [['--overlap', '60'], 'key_1 stops working within 60 seconds of the roll.'],
  ])('with %j asks nothing, and says how long the old key works', async (options, says) => {
    const { status, err, sent } = await runMizan(['keys', 'roll', 'key_1', ...options], { answer, typed: 'n' });
    expect([status, sent.map(({ method }) => method)]).toEqual([0, ['POST']]);
    expect(err).toContain(says);
  });
});

describe('the question of keys revoke', () => {
  const key = { id: 'key_1', name: 'Mona, support' };
  const questionOf = async (answer: (sent: Sent) => unknown, ...options: string[]) =>
    (await runMizan(['keys', 'revoke', 'key_1', ...options], { typed: 'n', answer })).err;

  test('names the key of the merchant', async () => {
    expect(await questionOf(({ path }) => (path === '/api-keys/key_1' ? key : undefined))).toContain(
      'Revoke key_1 (Mona, support)? Everything that uses it is refused from now on, which cannot be undone. [y/N]',
    );
  });

  test('names the key that the operator finds in the account', async () => {
    const keys = { data: [{ id: 'key_2', name: 'Shop' }, key], totalCount: 2 };
    const answer = ({ path }: Sent) => (path === '/operator/accounts/acct_1/keys' ? keys : undefined);
    expect(await questionOf(answer, '--account', 'acct_1')).toContain('Revoke key_1 (Mona, support)?');
  });

  test('has the ID alone where the name cannot be read', async () => {
    expect(await questionOf(() => undefined)).toContain('Revoke key_1? Everything');
    expect(await questionOf(() => ({ data: [], totalCount: 0 }), '--account', 'acct_1')).toContain(
      'Revoke key_1? Everything',
    );
  });
});
