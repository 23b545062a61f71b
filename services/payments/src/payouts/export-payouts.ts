import type { ExportPayouts, PayoutExport } from '@mizan/contracts';
import { acrossMerchants, type Database, fragment, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { holdsMoney } from '../restores/held-by-restore.ts';
import { openDestination } from './lock-bank-account.ts';
import type { PayoutRow } from './payout.entity.ts';
import { payouts } from './payout.table.ts';
import type { PayoutExportRow } from './payout-export.entity.ts';
import { payoutExports } from './payout-export.table.ts';
import { lockPayout, settlePayout } from './settle-payout.ts';

const maxPayouts = 1_000;

/**
 * Gives PENDING live payouts to the bank, each in a transaction of its own. Repeating it returns the same payouts, also while
 * the first request is under way, each with its present status; after a crash in between the repeat goes on where it ended.
 *
 * @throws Problem `resource_missing`: an export that must exist does not
 * @throws Problem `resource_invalid_state`: a restore holds all payouts
 * @throws Problem `parameter_invalid`: the ID is that of an export in another currency or for another day
 */
export async function exportPayouts(
  app: App,
  { id, currency, executionDate, existing }: ExportPayouts & { readonly id: string },
): Promise<PayoutExport> {
  const { system } = app.db;
  const createdAt = new Date();
  const day = executionDate ?? createdAt.toISOString().slice(0, 10);
  await assertNothingHeld(app.db);
  if (!existing)
    await system.sql`
      ${payoutExports.insert([{ id, executionDate: day, currency: currency ?? null, completedAt: null, createdAt }])}
      on conflict do nothing`;
  const found = await system.one<PayoutExportRow>`
    select ${payoutExports.columns} from payout_exports where ${acrossMerchants} and id = ${id}`;
  if (!found) throw resourceMissing();
  if (!existing) assertSame(found, { currency, executionDate });
  if (!found.completedAt) await completeExport(app.db, found);
  const rows = await payoutsOf(app.db, id);
  return {
    id,
    object: 'payout_export',
    executionDate: found.executionDate,
    payouts: rows.map((row) => ({
      id: row.id,
      accountId: row.merchantId,
      amount: row.amount,
      currency: row.currency,
      ...openDestination(app, row.destination),
      statementDescriptor: row.statementDescriptor,
      status: row.status,
    })),
    createdAt: found.createdAt.toISOString(),
  };
}

/**
 * After a restore nothing is exported, not even once more: the bank may have executed any payout, and another one of the same money,
 * and what was marked as paid or failed since the backup is not known to be.
 *
 * @throws Problem `resource_invalid_state`
 */
async function assertNothingHeld({ system }: Database): Promise<void> {
  if (!(await holdsMoney(system))) return;
  throw new Problem(
    'resource_invalid_state',
    'This platform was restored from a backup. Compare the payouts with what your bank has executed since then, mark those as paid, and release the restore: then the others can be exported.',
  );
}

/** What is left out may be anything. An export that must exist is returned as it is. */
function assertSame(found: PayoutExportRow, wanted: Pick<ExportPayouts, 'currency' | 'executionDate'>): void {
  for (const param of ['currency', 'executionDate'] as const)
    if (wanted[param] !== undefined && wanted[param] !== found[param])
      throw new Problem('parameter_invalid', `${param} is not that of the export with this ID: choose another ID.`, {
        param,
      });
}

const payoutsOf = ({ system }: Database, exportId: string): Promise<PayoutRow[]> =>
  system.sql<PayoutRow>`
    select ${payouts.columns} from payouts where ${acrossMerchants} and export_id = ${exportId} order by id`;

async function completeExport(db: Database, { id: exportId, currency, executionDate }: PayoutExportRow): Promise<void> {
  const { system } = db;
  const room = maxPayouts - (await payoutsOf(db, exportId)).length;
  const inCurrency = currency === null ? fragment`` : fragment`and currency = ${currency}`;
  const pending = await system.sql<{ id: string; merchantId: string }>`
    select id, merchant_id from payouts
    where ${acrossMerchants} and livemode and status = 'PENDING' ${inCurrency} order by id limit ${room}`;
  for (const { id, merchantId } of pending)
    await db.transact({ merchantId, livemode: true }, async (tx) => {
      if (!(await holdExport(tx, exportId))) return; // a repeat has completed it, and has returned what it has
      const row = await lockPayout(tx, id);
      if (row.status !== 'PENDING') return; // canceled, or exported by another
      await settlePayout(tx, row, { trigger: 'send', arrivalDate: executionDate, exportId });
    });
  await system.sql`
    update payout_exports set completed_at = now() where ${acrossMerchants} and id = ${exportId}`;
}

/** Keeps an export from being completed before this transaction ends; false when it is. */
async function holdExport(tx: Tx, id: string): Promise<boolean> {
  const open = await tx.one`
    select 1 from payout_exports where ${acrossMerchants} and id = ${id} and completed_at is null for share`;
  return open !== undefined;
}
