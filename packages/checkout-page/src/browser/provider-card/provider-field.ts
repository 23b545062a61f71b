import type { Currency } from '@mizan/contracts';
import type { Language } from '../../texts/texts.ts';
import type { PageStyle } from './page-style.ts';

/** A card field that a provider draws on this page: card data go to the provider, never to the platform. */
export interface ProviderField {
  /** Shows the field in an empty element. Settles once the buyer can type, or with why it did not load. */
  mount(place: HTMLElement): Promise<void>;
  /** Follows what has changed on the page around it. */
  update(setting: FieldSetting): void;
  /** Has the provider create a token of the card. @throws CardRefused */
  tokenize(holder: CardHolder): Promise<string>;
  /** Removes the field for good. */
  destroy(): void;
}

/** What the field has to know about the page. */
export interface FieldSetting {
  readonly language: Language;
  readonly pageStyle: PageStyle;
  /** Minor units of `currency`, more than 0. */
  readonly amount: number;
  readonly currency: Currency;
  /** True while a payment runs. */
  readonly isLocked: boolean;
}

/** What the page knows about the cardholder; the card's own data stay with the provider. */
export interface CardHolder {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: Readonly<Partial<Record<AddressPart, string>>> | undefined;
}
type AddressPart = 'country' | 'line1' | 'line2' | 'city' | 'state' | 'postalCode';

/** The provider refused to create a token of the card. Nothing was charged. */
export class CardRefused extends Error {
  /** In the words of `LastPaymentError.code`; undefined for the provider's own troubles. */
  readonly code: string | undefined;
  /** True when the field itself says what is wrong, beside the input. */
  readonly isShown: boolean;

  constructor(code: string | undefined, isShown = false) {
    super(code ?? 'the provider made no token');
    this.code = code;
    this.isShown = isShown;
  }
}
