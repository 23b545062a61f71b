/** What this page uses of Stripe.js, as https://docs.stripe.com/js documents it. */
export type StripeFactory = (publishableKey: string, options: { locale: Locale }) => StripeJs;

export interface StripeJs {
  elements(options: ElementsOptions): Elements;
  createPaymentMethod(request: {
    elements: Elements;
    params: { billing_details: BillingDetails };
  }): Promise<{ paymentMethod?: { id: string }; error?: StripeJsError }>;
}

export interface Elements {
  create(type: 'payment', options: PaymentElementOptions): PaymentElement;
  update(options: ElementsChange): void;
  /** Checks what was typed; the field shows what is wrong. Comes before every other use of the field. */
  submit(): Promise<{ error?: StripeJsError }>;
}

export interface PaymentElement {
  on(event: 'ready', handler: () => void): unknown;
  on(event: 'loaderror', handler: (event: { error: StripeJsError }) => void): unknown;
  mount(place: HTMLElement): void;
  update(options: { readOnly: boolean }): unknown;
  focus(): void;
  destroy(): void;
}

type Locale = 'ar' | 'en';

interface ElementsChange {
  locale: Locale;
  amount: number;
  currency: string;
  appearance: Appearance;
}

interface ElementsOptions extends ElementsChange {
  mode: 'payment';
  paymentMethodCreation: 'manual';
  allowedPaymentMethodTypes: string[];
  loader: 'never';
}

interface PaymentElementOptions {
  fields: { billingDetails: { address: 'if_required' } };
  wallets: { applePay: 'never'; googlePay: 'never'; link: 'never' };
  terms: { card: 'never' };
}

/** https://docs.stripe.com/elements/appearance-api */
export interface Appearance {
  theme: 'stripe';
  variables: Record<string, string>;
  rules: Record<string, Record<string, string>>;
}

interface BillingDetails {
  name?: string;
  email?: string;
  phone?: string;
  address?: {
    country?: string;
    line1?: string;
    line2?: string;
    city?: string;
    state?: string;
    postal_code?: string;
  };
}

export interface StripeJsError {
  readonly type: string;
  readonly code?: string;
}

declare global {
  var Stripe: StripeFactory | undefined;
}
