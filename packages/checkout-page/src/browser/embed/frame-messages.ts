import type { PaymentStatus } from '@mizan/contracts';

/** The first message of mizan.js to its frame, once for each document in it, with the port that both then use. */
export interface Hello {
  readonly type: 'mizan:hello';
  /** Where a bank or wallet sends the buyer back to; absent where the platform would refuse the address. */
  readonly returnUrl?: string | undefined;
}

/** The messages of the frame to the page around it. */
export type FrameMessage =
  /** The checkout can be seen. */
  | { readonly type: 'ready'; readonly title: string }
  /** @param height of the whole checkout, CSS pixels */
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'complete'; readonly checkoutSessionId: string; readonly paymentStatus: PaymentStatus }
  /** The whole page has to navigate. @param isDone the checkout is over: the buyer does not return to it */
  | { readonly type: 'leave'; readonly url: string; readonly isDone: boolean };
