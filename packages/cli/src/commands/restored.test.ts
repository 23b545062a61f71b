import { describe, expect, test } from '@jest/globals';
import type { Restore } from '@mizan/contracts';
import { runMizan } from '../mizan.test-support.ts';

const restore: Restore = {
  ...{ object: 'restore', restoredTo: '2026-12-01T03:00:00.000Z', restoredAt: '2026-12-01T09:00:00.000Z' },
  ...{ releasedAt: null, held: { payouts: 2, refunds: 1 } },
};
const released: Restore = { ...restore, releasedAt: '2026-12-01T10:00:00.000Z', held: { payouts: 0, refunds: 0 } };
const show = async (answer: object) => (await runMizan(['restored', 'show'], { answer: () => answer })).out;

describe('mizan restored', () => {
  test('shows what is held, and what to do before it is released', async () => {
    expect(await show(restore)).toBe(
      [
        'Restored at 2026-12-01T09:00:00.000Z to the state of 2026-12-01T03:00:00.000Z. Held: 2 payouts and 1 refund.',
        'Compare with your bank and the providers what was carried out since then, and record it: mizan payouts mark-paid <id>, mizan refunds resolve <id>.',
        'Then: mizan restored release\n',
      ].join('\n'),
    );
  });

  test('shows that nothing is held, after the release and without a restore', async () => {
    expect(await show(released)).toContain('Released at 2026-12-01T10:00:00.000Z: nothing is held.');
    expect(await show({ ...restore, restoredTo: null, restoredAt: null })).toBe(
      'This platform was not restored from a backup. Nothing is held.\n',
    );
  });

  test('releases after a question that says what is sent again', async () => {
    const answer = ({ method }: { method: string }) => (method === 'GET' ? restore : released);
    const { err, out, sent } = await runMizan(['restored', 'release'], { typed: 'y', answer });
    expect(err).toContain(
      'Release 2 payouts and 1 refund? What your bank or a provider has carried out since 2026-12-01T03:00:00.000Z and is not recorded here is sent again.',
    );
    expect(out).toContain('nothing is held');
    expect(sent.at(-1)).toMatchObject({ method: 'POST', path: '/operator/restore/release' });
  });
});
