import { type Currency, localDay, type OperatorPayout } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifAllowed } from '../../api/if-readable.ts';
import { sendAsOperator } from '../../api/send-request.ts';
import { countOf } from '../../terminal/count-of.ts';
import { moneyText } from '../../terminal/money.ts';
import { ownTimezone } from '../../terminal/options.ts';
import { ForeseenRefusal } from '../foreseen-refusal.ts';
import { isHeld, readRestore } from '../read-restore.ts';

/** What a question is about. */
interface Subject {
  readonly ids: readonly string[];
  /** Those of live mode that were found. */
  readonly payouts: readonly OperatorPayout[];
}

/** The API takes 500 characters: an ID has 27, and a comma. */
const idsMax = 16;

/** Live payouts by ID, as far as they exist and can be read. */
export async function readPayouts(command: Command, ids: readonly string[]): Promise<Subject> {
  const payouts: OperatorPayout[] = [];
  for (let start = 0; start < ids.length; start += idsMax) {
    const query = new URLSearchParams({ ids: ids.slice(start, start + idsMax).join(), limit: String(idsMax) });
    const page = sendAsOperator<{ data: OperatorPayout[] }>(command, `GET /operator/payouts?${query}`);
    payouts.push(...((await ifAllowed(page))?.data ?? []));
  }
  return { ids, payouts };
}

/** The part of a subject that is about these IDs. */
export const onlyOf = ({ payouts }: Subject, ids: readonly string[]): Subject => ({
  ids,
  payouts: payouts.filter(({ id }) => ids.includes(id)),
});

/** Why payouts are probably not executed yet: their day is in the future, here and in UTC, whose day the platform takes by default. */
export function executionDoubt({ payouts }: Subject): string | undefined {
  const now = new Date();
  const today = [localDay(now, 'UTC'), localDay(now, ownTimezone())];
  const early = payouts.filter(
    ({ status, arrivalDate }) => status === 'IN_TRANSIT' && today.every((day) => (arrivalDate ?? '') > day),
  );
  if (early.length === 0) return undefined;
  const days = [...new Set(early.map(({ arrivalDate }) => arrivalDate))].toSorted().join(', ');
  return `${countOf(early.length, 'payout')} ${early.length === 1 ? 'is' : 'are'} to be executed in the future, on ${days}.`;
}

/** Statuses of payouts that can be marked as paid: after a restore also PENDING, because the bank may have executed those before. */
export async function payableStatuses(
  command: Command,
  { payouts }: Subject,
): Promise<readonly OperatorPayout['status'][]> {
  const exported = ['IN_TRANSIT'] as const;
  if (payouts.every(({ status }) => status !== 'PENDING')) return exported;
  const restore = await ifAllowed(readRestore(command));
  return restore && isHeld(restore) ? [...exported, 'PENDING'] : exported;
}

/**
 * Before `mark-paid`: names the count and the sum in each currency, or the IDs of what cannot be read.
 *
 * @param payable the statuses of those that can be paid
 * @returns undefined where all are recorded already @throws ForeseenRefusal for one that cannot be paid, before any is recorded
 */
export function markPaidQuestion(
  { ids, payouts }: Subject,
  payable: readonly OperatorPayout['status'][],
): string | undefined {
  const refused = payouts.find(({ status }) => !payable.includes(status) && status !== 'PAID');
  if (refused)
    throw new ForeseenRefusal(
      `${refused.id} is ${refused.status}: only a payout that is IN_TRANSIT can be marked as paid.${refused.status === 'PENDING' ? ' Export it first: mizan payouts export' : ''}`,
    );
  const unread = ids.filter((id) => payouts.every((payout) => payout.id !== id));
  const subjects = [...sumsOf(payouts.filter(({ status }) => payable.includes(status))), ...unread];
  if (subjects.length === 0) return undefined;
  return `Record as executed by the bank: ${subjects.join('; ')}?`;
}

/** Before `fail`: names the sum and the account. @param returned whether the bank had executed it */
export function failQuestion({ ids, payouts }: Subject, returned: boolean): string {
  const [payout] = payouts;
  const what = payout
    ? `the payout of ${moneyText(payout.amount, payout.currency)} of ${payout.accountId}`
    : ids.join();
  const happened = returned ? 'returned the money of' : 'not executed';
  return `Record that the bank has ${happened} ${what}? Its amount is credited to the balance.`;
}

/** For each currency: `2 payouts of EGP 5,000.00 in all`. */
export function sumsOf(payouts: readonly { readonly amount: number; readonly currency: Currency }[]): string[] {
  return [...Map.groupBy(payouts, ({ currency }) => currency)].map(([currency, some]) => {
    const amount = some.reduce((sum, payout) => sum + payout.amount, 0);
    return `${countOf(some.length, 'payout')} of ${moneyText(amount, currency)}${some.length === 1 ? '' : ' in all'}`;
  });
}
