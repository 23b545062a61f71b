import { findNewest, listTransactions } from './find-payment.ts';
import type { Transaction } from './paymob-objects.ts';
import type { PageRecord, PaymobContext } from './paymob-store.ts';
import { isOfCredentials, isRefusal } from './read-error.ts';

/**
 * The capture of a hold that Paymob has made or still decides; a hold has one at most. Undefined while all of it can be captured:
 * the hold itself does not show a capture before it is approved.
 */
export async function findCapture(
  context: Pick<PaymobContext, 'client'>,
  page: Pick<PageRecord, 'orderId'>,
  hold: Pick<Transaction, 'id'>,
): Promise<Transaction | undefined> {
  const transactions = await listTransactions(context, page).catch(async (thrown: unknown) => {
    if (!isRefusal(thrown) || isOfCredentials(thrown)) throw thrown;
    // The list is not documented well enough to depend on it; a capture that is pending or made is followed by refunds alone.
    const newest = await findNewest(context, page);
    return newest ? [newest] : [];
  });
  return transactions.find(
    ({ is_capture: isCapture, parent_transaction: parent, pending, success }) =>
      isCapture && parent === hold.id && (pending || success),
  );
}
