import type { HostedCheckout, PaymentMethodType, PublicPaymentIntent } from '@mizan/contracts';
import type { Shortage } from '../../parts/shortage.ts';
import type { Texts } from '../../texts/texts.ts';
import { awaitsMoney } from '../../view/payment-state.ts';
import { declineNotice, type Notice } from '../form/notice.ts';

/** What the page shows in the place of the form, or the form itself. */
export type Stage =
  | { readonly name: 'form'; readonly notice?: Notice }
  | { readonly name: 'paying' }
  /** The outcome is not known: the money may have moved. */
  | { readonly name: 'checking' }
  /** The buyer's bank, wallet or lender has to approve. */
  | {
      readonly name: 'action';
      readonly url: string;
      /** The same step as a field of the provider, for a frame. */
      readonly frameUrl: string | undefined;
      readonly method: PaymentMethodType | undefined;
    }
  /** Complete, and paid as soon as the buyer's money arrives. */
  | { readonly name: 'waiting' }
  /** Complete and unpaid; how to pay is being read. */
  | { readonly name: 'loading' }
  | { readonly name: 'done' }
  | { readonly name: 'soldOut'; readonly shortage?: Shortage }
  | { readonly name: 'expired' }
  /** A copy of an ended checkout is being created. */
  | { readonly name: 'recovering' }
  /** The copy could not be created now. */
  | { readonly name: 'notRecovered' }
  /** The items are no longer for sale. */
  | { readonly name: 'gone' }
  /** The payment link accepts no further checkout. */
  | { readonly name: 'linkClosed' }
  | { readonly name: 'linkExpired' }
  /** The address came without its secret. */
  | { readonly name: 'incomplete' };

/** The stage of a checkout as the platform reports it. */
export function stageOf(checkout: HostedCheckout, texts: Texts): Stage {
  const { status, isExpired, paymentIntent: intent } = checkout;
  if (awaitsMoney(checkout)) return { name: hasInstructions(intent) && !isReceived(checkout) ? 'waiting' : 'checking' };
  if (status === 'complete' || checkout.paymentStatus === 'paid') return { name: 'done' };
  if (isExpired && intent?.status !== 'PROCESSING') return { name: 'expired' };
  if (intent?.status === 'PROCESSING' || intent?.status === 'REQUIRES_CONFIRMATION') return { name: 'checking' };
  const { url, frameUrl } = intent?.nextAction?.redirectToUrl ?? {};
  if (intent?.status === 'REQUIRES_ACTION' && url)
    return { name: 'action', url, frameUrl, method: intent.paymentMethod?.type };
  return { name: 'form', notice: intent?.lastPaymentError ? declineNotice(intent, texts) : undefined };
}

/** Without instructions it is unknown whether the payment was started. InstaPay has none: its own app asks the buyer. */
const hasInstructions = (intent: PublicPaymentIntent | null): boolean =>
  Boolean(intent?.nextAction) || intent?.paymentMethod?.type === 'instapay';

/** True where all was received and the payment is about to succeed: nothing is to be sent any more. */
const isReceived = ({ amountReceived = 0, amountTotal }: HostedCheckout): boolean => amountReceived >= amountTotal;
