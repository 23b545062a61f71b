import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../mizan.test-support.ts';

const charge = {
  ...{
    id: 'ch_1',
    status: 'SUCCEEDED',
    captured: true,
    currency: 'EGP',
    amountCaptured: 30_000,
    amountRefunded: 20_000,
  },
  paymentMethodDetails: { type: 'card', card: { brand: 'visa', last4: '4242' } },
  refunds: [],
};
const payment = {
  ...{ id: 'pi_1', status: 'PROCESSING', amount: 30_000, amountRefunded: 0, amountCapturable: 0, currency: 'EGP' },
  ...{ latestCharge: charge, charges: [charge], metadata: {}, createdAt: '2026-11-27T10:00:00.000Z' },
};
const answer = ({ path }: Sent) => (path.startsWith('/payment-intents') ? payment : { id: 're_1', currency: 'EGP' });
const run = async (key: string, args: readonly string[], typed?: string) => {
  const options = { answer, ...(typed && { typed }) };
  const { sent, ...outcome } = await runMizan(['--idempotency-key', key, ...args], options);
  return { ...outcome, changes: sent.filter(({ method }) => method === 'POST') };
};
const ofRun = 'run_7d1f8a52-3c2b-4a57-9a40-0123456789ab';
const commands = [
  [['refunds', 'create', 'pi_1', '--amount', '50']],
  [['payments', 'mark-paid', 'pi_1']],
  [['payments', 'cancel', 'pi_1']],
  [['refunds', 'mark-failed', 're_1', '--reason', 'declined']],
];

describe.each(commands)('%j', (args) => {
  test.each(['order-7', '7d1f8a52-3c2b-4a57-9a40-0123456789ab'])(
    'asks a person whose own key is %s, and sends nothing without a yes',
    async (key) => {
      const { questions, changes } = await run(key, args, 'n');
      expect([questions, changes]).toEqual([1, []]);
    },
  );

  test('asks nothing where it is repeated with the key of a run', async () => {
    const { questions, changes } = await run(ofRun, args, 'n');
    expect([questions, changes]).toMatchObject([0, [{ idempotencyKey: ofRun }]]);
  });
});

test.each(['order-7', ofRun])(
  'with the key %s only the API says whether more is refunded than is left: the first run may have refunded it',
  async (key) => {
    const args = ['refunds', 'create', 'pi_1', '--amount', '200', '--yes'];
    expect((await run(key, args)).changes).toHaveLength(1);
    expect((await runMizan(args, { answer })).err).toContain('At most EGP 100.00 is left to refund');
  },
);

test.each([`${ofRun}:`, `${ofRun}.`, ofRun.slice(0, -1), 'run_7'])(
  'the key %s, which no command has printed, is refused: it would take effect a second time',
  async (key) => {
    const { status, err, changes } = await run(key, ['refunds', 'create', 'pi_1', '--amount', '50', '--yes']);
    expect([status, changes]).toEqual([1, []]);
    expect(err).toContain('No command has printed this key. Copy all of it: run_ and 36 characters.');
  },
);

test('the option says which key repeats a command, and which one needs confirmation as usual', async () => {
  const { out } = await runMizan(['--help']);
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    'with the key that it printed, run_…: it cannot take effect twice, and needs no confirmation. A key of your own, which payouts export does not take, has the same effect, but needs confirmation as usual',
  );
});
