import { isOfCredentials, isOfProvider, ProviderUnanswered } from '../port/json-client.ts';
import type { PaymentOutcome, Unsent } from '../port/provider-outcome.ts';
import type { AuthorizeRequest } from '../port/provider.ts';
import { expectRecord } from '../port/record-store.ts';
import { referenceOf } from '../port/references.ts';
import { closed, declined, rejected, waiting } from './describe-page.ts';
import type { PageContext } from './page-api.ts';
import {
  type AttemptRecord,
  type NeverRecord,
  pageKey,
  pageOf,
  type PageRecord,
  type RejectedRecord,
} from './page-records.ts';
import { standingOf } from './standing.ts';

/**
 * Prepares a page on which the buyer agrees; no money moves before the buyer acts there. So whatever goes wrong before the
 * page is answered leaves nothing that could be paid: the charge is closed here for good, and another provider may take it.
 *
 * @throws Error the charge's id was used for another payment before
 */
export async function authorize(context: PageContext, request: AuthorizeRequest): Promise<PaymentOutcome | Unsent> {
  const { api, store } = context;
  const { chargeId } = request;
  const attempt = await rememberAttempt(context, request);
  const known = await pageOf(store, chargeId);
  if (known) return answer(context, request, { attempt, page: known });
  try {
    const prepared = await prepare(context, request, attempt);
    const page = expectRecord(await store.putIfAbsent(pageKey(chargeId), prepared), 'page', 'rejected', 'never');
    // No buyer has seen a new page, so there is nothing to query.
    const isOwn = page.op === 'page' && prepared.op === 'page' && page.paymentId === prepared.paymentId;
    return isOwn ? waiting(page) : await answer(context, request, { attempt, page });
  } catch (thrown) {
    if (!isOfProvider(thrown)) throw thrown;
    const isUnanswered = thrown instanceof ProviderUnanswered;
    const never = { op: 'never', why: 'unsent', message: thrown.message, isUnanswered } as const;
    const page = expectRecord(await store.putIfAbsent(pageKey(chargeId), never), 'page', 'rejected', 'never');
    if (isOfCredentials(thrown))
      await context.onCredentialsRefused(`${api.name} does not accept the credentials: ${thrown.message}`);
    return page.op === 'never' ? closed(api, page, thrown) : answer(context, request, { attempt, page });
  }
}

/** A page that no buyer has seen does no harm: where the answer is lost, another one is prepared once. */
async function prepare(
  { api }: PageContext,
  request: AuthorizeRequest,
  { at }: AttemptRecord,
): Promise<PageRecord | RejectedRecord> {
  try {
    return await api.prepare(request, { reference: referenceOf(request.chargeId, 1), at });
  } catch (thrown) {
    if (!(thrown instanceof ProviderUnanswered)) throw thrown;
    return api.prepare(request, { reference: referenceOf(request.chargeId, 2), at });
  }
}

async function rememberAttempt({ store }: PageContext, request: AuthorizeRequest): Promise<AttemptRecord> {
  const { chargeId, amount, currency, captureMethod, method, now } = request;
  const fields = { amount, currency, captureMethod, type: method.type };
  const requested = { op: 'attempt', ...fields, at: now.toISOString() } as const;
  const known = expectRecord(await store.putIfAbsent(chargeId, requested), 'attempt');
  const compared = ['amount', 'currency', 'captureMethod', 'type'] as const;
  if (compared.some((name) => known[name] !== requested[name]))
    throw new Error(`bug: ${chargeId} stands for another payment already`);
  return known;
}

interface Known {
  readonly attempt: AttemptRecord;
  readonly page: PageRecord | RejectedRecord | NeverRecord;
}

/** How a charge stands that was requested before: what a repeated request and two at the same time answer. */
async function answer(
  context: PageContext,
  { chargeId, now }: AuthorizeRequest,
  { attempt, page }: Known,
): Promise<PaymentOutcome | Unsent> {
  if (page.op === 'rejected') return rejected(context.api, page);
  if (page.op === 'never') return closed(context.api, page);
  const standing = await standingOf(context, { chargeId, attempt, page, now });
  return standing.kind === 'canceled' ? declined('customer_abandoned') : standing;
}
