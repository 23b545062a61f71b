import { evidenceTexts, type Dispute, type OperatorDispute } from '@mizan/contracts';
import type { Command } from 'commander';
import type { List } from '../../api/read-list.ts';
import { printList, printShown } from '../lists/print-list.ts';

/** Evidence that fits no other text; people know it by its option, `--text`. */
export const freeText = 'uncategorizedText';

const columns = ['id', 'paymentIntentId', 'amount', 'currency', 'reason', 'status', 'evidenceDueBy'] as const;
const operatorColumns = ['id', 'accountId', ...columns.slice(1)] as const;
const namedTexts = evidenceTexts.filter((name) => name !== freeText);
const details = ['chargeId', 'isInquiry', 'isRefundable', 'createdAt', ...namedTexts, 'text', 'files'] as const;
const money = ['amount'] as const;

type AnyDispute = Dispute | OperatorDispute;
const toRow = (dispute: AnyDispute) => ({
  accountId: undefined,
  truncated: undefined,
  ...dispute,
  ...dispute.evidence,
  text: dispute.evidence[freeText],
});

/** Prints a list of disputes; those of the operator with their accounts. */
export const printDisputes = (command: Command, list: List): Promise<void> =>
  list.path.startsWith('/operator/')
    ? printList<AnyDispute, (typeof operatorColumns)[number]>(command, {
        list,
        toRow,
        shown: { columns: operatorColumns, money },
      })
    : printList<AnyDispute, (typeof columns)[number]>(command, { list, toRow, shown: { columns, money } });

/** Prints a dispute with its evidence. @param buyer whose payment it is, if that was read; null if no name is known */
export function printDispute(
  command: Command,
  dispute: AnyDispute,
  { note, buyer }: { readonly note?: string; readonly buyer?: string | null } = {},
): void {
  const own = 'accountId' in dispute ? operatorColumns : columns;
  const shown = { columns: [...own, ...(buyer === undefined ? [] : ['buyer' as const]), ...details], money };
  printShown(command, { item: dispute, row: { ...toRow(dispute), buyer }, shown, ...(note !== undefined && { note }) });
}
