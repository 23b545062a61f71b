import { createHash } from 'node:crypto';
import type { PaymentMethodType } from '@mizan/contracts';
import { describeFailure, describeNotReceived } from '../port/describe-failure.ts';
import type {
  Approved,
  CancelOutcome,
  Declined,
  PaymentOutcome,
  Pending,
  SyncOutcome,
} from '../port/provider-outcome.ts';
import type { AuthorizeRequest, Provider } from '../port/provider.ts';
import type { ManualReceiver } from '../port/provider-method.ts';
import { expectRecord } from '../port/record-store.ts';
import { endKey, type ExpectedRecord, lateKey, type ManualStore } from './manual-store.ts';

const hourMs = 60 * 60_000;
/** How long the buyer's transfer is expected. Cash at the door comes when it comes, or the merchant reports that it will not. */
const windowsMs: Readonly<Partial<Record<PaymentMethodType, number>>> = {
  bank_transfer: 7 * 24 * hourMs,
  instapay: 24 * hourMs,
};

/**
 * Payments that the merchant receives without a provider: cash at the door, a bank transfer, InstaPay. Money is expected until
 * the merchant says that it will not come, it is canceled, or the buyer's time is over; what is written first of these stands.
 * Money that the merchant has received (`completeAction` with the result `paid`) counts whatever has ended the payment before.
 * No refund ever reaches it: the merchant returns the money outside the platform.
 */
export function createManualProvider(store: ManualStore): Provider {
  const sync = async (chargeId: string, now: Date): Promise<SyncOutcome> => {
    const record = await store.get(chargeId);
    return record
      ? standingOf(store, { chargeId, expected: expectRecord(record, 'expected'), now })
      : { kind: 'not_found' };
  };
  return {
    authorize: async (request) => {
      const { chargeId, now } = request;
      const expected = await rememberExpected(store, request);
      const standing = await standingOf(store, { chargeId, expected, now });
      return standing.kind === 'canceled' ? ended('customer_abandoned') : standing;
    },
    sync: ({ chargeId, now }) => sync(chargeId, now),
    completeAction: async ({ chargeId, now, answer }) => {
      const how = ends[answer['result'] ?? ''];
      if (how && (await store.get(chargeId))) {
        const standing = await end(store, chargeId, how);
        if (how === 'received' && standing !== how) await store.putIfAbsent(lateKey(chargeId), { op: 'received_late' });
      }
      return sync(chargeId, now);
    },
    cancel: async ({ chargeId }): Promise<CancelOutcome> => {
      const isReceived =
        (await end(store, chargeId, 'canceled')) === 'received' || (await isReceivedLate(store, chargeId));
      return { kind: isReceived ? 'already_captured' : 'canceled' };
    },
    capture: async () => ({
      kind: 'failed',
      ...describeFailure('transaction_not_allowed', false, false),
      merchantMessage: 'A payment that the merchant receives itself cannot be captured later.',
    }),
    refund: async () => {
      throw new Error('bug: the merchant itself returns what it received without a provider');
    },
    syncRefund: async () => ({ kind: 'not_found' }),
  };
}

/** What the merchant reports. */
const ends: Readonly<Record<string, 'received' | 'refused'>> = { paid: 'received', refused: 'refused' };

/** @throws Error the charge's id was used for another payment before */
async function rememberExpected(store: ManualStore, request: AuthorizeRequest): Promise<ExpectedRecord> {
  const { chargeId, amount, currency, method, now } = request;
  const { type, receiver = null } = method;
  const requested = { op: 'expected', amount, currency, type, receiver, at: now.toISOString() } as const;
  const known = expectRecord(await store.putIfAbsent(chargeId, requested), 'expected');
  if (known.amount !== amount || known.currency !== currency || known.type !== type)
    throw new Error(`bug: ${chargeId} stands for another payment already`);
  return known;
}

/** Ends a payment unless it has ended before; returns how it has ended. */
async function end(store: ManualStore, chargeId: string, how: 'received' | 'refused' | 'canceled' | 'expired') {
  return expectRecord(
    await store.putIfAbsent(endKey(chargeId), { op: how }),
    'received',
    'refused',
    'canceled',
    'expired',
  ).op;
}

const isReceivedLate = async (store: ManualStore, chargeId: string): Promise<boolean> =>
  (await store.get(lateKey(chargeId))) !== undefined;

interface ExpectedPayment {
  readonly chargeId: string;
  readonly expected: ExpectedRecord;
  readonly now: Date;
}

async function standingOf(
  store: ManualStore,
  { chargeId, expected, now }: ExpectedPayment,
): Promise<PaymentOutcome | Extract<SyncOutcome, { kind: 'canceled' }>> {
  const expiresAt = expiryOf(expected);
  const isLate = expiresAt !== null && now >= expiresAt;
  const known = await store.get(endKey(chargeId));
  const how = known ? expectRecord(known, 'received', 'refused', 'canceled', 'expired').op : undefined;
  if (how !== undefined && (await isReceivedLate(store, chargeId))) return received(chargeId, expected);
  switch (how ?? (isLate ? await end(store, chargeId, 'expired') : undefined)) {
    case 'received':
      return received(chargeId, expected);
    case 'refused':
      return { ...ended('customer_rejected'), ...describeNotReceived() };
    case 'canceled':
      return { kind: 'canceled' };
    case 'expired':
      return ended('voucher_expired');
    case undefined:
      return waiting(chargeId, expected);
  }
}

function expiryOf({ type, at }: ExpectedRecord): Date | null {
  const windowMs = windowsMs[type];
  return windowMs === undefined ? null : new Date(Date.parse(at) + windowMs);
}

/** What the buyer does now. */
function waiting(chargeId: string, expected: ExpectedRecord): Pending {
  const expiresAt = expiryOf(expected);
  const details = expiresAt && {
    reference: transferReference(chargeId),
    amount: expected.amount,
    currency: expected.currency,
    expiresAt: expiresAt.toISOString(),
  };
  const receiver: ManualReceiver | null = expected.receiver;
  return {
    kind: 'pending',
    checkAgainAt: expiresAt,
    instructionsUrl: null,
    bankTransfer:
      details && receiver && 'iban' in receiver
        ? { ...details, iban: receiver.iban, accountName: receiver.accountName, bankName: receiver.bankName }
        : null,
    instapay: details && receiver && 'handle' in receiver ? { ...details, handle: receiver.handle } : null,
  };
}

const received = (chargeId: string, { amount }: ExpectedRecord): Approved => ({
  kind: 'approved',
  captured: true,
  amount,
  capturable: 0,
  captureBefore: null,
  reference: transferReference(chargeId),
  networkReference: null,
  card: null,
  isAvailableAtOnce: true, // the merchant has it
  isDisputed: false,
});

const ended = (reason: 'customer_abandoned' | 'customer_rejected' | 'voucher_expired'): Declined => ({
  kind: 'declined',
  ...describeFailure(reason, false, false),
  reference: null,
  card: null,
});

/** Letters and digits that people do not confuse; no vowels, so that they spell no word. */
const alphabet = '23456789BCDFGHJKLMNPQRSTVWXZ';

/** What a transfer is found by on the merchant's statement: `BCDF-2345-GHJK`, the same for the same charge. */
export function transferReference(chargeId: string): string {
  const digest = createHash('sha256').update(`transfer ${chargeId}`).digest();
  const letters = [...digest.subarray(0, 12)].map((byte) => alphabet[byte % alphabet.length]);
  return [0, 4, 8].map((start) => letters.slice(start, start + 4).join('')).join('-');
}
