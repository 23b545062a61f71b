import type { SettlesTo } from '@mizan/contracts';
import { fragment, type Fragment, own, type Tx } from '@mizan/service-kit';
import { drawnAccount, type Journal, type LedgerAccount } from './journals.ts';
import { ledgerAccounts, ledgerEntries, ledgerTx } from './ledger.table.ts';

/**
 * Accounts whose balance is stored, because it decides whether money may move. All others are sums of their entries:
 * what no row keeps, no two merchants wait for.
 */
export const storedAccounts: readonly LedgerAccount[] = ['held_by_merchant', 'merchant_available', 'merchant_pending'];

/** A condition that makes another part of the same statement wait for the stored balances, so that locks come in order. */
export const afterBalances: Fragment = fragment`where (select count(*) from stored) >= 0`;

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
 * As {@link postingOf}, but takes no more from the balance of who received the money than it holds: when that is too
 * little, `stored` has no row, and the caller rolls back its transaction. All slots are locked, in their order, and the
 * first one is taken from, so that of two who take at once the second sees what the first left. The account that is drawn
 * on precedes any other stored account of the journal, so that this locks in the order of the accounts, too. A fee that is
 * owed for money that the merchant received itself may leave less than nothing of what the platform holds.
 */
export function coveredPostingOf(unit: Unit, journal: Journal, settlesTo: SettlesTo): Fragment {
  const account = drawnAccount(settlesTo);
  const drawn = journal.entries.find((entry) => entry.account === account);
  if (!drawn) throw new Error(`bug: ${journal.kind} of ${journal.sourceId} does not draw on ${account}`);
  return fragment`
  held as materialized (
    select slot, balance from ledger_accounts
    where ${own(unit)}
      and account = ${account} and currency = ${drawn.currency}
    order by slot for update
  ), ${posting(unit, [journal], {
    slot: fragment`(select min(slot) from held)`,
    onlyIf: fragment`and (select sum(balance) from held) + ${drawn.amount}::bigint >= 0`,
  })}`;
}

/** Posts journals that follow by event, outside any other statement; those that were posted before are left as they are. */
export async function postOnce(tx: Tx, journals: readonly Journal[]): Promise<void> {
  if (journals.length > 0) await tx.sql`with ${repeatablePostingOf(tx, journals)} select 1`;
}

/** Rows of a balance: as many as a service has connections, so that two payments seldom meet in one. */
const slots = 16;

interface Options {
  readonly onRepeat?: Fragment;
  readonly slot?: Fragment;
  readonly onlyIf?: Fragment;
}

function posting({ scope, now }: Unit, journals: readonly Journal[], options: Options): Fragment {
  const { onRepeat = fragment``, slot = fragment`pg_backend_pid() % ${slots}::int`, onlyIf = fragment`` } = options;
  const { merchantId, livemode } = scope;
  const lines = journals.flatMap(({ kind, sourceId, entries }) =>
    entries.map((entry) => ({ ...entry, kind, sourceId })),
  );
  return fragment`
    journal as (
      ${ledgerTx.into('merchantId', 'livemode', 'sourceKind', 'sourceId', 'createdAt')}
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
      ${ledgerEntries.into('txId', 'account', 'currency', 'merchantId', 'livemode', 'amount')}
      select tx_id, account, currency, ${merchantId}, ${livemode}::boolean, amount from line
    ), stored as (
      ${ledgerAccounts.into('merchantId', 'livemode', 'account', 'currency', 'slot', 'balance')}
      select ${merchantId}, ${livemode}::boolean, account, currency, ${slot}, sum(amount)::bigint from line
      where account = any (${storedAccounts}::text[])
      group by account, currency having sum(amount) <> 0 ${onlyIf} order by account, currency
      on conflict (merchant_id, livemode, account, currency, slot) do update
        set balance = ledger_accounts.balance + excluded.balance
      returning account, currency
    )`;
}
