import type { WalletEntry } from '@mizan/contracts';
import type { PageStyle } from './page-style.ts';
import { CardRefused, type FieldSetting } from './provider-field.ts';
import type { ProviderWallet, WalletEvents } from './provider-wallet.ts';
import {
  asElements,
  createToken,
  type Elements,
  type ExpressElement,
  type ExpressElementOptions,
  loadStripe,
  openElements,
  type StripeJs,
} from './stripe-js.ts';

/** As high as the page's own button, CSS pixels. */
const buttonHeight = 48;

/** Stripe's Express Checkout Element with one wallet: it yields a confirmation token once the buyer agrees in its sheet. */
export const openStripeWallet = async (entry: WalletEntry, setting: FieldSetting): Promise<ProviderWallet> =>
  new StripeWallet(await loadStripe(entry, setting), entry, setting);

class StripeWallet implements ProviderWallet {
  readonly #stripe: StripeJs;
  readonly #elements: Elements;
  readonly #element: ExpressElement;

  constructor(stripe: StripeJs, { type }: WalletEntry, setting: FieldSetting) {
    this.#stripe = stripe;
    this.#elements = openElements(stripe, setting);
    this.#element = this.#elements.create('expressCheckout', {
      paymentMethods: { ...only(type), link: 'never', paypal: 'never', amazonPay: 'never', klarna: 'never' },
      buttonHeight,
      buttonTheme: themeOf(setting.pageStyle),
      buttonType: { applePay: 'plain', googlePay: 'plain' },
    });
  }

  mount(place: HTMLElement, events: WalletEvents): Promise<boolean> {
    this.#element.on('click', ({ resolve, reject }) => (events.mayOpen() ? resolve({}) : reject()));
    this.#element.on('cancel', () => events.closed());
    this.#element.on('confirm', ({ paymentFailed }) => {
      void events.agreed(() => this.#tokenize()).then((isPaid) => isPaid || paymentFailed({ reason: 'fail' }));
    });
    return new Promise((ready, failed) => {
      this.#element.on('ready', ({ availablePaymentMethods }) => ready(availablePaymentMethods !== undefined));
      this.#element.on('loaderror', ({ error }) => failed(new Error(`Stripe’s wallets: ${error.type}`)));
      this.#element.mount(place);
    });
  }

  update(setting: FieldSetting): void {
    this.#elements.update(asElements(setting));
    this.#element.update({ buttonTheme: themeOf(setting.pageStyle) });
  }

  destroy(): void {
    this.#element.destroy();
  }

  async #tokenize(): Promise<string> {
    const { error } = await this.#elements.submit();
    if (error) throw new CardRefused(error.code);
    return createToken(this.#stripe, this.#elements);
  }
}

const only = (type: WalletEntry['type']) => ({
  applePay: type === 'apple_pay' ? ('auto' as const) : ('never' as const),
  googlePay: type === 'google_pay' ? ('auto' as const) : ('never' as const),
});

const themeOf = ({ isDark }: PageStyle): ExpressElementOptions['buttonTheme'] =>
  isDark ? { applePay: 'white-outline', googlePay: 'white' } : { applePay: 'black', googlePay: 'black' };
