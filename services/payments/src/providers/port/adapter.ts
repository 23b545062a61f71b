import type { PageCardEntry, PaymentMethodInput } from '@mizan/contracts';
import type { Reader, Scope, Tx } from '@mizan/service-kit';
import type { CardInfo, ProviderMethod } from './provider-method.ts';
import type { Provider } from './provider.ts';

/**
 * Everything that the platform needs of one way to move money. Nothing outside its own folder and the registry knows
 * which provider it is.
 */
export interface ProviderAdapter {
  /** Stable name, kept on every charge. */
  readonly name: string;
  /** Moves the money of an account and mode. */
  readonly money: (scope: Scope) => Provider;
  readonly connect: ProviderConnect;
  /**
   * Turns a payment method into what may be stored: without its card number and security code. May call the provider, so
   * no transaction may be open.
   *
   * @throws Problem `payment_method_mismatch`, `parameter_missing`, `parameter_unknown`, `payment_method_corrupted`
   * @throws Problem as `request.findSaved`
   */
  readonly tokenize: (reader: Pick<Reader, 'scope' | 'now'>, request: TokenizeRequest) => Promise<TokenizedMethod>;
  /** Where buyers type their cards. */
  readonly cardField: {
    /** The provider's hosted field; null where the page has its own, and while the account is not connected. */
    readonly entry: (reader: Reader) => Promise<PageCardEntry | null>;
    /** What the fee of a card depends on, from the first digits of its number; null when they do not tell. */
    readonly cardInfo: (bin: string) => CardInfo | null;
  };
  /** Requests that the provider sends to the platform. */
  readonly callbacks: {
    /** Reads a callback for the account; undefined when its signature is wrong or the account is not connected. */
    readonly read: (scope: Scope, callback: SignedCallback) => Promise<ProviderNotice | undefined>;
  };
}

/** The connection between an account and its provider. */
export interface ProviderConnect {
  /** Whether the account can take new payments in this mode. */
  readonly isConnected: (scope: Scope) => Promise<boolean>;
  /**
   * Keeps the connection until the transaction ends: a request that removes or replaces it waits, and then sees what this
   * transaction created.
   *
   * @throws Problem `merchant_not_activated`: the account is not connected
   */
  readonly hold: (tx: Tx) => Promise<void>;
}

/** A payment method of a request, and whose it is. */
export interface TokenizeRequest {
  readonly paymentMethod: PaymentMethodInput;
  /** Of the customer, for test methods whose outcome the e-mail chooses. */
  readonly email: string | null;
  /** Of the customer, for methods that are found by a phone number. */
  readonly phone: string | null;
  /** Of the account, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Finds a method that the customer saved before. */
  readonly findSaved: (id: string) => Promise<ProviderMethod>;
}

/** A method without its card number, with its id if it was saved before. */
export interface TokenizedMethod {
  readonly method: ProviderMethod;
  readonly savedId?: string;
}

/** A callback as it arrived. */
export interface SignedCallback {
  readonly body: Buffer;
  readonly signature: string | undefined;
}

/** Which payment and refund of ours a callback is about. It decides nothing: the provider is queried afterwards. */
export interface ProviderNotice {
  readonly charge: ChargeNotice | null;
  readonly refundId: string | null;
}

/** A charge whose payment changed at the provider. */
export interface ChargeNotice {
  readonly id: string;
  /** Money arrived or is held, also for an attempt that has failed here. */
  readonly bringsMoney: boolean;
  /** An authorized amount was captured or released. */
  readonly changesHold: boolean;
}
