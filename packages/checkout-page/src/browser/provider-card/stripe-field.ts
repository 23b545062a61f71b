import type { CardEntry } from '@mizan/contracts';
import { type CardHolder, CardRefused, type FieldSetting, type ProviderField } from './provider-field.ts';
import {
  asElements,
  type BillingDetails,
  createToken,
  type Elements,
  loadStripe,
  openElements,
  type PaymentElement,
  type StripeJs,
  type StripeJsError,
  toRefused,
} from './stripe-js.ts';

/** Stripe's Payment Element for cards: it yields a confirmation token, with which the platform's server confirms. */
export const openStripeField = async (entry: CardEntry, setting: FieldSetting): Promise<ProviderField> =>
  new StripeField(await loadStripe(entry, setting), setting);

class StripeField implements ProviderField {
  readonly #stripe: StripeJs;
  readonly #elements: Elements;
  readonly #element: PaymentElement;

  constructor(stripe: StripeJs, setting: FieldSetting) {
    this.#stripe = stripe;
    this.#elements = openElements(stripe, setting);
    this.#element = this.#elements.create('payment', {
      fields: { billingDetails: { address: 'if_required' } }, // the page asks what the merchant wants to know
      wallets: { applePay: 'never', googlePay: 'never', link: 'never' }, // wallets have buttons of their own
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
    return createToken(this.#stripe, this.#elements, asBillingDetails(holder));
  }

  destroy(): void {
    this.#element.destroy();
  }

  #refused(error: StripeJsError): CardRefused {
    if (error.type !== 'validation_error') return toRefused(error);
    this.#element.focus();
    return new CardRefused(error.code, true);
  }
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
