import { describeFailure } from '../port/describe-failure.ts';
import type { CancelOutcome, CaptureOutcome } from '../port/provider-outcome.ts';
import type { CancelRequest, CaptureRequest } from '../port/provider.ts';
import { referenceOf, type SimulatedCharge } from './simulated-charge.ts';
import { expectRecord } from '../port/record-store.ts';
import type { CaptureRecord, SimulatorStore, VoidRecord } from './simulator-store.ts';

type Entry = CaptureRecord | VoidRecord;

/**
 * The log of an authorized amount: captures and at most one release, in the order in which they won the next free slot.
 * A call that loses a slot sees the winner's entry before it decides again, so that a capture and a release that
 * arrive together cannot both succeed.
 */
export interface HoldLog {
  /** Minor units captured. */
  readonly captured: number;
  /** Minor units that can still be captured. */
  readonly capturable: number;
  readonly isVoided: boolean;
}

/** Reads the log of a charge that was authorized for later capture. */
export const readHoldLog = async (store: SimulatorStore, charge: SimulatedCharge): Promise<HoldLog> =>
  summarize(charge, await entriesOf(store, charge));

/** Captures from the hold; the same key answers the same. */
export async function captureHold(
  store: SimulatorStore,
  charge: SimulatedCharge,
  { idempotencyKey, amount, isFinal }: CaptureRequest,
): Promise<CaptureOutcome> {
  const entries = await append(store, charge, {
    isOwn: (entry) => entry.op === 'capture' && entry.idempotencyKey === idempotencyKey,
    next: ({ capturable }) => {
      const works = charge.behaviour.capture === 'works' && amount <= capturable;
      return { op: 'capture', idempotencyKey, amount, isFinal, result: works ? 'captured' : 'failed' };
    },
  });
  const own = entries.at(-1);
  if (own?.op === 'capture' && (own.amount !== amount || own.isFinal !== isFinal))
    throw new Error(`bug: ${idempotencyKey} stands for another capture already`);
  if (own?.op === 'capture' && own.result === 'captured')
    return { kind: 'captured', reference: referenceOf(idempotencyKey) };
  const reason = charge.behaviour.capture === 'fails' ? charge.behaviour.failure : 'provider_declined';
  return { kind: 'failed', ...describeFailure(reason, charge.method.card !== null) };
}

/** Releases what is left of the hold, if anything is, and all that was captured of it is recorded. */
export async function voidHold(
  store: SimulatorStore,
  charge: SimulatedCharge,
  { recorded }: CancelRequest,
): Promise<CancelOutcome> {
  const entries = await append(store, charge, {
    isOwn: (entry) => entry.op === 'void',
    next: ({ capturable, captured }) => (capturable > 0 && captured <= recorded ? { op: 'void' } : undefined),
  });
  const isReleased = entries.at(-1)?.op === 'void' && summarize(charge, entries).captured <= recorded;
  return { kind: isReleased ? 'canceled' : 'already_captured' };
}

/** All entries so far. */
async function entriesOf(store: SimulatorStore, charge: SimulatedCharge): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (;;) {
    const record = await store.get(slotKey(charge, entries));
    if (!record) return entries;
    entries.push(expectRecord(record, 'capture', 'void'));
  }
}

/** The entries up to the caller's own, which is written in the first free slot unless `next` finds nothing to write. */
async function append(
  store: SimulatorStore,
  charge: SimulatedCharge,
  { isOwn, next }: { isOwn: (entry: Entry) => boolean; next: (log: HoldLog) => Entry | undefined },
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (;;) {
    const key = slotKey(charge, entries);
    let record = await store.get(key);
    if (!record) {
      const entry = next(summarize(charge, entries));
      if (!entry) return entries;
      record = await store.putIfAbsent(key, entry);
    }
    entries.push(expectRecord(record, 'capture', 'void'));
    if (entries.slice(-1).some(isOwn)) return entries;
  }
}

const slotKey = (charge: SimulatedCharge, entries: readonly Entry[]): string =>
  `${charge.chargeId}:hold:${entries.length + 1}`;

function summarize(charge: SimulatedCharge, entries: readonly Entry[]): HoldLog {
  const captures = entries.filter((entry) => entry.op === 'capture' && entry.result === 'captured') as CaptureRecord[];
  const captured = captures.reduce((sum, capture) => sum + capture.amount, 0);
  const isVoided = entries.some((entry) => entry.op === 'void');
  const isClosed = isVoided || captures.some((capture) => capture.isFinal);
  return { captured, capturable: isClosed ? 0 : charge.amount - captured, isVoided };
}
