import { fragment, type Fragment, type Tx } from '@mizan/service-kit';
import type { Journal, LedgerAccount } from './journals.ts';

/**
 * Accounts whose balance is stored, because it decides whether money may move. All others are sums of their entries:
 * what no row keeps, no two merchants wait for.
 */
export const storedAccounts: readonly LedgerAccount[] = ['merchant_available', 'merchant_pending'];

/** A condition that makes another part of the same statement wait for the stored balances, so that locks come in order. */
export const afterBalances: Fragment = fragment`where (select count(*) from stored) >= 0`;

/** The stored balances of the merchant after this statement: the end of one that posts. */
export const balancesAfter = ({ scope }: Pick<Tx, 'scope'>): Fragment => fragment`
  select account, currency, balance, version from stored
  union all
  select account, currency, balance, version from ledger_accounts unmoved
  where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode}
    and not exists (select from stored where stored.account = unmoved.account and stored.currency = unmoved.currency)`;

type Unit = Pick<Tx, 'scope' | 'now'>;

/**
 * The common table expressions that post `journals`: their rows, their entries, and the stored balances, touched in the
 * order of their accounts, so that writers of one merchant cannot deadlock. To be named in the `with` of a statement of
 * the transaction in which the money moves; a source that was posted before fails it with 23505.
 */
export const postingOf = (unit: Unit, journals: readonly Journal[]): Fragment => posting(unit, journals, {});

/** As {@link postingOf}, but a source that was posted before is left as it stands: for journals that follow by event. */
export const repeatablePostingOf = (unit: Unit, journals: readonly Journal[]): Fragment =>
  posting(unit, journals, { onRepeat: fragment`on conflict (source_kind, source_id) do nothing` });

/**
 * As {@link postingOf}, but takes from no stored balance more than it holds. The caller reads `stored (account, balance)`
 * and gives up its transaction when an account that it takes from is missing there or negative.
 */
export const coveredPostingOf = (unit: Unit, journals: readonly Journal[]): Fragment =>
  posting(unit, journals, {
    onlyIf: fragment`where excluded.balance > 0 or ledger_accounts.balance + excluded.balance >= 0`,
  });

function posting(
  { scope, now }: Unit,
  journals: readonly Journal[],
  { onRepeat = fragment``, onlyIf = fragment`` }: { onRepeat?: Fragment; onlyIf?: Fragment },
): Fragment {
  const { merchantId, livemode } = scope;
  const lines = journals.flatMap(({ kind, sourceId, entries }) =>
    entries.map((entry) => ({ ...entry, kind, sourceId })),
  );
  return fragment`
    journal as (
      insert into ledger_tx (merchant_id, livemode, source_kind, source_id, created_at)
      select ${merchantId}, ${livemode}::boolean, kind, source_id, ${now}::timestamptz
      from unnest(${journals.map(({ kind }) => kind)}::text[], ${journals.map(({ sourceId }) => sourceId)}::text[]) as j (kind, source_id)
      ${onRepeat}
      returning id, source_kind, source_id
    ), line as materialized (
      select journal.id as tx_id, l.account, l.currency, l.amount
      from unnest(
        ${lines.map(({ kind }) => kind)}::text[], ${lines.map(({ sourceId }) => sourceId)}::text[],
        ${lines.map(({ account }) => account)}::text[], ${lines.map(({ currency }) => currency)}::text[],
        ${lines.map(({ amount }) => amount)}::bigint[]) as l (kind, source_id, account, currency, amount)
      join journal on journal.source_kind = l.kind and journal.source_id = l.source_id
    ), entered as (
      insert into ledger_entries (tx_id, account, currency, merchant_id, livemode, amount)
      select tx_id, account, currency, ${merchantId}, ${livemode}::boolean, amount from line
    ), stored as (
      insert into ledger_accounts (merchant_id, livemode, account, currency, balance, version)
      select ${merchantId}, ${livemode}::boolean, account, currency, sum(amount)::bigint, 1 from line
      where account = any (${storedAccounts}::text[])
      group by account, currency having sum(amount) <> 0 order by account, currency
      on conflict (merchant_id, livemode, account, currency) do update
        set balance = ledger_accounts.balance + excluded.balance, version = ledger_accounts.version + 1 ${onlyIf}
      returning account, currency, balance, version
    )`;
}
