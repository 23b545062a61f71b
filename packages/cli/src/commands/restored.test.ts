import { describe, expect, test } from '@jest/globals';
import type { Restore } from '@mizan/contracts';
import { runMizan } from '../mizan.test-support.ts';

const restore: Restore = {
  ...{ object: 'restore', restoredTo: '2026-12-01T03:00:00.000Z', restoredAt: '2026-12-01T09:00:00.000Z' },
  ...{ releasedAt: null, held: { payouts: 2, refunds: 1, lateSuccesses: 3 } },
  heldRefunds: [
    {
      ...{
        id: 're_1',
        accountId: 'acct_1',
        paymentIntentId: 'pi_1',
        provider: 'fawry',
        amount: 5_000,
        currency: 'EGP',
      },
      createdAt: '2026-11-30T10:00:00.000Z',
    },
  ],
};
const released: Restore = {
  ...restore,
  releasedAt: '2026-12-01T10:00:00.000Z',
  held: { payouts: 0, refunds: 0, lateSuccesses: 0 },
  heldRefunds: [],
};
const show = async (answer: object) => (await runMizan(['restored', 'show'], { answer: () => answer })).out;

describe('mizan restored', () => {
  test('shows what is held, and what to do before it is released', async () => {
    const [state, , payouts, inTransit, refunds, next, , , , refund] = (await show(restore)).split('\n');
    expect(state).toBe(
      'Restored at 2026-12-01T09:00:00.000Z to the state of 2026-12-01T03:00:00.000Z. Held: 2 payouts to export, 1 refund, and 3 late or unneeded payments.',
    );
    expect(payouts).toContain('mizan payouts mark-paid <id>');
    expect(inTransit).toContain('--status IN_TRANSIT');
    expect(refunds).toContain('mizan refunds resolve <id> --outcome succeeded --reference <its ID there>');
    expect(next).toBe('Then: mizan restored release');
    expect(refund).toMatch(/^re_1 +2026-11-30 10:00 +acct_1 +fawry +EGP 50.00 +pi_1/);
  });

  test('shows that nothing is held, after the release and without a restore', async () => {
    expect(await show(released)).toContain('Released at 2026-12-01T10:00:00.000Z: nothing is held.');
    expect(await show({ ...released, restoredTo: null, restoredAt: null })).toBe(
      'This platform was not restored from a backup. Nothing is held.\n',
    );
  });

  const release = (...options: readonly string[]) => {
    const answer = ({ method }: { method: string }) => (method === 'GET' ? restore : released);
    return (typed?: string) => runMizan(['restored', 'release', ...options], { answer, ...(typed && { typed }) });
  };
  const doubt =
    'Held: 2 payouts to export, 1 refund, and 3 late or unneeded payments. What your bank or a provider has received or carried out since 2026-12-01T03:00:00.000Z and is not recorded here is sent again.';

  test('releases after a question that says what is sent again', async () => {
    const { err, out, sent } = await release()('y');
    expect(err).toContain(`${doubt} Release it? [y/N]`);
    expect(out).toContain('nothing is held');
    expect(sent.at(-1)).toMatchObject({ method: 'POST', path: '/operator/restore/release' });
  });

  test('releases nothing without a terminal, unless it is confirmed by --yes', async () => {
    const refused = await release()();
    expect([refused.status, refused.sent.filter(({ method }) => method === 'POST')]).toEqual([1, []]);
    expect(refused.err).toBe(`mizan: ${doubt} Nothing was done. If it is right, repeat the command with --yes.\n`);
    expect((await release('--yes')()).sent.at(-1)).toMatchObject({ method: 'POST' });
  });
});
