import type { ReconciliationFinding, ReconciliationTotal } from '@mizan/contracts';
import { bringsMoney, type StatedPayment } from '../providers/port/provider-statement.ts';
import { comparePayment, isPaid } from './compare-payment.ts';
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
import {
  type PagePosition,
  recordedIn,
  type RecordedPayment,
  refundedIn,
  refundsByProvider,
} from './recorded-payments.ts';

/** The gateway waits for 30 seconds: a list takes 14 of them at most, and the queries that follow 8. */
const pageMs = 12_000;
const pageSize = 50;
const refundPageSize = 2 * queriesAtOnce;

/** Compares a page of charges that were created in the period, as far as there is time. */
export async function compareRecorded(comparison: Comparison, after: PagePosition | null): Promise<Compared> {
  const { app, connection, period } = comparison;
  const payments = await recordedIn(app.db.system, connection, { ...period, after, limit: pageSize });
  const endsAt = performance.now() + pageMs;
  const listed = await listAround(comparison, payments);
  const { findings, compared, isSilent } = await compareEach(comparison, payments, { listed, endsAt });
  const last = compared.at(-1);
  const isLeft = compared.length < payments.length || payments.length === pageSize;
  return {
    findings,
    totals: totalsOf(comparison, compared),
    next:
      isLeft && last && !isSilent
        ? { stage: 'recorded', after: { createdAt: last.createdAt, id: last.id } }
        : { stage: 'refunded', after: null },
  };
}

/** Compares a page of older charges that were refunded in the period: two rounds of queries, which end in time. */
export async function compareRefunded(comparison: Comparison, after: PagePosition | null): Promise<Compared> {
  const { app, connection, period } = comparison;
  const range = { ...period, after, limit: refundPageSize };
  const { payments, last, isFull } = await refundedIn(app.db.system, connection, range);
  const each = { listed: new Map<string, readonly StatedPayment[]>(), endsAt: Infinity };
  const { findings, compared, isSilent } = await compareEach(comparison, payments, each);
  const isLast = !isFull || !last || isSilent;
  return {
    findings,
    totals: totalsOf(comparison, compared),
    next: isLast ? null : { stage: 'refunded', after: { createdAt: last.createdAt, id: last.id } },
  };
}

/**
 * Compares charges in their order, few at a time, the first few in any case: a page that compares none would be taken for
 * the last. Stops when the page has taken long, or the provider is silent.
 */
async function compareEach(
  comparison: Comparison,
  payments: readonly RecordedPayment[],
  { listed, endsAt }: { readonly listed: ReadonlyMap<string, readonly StatedPayment[]>; readonly endsAt: number },
) {
  const findings: ReconciliationFinding[] = [];
  const compared: RecordedPayment[] = [];
  let isSilent = false;
  const isInTime = (): boolean => compared.length === 0 || performance.now() < endsAt;
  for (let i = 0; i < payments.length && !isSilent && isInTime(); i += queriesAtOnce) {
    const some = payments.slice(i, i + queriesAtOnce);
    const answers = await Promise.all(
      some.map(async (charge) => listed.get(keyOf(charge)) ?? queryCharge(comparison, charge)),
    );
    for (const [n, charge] of some.entries()) {
      const stated = answers[n] ?? [];
      if (stated instanceof Error) findings.push(notAnswered(comparison, charge, stated));
      else
        for (const difference of comparePayment(charge, { payments: stated, isComplete: true }))
          findings.push(findingOf(comparison, charge, difference));
    }
    compared.push(...some);
    isSilent = answers.every((answer) => answer instanceof Error);
  }
  return { findings, compared, isSilent };
}

const beforeMs = 60_000;
const afterMs = 10 * 60_000;
const maxListPages = 10;

/**
 * What the provider lists for the time of these charges, by charge and its own id: those that are there need no query of
 * their own. A list that fails or is long is none: the rest is queried one by one.
 */
async function listAround(
  { opened, statement }: Comparison,
  payments: readonly RecordedPayment[],
): Promise<ReadonlyMap<string, readonly StatedPayment[]>> {
  const found = new Map<string, StatedPayment[]>();
  const times = payments.map(({ createdAt }) => createdAt.getTime());
  const { list } = statement;
  if (!list || !opened || payments.length <= queriesAtOnce) return found;
  const around = { from: new Date(Math.min(...times) - beforeMs), to: new Date(Math.max(...times) + afterMs) };
  const endsAt = performance.now() + pageMs / 2;
  let cursor: string | null = null;
  for (let page = 0; page < maxListPages && performance.now() < endsAt; page++) {
    const listed: Awaited<ReturnType<typeof list>> | Error = await answered(() => list(opened, { ...around, cursor }));
    if (listed instanceof Error) break;
    for (const stated of listed.payments.filter(bringsMoney))
      if (stated.chargeId !== null) found.set(`${stated.chargeId} ${stated.reference}`, [stated]);
    cursor = listed.next;
    if (cursor === null) break;
  }
  return found;
}

const keyOf = ({ id, externalChargeId }: RecordedPayment): string => `${id} ${externalChargeId ?? ''}`;

/** What the platform has recorded of the charges of a page, in each currency. */
function totalsOf(
  { connection, statement, period }: Comparison,
  payments: readonly RecordedPayment[],
): ReconciliationTotal[] {
  return [...Map.groupBy(payments, ({ currency }) => currency)].map(([currency, compared]) => {
    const some = compared.filter(isPaid);
    const created = some.filter((each) => isIn(period, each));
    const refunds = some
      .flatMap(refundsByProvider)
      .filter((refund) => refund.status === 'SUCCEEDED' && isIn(period, refund));
    return {
      accountId: connection.scope.merchantId,
      connectionId: connection.id,
      provider: connection.provider,
      coverage: statement.list ? 'list' : 'query',
      currency,
      payments: created.length,
      amount: created.reduce((sum, { amountCaptured }) => sum + amountCaptured, 0),
      refunds: refunds.length,
      amountRefunded: refunds.reduce((sum, { amount }) => sum + amount, 0),
    };
  });
}
