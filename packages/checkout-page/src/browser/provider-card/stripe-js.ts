import type { CardEntry } from '@mizan/contracts';
import type { Language } from '../../texts/texts.ts';
import type { PageStyle } from './page-style.ts';
import { CardRefused, type FieldSetting } from './provider-field.ts';
import { loadProviderScript } from './provider-script.ts';

/** What this page uses of Stripe.js, as https://docs.stripe.com/js documents it. */
export interface StripeJs {
  elements(options: ElementsOptions): Elements;
  createConfirmationToken(request: {
    elements: Elements;
    params?: { payment_method_data: { billing_details: BillingDetails } };
  }): Promise<{ confirmationToken?: { id: string }; error?: StripeJsError }>;
}

interface ElementsChange {
  locale: Language;
  amount: number;
  currency: string;
  appearance: ReturnType<typeof asAppearance>;
}

interface ElementsOptions extends ElementsChange {
  mode: 'payment';
  allowedPaymentMethodTypes: 'card'[];
  loader: 'never';
}

type Filled<Name extends string> = { [K in Name]?: string };
type Address = Filled<'country' | 'line1' | 'line2' | 'city' | 'state' | 'postal_code'>;
export type BillingDetails = Filled<'name' | 'email' | 'phone'> & { address?: Address };

export interface Elements {
  create(type: 'payment', options: PaymentElementOptions): PaymentElement;
  create(type: 'expressCheckout', options: ExpressElementOptions): ExpressElement;
  update(options: ElementsChange): void;
  /** Checks what was typed; the field shows what is wrong. Comes before every other use of the field. */
  submit(): Promise<{ error?: StripeJsError }>;
}

interface PaymentElementOptions {
  fields: { billingDetails: { address: 'if_required' } };
  wallets: { applePay: 'never'; googlePay: 'never'; link: 'never' };
  terms: { card: 'never' };
}

interface Element {
  on(event: 'loaderror', handler: (event: { error: StripeJsError }) => void): unknown;
  mount(place: HTMLElement): void;
  destroy(): void;
}

export interface PaymentElement extends Element {
  on(event: 'ready', handler: () => void): unknown;
  on(event: 'loaderror', handler: (event: { error: StripeJsError }) => void): unknown;
  update(options: { readOnly: boolean }): unknown;
  focus(): void;
}

type ExpressName = 'applePay' | 'googlePay';
type ButtonTheme = { applePay: 'black' | 'white-outline'; googlePay: 'black' | 'white' };

export interface ExpressElementOptions {
  paymentMethods: Record<ExpressName, 'auto' | 'never'> & Record<'link' | 'paypal' | 'amazonPay' | 'klarna', 'never'>;
  buttonHeight: number;
  buttonTheme: ButtonTheme;
  buttonType: { applePay: 'plain'; googlePay: 'plain' };
}

export interface ExpressElement extends Element {
  on(event: 'ready', handler: (event: { availablePaymentMethods?: Filled<never> }) => void): unknown;
  on(event: 'loaderror', handler: (event: { error: StripeJsError }) => void): unknown;
  on(event: 'click', handler: (event: { resolve(options?: object): void; reject(): void }) => void): unknown;
  on(event: 'confirm', handler: (event: { paymentFailed(payload: { reason: 'fail' }): void }) => void): unknown;
  on(event: 'cancel', handler: () => void): unknown;
  update(options: { buttonTheme: ButtonTheme }): unknown;
}

export interface StripeJsError {
  readonly type: string;
  readonly code?: string;
}

declare global {
  var Stripe: ((publishableKey: string, options: { locale: Language }) => StripeJs) | undefined;
}

/** Loads Stripe.js, once for the page, for one publishable key. Rejects when the script does not come. */
export async function loadStripe(
  { publishableKey, scriptUrl }: CardEntry,
  { language }: FieldSetting,
): Promise<StripeJs> {
  await loadProviderScript(scriptUrl);
  if (!globalThis.Stripe) throw new Error('the script of Stripe left nothing behind');
  return globalThis.Stripe(publishableKey, { locale: language });
}

/** Elements in deferred mode: there is no PaymentIntent before the platform's server confirms with a token. */
export const openElements = (stripe: StripeJs, setting: FieldSetting): Elements =>
  stripe.elements({
    mode: 'payment',
    allowedPaymentMethodTypes: ['card'],
    loader: 'never', // the page has its own
    ...asElements(setting),
  });

/** Has Stripe create a confirmation token, `ctoken_…`, of what the buyer entered or agreed to. @throws CardRefused */
export async function createToken(
  stripe: StripeJs,
  elements: Elements,
  billingDetails?: BillingDetails,
): Promise<string> {
  const { confirmationToken, error } = await stripe.createConfirmationToken({
    elements,
    ...(billingDetails ? { params: { payment_method_data: { billing_details: billingDetails } } } : {}),
  });
  if (!confirmationToken) throw toRefused(error);
  return confirmationToken.id;
}

export const toRefused = (error: StripeJsError | undefined): CardRefused =>
  new CardRefused(sameAs[error?.code ?? ''] ?? error?.code);

/** Stripe's other names for what is wrong with a card. */
const sameAs: Readonly<Record<string, string>> = {
  invalid_number: 'incorrect_number',
  invalid_cvc: 'incorrect_cvc',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
};

export const asElements = ({ language, pageStyle, amount, currency }: FieldSetting): ElementsChange => ({
  locale: language,
  amount,
  currency: currency.toLowerCase(),
  appearance: asAppearance(pageStyle),
});

/** https://docs.stripe.com/elements/appearance-api */
function asAppearance(pageStyle: PageStyle) {
  return {
    theme: 'stripe' as const,
    variables: {
      colorPrimary: pageStyle.primary,
      colorBackground: pageStyle.background,
      colorText: pageStyle.text,
      colorTextSecondary: pageStyle.muted,
      colorTextPlaceholder: pageStyle.muted,
      colorDanger: pageStyle.danger,
      fontFamily: pageStyle.font,
      fontSizeBase: '16px', // iOS zooms into anything smaller
      borderRadius: pageStyle.radius,
    },
    rules: {
      '.Label': { fontSize: '14px', fontWeight: '500' },
      '.Input': { borderColor: pageStyle.border, boxShadow: 'none' },
      '.Input:focus': { borderColor: pageStyle.ring, boxShadow: `0 0 0 1px ${pageStyle.ring}`, outline: '0' },
      '.Input--invalid': { borderColor: pageStyle.danger, boxShadow: 'none' },
    },
  };
}
