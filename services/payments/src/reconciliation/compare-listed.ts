import type { StatedPayment } from '../providers/port/provider-statement.ts';
import { comparePayment, type Difference, missingHere } from './compare-payment.ts';
import {
  answered,
  type Compared,
  type Comparison,
  findingOf,
  isIn,
  notAnswered,
  queriesAtOnce,
  queryCharge,
} from './comparison.ts';
import { recordedAs, type RecordedPayment } from './recorded-payments.ts';

/** Of one page of a provider's list, with the refunds of its payments. */
const listMs = 15_000;

/**
 * Compares a page of what the provider lists: this alone finds what only the provider has, what it has twice, and refunds of
 * older payments that the platform has not made. The charges of the period are compared in the next stage.
 */
export async function compareListed(comparison: Comparison, cursor: string | null): Promise<Compared> {
  const { app, opened, connection, period, accountId } = comparison;
  const { list } = comparison.statement;
  const done = { findings: [], totals: [], next: { stage: 'recorded', after: null } } as const;
  if (!list || !opened || !connection.listsAccount) return done;
  const listed = await answered(() => list(opened, { ...period, cursor }), listMs);
  if (listed instanceof Error) return { ...done, findings: [notAnswered(comparison, undefined, listed)] };
  const { payments, next } = listed;
  const ids = [...new Set(payments.flatMap(({ chargeId }) => chargeId ?? []))];
  const recorded = await recordedAs(app.db.system, { provider: connection.provider, ids });
  const byId = new Map(recorded.map((each) => [each.id, each]));
  const findings: Compared['findings'][number][] = [];
  const findingsOf = async (stated: StatedPayment) => {
    const charge = byId.get(stated.chargeId ?? '');
    if (!charge) return [findingOf(comparison, undefined, missingHere(stated))];
    if (accountId !== undefined && charge.merchantId !== accountId) return [];
    const differences = await differencesOf(comparison, charge, stated);
    return differences.map((each) => findingOf(comparison, charge, each));
  };
  for (let i = 0; i < payments.length; i += queriesAtOnce)
    findings.push(...(await Promise.all(payments.slice(i, i + queriesAtOnce).map(findingsOf))).flat());
  return { ...done, findings, next: next === null ? done.next : { stage: 'listed', after: next } };
}

/** What the other stages do not find: they read a charge by the provider's id of its payment, if it has one. */
async function differencesOf(
  comparison: Comparison,
  charge: RecordedPayment,
  stated: StatedPayment,
): Promise<Difference[]> {
  const { period } = comparison;
  const differences = comparePayment(charge, { payments: [stated], isComplete: false });
  const isLeftToOthers = isIn(period, charge) || charge.refunds.some((refund) => isIn(period, refund));
  if (differences.length === 0 || !isLeftToOthers) return differences;
  if (charge.externalChargeId !== null) return charge.externalChargeId === stated.reference ? [] : differences;
  const own = await queryCharge(comparison, charge);
  const isOwn = own instanceof Error || own.some(({ reference }) => reference === stated.reference);
  return isOwn ? [] : differences;
}
