import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@mizan/service-kit';
import { type PaymentsWorld, startPayments } from './payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

const securityCode = '7391';
const cards = ['4242424242424242', '4000000000000002', '4000000000003220', '4000000000007023', '5555555555554444'];

/** Every row of every table of the service, as text. */
async function dump(): Promise<string> {
  const db = world.db('payments');
  const { rows: tables } = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'payments'`,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) =>
      (await db.query<{ row: string }>(`select t::text as row from "${name}" t`)).rows.map(
        ({ row }) => `${name}: ${row}`,
      ),
    ),
  );
  return texts.flat().join('\n');
}

describe('card data', () => {
  test('is in no table: neither a number nor a security code, whatever the outcome of the payment', async () => {
    for (const number of cards)
      await world.tryConfirm({
        paymentMethod: { type: 'card', card: { number, expMonth: 12, expYear: 2040, cvc: securityCode } },
        checkoutSessionId: newId('cs_test'),
      });
    await world.tryConfirm({ paymentMethod: { type: 'apple_pay', token: 'test_token:4242424242424242' } });
    await world.tryConfirm({ card: '4111111111111111' }); // refused before anything is made of it
    const text = await dump();
    for (const number of [...cards, '4111111111111111']) expect(text).not.toContain(number);
    expect(text).not.toMatch(new RegExp(`\\b${securityCode}\\b`));
    expect(text).toContain('4242'); // the last four digits are what may be kept
  });

  test('of one card has one fingerprint within an account, and another one elsewhere', async () => {
    const fingerprint = async (merchantId: string) => {
      const { body } = await world.siblingClient('payments', 'checkout', { merchantId })<{
        paymentIntent: { paymentMethod: { card: { fingerprint: string } } };
      }>('POST', '/internal/calls/confirmPayment', world.confirmRequest({}), { idempotencyKey: newId('key') });
      return body.paymentIntent.paymentMethod.card.fingerprint;
    };
    const [first, again, elsewhere] = [
      await fingerprint('acct_a'),
      await fingerprint('acct_a'),
      await fingerprint('acct_b'),
    ];
    expect(again).toBe(first);
    const described = (paymentMethod: object) =>
      world.siblingClient('payments', 'checkout', { merchantId: 'acct_a' })<{ cardFingerprint: string | null }>(
        'POST',
        '/internal/calls/describePaymentMethod',
        { paymentMethod, email: null, phone: null, country: 'EG' },
      );
    const sent = { number: '4242424242424242', expMonth: 1, expYear: 2041, cvc: null };
    for (const [paymentMethod, cardFingerprint] of [
      [{ type: 'card', card: { ...sent, cvc: securityCode } }, first],
      [{ type: 'google_pay', token: 'test_token:4242424242424242' }, first],
      [{ id: 'pm_test_card_decline_lost_card' }, first],
      [{ type: 'fawry', phone: '01001234567' }, null],
    ] as const)
      expect((await described(paymentMethod)).body).toMatchObject({ cardFingerprint });
    const other = await described({ type: 'card', card: { ...sent, number: cards[4], cvc: securityCode } });
    expect(other.body.cardFingerprint).not.toBe(first);
    expect(elsewhere).not.toBe(first);
  });
});
