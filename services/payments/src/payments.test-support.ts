import type { Balance, LedgerFinding, PaymentIntent, Refund, RequestOf, calls } from '@mizan/contracts';
import { newId, withDatabase } from '@mizan/service-kit';
import { startWorld, type AnyBody, type Api, type ApiAnswer, type World, type WorldOptions } from '@mizan/testing';
import { payments } from './app.ts';
import { findDiscrepancies } from './ledger/verify-ledger.ts';

type ConfirmRequest = RequestOf<typeof calls.confirmPayment>;

/** What a test says about a confirm; everything else is an order of 100.00 EGP. */
export type ConfirmOptions = Partial<ConfirmRequest> & { readonly card?: string; readonly idempotencyKey?: string };

type SyncedTable = 'charges' | 'captures' | 'refunds';

/** An event as it was published. */
export interface PublishedEvent {
  readonly type: string;
  readonly version: number;
  readonly object: Record<string, unknown>;
  /** Undefined when it does not say what was before. */
  readonly previousAttributes: Record<string, unknown> | undefined;
}

/** A running payments service and what tests ask it for again and again. */
export interface PaymentsWorld extends World {
  /** As the merchant `acct_test` in test mode. */
  readonly merchant: Api;
  /** As the checkout asks on that merchant's behalf. */
  readonly checkout: Api;
  /** The body of a confirm. */
  confirmRequest(options: Omit<ConfirmOptions, 'idempotencyKey'>): ConfirmRequest;
  /** Confirms; the answer as it came. */
  tryConfirm(options?: ConfirmOptions): Promise<ApiAnswer<AnyBody>>;
  /** Confirms and expects an intent in return. */
  confirm(options?: ConfirmOptions): Promise<PaymentIntent>;
  /** Creates a refund and expects it in return. */
  refund(body: object, idempotencyKey?: string): Promise<Refund>;
  intent(id: string): Promise<PaymentIntent>;
  balance(): Promise<Balance>;
  /** What was published about an object, oldest first. */
  eventsOf(...ids: string[]): Promise<PublishedEvent[]>;
  /** What does not add up in the ledger, journals that follow by event left out unless the bus runs. */
  findings(): Promise<LedgerFinding[]>;
  /** The checkout session of the payment has expired long ago, as its charges know. */
  expireSession(intentId: string): Promise<void>;
  /** Makes undecided charges, captures and refunds due, as if their time had come; all of them, or those that match. */
  makeDue(table?: SyncedTable, where?: string): Promise<void>;
}

/** Starts payments with a database of its own. */
export async function startPayments(options: Partial<WorldOptions> = {}): Promise<PaymentsWorld> {
  const world = await startWorld({ nats: false, ...options, services: [payments] });
  const checkout = world.siblingClient('payments', 'checkout');
  const merchant = world.merchantClient('payments');
  const tryConfirm = ({ card, idempotencyKey, ...body }: ConfirmOptions = {}) =>
    checkout('POST', '/internal/calls/confirmPayment', confirmRequest({ card, ...body }), {
      idempotencyKey: idempotencyKey ?? newId('key'),
    });
  const expecting = async <Body>(answered: Promise<{ status: number; body: unknown }>): Promise<Body> => {
    const { status, body } = await answered;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as Body;
  };
  return Object.assign(world, {
    merchant,
    checkout,
    confirmRequest,
    tryConfirm,
    confirm: async (confirm?: ConfirmOptions) =>
      (await expecting<{ paymentIntent: PaymentIntent }>(tryConfirm(confirm))).paymentIntent,
    refund: (body: object, idempotencyKey?: string) =>
      expecting<Refund>(merchant('POST', '/refunds', body, idempotencyKey ? { idempotencyKey } : {})),
    intent: (id: string) => expecting<PaymentIntent>(merchant('GET', `/payment-intents/${id}`)),
    balance: () => expecting<Balance>(merchant('GET', '/balance')),
    eventsOf: async (...ids: string[]) => {
      const { rows } = await world
        .db('payments')
        .query<{ payload: string }>('select payload from outbox where aggregate_id = any ($1) order by id', [ids]);
      return rows.map(({ payload }) => {
        const { type, objectversion, data } = JSON.parse(payload) as {
          type: string;
          objectversion: number;
          data: Pick<PublishedEvent, 'object' | 'previousAttributes'>;
        };
        return { type, version: objectversion, ...data };
      });
    },
    findings: async () => {
      const { findings } = await withDatabase('payments', world.databaseUrls('payments').runtimeUrl, (db) =>
        findDiscrepancies(db.system),
      );
      return options.nats ? findings : findings.filter(({ kind }) => kind !== 'recording_pending');
    },
    expireSession: async (intentId: string) => {
      await world
        .db('payments')
        .query(`update charges set session_expires_at = '2020-01-01' where payment_intent_id = $1`, [intentId]);
    },
    makeDue: async (table?: SyncedTable, where = 'true') => {
      for (const each of table ? [table] : ['charges', 'captures', 'refunds'])
        await world
          .db('payments')
          // A second ago: the database's clock has microseconds, and a job that starts now may be behind it.
          .query(
            `update ${each} set next_sync_at = now() - interval '1 second' where next_sync_at is not null and ${where}`,
          );
    },
  });
}

function confirmRequest({
  card = '4242424242424242',
  ...body
}: Omit<ConfirmOptions, 'idempotencyKey'>): ConfirmRequest {
  const amount = body.amount ?? 10_000;
  return {
    checkoutSessionId: newId('cs_test'),
    attempt: 1,
    amount,
    currency: 'EGP',
    customer: { id: 'cus_test', name: 'Mona', email: 'mona@example.com', phone: null },
    captureMethod: 'automatic',
    confirmationMethod: 'automatic',
    amountDetails: { productAmount: amount, tax: 0, platformFees: 0, tip: 0, discount: 0 },
    description: null,
    receiptEmail: null,
    shipping: null,
    metadata: {},
    returnUrl: 'https://shop.example/thanks',
    merchantOrigin: null,
    geocoding: null,
    holdId: null,
    sessionExpiresAt: '2099-01-01T00:00:00.000Z',
    paymentMethod: { type: 'card', card: { number: card, expMonth: 12, expYear: 2040, cvc: '123' } },
    ...body,
  };
}
