import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { AccountProfile, CheckoutMailContent, Mail, MailStatus, PaymentMailReply } from '@mizan/contracts';
import { newId, Problem, type Scope } from '@mizan/service-kit';
import {
  demoProfile,
  envelope,
  eventually,
  leaveInOutbox,
  sampleCharge,
  startWorld,
  type Api,
  type World,
} from '@mizan/testing';
import { webhooksService } from '../app.ts';
import { sender, startMailServer, type TestMailServer } from './mail-server.test-support.ts';
import { smtpTimes, type SmtpTimes } from './send-over-smtp.ts';

/** A receipt as payments composes it. */
export const receiptOf = (aboutId: string, changes: Partial<ReceiptContent> = {}): PaymentMailReply => ({
  state: 'ready',
  content: {
    template: 'receipt',
    to: 'buyer@example.com',
    checkoutSessionId: null,
    total: { amount: 10_000, currency: 'EGP' },
    description: 'Order 7',
    url: `https://pay.example.com/receipts/${aboutId}-x`,
    number: 'R-2026-000123',
    reference: aboutId,
    presented: null,
    at: '2026-11-25T10:00:00.000Z',
    method: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    ...changes,
  },
});
type ReceiptContent = Extract<Extract<PaymentMailReply, { state: 'ready' }>['content'], { template: 'receipt' }>;

/**
 * The service of mail with a real database, bus and mail server. The services that own what is mailed are answers of the test.
 * Every test acts as an account of its own, in live mode, with receipts on.
 */
export function useMail(options: { times?: Partial<SmtpTimes>; env?: Record<string, string> } = {}) {
  let mailServer: TestMailServer;
  let world: World;
  let scope: Scope;
  const accounts = new Map<string, Partial<AccountProfile>>();
  const answers = {
    payment: (aboutId: string): PaymentMailReply => receiptOf(aboutId),
    checkout: (_id: string): CheckoutMailContent => {
      throw new Problem('resource_missing', 'none');
    },
  };
  const defaults = { ...answers };

  beforeAll(async () => {
    mailServer = await startMailServer();
    const smtp = { MIZAN_SMTP_URL: mailServer.url, MIZAN_MAIL_FROM: sender };
    world = await startWorld({
      services: [webhooksService({ smtpTimes: { ...smtpTimes, ...options.times } })],
      env: { ...smtp, ...options.env },
      answers: {
        getAccount: (_request, { merchantId }) => ({
          ...demoProfile(merchantId),
          displayName: 'Nile Soap House',
          mail: { receipts: true, recovery: false, replyTo: null },
          ...accounts.get(merchantId),
        }),
        composePaymentMail: ({ aboutId }) => answers.payment(aboutId),
        composeCheckoutMail: ({ checkoutSessionId }) => answers.checkout(checkoutSessionId),
      },
    });
  });
  beforeEach(() => {
    scope = { merchantId: newId('acct'), livemode: true };
    Object.assign(answers, defaults);
    mailServer.answers = {};
    mailServer.offered.length = 0;
    mailServer.named.length = 0;
  });
  afterAll(() => Promise.all([world.stop(), mailServer.close()]));

  const rows = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await world.db('webhooks').query(sql, values)).rows as Row[];
  const operator: Api = (...request) => world.operatorClient('webhooks')(...request);
  const find = async (aboutId: string): Promise<Mail | undefined> =>
    (await operator<{ data: Mail[] }>('GET', `/operator/mails?aboutId=${aboutId}`)).body.data[0];

  return {
    mailServer: () => mailServer,
    world: () => world,
    scope: () => scope,
    setScope: (given: Partial<Scope>) => (scope = { ...scope, ...given }),
    /** What the gateway says of the test's account, from now on. */
    setAccount: (given: Partial<AccountProfile>) => accounts.set(scope.merchantId, given),
    answers,
    rows,
    operator,
    find,

    /** Publishes that a charge with a receipt address succeeded. @returns its id */
    async charge(
      type: 'charge.succeeded' | 'charge.captured' | 'charge.updated' = 'charge.succeeded',
      id = newId('ch'),
      data: { readonly previousAttributes?: object } = {},
    ) {
      const object = sampleCharge({ id, receiptEmail: 'buyer@example.com' });
      await leaveInOutbox(world, 'webhooks', [envelope({ type, object, data, ...scope })]);
      return id;
    },

    /** Waits until the mail about an object has a status. */
    until: (aboutId: string, status: MailStatus) =>
      eventually(async () => {
        const mail = await find(aboutId);
        if (mail?.status !== status) throw new Error(`${mail?.status ?? 'no mail'}: ${mail?.lastError ?? ''}`);
        return mail;
      }),

    /** Waits until so many attempts at a mail have ended, the last without success. */
    attempted: (aboutId: string, attempts: number) =>
      eventually(async () => {
        const [row] = await rows<{ attempts: number; claim_id: string | null }>(
          'select attempts, claim_id from mails where about_id = $1',
          [aboutId],
        );
        if (row?.attempts !== attempts || row.claim_id !== null) throw new Error(JSON.stringify(row));
        return (await find(aboutId)) as Mail;
      }),

    /** Lets the waiting of a mail end, which takes minutes. */
    async hurry(aboutId: string): Promise<void> {
      await rows('update mails set next_at = now() where about_id = $1 and next_at is not null', [aboutId]);
    },

    /** Waits until a mail that was queued now is accepted: what was queued before has been looked at. */
    async aPass(): Promise<void> {
      const { answers: kept } = mailServer;
      mailServer.answers = {};
      const marker = newId('ch');
      const object = sampleCharge({ id: marker, receiptEmail: 'marker@example.com' });
      await leaveInOutbox(world, 'webhooks', [envelope({ type: 'charge.succeeded', object, ...scope })]);
      await eventually(async () => {
        const status = (await find(marker))?.status;
        if (status !== 'ACCEPTED') throw new Error(`the marker is ${status}`);
      });
      mailServer.answers = kept;
    },

    /** How often the message of a mail's whole text reached the server's end. */
    offeredAbout: (aboutId: string) => mailServer.offered.filter(({ raw }) => raw.toString().includes(aboutId)),
  };
}
