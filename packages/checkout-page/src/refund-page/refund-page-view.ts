import type { RefundTransferTo } from '@mizan/contracts';
import type { ShownAmount } from '../receipt/receipt-view.ts';

export type TransferType = RefundTransferTo['type'];

/** What a buyer has typed, and what is wrong with it. */
export interface TransferForm {
  readonly type: TransferType;
  readonly values: Readonly<Record<TransferField, string>>;
  readonly errors: Readonly<Partial<Record<TransferField, TransferError>>>;
}
export type TransferField = 'holderName' | 'iban' | 'phone' | 'handle' | 'kiosk';
export type TransferError = 'missing' | 'invalid';

interface RefundPageBase {
  readonly merchantName: string;
  /** URL; null where the merchant has none. */
  readonly merchantLogo: string | null;
  /** Of the merchant, ISO 3166-1 alpha-2: its clock dates the page. */
  readonly country: string;
  /** Of the merchant, for readers whose language the page does not have. */
  readonly defaultLocale: string;
  readonly livemode: boolean;
  readonly total: ShownAmount;
  /** Id of the refund. */
  readonly reference: string;
}

/** The refund waits for its buyer. */
export interface OpenRefundPage extends RefundPageBase {
  readonly state: 'open';
  /** Until when, ISO 8601. */
  readonly expiresAt: string;
  /** Ways in which the merchant can return the money, in the order in which they are offered. */
  readonly types: readonly TransferType[];
  readonly form: TransferForm;
}

/**
 * Nothing can be entered any more, or nothing has to be; `disputed` is until the payer's bank has decided about the payment,
 * `lost` once it has returned all of it.
 */
export interface EndedRefundPage extends RefundPageBase {
  readonly state: 'received' | 'sent' | 'over' | 'disputed' | 'lost';
}

export type RefundPageView = OpenRefundPage | EndedRefundPage;
