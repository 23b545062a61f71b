import type { FieldSetting } from './provider-field.ts';

/** The button of one wallet, which a provider draws on this page. */
export interface ProviderWallet {
  /** Shows the button in an empty element. Resolves with whether this device has the wallet. */
  mount(place: HTMLElement, events: WalletEvents): Promise<boolean>;
  /** Follows what has changed on the page around it. */
  update(setting: FieldSetting): void;
  /** Removes the button for good. */
  destroy(): void;
}

/** What happens to a wallet. */
export interface WalletEvents {
  /** The buyer has pressed the button: whether the wallet's sheet may open. Answers at once. */
  readonly mayOpen: () => boolean;
  /** The buyer has closed the sheet without agreeing. Nothing was charged. */
  readonly closed: () => void;
  /**
   * The buyer has agreed. Resolves with false when the payment was not requested, so that the sheet says so.
   *
   * @param tokenize creates a token of the wallet's card. @throws CardRefused
   */
  readonly agreed: (tokenize: () => Promise<string>) => Promise<boolean>;
}
