import type { Reconciliation, ReconciliationFinding, ReconciliationTotal } from '@mizan/contracts';
import type { Api } from '@mizan/testing';

/** Everything that a comparison of the last hour has found, all pages of it. */
export interface Reconciled {
  readonly findings: readonly ReconciliationFinding[];
  readonly totals: readonly ReconciliationTotal[];
}

/** Walks all pages as `mizan reconcile` does. @param filters such as `accountId=acct_test` */
export async function reconcile(operator: Api, filters: Readonly<Record<string, string>> = {}): Promise<Reconciled> {
  const hourMs = 60 * 60_000;
  const [from, to] = [-hourMs, hourMs].map((ms) => new Date(Date.now() + ms).toISOString());
  const period: Record<string, string> = { from: from ?? '', to: to ?? '', ...filters };
  const findings: ReconciliationFinding[] = [];
  const totals: ReconciliationTotal[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: URLSearchParams = new URLSearchParams(cursor === '' ? period : { ...period, cursor });
    const { status, body } = await operator<Reconciliation>('GET', `/operator/reconciliation?${query}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    findings.push(...body.findings);
    totals.push(...body.totals);
    cursor = body.nextCursor;
  }
  return { findings, totals };
}
