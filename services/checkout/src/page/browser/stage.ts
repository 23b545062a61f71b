import type { HostedCheckout, PaymentMethodType, PublicPaymentIntent, UpdateHostedCheckout } from '@mizan/contracts';
import { awaitsMoney } from '../awaits-money.ts';
import type { Texts } from '../texts/texts.ts';
import { NoAnswer, Refusal } from './api.ts';
import type { Values } from './form-values.ts';
import type { CardRefused } from './hosted-field.ts';
import { fieldOf } from './requests.ts';

/** A change that leaves out a discount which cannot be given any more. */
export type Without = Pick<UpdateHostedCheckout, 'withoutDiscount' | 'promotionCode'>;

/** Something that the buyer should read before trying again. */
export interface Notice {
  readonly tone: 'bad' | 'plain';
  readonly text: string;
  readonly hint?: string;
  /** The field it is about; otherwise it stands above the button. */
  readonly field?: string | undefined;
  /** What the field's form held then: once that changes the complaint is history. */
  readonly atValues?: Values;
  /** What the buyer may choose to go on without, to see the total that is left to pay. */
  readonly without?: Without | undefined;
}

/** What the page shows in the place of the form, or the form itself. */
export type Stage =
  | { readonly name: 'form'; readonly notice?: Notice }
  | { readonly name: 'paying' }
  /** The outcome is not known: the money may have moved. */
  | { readonly name: 'checking' }
  /** The buyer's bank, wallet or lender wants to be asked. */
  | { readonly name: 'action'; readonly url: string; readonly method: PaymentMethodType | undefined }
  /** Complete, and paid as soon as the buyer's money arrives. */
  | { readonly name: 'waiting' }
  /** Complete and unpaid; how to pay is being read. */
  | { readonly name: 'loading' }
  | { readonly name: 'done' }
  | { readonly name: 'soldOut' }
  | { readonly name: 'expired' }
  /** A copy of a checkout that is over is being opened. */
  | { readonly name: 'recovering' }
  /** That copy could not be opened now. */
  | { readonly name: 'notRecovered' }
  /** What the checkout was for is not for sale any more. */
  | { readonly name: 'gone' }
  /** The payment link takes no further checkout. */
  | { readonly name: 'linkClosed' }
  | { readonly name: 'linkExpired' }
  /** The address came without its secret. */
  | { readonly name: 'incomplete' };

/** Where a checkout stands, as the platform tells it. */
export function stageOf(checkout: HostedCheckout, texts: Texts): Stage {
  const { status, isExpired, paymentIntent: intent } = checkout;
  if (awaitsMoney(checkout)) return { name: hasInstructions(intent) ? 'waiting' : 'checking' };
  if (status === 'complete' || checkout.paymentStatus === 'paid') return { name: 'done' };
  if (isExpired && intent?.status !== 'PROCESSING') return { name: 'expired' };
  if (intent?.status === 'PROCESSING' || intent?.status === 'REQUIRES_CONFIRMATION') return { name: 'checking' };
  const url = intent?.nextAction?.redirectToUrl.url;
  if (intent?.status === 'REQUIRES_ACTION' && url) return { name: 'action', url, method: intent.paymentMethod?.type };
  return { name: 'form', notice: intent?.lastPaymentError ? declineNotice(intent, texts) : undefined };
}

/** Without instructions nobody knows whether the payment was begun; InstaPay asks in its own app and sends none. */
const hasInstructions = (intent: PublicPaymentIntent | null): boolean =>
  Boolean(intent?.nextAction) || intent?.paymentMethod?.type === 'instapay';

/** What a declined buyer reads: the reason in their own language where there is one. */
export function declineNotice(intent: PublicPaymentIntent, { ways, ...texts }: Texts): Notice {
  const { code = '', type } = intent.lastPaymentError ?? {};
  if (intent.status === 'FAILED' || intent.status === 'CANCELED') return { tone: 'bad', text: texts.givenUp };
  if (type !== 'card_error') {
    const why = ways.errors[code as keyof typeof ways.errors];
    if (why || code === 'provider_declined')
      return { tone: 'bad', text: why ?? ways.declined, hint: ways.declinedHint };
  }
  const known = texts.errors[code as keyof typeof texts.errors];
  return { tone: 'bad', text: known ?? texts.declined, hint: known?.length > 90 ? undefined : texts.declinedHint };
}

/** What a buyer reads when the provider made no token of the card; nothing where its field says it already. */
export function cardNotice(
  { code, isShown }: CardRefused,
  { cardEntry, errors, declinedHint }: Texts,
): Notice | undefined {
  if (isShown) return undefined;
  const known = errors[code as keyof typeof errors];
  return { tone: 'bad', text: known ?? cardEntry.notRead, hint: known && declinedHint };
}

/** What a buyer reads when a request was refused. */
export function refusalNotice(
  thrown: unknown,
  values: Values,
  texts: Texts,
  discounts: HostedCheckout['discounts'] = [],
): Notice {
  const bad = (text: string): Notice => ({ tone: 'bad', text });
  if (thrown instanceof NoAnswer) return bad(texts.offline);
  if (!(thrown instanceof Refusal)) return bad(texts.somethingWrong);
  const { status, code, param } = thrown;
  if (code === 'resource_invalid_state' && param === 'expectedAmountTotal')
    return { tone: 'plain', text: texts.totalChanged };
  if (code === 'resource_invalid_state') return bad(texts.givenUp);
  if (param === 'paymentMethod.type') return bad(texts.ways.notTaken);
  if (param?.endsWith('.customAmount')) return bad(texts.amountOutside);
  if (code === 'amount_invalid') return bad(texts.totalOutside);
  const aboutDiscount = code && texts.discountErrors[code as keyof typeof texts.discountErrors];
  if (aboutDiscount) return { ...bad(aboutDiscount), without: withoutOf(param, discounts) };
  const field = status === 400 ? fieldOf(param) : undefined;
  if (field) return { tone: 'bad', text: complaintAbout(field, texts), field, atValues: values };
  if (status === 429) return bad(texts.tooMany);
  if (status === 402) return bad(texts.declined);
  return bad(status === 503 ? texts.tryLater : texts.somethingWrong);
}

/** @param param of the refusal: where among the discounts, or the code that the checkout has */
function withoutOf(param: string | undefined, discounts: HostedCheckout['discounts']): Without | undefined {
  if (discounts.length === 0) return undefined;
  if (param === 'promotionCode') return { promotionCode: null };
  const place = /^discounts\[(\d+)\]/.exec(param ?? '')?.[1];
  return place === undefined ? undefined : { withoutDiscount: Number(place) };
}

function complaintAbout(field: string, texts: Texts): string {
  const known: Readonly<Record<string, string>> = {
    'card.number': texts.numberInvalid,
    'card.expiry': texts.expiryInvalid,
    'card.cvc': texts.cvcIncomplete,
    email: texts.emailInvalid,
    phone: texts.phoneInvalid,
    'method.phone': texts.ways.phoneInvalid,
    'method.handle': texts.ways.handleInvalid,
  };
  return known[field] ?? texts.required;
}
