import type { PageCardEntry, PaymentMethodInput, ProviderDomain, ProviderName } from '@mizan/contracts';
import type { Reader, Scope } from '@mizan/service-kit';
import type { MethodCapability } from './capabilities.ts';
import type { CheckedCredentials, Connection } from './connection.ts';
import type { ProviderChargebacks, ProviderDisputes } from './dispute-standing.ts';
import type { ProviderMethod } from './provider-method.ts';
import type { ProviderStatement } from './provider-statement.ts';
import type { Provider } from './provider.ts';

/** What turns the payment method of a request into what may be stored. */
export interface MethodTokenizer {
  /**
   * Without its card number and security code. May call the provider, so no transaction may be open.
   *
   * @throws Problem `payment_method_mismatch`, `parameter_missing`, `parameter_unknown`, `payment_method_corrupted`
   * @throws Problem as `request.findSaved`
   */
  tokenize(reader: Pick<Reader, 'scope' | 'now'>, request: TokenizeRequest): Promise<TokenizedMethod>;
}

/**
 * Everything that the platform needs of one real provider. Nothing outside its own folder and the registry knows which
 * provider it is; `provesConformance` and `provesCallbacks` prove what it promises.
 */
export interface ProviderAdapter {
  /** Stable name, kept on every charge. */
  readonly name: ProviderName;
  /** What a connection can do, method by method. */
  readonly capabilities: (connection: Pick<Connection, 'methods' | 'publicConfig'>) => readonly MethodCapability[];
  readonly connect: ProviderConnect;
  /** Moves the money of a connection. */
  readonly money: (connection: Connection) => Provider;
  /** As {@link MethodTokenizer}, with a connection. */
  readonly tokenize: (
    connection: Connection,
    reader: Pick<Reader, 'scope' | 'now'>,
    request: TokenizeRequest,
  ) => Promise<TokenizedMethod>;
  /** Whether a method can pay through this provider: a token is of use only where it was made. */
  readonly accepts: (paymentMethod: PaymentMethodInput) => boolean;
  /** The provider's own field for cards, and buttons for wallets; null where the buyer uses the provider's page. */
  readonly cardEntry: (connection: Pick<Connection, 'publicConfig'>) => PageCardEntry | null;
  readonly callbacks: ProviderCallbacks;
  /** The provider's field for a step of a started payment; absent where it has none. */
  readonly field?: (connection: Connection) => ProviderField | null;
  /** Absent where the provider has no API for disputes: the operator records them. */
  readonly disputes?: ProviderDisputes;
  /** Absent where the provider reports them, or shows none. */
  readonly chargebacks?: ProviderChargebacks;
  /** What the provider itself has recorded. */
  readonly statement: ProviderStatement;
  /** What is assumed of the provider and only its sandbox can prove; absent where nothing is. */
  readonly probes?: (connection: Connection) => readonly ProviderProbe[];
  /** Absent where wallets need no domain. */
  readonly domains?: ProviderDomains;
}

/** What the page with a provider's field is made of; `RequiresAction.frameUrl` leads to it. */
export interface ProviderField {
  /** Module that the page runs. It finds `settings` as JSON in the element with that id. */
  readonly script: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Hosts and paths that its Content-Security-Policy allows scripts of. */
  readonly scriptSources: readonly string[];
}

/** One assumption about a provider. */
export interface ProviderProbe {
  readonly name: string;
  /** A sentence: what the adapter depends on. */
  readonly assumption: string;
  /** Tries it; never called with live credentials. @throws Error without an answer that says something about it */
  readonly run: () => Promise<Sighting>;
}

/** What a probe has seen. */
export interface Sighting {
  readonly holds: boolean;
  /** Without secrets. */
  readonly observation: string;
}

/** Domains that a provider has to know before their pages may show its wallets. Each call queries the provider. */
export interface ProviderDomains {
  /** @throws Problem `internal_error` 503: the provider does not answer; `parameter_invalid`: it accepts no domains with this key */
  readonly list: (connection: Connection) => Promise<ProviderDomain[]>;
  /** Registers a host name, or has it verified again. @throws Problem as `list`; `parameter_invalid`: it refuses the name */
  readonly register: (connection: Connection, domain: string) => Promise<ProviderDomain>;
}

/** How accounts are connected to a provider. */
export interface ProviderConnect {
  /** The credentials of an account, parsed. @throws Problem `parameter_invalid`, `parameter_unknown` */
  readonly parse: (credentials: unknown) => Readonly<Record<string, string>>;
  /** Those that a connection has. */
  readonly credentialsOf: (
    connection: Pick<Connection, 'secrets' | 'publicConfig'>,
  ) => Readonly<Record<string, string>>;
  /** The credential of which an account has its own; absent: all of them together. */
  readonly accountCredential?: string;
  /** Whether they are of the provider's sandbox. */
  readonly isSandbox: (credentials: Readonly<Record<string, string>>) => boolean;
  /**
   * Proves credentials without moving money, and finds what the provider offers the account. Changes nothing of how it pays or calls.
   *
   * @throws Problem `parameter_invalid`: the provider does not accept them; `internal_error` 503: it does not answer;
   *   `creation_failed`: it accepts them and fails afterwards
   */
  readonly check: (credentials: Readonly<Record<string, string>>) => Promise<CheckedCredentials>;
  /**
   * Sets where the provider sends callbacks, as far as it lets the platform: what it refuses, the merchant sets. Only for credentials
   * of a connection that is committed, as other connections to the account may share the setting. Absent where nothing can be set.
   *
   * @param checked what `check` answered to the same credentials
   */
  readonly setCallbacks?: (
    credentials: Readonly<Record<string, string>>,
    checked: CheckedCredentials,
    callbackUrl: string,
  ) => Promise<void>;
  /**
   * Refuses new credentials that are accepted, and lack what payments need; absent where that cannot be found out. Those that
   * a connection has keep it: its payments show what they lack.
   *
   * @throws Problem `parameter_invalid`
   */
  readonly assertPermitted?: (credentials: Readonly<Record<string, string>>) => Promise<void>;
}

/** Requests that a provider and the browsers that it redirects send to the platform. */
export interface ProviderCallbacks {
  /**
   * The headers that `read` needs, in lower case. The gateway passes on those that `receiveProviderCallback` of the contracts
   * forwards, and no others.
   */
  readonly headers: readonly string[];
  /** Reads a callback; undefined when its signature is wrong. */
  readonly read: (connection: Connection, callback: SignedCallback) => Promise<ProviderNotice | undefined>;
  /** The charge that a returning browser names, `ch_…`. It is a hint: the provider is queried. */
  readonly chargeOfReturn: (query: Readonly<Record<string, string>>) => string | undefined;
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
  readonly query: Readonly<Record<string, string>>;
  /** Those that the adapter declares, in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Which payment and refund of ours a callback is about. It decides nothing: the provider is queried afterwards. */
export interface ProviderNotice {
  readonly charge: ChargeNotice | null;
  readonly refundId: string | null;
  /** The charge of a notice that names none to query: it says whose the notice is. */
  readonly about?: string;
  /** The provider's own id of a dispute. */
  readonly disputeId?: string;
  /**
   * The provider's own id of a payment whose money came, is held or was captured, and whose reference is one of the platform's.
   * It is logged where no such charge is known, as after an older state of the database is restored.
   */
  readonly paidReference?: string;
}

/** A charge whose payment changed at the provider. */
export interface ChargeNotice {
  readonly id: string;
  /** Money arrived or is held, also for an attempt that has failed here. */
  readonly bringsMoney: boolean;
  /** An authorized amount was captured or released. */
  readonly changesHold: boolean;
}

/** The simulator and manual methods: providers without a connection. */
export interface BuiltInProvider extends MethodTokenizer {
  readonly name: string;
  readonly money: (scope: Scope) => Provider;
}
