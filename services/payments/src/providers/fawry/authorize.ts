import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { describeFailure } from '../port/describe-failure.ts';
import type { Declined, PaymentOutcome, Unsent } from '../port/provider-outcome.ts';
import type { AuthorizeRequest } from '../port/provider.ts';
import { expectRecord } from '../port/record-store.ts';
import { egyptianNumberOf } from './egyptian-number.ts';
import { amountText } from './fawry-client.ts';
import { type AttemptRecord, type FawryContext, orderKey, type RefusedRecord, sendKey } from './fawry-store.ts';
import { FawryUnanswered, isOfCredentials, isOfFawry } from './read-error.ts';
import { referenceOf } from './references.ts';
import { standingOf, waiting } from './sync.ts';

/** How long a number can be paid: the platform promises buyers of vouchers two days. */
const voucherWindowMs = 48 * 60 * 60_000;
/** How long the owner of a mobile wallet has to approve. */
export const walletWindowMs = 30 * 60_000;
/** Of buyers who gave none: Fawry requires one, and this domain never receives mail. */
const absentEmail = 'na@example.com';

const Charged = z.object({
  referenceNumber: z.union([z.string().min(1), z.number()]).transform(String),
  merchantRefNumber: z.union([z.string(), z.number()]).transform(String),
  orderAmount: z.coerce.number(),
  statusCode: z.literal(200),
});

/**
 * Makes an order that the buyer pays at an outlet or approves in a mobile wallet. It is sent once: if the answer is lost, the
 * order is looked for by its reference. What was never sent may be taken by another provider.
 *
 * @throws Error the charge's id was used for another payment before
 */
export async function authorize(context: FawryContext, request: AuthorizeRequest): Promise<PaymentOutcome | Unsent> {
  const { chargeId, now } = request;
  const attempt = await rememberAttempt(context, request);
  const claim = { op: 'sent', nonce: randomUUID(), at: now.toISOString() } as const;
  const sent = expectRecord(await context.store.putIfAbsent(sendKey(chargeId), claim), 'sent', 'never');
  if (sent.op === 'never') return notSent('customer_abandoned');
  if (sent.nonce !== claim.nonce) return resume(context, request, attempt);
  if (mobileOf(request) === undefined)
    return refuse(context, chargeId, new Error('Fawry requires an Egyptian mobile number of the buyer'));
  try {
    const number = await send(context, request, attempt);
    await context.store.putIfAbsent(orderKey(chargeId), { op: 'order', number });
    return waiting(context, { chargeId, attempt, number });
  } catch (thrown) {
    if (!isOfFawry(thrown)) throw thrown;
    if (isOfCredentials(thrown)) {
      await context.onCredentialsRefused(`Fawry does not accept the credentials: ${thrown.message}`);
      return refuse(context, chargeId, thrown);
    }
    if (thrown instanceof FawryUnanswered)
      return thrown.isSent ? resume(context, request, attempt) : refuse(context, chargeId, thrown);
    // A repeated delivery of this request would be refused as a duplicate: the order may be there all the same.
    const standing = await standingOf(context, { chargeId, attempt, now });
    return standing.kind === 'unknown' || standing.kind === 'not_found'
      ? refuse(context, chargeId, thrown)
      : asPayment(standing);
  }
}

async function rememberAttempt({ store }: FawryContext, request: AuthorizeRequest): Promise<AttemptRecord> {
  const { chargeId, amount, currency, captureMethod, method, now } = request;
  const windowMs = method.type === 'fawry' ? voucherWindowMs : walletWindowMs;
  const expiresAt = new Date(now.getTime() + windowMs).toISOString();
  const requested = { op: 'attempt', amount, currency, captureMethod, type: method.type, expiresAt } as const;
  const known = expectRecord(await store.putIfAbsent(chargeId, requested), 'attempt');
  const compared = ['amount', 'currency', 'captureMethod', 'type'] as const;
  if (compared.some((name) => known[name] !== requested[name]))
    throw new Error(`bug: ${chargeId} stands for another payment already`);
  return known;
}

/** @returns Fawry's number for the order */
async function send(
  { client, store, callbackUrl }: FawryContext,
  request: AuthorizeRequest,
  { amount, expiresAt }: AttemptRecord,
): Promise<string> {
  const { chargeId, method, buyer } = request;
  const reference = await referenceOf(store, chargeId);
  const { merchantCode } = client.access;
  const isVoucher = method.type === 'fawry';
  const paymentMethod = isVoucher ? 'PAYATFAWRY' : 'MWALLET';
  const wallet = isVoucher ? undefined : egyptianNumberOf(method.wallet?.phone ?? '');
  const email = buyer?.email?.trim();
  const name = buyer?.name?.trim();
  const answer = await client.send({
    path: isVoucher ? '/ECommerceWeb/Fawry/payments/charge' : '/ECommerceWeb/api/payments/charge',
    body: {
      merchantCode,
      merchantRefNum: reference,
      ...(name && { customerName: name.slice(0, 100) }),
      customerMobile: mobileOf(request),
      customerEmail: email && email.length <= 100 ? email : absentEmail,
      paymentMethod,
      amount: amount / 100,
      currencyCode: 'EGP',
      paymentExpiry: Date.parse(expiresAt),
      description: `Payment ${reference}`,
      language: 'en-gb',
      chargeItems: [{ itemId: reference, description: 'Payment', price: amount / 100, quantity: 1 }],
      orderWebHookUrl: callbackUrl,
      ...(wallet !== undefined && { debitMobileWalletNo: wallet }),
      signature: client.sign(merchantCode, reference, '', paymentMethod, amountText(amount), wallet),
    },
    answer: Charged,
  });
  if (answer.merchantRefNumber !== reference || Math.round(answer.orderAmount * 100) !== amount)
    throw new FawryUnanswered('the answer is about another order', { isSent: true });
  return answer.referenceNumber;
}

/** Fawry sends its number to the buyer's phone: one of another buyer is never made up. */
const mobileOf = ({ buyer, method }: AuthorizeRequest): string | undefined =>
  egyptianNumberOf(buyer?.phone ?? '') ?? egyptianNumberOf(method.wallet?.phone ?? '');

/** How a charge stands that was sent before, or whose answer got lost. */
async function resume(
  context: FawryContext,
  { chargeId, now }: AuthorizeRequest,
  attempt: AttemptRecord,
): Promise<PaymentOutcome | Unsent> {
  const known = await context.store.get(orderKey(chargeId));
  if (known?.op === 'refused') return unsent(known);
  return asPayment(await standingOf(context, { chargeId, attempt, now }));
}

function asPayment(standing: Awaited<ReturnType<typeof standingOf>>): PaymentOutcome {
  if (standing.kind === 'canceled') return notSent('customer_abandoned');
  if (standing.kind === 'not_found') return { kind: 'unknown', cause: new Error('Fawry: the order is not found') };
  return standing;
}

async function refuse({ store }: FawryContext, chargeId: string, thrown: Error): Promise<Unsent | PaymentOutcome> {
  const isUnanswered = thrown instanceof FawryUnanswered;
  const refused = { op: 'refused', message: thrown.message, isUnanswered } as const;
  const stored = await store.putIfAbsent(orderKey(chargeId), refused);
  return expectRecord(stored, 'order', 'refused').op === 'refused'
    ? unsent(refused)
    : { kind: 'unknown', cause: thrown };
}

function unsent({ message, isUnanswered }: Omit<RefusedRecord, 'op'>): Unsent {
  const merchantMessage = message.startsWith('Fawry') ? message : `Fawry: ${message}`;
  const declined = { ...notSent(isUnanswered ? 'provider_timeout' : 'provider_declined'), merchantMessage };
  return { kind: 'unsent', declined, cause: new Error(merchantMessage) };
}

const notSent = (reason: 'customer_abandoned' | 'provider_declined' | 'provider_timeout'): Declined => ({
  kind: 'declined',
  ...describeFailure(reason, false, false),
  reference: null,
  card: null,
});
