import {
  currencyDecimals,
  type Currency,
  type ReconciledSide,
  type ReconciliationFinding,
  type ReconciliationTotal,
} from '@mizan/contracts';
import { formatMinor } from '@mizan/money';
import { countOf } from '../terminal/count-of.ts';
import { toCsv } from '../terminal/csv.ts';
import { moneyText } from '../terminal/money.ts';

/** All pages of a comparison. */
export interface Reconciled {
  readonly findings: readonly ReconciliationFinding[];
  readonly totals: readonly ReconciliationTotal[];
}

/** Adds up what the pages have compared, by connection and currency. */
export function sumTotals(totals: readonly ReconciliationTotal[]): ReconciliationTotal[] {
  const groups = Map.groupBy(totals, ({ connectionId, currency }) => `${connectionId} ${currency}`);
  return [...groups.values()].flatMap(([first, ...more]) =>
    first
      ? [
          more.reduce(
            (sum, each) => ({
              ...sum,
              payments: sum.payments + each.payments,
              amount: sum.amount + each.amount,
              refunds: sum.refunds + each.refunds,
              amountRefunded: sum.amountRefunded + each.amountRefunded,
            }),
            first,
          ),
        ]
      : [],
  );
}

const isUnanswered = ({ kind }: ReconciliationFinding): boolean => kind === 'not_answered';

/** What was found, in a line: `Everything agrees: 120 payments, EGP 12,000.00, 3 refunds.` */
export function summaryOf({ findings, totals }: Reconciled): string {
  const unanswered = findings.filter(isUnanswered).length;
  const differences = findings.length - unanswered;
  const payments = totals.reduce((sum, each) => sum + each.payments, 0);
  const refunds = totals.reduce((sum, each) => sum + each.refunds, 0);
  const byCurrency = Map.groupBy(totals, ({ currency }) => currency);
  const amounts = [...byCurrency].map(([currency, some]) =>
    amountText(
      currency,
      some.reduce((sum, { amount }) => sum + amount, 0),
    ),
  );
  const compared = [countOf(payments, 'payment'), ...amounts, countOf(refunds, 'refund')].join(', ');
  const gaps =
    unanswered === 0
      ? ''
      : ` ${countOf(unanswered, 'comparison')} failed: the provider did not answer, or refused the query.`;
  if (differences > 0) return `${countOf(differences, 'difference')} in ${compared}.${gaps}`;
  return unanswered > 0
    ? `No difference found, but not all was compared: ${compared}.${gaps}`
    : `Everything agrees: ${compared}.`;
}

/** What the comparison cannot have found, a sentence for each connection. */
export const limitsOf = (totals: readonly ReconciliationTotal[]): string[] =>
  [...new Map(totals.map((each) => [each.connectionId, each])).values()]
    .filter(({ coverage }) => coverage === 'query')
    .map(
      ({ provider, connectionId }) =>
        `${provider} ${connectionId}: only payments recorded here are queried. Those that only ${provider} knows cannot be found this way.`,
    );

/** What to do where nothing was compared, a sentence for each connection. */
export const remediesOf = (findings: readonly ReconciliationFinding[]): string[] =>
  [...new Map(findings.filter(isUnanswered).map((each) => [each.connectionId, each])).values()].map(
    ({ provider, connectionId, accountId }) => {
      const account = accountId ?? '<account>';
      return `${provider} ${connectionId}: if the credentials are refused, mizan providers rotate ${provider} ${account} ${connectionId}; if it was disconnected, connect the same account at ${provider} again, with what the connection had: mizan providers connect ${provider} ${account} --settles-to …${provider === 'fawry' ? ' --methods …' : ''}. Then, or if there was no answer, repeat with --connection ${connectionId}.`;
    },
  );

/** A finding as a row of the table. */
export const toRow = ({
  kind,
  accountId,
  chargeId,
  refundId,
  reference,
  here,
  there,
  detail,
}: ReconciliationFinding) => ({
  ...{ kind, account: accountId, charge: chargeId, refund: refundId, reference },
  here: detail ?? sideText(here),
  there: sideText(there),
});

const csvColumns = [
  ...(['kind', 'account', 'connection', 'provider', 'charge', 'refund', 'reference'] as const),
  ...(['hereState', 'hereAmount', 'hereCurrency', 'thereState', 'thereAmount', 'thereCurrency', 'detail'] as const),
] as const;

/** Findings as CSV, amounts in major units. */
export const toFindingsCsv = (findings: readonly ReconciliationFinding[]): string =>
  toCsv(
    csvColumns,
    findings.map(({ kind, provider, here, there, ...finding }) => ({
      kind,
      account: finding.accountId ?? '',
      connection: finding.connectionId,
      provider,
      charge: finding.chargeId ?? '',
      refund: finding.refundId ?? '',
      reference: finding.reference ?? '',
      ...{ hereState: here?.state ?? '', hereAmount: decimalOf(here), hereCurrency: here?.currency ?? '' },
      ...{ thereState: there?.state ?? '', thereAmount: decimalOf(there), thereCurrency: there?.currency ?? '' },
      detail: finding.detail ?? '',
    })),
  );

function sideText(side: ReconciledSide | null): string {
  if (!side) return 'nothing';
  const { state, amount, currency } = side;
  return amount === null || currency === null ? state : `${state} ${amountText(currency, amount)}`;
}

/** `EGP 12,000.00`; minor units of a currency that the platform does not know. */
const amountText = (currency: string, amount: number): string =>
  isKnown(currency) ? moneyText(amount, currency) : `${currency} ${amount.toLocaleString('en')}`;

function decimalOf(side: Pick<ReconciledSide, 'amount' | 'currency'> | null): string {
  if (!side || side.amount === null) return '';
  const decimals = side.currency !== null && isKnown(side.currency) ? currencyDecimals[side.currency] : 0;
  return formatMinor(side.amount, decimals);
}

const isKnown = (currency: string): currency is Currency => Object.hasOwn(currencyDecimals, currency);
