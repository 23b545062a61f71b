import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PaymentIntent, Refund } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { envelope, eventually, leaveInOutbox } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({ nats: true });
});
afterAll(() => world.stop());

/** A refund that waits for the details of its buyer. */
async function waiting(): Promise<Refund> {
  const { body: intent } = await world.merchant<PaymentIntent>('POST', '/payment-intents', {
    amount: 10_000,
    currency: 'EGP',
    confirm: true,
    returnUrl: 'https://shop.example/thanks',
    paymentMethod: { type: 'fawry', testOutcome: 'succeed', billingDetails: { email: 'mona@example.com' } },
  });
  await world.confirm({ amount: 1_000_000 }); // so that the balance covers the fee
  return eventually(async () => {
    const { status, body } = await world.merchant<Refund>('POST', '/refunds', {
      paymentIntentId: intent.id,
      amount: 4_000,
      instructionsEmail: 'mona@example.com',
    });
    if (status !== 201) throw new Error(JSON.stringify(body)); // the ledger follows by event
    return body;
  });
}
const read = async (id: string) => (await world.merchant<Refund>('GET', `/refunds/${id}`)).body;
const updatesOf = async (id: string) => (await world.eventsOf(id)).filter(({ type }) => type === 'refund.updated');

/** Says what the webhooks service would. */
const mailAccepted = (aboutId: string, time: string) =>
  leaveInOutbox(world, 'payments', [
    {
      ...envelope({
        type: 'mail.accepted',
        object: { id: newId('eml'), object: 'mail_acceptance', template: 'refund_details', aboutId },
      }),
      time,
    },
  ]);

test('a refund shows when the mail to its buyer was accepted, and says so once, without its address', async () => {
  const refund = await waiting();
  expect(refund.nextAction?.displayDetails.emailSentAt).toBeNull();
  const acceptedAt = '2026-11-25T10:00:00.000Z';
  await mailAccepted(newId('re'), acceptedAt); // its test data were deleted
  await mailAccepted(refund.id, acceptedAt);
  await eventually(async () => expect((await read(refund.id)).nextAction?.displayDetails.emailSentAt).toBe(acceptedAt));
  await mailAccepted(refund.id, '2026-11-25T11:00:00.000Z');
  const other = await waiting();
  await mailAccepted(other.id, acceptedAt);
  await eventually(async () => expect(await updatesOf(other.id)).toHaveLength(1));

  expect((await read(refund.id)).nextAction?.displayDetails.emailSentAt).toBe(acceptedAt);
  const [updated, ...more] = await updatesOf(refund.id);
  expect(more).toEqual([]);
  expect(updated).toMatchObject({
    version: 3,
    object: { status: 'REQUIRES_ACTION', nextAction: { displayDetails: { url: null, emailSentAt: acceptedAt } } },
    previousAttributes: { nextAction: { displayDetails: { url: null, emailSentAt: null } } },
  });
  expect(Object.keys(updated?.previousAttributes ?? {})).toEqual(['nextAction']);
});

test('one that waits for its buyer no longer publishes nothing about its mail', async () => {
  const refund = await waiting();
  await world.merchant('POST', `/refunds/${refund.id}/cancel`, {});
  const before = await world.eventsOf(refund.id);
  await mailAccepted(refund.id, '2026-11-25T10:00:00.000Z');
  await eventually(async () => {
    const { rows } = await world
      .db('payments')
      .query<{ at: Date | null }>('select email_sent_at as at from refunds where id = $1', [refund.id]);
    expect(rows[0]?.at).not.toBeNull();
  });
  expect(await world.eventsOf(refund.id)).toEqual(before);
});
