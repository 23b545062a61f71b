import { isOfCredentials, isRefusal } from '../port/json-client.ts';
import type { CancelOutcome } from '../port/provider-outcome.ts';
import type { CancelRequest } from '../port/provider.ts';
import type { PageContext } from './page-api.ts';
import { attemptOf, endKey, pageKey, pageOf } from './page-records.ts';

/**
 * Releases what is not captured, or ends an attempt that waits for its buyer. Whoever agrees on the page afterwards has agreed
 * to nothing: `sync` releases it.
 */
export async function cancel(context: PageContext, { chargeId, recorded }: CancelRequest): Promise<CancelOutcome> {
  const { api, store } = context;
  // Without a page this closes the way to one: an authorization that is under way finds it before it answers.
  await store.putIfAbsent(pageKey(chargeId), { op: 'never', why: 'canceled', message: null });
  const page = await pageOf(store, chargeId);
  if (page?.op !== 'page') return { kind: 'canceled' };
  const attempt = await attemptOf(store, chargeId);
  const before = await api.find(page, attempt);
  if (before.captured > recorded) return { kind: 'already_captured' };
  if (before.captured === 0) await store.putIfAbsent(endKey(chargeId), { op: 'ended', why: 'canceled' });
  if (before.state !== 'authorized' || before.capturable === 0) return { kind: 'canceled' };
  try {
    await api.release(page, { amount: before.capturable, currency: attempt.currency });
  } catch (thrown) {
    if (!isRefusal(thrown) || isOfCredentials(thrown)) throw thrown; // refused: something else happened to it in between
  }
  const after = await api.find(page, attempt);
  if (after.captured > recorded) return { kind: 'already_captured' };
  return after.state === 'authorized' && after.capturable > 0
    ? { kind: 'unknown', cause: new Error(`${api.name}: ${page.paymentId} is neither released nor captured`) }
    : { kind: 'canceled' };
}
