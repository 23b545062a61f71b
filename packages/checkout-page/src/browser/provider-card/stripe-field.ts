import type { CardEntry } from '@mizan/contracts';
import type { Language } from '../../texts/texts.ts';
import type { PageStyle } from './page-style.ts';
import { type CardHolder, CardRefused, type FieldSetting, type ProviderField } from './provider-field.ts';
import { loadProviderScript } from './provider-script.ts';

/** What this page uses of Stripe.js, as https://docs.stripe.com/js documents it. */
interface StripeJs {
  elements(options: ElementsOptions): Elements;
  createPaymentMethod(request: { elements: Elements; params: { billing_details: BillingDetails } }): Promise<{
    paymentMethod?: { id: string };
    error?: StripeJsError;
  }>;
}

interface ElementsChange {
  locale: Language;
  amount: number;
  currency: string;
  appearance: ReturnType<typeof asAppearance>;
}

interface ElementsOptions extends ElementsChange {
  mode: 'payment';
  paymentMethodCreation: 'manual';
  allowedPaymentMethodTypes: 'card'[];
  loader: 'never';
}

interface PaymentElementOptions {
  fields: { billingDetails: { address: 'if_required' } };
  wallets: { applePay: 'never'; googlePay: 'never'; link: 'never' };
  terms: { card: 'never' };
}

type Filled<Name extends string> = { [K in Name]?: string };
type Address = Filled<'country' | 'line1' | 'line2' | 'city' | 'state' | 'postal_code'>;
type BillingDetails = Filled<'name' | 'email' | 'phone'> & { address?: Address };

interface Elements {
  create(type: 'payment', options: PaymentElementOptions): PaymentElement;
  update(options: ElementsChange): void;
  /** Checks what was typed; the field shows what is wrong. Comes before every other use of the field. */
  submit(): Promise<{ error?: StripeJsError }>;
}

interface PaymentElement {
  on(event: 'ready', handler: () => void): unknown;
  on(event: 'loaderror', handler: (event: { error: StripeJsError }) => void): unknown;
  mount(place: HTMLElement): void;
  update(options: { readOnly: boolean }): unknown;
  focus(): void;
  destroy(): void;
}

interface StripeJsError {
  readonly type: string;
  readonly code?: string;
}

declare global {
  var Stripe: ((publishableKey: string, options: { locale: Language }) => StripeJs) | undefined;
}

/** Stripe's Payment Element for cards: it yields a PaymentMethod (`pm_…`), with which the platform's server confirms. */
export async function openStripeField(
  { publishableKey, scriptUrl }: CardEntry,
  setting: FieldSetting,
): Promise<ProviderField> {
  await loadProviderScript(scriptUrl);
  if (!globalThis.Stripe) throw new Error('the script of Stripe left nothing behind');
  return new StripeField(globalThis.Stripe(publishableKey, { locale: setting.language }), setting);
}

class StripeField implements ProviderField {
  readonly #stripe: StripeJs;
  readonly #elements: Elements;
  readonly #element: PaymentElement;

  constructor(stripe: StripeJs, setting: FieldSetting) {
    this.#stripe = stripe;
    this.#elements = stripe.elements({
      mode: 'payment',
      paymentMethodCreation: 'manual',
      allowedPaymentMethodTypes: ['card'],
      loader: 'never', // the page has its own
      ...asElements(setting),
    });
    this.#element = this.#elements.create('payment', {
      fields: { billingDetails: { address: 'if_required' } }, // the page asks what the merchant wants to know
      wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
      terms: { card: 'never' },
    });
  }

  mount(place: HTMLElement): Promise<void> {
    return new Promise((ready, failed) => {
      this.#element.on('ready', () => ready());
      this.#element.on('loaderror', ({ error }) => failed(new Error(`Stripe’s field: ${error.type}`)));
      this.#element.mount(place);
    });
  }

  update(setting: FieldSetting): void {
    this.#elements.update(asElements(setting));
    this.#element.update({ readOnly: setting.isLocked });
  }

  async tokenize(holder: CardHolder): Promise<string> {
    const { error: incomplete } = await this.#elements.submit();
    if (incomplete) throw this.#refused(incomplete);
    const { paymentMethod, error } = await this.#stripe.createPaymentMethod({
      elements: this.#elements,
      params: { billing_details: asBillingDetails(holder) },
    });
    if (!paymentMethod) throw this.#refused(error);
    return paymentMethod.id;
  }

  destroy(): void {
    this.#element.destroy();
  }

  #refused(error: StripeJsError | undefined): CardRefused {
    if (error?.type !== 'validation_error') return new CardRefused(sameAs[error?.code ?? ''] ?? error?.code);
    this.#element.focus();
    return new CardRefused(error.code, true);
  }
}

/** Stripe's other names for what is wrong with a card. */
const sameAs: Readonly<Record<string, string>> = {
  invalid_number: 'incorrect_number',
  invalid_cvc: 'incorrect_cvc',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
};

const asElements = ({ language, pageStyle, amount, currency }: FieldSetting): ElementsChange => ({
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

function asBillingDetails({ name, email, phone, address }: CardHolder): BillingDetails {
  const { postalCode, ...parts } = address ?? {};
  return {
    ...withoutEmpty({ name, email, phone }),
    ...(address ? { address: withoutEmpty({ ...parts, postal_code: postalCode }) } : {}),
  };
}

/** Stripe refuses undefined members. */
const withoutEmpty = <T extends Record<string, string | undefined>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as { [K in keyof T]?: string };
