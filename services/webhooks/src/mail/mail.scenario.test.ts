import { describe, expect, test } from '@jest/globals';
import type { Mail } from '@mizan/contracts';
import { asInEvents, envelope, eventually, leaveInOutbox, sampleCharge, samplePaymentIntent } from '@mizan/testing';
import { newId } from '@mizan/service-kit';
import { sender } from './mail-server.test-support.ts';
import { receiptOf, useMail } from './mail.test-support.ts';

const mail = useMail({ times: { untilEndMs: 5_000, answerMs: 1_500 } });
const messageIds = (aboutId: string) =>
  mail.offeredAbout(aboutId).map(({ raw }) => /^Message-ID: (.*)\r$/im.exec(raw.toString())?.[1]);

test('a receipt is mailed once, however many events are a reason for it', async () => {
  const id = await mail.charge('charge.succeeded');
  await mail.until(id, 'ACCEPTED');
  await mail.charge('charge.captured', id);
  await mail.charge('charge.updated', id, { previousAttributes: { amountCaptured: 0 } });
  await mail.aPass();
  expect(mail.offeredAbout(id)).toHaveLength(1);
  expect(await mail.rows('select 1 from mails where about_id = $1', [id])).toHaveLength(1);

  const [received] = await mail.mailServer().inbox();
  expect(received).toMatchObject({
    from: { name: 'Nile Soap House', address: sender },
    to: [{ name: '', address: 'buyer@example.com' }],
    subject: 'Your receipt from Nile Soap House (R-2026-000123)',
  });
  expect(received?.html).toContain(`https://pay.example.com/receipts/${id}-x`);
  expect(received?.text).toContain(`https://pay.example.com/receipts/${id}-x`);
});

test('a charge that succeeded late has its receipt mailed; one that is refunded has none mailed for that', async () => {
  const late = await mail.charge('charge.updated', newId('ch'), { previousAttributes: { amountCaptured: 0 } });
  const refunded = await mail.charge('charge.updated', newId('ch'), { previousAttributes: { amountRefunded: 0 } });
  await mail.until(late, 'ACCEPTED');
  await mail.aPass();
  expect(mail.offeredAbout(refunded)).toEqual([]);
  expect(await mail.rows('select 1 from mails where about_id = $1', [refunded])).toEqual([]);
});

test('the operator sees to whom a mail went and when the server accepted it, not what it says', async () => {
  const id = await mail.charge();
  const accepted = await mail.until(id, 'ACCEPTED');
  expect(accepted).toEqual({
    id: expect.stringMatching(/^eml_/),
    object: 'mail',
    merchantId: mail.scope().merchantId,
    livemode: true,
    template: 'receipt',
    aboutId: id,
    to: 'buyer@example.com',
    status: 'ACCEPTED',
    attempts: 1,
    lastError: null,
    nextAttemptAt: null,
    acceptedAt: expect.any(String),
    createdAt: expect.any(String),
  });
  expect(messageIds(id)).toEqual([`<${accepted.id}@pay.example.com>`]);
  expect(await mail.rows('select view from mails where about_id = $1', [id])).toEqual([{ view: null }]);
});

const receiptsOff = { mail: { receipts: false, recovery: true, replyTo: null } };

test('an account with receipts off gets none, and costs no row', async () => {
  mail.setAccount(receiptsOff);
  const id = await mail.charge();
  mail.setScope({ merchantId: newId('acct') });
  await mail.aPass();
  expect(await mail.rows('select 1 from mails where about_id = $1', [id])).toEqual([]);
});

test('one that turns them off before a mail is sent gets none either', async () => {
  mail.mailServer().answers = { to: () => ({ code: 451 }) };
  const id = await mail.charge();
  expect((await mail.attempted(id, 1)).lastError).toBe('451 said the test');
  mail.setAccount(receiptsOff);
  await leaveInOutbox(mail.world(), 'webhooks', [
    envelope({ type: 'account.updated', object: { id: mail.scope().merchantId }, ...mail.scope() }),
  ]);
  await eventually(async () => {
    await mail.hurry(id);
    expect((await mail.find(id))?.status).toBe('CANCELED');
  });
  expect(mail.offeredAbout(id)).toEqual([]);
});

test('a payment that waits for a transfer is a reason for its instructions, if the buyer has an address', async () => {
  const receiptEmail = 'buyer@example.com';
  const details = {
    reference: 'K7QM-2XTD-9HPA',
    amount: 10_000,
    currency: 'EGP',
    expiresAt: '2027-01-01T00:00:00.000Z',
  };
  const url = 'https://shop.example/thanks';
  const atOwnPage = { type: 'redirect_to_url', redirectToUrl: { url, returnUrl: url } };
  const bank = { ...atOwnPage, displayBankTransferDetails: { ...details, iban: 'EG38', accountName: 'Nile Soap' } };
  const instapay = { ...atOwnPage, displayInstapayDetails: { ...details, handle: 'soap@instapay' } };
  const waiting = (nextAction: object | null, email: string | null) =>
    samplePaymentIntent({
      status: 'PROCESSING',
      nextAction: nextAction as never,
      latestCharge: sampleCharge({ receiptEmail: email }),
    });
  const intents = [
    waiting(bank, receiptEmail),
    waiting(instapay, receiptEmail),
    waiting(bank, null),
    waiting(null, receiptEmail), // in a bank's app or at the door
  ];
  await leaveInOutbox(
    mail.world(),
    'webhooks',
    intents.map((intent) =>
      envelope({ type: 'payment_intent.processing', object: asInEvents(intent), ...mail.scope() }),
    ),
  );
  await mail.aPass();
  const queued = await mail.rows<{ about_id: string }>(
    `select about_id from mails where template = 'transfer_instructions' and merchant_id = $1`,
    [mail.scope().merchantId],
  );
  const expected = intents.slice(0, 2).map(({ latestCharge }) => latestCharge?.id);
  expect(new Set(queued.map(({ about_id }) => about_id))).toEqual(new Set(expected));
});

test('a charge without an address, a surplus one and one that is not captured are no reason', async () => {
  const receiptEmail = 'buyer@example.com';
  const { outcome } = sampleCharge();
  const surplus = {
    networkStatus: null,
    type: 'authorized',
    reason: null,
    sellerMessage: '',
    adviceCode: null,
    riskLevel: 'normal',
    surplus: true,
  };
  const charges = [
    sampleCharge({ receiptEmail: null }),
    sampleCharge({ receiptEmail, amountCaptured: 0, captured: false }),
    sampleCharge({ receiptEmail, outcome: { ...outcome, ...surplus } as never }),
  ];
  await leaveInOutbox(
    mail.world(),
    'webhooks',
    charges.map((object) => envelope({ type: 'charge.succeeded', object, ...mail.scope() })),
  );
  await mail.aPass();
  expect(await mail.rows('select 1 from mails where about_id = any($1)', [charges.map(({ id }) => id)])).toEqual([]);
});

describe('attempts', () => {
  test('a server that refuses for now gets the same mail again, with the same Message-ID', async () => {
    let refusals = 2;
    mail.mailServer().answers = { data: () => (refusals-- > 0 ? { code: 451, text: 'greylisted' } : 'accept') };
    const id = await mail.charge();
    for (const attempts of [1, 2]) {
      const postponed = await mail.attempted(id, attempts);
      expect(postponed).toMatchObject({ status: 'PENDING', lastError: '451 greylisted' });
      const waits = (new Date(postponed.nextAttemptAt ?? 0).getTime() - Date.now()) / 1_000;
      expect(waits).toBeGreaterThan(attempts === 1 ? 45 : 240);
      expect(waits).toBeLessThan(attempts === 1 ? 70 : 340);
      await mail.hurry(id);
    }
    expect(await mail.until(id, 'ACCEPTED')).toMatchObject({ attempts: 3, lastError: null });
    expect(mail.offeredAbout(id).map(({ accepted }) => accepted)).toEqual([false, false, true]);
    expect(new Set(messageIds(id)).size).toBe(1);
  });

  test('a refusal for good is final and visible, and delays no other mail', async () => {
    mail.mailServer().answers = {
      to: (address) => (address === 'gone@example.com' ? { code: 550, text: 'no such mailbox' } : 'accept'),
    };
    mail.answers.payment = (aboutId) => receiptOf(aboutId, { to: 'gone@example.com' });
    const id = await mail.charge();
    expect(await mail.until(id, 'REFUSED')).toMatchObject({
      lastError: '550 no such mailbox',
      to: 'gone@example.com',
      nextAttemptAt: null,
    });
    mail.answers.payment = (aboutId) => receiptOf(aboutId);
    await mail.aPass();
    const refused = await mail.operator<{ data: Mail[] }>(
      'GET',
      `/operator/mails?status=REFUSED&merchantId=${mail.scope().merchantId}`,
    );
    expect(refused.body.data.map(({ aboutId }) => aboutId)).toEqual([id]);
  });

  test.each([
    ['closes the connection', () => 'drop' as const],
    ['stays silent', () => new Promise<'accept'>(() => undefined)],
  ])('a server that has the whole mail and %s leaves it UNKNOWN, never sent again by itself', async (_how, data) => {
    mail.mailServer().answers = { data };
    const id = await mail.charge();
    expect(await mail.until(id, 'UNKNOWN')).toMatchObject({ attempts: 1, nextAttemptAt: null });
    mail.mailServer().answers = {};
    await mail.hurry(id); // changes nothing: it waits for nothing
    await mail.aPass();
    expect((await mail.find(id))?.status).toBe('UNKNOWN');
    expect(mail.offeredAbout(id).filter(({ accepted }) => accepted)).toEqual([]);
  });

  test('the operator sends it again, with the same Message-ID, and cannot while it is on its way or accepted', async () => {
    mail.mailServer().answers = { data: () => 'drop' };
    const id = await mail.charge();
    const unknown = await mail.until(id, 'UNKNOWN');
    mail.mailServer().answers = {};
    const resent = await mail.operator<Mail>('POST', `/operator/mails/${unknown.id}/resend`, {});
    expect([resent.status, resent.body.status]).toEqual([200, 'PENDING']);
    await mail.until(id, 'ACCEPTED');
    expect(new Set(messageIds(id))).toEqual(new Set([`<${unknown.id}@pay.example.com>`]));
    const again = await mail.operator('POST', `/operator/mails/${unknown.id}/resend`, {});
    expect([again.status, again.body.error?.code]).toEqual([409, 'resource_invalid_state']);
    const none = await mail.operator('POST', '/operator/mails/eml_none/resend', {});
    expect([none.status, none.body.error?.code]).toEqual([404, 'resource_missing']);
  });

  test('a mail whose server is away for three days fails, and is not sent when it is back', async () => {
    mail.mailServer().answers = { connect: () => ({ code: 421, text: 'later' }) };
    const id = await mail.charge();
    await mail.attempted(id, 1);
    await mail.rows(`update mails set queued_at = now() - interval '73 hours' where about_id = $1`, [id]);
    mail.mailServer().answers = {};
    await mail.hurry(id);
    await mail.until(id, 'FAILED');
    expect(mail.mailServer().named).toEqual([]);
  });

  test('a receipt waits for its number, and for the service that knows it', async () => {
    let requests = 0;
    mail.answers.payment = (aboutId) => {
      requests += 1;
      if (requests === 1) throw new Error('payments restarts');
      return requests === 2 ? { state: 'later' } : receiptOf(aboutId);
    };
    const id = await mail.charge();
    expect((await mail.until(id, 'ACCEPTED')).attempts).toBe(3);
    expect(mail.offeredAbout(id)).toHaveLength(1);
  });

  test.each([
    [true, 'it is no longer needed'],
    [false, 'no email address of the buyer is known'],
  ])('what has no reason, or no recipient, any more is not sent, and says so (%j)', async (hasAddress, lastError) => {
    mail.answers.payment = () => ({ state: 'void', hasAddress });
    const id = await mail.charge();
    expect(await mail.until(id, 'CANCELED')).toMatchObject({ to: null, lastError });
    expect(mail.mailServer().named).toEqual([]);
  });
});

test('a long queue of one account delays no other', async () => {
  const held = Promise.withResolvers<'accept'>();
  mail.mailServer().answers = { to: (address) => (address === 'other@example.com' ? 'accept' : held.promise) };
  const many = Array.from({ length: 60 }, () => sampleCharge({ receiptEmail: 'buyer@example.com' }));
  await leaveInOutbox(
    mail.world(),
    'webhooks',
    many.map((object) => envelope({ type: 'charge.succeeded', object, ...mail.scope() })),
  );
  await eventually(() => expect(mail.mailServer().named.length).toBeGreaterThanOrEqual(4));
  mail.setScope({ merchantId: newId('acct') });
  mail.answers.payment = (aboutId) => receiptOf(aboutId, { to: 'other@example.com' });
  const id = await mail.charge();
  await mail.until(id, 'ACCEPTED');
  held.resolve('accept');
  for (const each of many) await mail.until(each.id, 'ACCEPTED');
});

test('a refund of a buyer without an address, which the merchant sends the link of, queues no mail', async () => {
  const id = newId('re');
  await leaveInOutbox(mail.world(), 'webhooks', [
    envelope({
      type: 'refund.requires_action',
      object: {
        ...{ id, object: 'refund', chargeId: newId('ch'), paymentIntentId: newId('pi'), surplus: true },
        ...{ amount: 4_000, currency: 'EGP', feeAmount: 0, status: 'REQUIRES_ACTION', metadata: {} },
        createdAt: '2026-11-25T10:00:00.000Z',
      },
      ...mail.scope(),
    }),
  ]);
  await mail.until(await mail.charge(), 'ACCEPTED'); // of a later event
  expect(await mail.rows('select from mails where about_id = $1', [id])).toEqual([]);
});

test.each([true, false])(
  'payments learns that the mail about a refund was accepted, once; of no other mail (live mode: %s)',
  async (livemode) => {
    mail.setScope({ livemode });
    const id = newId('re');
    mail.answers.payment = (aboutId) =>
      aboutId === id
        ? {
            state: 'ready',
            content: {
              template: 'refund_details',
              to: 'buyer@example.com',
              checkoutSessionId: null,
              total: { amount: 4_000, currency: 'EGP' },
              description: null,
              url: `https://pay.example.com/refunds/${id}-x`,
              reference: id,
              expiresAt: '2026-12-25T10:00:00.000Z',
            },
          }
        : receiptOf(aboutId);
    const needs = () =>
      leaveInOutbox(mail.world(), 'webhooks', [
        envelope({
          type: 'refund.requires_action',
          object: {
            ...{ id, object: 'refund', chargeId: newId('ch'), paymentIntentId: newId('pi') },
            ...{ amount: 4_000, currency: 'EGP', feeAmount: 0, status: 'REQUIRES_ACTION', metadata: {} },
            ...{ instructionsEmail: 'buyer@example.com', createdAt: '2026-11-25T10:00:00.000Z' },
          },
          ...mail.scope(),
        }),
      ]);
    await needs();
    const accepted = await mail.until(id, 'ACCEPTED');
    await needs();
    const receipt = await mail.charge();
    await mail.until(receipt, 'ACCEPTED');
    const reported = await mail.rows<{ object: object; livemode: boolean }>(
      `select livemode, payload::jsonb -> 'data' -> 'object' as object from outbox
       where type = 'mail.accepted' and merchant_id = $1`,
      [mail.scope().merchantId],
    );
    const object = { id: accepted.id, object: 'mail_acceptance', template: 'refund_details', aboutId: id };
    expect(reported).toEqual([{ livemode, object }]);
  },
);
