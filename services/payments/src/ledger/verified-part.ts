import { acrossMerchants, fragment, type Fragment, type SystemReader } from '@mizan/service-kit';
import { ledgerSums } from './ledger.table.ts';
import { storedAccounts } from './post-journals.ts';

/** What one verification looks at: conditions on the columns that it is given. */
export interface VerifiedPart {
  readonly journals: (id: Fragment) => Fragment;
  /** Of these, the ones whose followers, which come by event, must have come. */
  readonly recorded: (id: Fragment) => Fragment;
  readonly charges: (id: Fragment) => Fragment;
  readonly intents: (id: Fragment) => Fragment;
  readonly payouts: (id: Fragment) => Fragment;
  /** On `balance_transactions`, unqualified. */
  readonly movements: Fragment;
  /** Whether sums of all of an account's rows are looked at as well. */
  readonly isWhole: boolean;
  /** The last journal whose entries the kept sums have; null where all entries are read. */
  readonly summedThrough: number | null;
}

const all = fragment`true`;

export const wholeLedger: VerifiedPart = {
  journals: () => all,
  recorded: () => all,
  charges: () => all,
  intents: () => all,
  payouts: () => all,
  movements: all,
  isWhole: true,
  summedThrough: null,
};

interface MovedCharge {
  readonly id: string;
  readonly paymentIntentId: string;
  readonly merchantId: string;
  readonly livemode: boolean;
}

/** The whole ledger, except that what follows by event may still be on its way for journals that have not settled. */
export const settledLedger = ({ through }: SummedRange): VerifiedPart => ({
  ...wholeLedger,
  recorded: (id) => fragment`${id} <= ${through}`,
});

/**
 * What has moved money since the journals of a range: journals after it, and everything about their charges. What follows
 * by event is looked for once, when its journal has settled. Costs as much as has happened, however long the ledger is.
 */
export async function recentLedger({ sql }: SystemReader, { after, through }: SummedRange): Promise<VerifiedPart> {
  const moved = await sql<MovedCharge>`
    with sources as (select source_kind, source_id from ledger_tx where ${acrossMerchants} and id > ${after})
    select id, payment_intent_id, merchant_id, livemode from charges
    where id = any(array(
      select split_part(source_id, ':', 1) from sources
      union select charge_id from refunds where id = any(array(select source_id from sources where source_kind like 'refund%'))
      union select charge_id from disputes where id = any(array(select source_id from sources where source_kind like 'dispute%'))))`;
  const payouts = await sql<{ id: string }>`
    select distinct source_id as id from ledger_tx
    where ${acrossMerchants} and id > ${after} and source_kind like 'payout%'`;
  const payoutIds = payouts.map(({ id }) => id);
  const ids = moved.map(({ id }) => id);
  const intents = moved.map(({ paymentIntentId }) => paymentIntentId);
  const merchants = moved.map(({ merchantId }) => merchantId);
  const modes = moved.map(({ livemode }) => livemode);
  return {
    journals: (id) => fragment`${id} > ${after}`,
    recorded: (id) => fragment`${id} > ${after} and ${id} <= ${through}`,
    charges: (id) => fragment`${id} = any(${ids}::text[])`,
    intents: (id) => fragment`${id} = any(${intents}::text[])`,
    payouts: (id) => fragment`${id} = any(${payoutIds}::text[])`,
    movements: fragment`(merchant_id, livemode, source_id) in (
      select * from unnest(${merchants}::text[], ${modes}::boolean[], ${ids}::text[]))`,
    isWhole: false,
    summedThrough: through,
  };
}

const settleMinutes = 10; // far longer than any transaction, so that no journal with a lower number is still to come

/** The journals whose entries were just added to the sums: those after one, up to another. */
export interface SummedRange {
  readonly after: number;
  readonly through: number;
}

/**
 * Adds the entries of journals that have settled to the kept sums, each once. Journals never change, so what was added
 * stays right.
 */
export async function advanceSums({ one }: SystemReader): Promise<SummedRange> {
  const range = await one<SummedRange>`
    with advanced as (
      update ledger_progress set
        summed_through = case when seen_at < now() - ${settleMinutes} * interval '1 minute' then seen_through else summed_through end,
        seen_through = case when seen_at < now() - ${settleMinutes} * interval '1 minute'
          then (select coalesce(max(id), 0) from ledger_tx where ${acrossMerchants}) else seen_through end,
        seen_at = case when seen_at < now() - ${settleMinutes} * interval '1 minute' then now() else seen_at end
      returning old.summed_through as after, new.summed_through as through),
    added as (
      ${ledgerSums.into('merchantId', 'livemode', 'account', 'currency', 'amount')}
      select merchant_id, livemode, account, currency, sum(amount) from ledger_entries, advanced
      where tx_id > after and tx_id <= through and account = any (${storedAccounts}::text[])
      group by merchant_id, livemode, account, currency
      on conflict (merchant_id, livemode, account, currency) do update set amount = ledger_sums.amount + excluded.amount)
    select after, through from advanced`;
  if (!range) throw new Error('bug: no progress of the ledger is kept');
  return range;
}
