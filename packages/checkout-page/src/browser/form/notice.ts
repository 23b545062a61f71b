import type { HostedCheckout, PublicPaymentIntent, UpdateHostedCheckout } from '@mizan/contracts';
import type { Texts } from '../../texts/texts.ts';
import { NoAnswer, Refusal } from '../client/checkout-api.ts';
import type { FormValues } from '../fields/form-context.ts';
import type { CardRefused } from '../provider-card/provider-field.ts';
import { fieldOf } from './requests.ts';

/** A change that removes a discount which no longer applies, with the smaller order that it does not apply to. */
export type DiscountRemoval = Pick<UpdateHostedCheckout, 'withoutDiscount' | 'promotionCode' | 'lineItems'>;

/** Something that the buyer should read before trying again. */
export interface Notice {
  readonly tone: 'bad' | 'plain';
  readonly text: string;
  readonly hint?: string;
  /** The field it is about; without one it is shown above the button. */
  readonly field?: string | undefined;
  /** The form's values at that time: once they change, the error no longer applies. */
  readonly atValues?: FormValues;
  /** The discount that the buyer may remove to continue; the page then shows the new total. */
  readonly discountRemoval?: DiscountRemoval | undefined;
}

/** Failures whose own text says when to try again. */
const temporaryFailures: readonly string[] = ['processing_error', 'provider_timeout'];

/** Reasons for which the same card, wallet or account is declined again. */
const hopeless: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'limit_exceeded',
  'card_velocity_exceeded',
  'card_not_supported',
  'expired_card',
]);

/** Reasons of issuers, by the text that they have in common. */
const buyerReasons: Readonly<Record<string, string>> = {
  insufficient_funds: 'insufficient_funds',
  card_velocity_exceeded: 'card_velocity_exceeded',
  withdrawal_count_limit_exceeded: 'card_velocity_exceeded',
  card_not_supported: 'card_not_supported',
  currency_not_supported: 'card_not_supported',
  authentication_required: 'authentication_failed',
  issuer_not_available: 'processing_error',
  reenter_transaction: 'processing_error',
  try_again_later: 'processing_error',
};

/** What a declined buyer reads: the reason in their own language where there is one. */
export function declineNotice(intent: PublicPaymentIntent, { methods, ...texts }: Texts): Notice {
  const { code = '', type, declineCode } = intent.lastPaymentError ?? {};
  if (intent.status === 'FAILED' || intent.status === 'CANCELED') return { tone: 'bad', text: texts.abandoned };
  if (type !== 'card_error') {
    const why = methods.errors[code as keyof typeof methods.errors];
    const hint = hopeless.has(code) ? methods.otherHint : methods.declinedHint;
    if (why || code === 'provider_declined') return { tone: 'bad', text: why ?? methods.declined, hint };
  }
  const reason = buyerReasons[declineCode ?? ''] ?? code;
  const known = texts.errors[reason as keyof typeof texts.errors];
  // Refused before a card was involved: another one would not help.
  const hint = code === 'provider_declined' ? methods.declinedHint : texts.declinedHint;
  return {
    tone: 'bad',
    text: known ?? texts.declined,
    hint: temporaryFailures.includes(reason) ? undefined : hopeless.has(reason) ? texts.otherHint : hint,
  };
}

/** What a buyer reads when the provider refused the card; undefined where the provider's field shows it already. */
export function cardNotice(
  { code, isShown }: CardRefused,
  { cardEntry, errors, declinedHint }: Texts,
): Notice | undefined {
  if (isShown) return undefined;
  const known = errors[code as keyof typeof errors];
  return { tone: 'bad', text: known ?? cardEntry.notRead, hint: known && declinedHint };
}

/**
 * Whether the provider that takes the payment now makes no use of what the buyer entered: the page was loaded before the
 * merchant's routes, or the keys of its provider, changed.
 */
export const isOfOtherProvider = (thrown: unknown): boolean =>
  thrown instanceof Refusal &&
  thrown.param === 'paymentMethod.token' &&
  (thrown.status === 400 || thrown.code === 'payment_method_corrupted');

/** The form whose request was refused. */
interface RefusedForm {
  readonly values: FormValues;
  readonly discounts: HostedCheckout['discounts'];
  /** The change of the order that was refused, if it was one. */
  readonly lineItems?: UpdateHostedCheckout['lineItems'];
}

/** What a buyer reads when a request was refused. */
export function refusalNotice(thrown: unknown, texts: Texts, form: RefusedForm): Notice {
  const { values } = form;
  const bad = (text: string): Notice => ({ tone: 'bad', text });
  if (thrown instanceof NoAnswer) return bad(texts.offline);
  if (!(thrown instanceof Refusal)) return bad(texts.somethingWrong);
  const { status, code, param } = thrown;
  if (code === 'resource_invalid_state' && (param === 'expectedAmountTotal' || param === 'expectedCurrency'))
    return { tone: 'plain', text: texts.totalChanged };
  if (code === 'resource_invalid_state') return bad(texts.abandoned);
  if (param === 'paymentMethod.type') return bad(texts.methods.notTaken);
  if (param?.endsWith('.customAmount')) return bad(texts.amountOutside);
  if (code === 'amount_invalid') return bad(texts.totalOutside);
  const aboutDiscount = code && texts.discountErrors[code as keyof typeof texts.discountErrors];
  if (aboutDiscount) return { ...bad(aboutDiscount), discountRemoval: discountRemovalFor(thrown, form) };
  const field = status === 400 ? fieldOf(param) : undefined;
  if (field === 'card.number' && code === 'payment_method_mismatch')
    return { tone: 'bad', text: texts.testCardsOnly, field, atValues: values };
  if (field) return { tone: 'bad', text: fieldErrorText(field, texts), field, atValues: values };
  if (status === 429) return bad(texts.tooMany);
  if (status === 402) return bad(texts.declined);
  return bad(status === 503 ? texts.tryLater : texts.somethingWrong);
}

/** `param` of the refusal says where among the discounts, that it is the code of the checkout, or that the order became too small. */
function discountRemovalFor(
  { code, param }: Refusal,
  { discounts, lineItems }: RefusedForm,
): DiscountRemoval | undefined {
  if (discounts.length === 0) return undefined;
  if (param === 'lineItems') {
    if (code === 'promotion_code_minimum_amount') return { promotionCode: null, lineItems };
    return discounts.length === 1 ? { withoutDiscount: 0, lineItems } : undefined; // of several, nothing says which
  }
  if (param === 'promotionCode') return { promotionCode: null };
  const place = /^discounts\[(\d+)\]/.exec(param ?? '')?.[1];
  return place === undefined ? undefined : { withoutDiscount: Number(place) };
}

function fieldErrorText(field: string, texts: Texts): string {
  const known: Readonly<Record<string, string>> = {
    'card.number': texts.numberInvalid,
    'card.expiry': texts.expiryInvalid,
    'card.cvc': texts.cvcIncomplete,
    email: texts.emailInvalid,
    phone: texts.phoneInvalid,
    'method.phone': texts.methods.phoneInvalid,
    'method.handle': texts.methods.handleInvalid,
  };
  return known[field] ?? texts.required;
}
