import { describeFailure } from '../port/describe-failure.ts';
import type { Declined, PaymentOutcome, Unsent } from '../port/provider-outcome.ts';
import type { AuthorizeRequest } from '../port/provider.ts';
import { expectRecord } from '../port/record-store.ts';
import { createIntention } from './create-intention.ts';
import type { Intention } from './paymob-objects.ts';
import { startDirectly } from './start-directly.ts';
import { isOfCredentials, isOfPaymob, PaymobUnanswered } from './read-error.ts';
import { isCardType } from './read-failure.ts';
import {
  type AttemptRecord,
  type NeverRecord,
  pageKey,
  pageOf,
  type PageRecord,
  type PaymobContext,
  startedKey,
} from './paymob-store.ts';
import { type PagedCharge, standingOf, waiting } from './sync.ts';

/** How long a buyer has on Paymob's page. */
export const actionWindowMs = 30 * 60_000;
/** How long a code can be paid at a kiosk. Paymob states no time; the platform promises buyers two days. */
const kioskWindowMs = 48 * 60 * 60_000;

/**
 * Prepares a page on which the buyer pays; no money moves before the buyer acts there. So whatever goes wrong before the
 * page is answered leaves nothing that could be paid: the charge is closed here for good, and another provider may take it.
 *
 * @throws Error the charge's id was used for another payment before
 */
export async function authorize(context: PaymobContext, request: AuthorizeRequest): Promise<PaymentOutcome | Unsent> {
  const { chargeId, now } = request;
  const attempt = await rememberAttempt(context, request);
  const known = await pageOf(context, chargeId);
  if (known)
    return known.op === 'never' ? closed(known, attempt) : resume(context, { chargeId, attempt, page: known, now });
  try {
    const prepared = await preparePage(context, request, attempt);
    const page = expectRecord(await context.store.putIfAbsent(pageKey(chargeId), prepared.page), 'page', 'never');
    if (page.op === 'never') return closed(page, attempt);
    // No buyer has seen a new page, so there is nothing to query. What is started is of a page that is stored: else its money
    // would be of an order that no record names.
    return page.intentionId === prepared.page.intentionId
      ? waiting(context, attempt, await start(context, request, { page, intention: prepared.intention }))
      : await resume(context, { chargeId, attempt, page, now });
  } catch (thrown) {
    if (!isOfPaymob(thrown)) throw thrown;
    const isUnanswered = thrown instanceof PaymobUnanswered;
    const never = { op: 'never', why: 'unsent', message: thrown.message, isUnanswered } as const;
    const page = expectRecord(await context.store.putIfAbsent(pageKey(chargeId), never), 'page', 'never');
    if (isOfCredentials(thrown))
      await context.onCredentialsRefused(`Paymob does not accept the secret key: ${thrown.message}`);
    return page.op === 'never' ? closed(page, attempt, thrown) : resume(context, { chargeId, attempt, page, now });
  }
}

async function rememberAttempt({ store }: PaymobContext, request: AuthorizeRequest): Promise<AttemptRecord> {
  const { chargeId, amount, currency, captureMethod, method, now } = request;
  const requested = {
    op: 'attempt',
    amount,
    currency,
    captureMethod,
    type: method.type,
    at: now.toISOString(),
  } as const;
  const known = expectRecord(await store.putIfAbsent(chargeId, requested), 'attempt');
  const compared = ['amount', 'currency', 'captureMethod', 'type'] as const;
  if (compared.some((name) => known[name] !== requested[name]))
    throw new Error(`bug: ${chargeId} stands for another payment already`);
  return known;
}

interface PreparedPage {
  readonly page: PageRecord;
  readonly intention: Intention;
}

async function preparePage(
  context: PaymobContext,
  request: AuthorizeRequest,
  { type, at }: AttemptRecord,
): Promise<PreparedPage> {
  const windowMs = type === 'aman' ? kioskWindowMs : actionWindowMs;
  const { intention, reference } = await createIntention(context, request, windowMs);
  const query = new URLSearchParams({ publicKey: context.publicKey, clientSecret: intention.client_secret });
  const page: PageRecord = {
    op: 'page',
    reference,
    intentionId: intention.id,
    clientSecret: intention.client_secret,
    orderId: intention.intention_order_id,
    redirectUrl: `${context.client.access.url}/unifiedcheckout/?${query.toString()}`,
    transactionId: null,
    bill: null,
    expiresAt: new Date(Date.parse(at) + windowMs).toISOString(),
  };
  return { page, intention };
}

/** Starts the payment of a page by request, where that is possible, and remembers it. */
async function start(
  context: PaymobContext,
  { chargeId, method }: AuthorizeRequest,
  { page, intention }: PreparedPage,
): Promise<PageRecord> {
  const started = await startDirectly(context, method, intention);
  if (Object.keys(started).length > 0)
    await context.store.putIfAbsent(startedKey(chargeId), { op: 'started', ...started });
  return { ...page, ...started };
}

/** How the payment of a page stands: what a repeated request and two at the same time answer. */
async function resume(context: PaymobContext, paged: PagedCharge): Promise<PaymentOutcome> {
  const standing = await standingOf(context, paged);
  return standing.kind === 'canceled' ? notSent('customer_abandoned', paged.attempt) : standing;
}

/** The answer to a charge that is closed. */
function closed(
  { why, message, isUnanswered }: NeverRecord,
  attempt: AttemptRecord,
  cause?: unknown,
): Declined | Unsent {
  if (why === 'canceled') return notSent('customer_abandoned', attempt);
  const declined = notSent(isUnanswered ? 'provider_timeout' : 'provider_declined', attempt);
  return {
    kind: 'unsent',
    declined: { ...declined, merchantMessage: said(message ?? 'The payment was not sent.') },
    cause: cause ?? new Error(said(String(message))),
  };
}

/** Paymob's own text, or that of an error without an answer, which names Paymob already. */
const said = (message: string): string => (message.startsWith('Paymob: ') ? message : `Paymob: ${message}`);

type NotSent = 'customer_abandoned' | 'provider_declined' | 'provider_timeout';

const notSent = (reason: NotSent, { type }: AttemptRecord): Declined => ({
  kind: 'declined',
  ...describeFailure(reason, isCardType(type), false),
  reference: null,
  card: null,
});
