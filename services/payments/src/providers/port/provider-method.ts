import type { PaymentMethodDetails, PaymentMethodType, SessionFees } from '@mizan/contracts';

/** A payment method as a provider knows it. Holds no card number and no CVC: safe to store and to log. */
export interface ProviderMethod {
  readonly type: PaymentMethodType;
  /** The provider's own reference to the method; opaque to everybody else. */
  readonly token: string;
  /** Null for methods that are not cards. */
  readonly card: CardDetails | null;
  /** What the fee of a card depends on; null for methods that are not cards. */
  readonly cardInfo: CardInfo | null;
  /** Of a mobile wallet or bank app: whose it is. */
  readonly wallet?: { readonly provider: string; readonly phone: string | null };
  /** Of a method without a provider: where the buyer sends the money, as the account's settings said. */
  readonly receiver?: ManualReceiver;
  /** Of valU: over how many months it is paid. */
  readonly tenureMonths?: number;
  /** When a customer saved it: it is as old as that, however late it pays. Absent for one that pays at once. */
  readonly savedAt?: string;
}

/** A merchant's bank account or InstaPay address. */
export type ManualReceiver =
  { readonly iban: string; readonly accountName: string; readonly bankName: string } | { readonly handle: string };

/** A card without its number, as a charge shows it: not every provider reports until when it is valid. */
export type ChargedCard = NonNullable<PaymentMethodDetails['card']>;

/** A card without its number that may be charged again. */
export type CardDetails = ChargedCard & { readonly expMonth: number; readonly expYear: number };

/** What the fee of a card payment depends on. */
export type CardInfo = NonNullable<SessionFees['cardInfo']>;
