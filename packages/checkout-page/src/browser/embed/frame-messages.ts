import type { PaymentStatus } from '@mizan/contracts';

/** What mizan.js says to the frame it has made, once for each document in it, with the port that both then talk over. */
export interface Hello {
  readonly type: 'mizan:hello';
  /** Where a bank or wallet sends the buyer back to; absent where the platform would refuse the address. */
  readonly returnUrl?: string | undefined;
}

/** What the frame tells the page around it. */
export type FrameMessage =
  /** The checkout can be seen. */
  | { readonly type: 'ready'; readonly title: string }
  /** @param height of the whole checkout, CSS pixels */
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'complete'; readonly checkoutSessionId: string; readonly paymentStatus: PaymentStatus }
  /** The whole page is to leave. @param isDone the checkout is over: nobody is to come back to it */
  | { readonly type: 'leave'; readonly url: string; readonly isDone: boolean };
